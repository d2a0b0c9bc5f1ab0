"""Counting episodes in and out of the standings."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from typing import Any

import pytest
from django.db import connections

from league.actions.standings import apply_result, rebuild_standings, remove_result
from league.models import Episode, Ladder, Meeting, Standing, Version
from league.standings.replicates import unpack
from tests.support.ladders import make_champion, make_finished, make_ladder

FIELDS = (
    "version_id",
    "episodes",
    "seats",
    "score_sum",
    "mean",
    "low",
    "high",
    "stats",
    "decisions",
    "model_decisions",
    "cost",
)


def snapshot(ladder: Ladder) -> list[tuple[Any, ...]]:
    """Return everything that a ladder's standings and meetings say, in a fixed order."""
    standings = ladder.standings.order_by("version").exclude(episodes=0)
    rows = [
        (*(getattr(row, name) for name in FIELDS), unpack(row.replicates).tobytes())
        for row in standings
    ]
    meetings = ladder.meetings.order_by("one", "other").exclude(rated=0)
    ladder.refresh_from_db()
    return [*rows, *meetings.values_list("one", "other", "rated"), (ladder.rated_episodes,)]


def seat(**stats: float) -> dict[str, Any]:
    return {"stats": stats, "decisions": 10, "model_decisions": 9, "cost": 0.0437}


@pytest.mark.django_db
class TestApply:
    def test_sums_follow_the_seats(self) -> None:
        ladder, one, other = make_ladder(), make_champion(), make_champion(baseline="bayes")
        seats = [seat(wins=3, bids=20, false_bids=4), seat(wins=1), seat(wins=2), seat(wins=2)]
        scores = [(one, 0.75), (other, 0.25), (other, 0.5), (other, 0.5)]
        assert apply_result(make_finished(ladder, scores, seats=seats))

        mine = ladder.standings.get(version=one)
        assert (mine.episodes, mine.seats, mine.mean) == (1, 1, 0.75)
        assert mine.stats == {"wins": 3, "bids": 20, "false_bids": 4}
        assert (mine.decisions, mine.model_decisions) == (10, 9)
        assert mine.cost == pytest.approx(0.0437, abs=1e-9)
        theirs = ladder.standings.get(version=other)
        assert (theirs.episodes, theirs.seats) == (1, 3), "its episode once, each of its seats"
        assert theirs.mean == pytest.approx(1.25 / 3)
        assert theirs.stats == {"wins": 5}
        meeting = ladder.meetings.get()
        assert (meeting.one, meeting.other, meeting.rated) == (one, other, 1)
        ladder.refresh_from_db()
        assert ladder.rated_episodes == 1

    def test_an_episode_counts_once(self) -> None:
        ladder, one, other = make_ladder(), make_champion(), make_champion()
        episode = make_finished(ladder, [(one, 0.75), (other, 0.25)])
        stale = Episode.objects.get(pk=episode.pk)
        assert [apply_result(episode), apply_result(episode), apply_result(stale)] == [
            True,
            False,
            False,
        ]
        assert ladder.standings.get(version=one).episodes == 1

    @pytest.mark.parametrize(
        "fields",
        [
            {"is_rated": False, "unrated_reason": "A baseline played too much."},
            {"status": Episode.Status.FAILED},
            {"status": Episode.Status.RUNNING},
            {"status": Episode.Status.VOID},
            {"purpose": Episode.Purpose.TRYOUT},
            {"ladder": None},
        ],
    )
    def test_only_rated_finished_ladder_episodes_count(self, fields: dict[str, Any]) -> None:
        """Field case 15: a failed episode counts no score."""
        ladder = make_ladder()
        fields = {"ladder": ladder, **fields}
        results = [(make_champion(), 0.75), (make_champion(), 0.25)]
        episode = make_finished(fields.pop("ladder"), results, **fields)
        assert not apply_result(episode)
        assert not Standing.objects.exists()
        assert not Meeting.objects.exists()

    def test_a_first_episode_has_a_mean_and_no_interval(self) -> None:
        ladder, one = make_ladder(), make_champion()
        apply_result(make_finished(ladder, [(one, 0.75), (make_champion(), 0.25)]))
        row = ladder.standings.get(version=one)
        assert (row.mean, row.low, row.high) == (0.75, None, None)


def three(ladder: Ladder, one: Version, other: Version, third: Version) -> list[Episode]:
    return [
        make_finished(ladder, [(one, 2 / 3), (other, 1 / 3)], seats=[seat(wins=0.1), seat()]),
        make_finished(ladder, [(other, 0.9), (third, 0.1)]),
        make_finished(ladder, [(third, 0.55), (one, 0.7), (one, 0.25)]),
    ]


@pytest.mark.django_db
class TestOrder:
    def test_standings_are_the_same_whatever_the_order_of_finishing(self) -> None:
        """Field case 16, to the last bit."""
        ladder = make_ladder()
        episodes = three(ladder, make_champion(), make_champion(), make_champion())
        found = []
        for order in permutations(episodes):
            for episode in order:
                apply_result(episode)
            found.append(snapshot(ladder))
            for episode in episodes:
                remove_result(episode)
        assert len(found[0]) == 3 + 3 + 1
        assert all(one == found[0] for one in found)

    def test_a_void_episode_leaves_no_trace(self) -> None:
        ladder = make_ladder()
        first, second, third = three(ladder, make_champion(), make_champion(), make_champion())
        apply_result(first)
        apply_result(second)
        before = snapshot(ladder)
        apply_result(third)
        assert snapshot(ladder) != before
        assert remove_result(third)
        assert not remove_result(third)
        assert snapshot(ladder) == before

    def test_an_emptied_record_has_no_mean(self) -> None:
        ladder, one = make_ladder(), make_champion()
        episode = make_finished(ladder, [(one, 0.6), (make_champion(), 0.4)])
        apply_result(episode)
        remove_result(episode)
        row = ladder.standings.get(version=one)
        assert (row.episodes, row.mean, row.low) == (0, None, None)


@pytest.mark.django_db
class TestRebuild:
    def test_a_rebuild_finds_what_counting_one_by_one_found(self) -> None:
        ladder = make_ladder()
        for episode in three(ladder, make_champion(), make_champion(), make_champion()):
            apply_result(episode)
        before = snapshot(ladder)
        ladder.standings.update(episodes=99, score_sum=1e6, mean=0.1, replicates=b"")
        assert rebuild_standings(ladder) == 3
        assert snapshot(ladder) == before

    def test_a_rebuild_sets_right_what_is_counted(self) -> None:
        ladder = make_ladder()
        kept, void, missed = three(ladder, make_champion(), make_champion(), make_champion())
        apply_result(kept)
        apply_result(void)
        Episode.objects.filter(pk=void.pk).update(status=Episode.Status.VOID)
        assert rebuild_standings(ladder) == 2
        counted = ladder.episodes.filter(is_counted=True)
        assert set(counted.values_list("pk", flat=True)) == {kept.pk, missed.pk}
        assert not apply_result(missed)

    def test_seatings_are_those_of_every_ladder_match_rated_or_not(self) -> None:
        ladder, one, other = make_ladder(), make_champion(), make_champion()
        apply_result(make_finished(ladder, [(one, 0.5), (other, 0.5)]))
        make_finished(
            ladder, [(one, 0.5), (other, 0.5)], is_rated=False, unrated_reason="fallbacks"
        )
        rebuild_standings(ladder)
        meeting = ladder.meetings.get()
        assert (meeting.made, meeting.rated) == (2, 1)
        assert ladder.standings.get(version=one).seated == 2


@pytest.mark.django_db(transaction=True)
def test_episodes_that_finish_at_once_are_each_counted_once() -> None:
    """Field case 10: no lost update, no deadlock; every episode is handed in twice."""
    ladder = make_ladder()
    versions = [make_champion() for _ in range(3)]
    episodes = []
    for number in range(12):
        turned = versions[number % 3 :] + versions[: number % 3]
        episodes.append(make_finished(ladder, list(zip(turned, (0.7, 0.5, 0.3), strict=True))))

    def count(episode: Episode) -> bool:
        try:
            return apply_result(episode)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        counted = list(pool.map(count, [*episodes, *episodes]))
    assert sum(counted) == 12
    assert list(ladder.standings.values_list("episodes", flat=True)) == [12, 12, 12]
    before = snapshot(ladder)
    rebuild_standings(ladder)
    assert snapshot(ladder) == before
