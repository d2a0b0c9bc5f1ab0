"""The tops of the ladders: ranked rows only, and how near the first rank is while there is none."""

from __future__ import annotations

import pytest

from league.actions.standings import apply_result
from league.models import Ladder, LeagueSettings
from league.queries.lobby import read_lobby
from league.queries.tops import read_tops
from tests.support.ladders import make_champion, make_finished, make_ladder
from tests.support.matches import make_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder(db: None) -> Ladder:
    settings = LeagueSettings.load()
    settings.provisional_below = 3
    settings.save()
    return make_ladder()


def test_a_top_lists_the_ranked_rows_and_before_that_how_near_the_first_is(ladder: Ladder) -> None:
    best, worst = make_champion("Otter"), make_champion("Heron", baseline="bayes")
    (top,) = read_tops()
    assert (top["rows"], top["nearest"], top["provisional_below"]) == ([], 0, 3)
    for played in range(1, 4):
        apply_result(make_finished(ladder, [(best, 0.9), (worst, 0.1)]))
        (top,) = read_tops()
        assert top["nearest"] == (played if played < 3 else None)
    assert [(row["policy"], row["episodes"], row["is_scripted"]) for row in top["rows"]] == [
        ("Otter", 3, False),
        ("Heron", 3, True),
    ]
    assert [row["rank"] for row in top["rows"]] == [1, 2]
    assert all(row["low"] <= row["mean"] <= row["high"] for row in top["rows"])
    assert (top["slug"], top["url"]) == (ladder.slug, f"/ladders/{ladder.slug}/")
    assert len(read_tops(rows=1)[0]["rows"]) == 1


def test_a_top_breaks_even_where_its_game_does() -> None:
    even = {"liars-dice": 0.5, "rumor": 0.0}
    for game in even:
        Ladder.objects.create(game=game, variant="standard", slug=game, title=game)
    assert {top["slug"]: top["break_even"] for top in read_tops()} == even


def test_the_lobby_is_read_whole_for_its_first_page(ladder: Ladder) -> None:
    match, begun = make_match(stored=3, ladder=ladder), make_match()
    lobby = read_lobby()
    assert [table["head"]["episode"] for table in lobby["tables"]] == [
        match.episode.pk,
        begun.episode.pk,
    ]
    assert [table["frame"] and table["frame"]["seq"] for table in lobby["tables"]] == [3, None]
    assert lobby["results"] == []
    assert [top["slug"] for top in lobby["tops"]] == [ladder.slug]
