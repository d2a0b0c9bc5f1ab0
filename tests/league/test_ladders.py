"""The ladder's page, its files, the list of ladders and the lobby's tops."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.registry import GAMES
from league.actions.policies import retire_policy
from league.actions.standings import apply_result
from league.models import Ladder, LeagueSettings, Version
from league.queries.arrangement import SORTS, Wish, arrange, orders
from league.queries.findings import find
from league.queries.standings import Window, read_board
from league.queries.tops import read_tops
from tests.support.ladders import make_champion, make_finished, make_ladder
from tests.support.policies import make_user

pytestmark = pytest.mark.django_db
HOSTILE = "<img src=x onerror=window.pwn=1>"


def play(
    ladder: Ladder,
    versions: Sequence[Version],
    means: Sequence[float],
    times: int = 25,
    **fields: Any,
) -> None:
    """Let the same versions meet, with scores that swing a little around their means."""
    for number in range(times):
        swing = 0.05 if number % 2 else -0.05
        scores = [mean + swing for mean in means]
        seats = [
            {
                "stats": {"wins": 3, "losses": 1, "bids": 10, "false_bids": 2},
                "decisions": 10,
                "model_decisions": 9,
                "cost": 0.05,
            }
            for _ in versions
        ]
        apply_result(
            make_finished(ladder, list(zip(versions, scores, strict=True)), seats=seats, **fields)
        )
    ladder.refresh_from_db()


class TestBoard:
    def test_rows_stand_in_order_of_the_mean_with_shared_ranks(self) -> None:
        ladder = make_ladder()
        versions = [make_champion(name) for name in ("Low", "High", "Near")]
        play(ladder, versions, [0.2, 0.7, 0.69])
        board = read_board(ladder)
        assert [row.policy.name for row in board.ranked] == ["High", "Near", "Low"]
        assert [row.place.rank for row in board.ranked if row.place] == [1, 1, 3]
        assert [row.place.worst for row in board.ranked if row.place] == [2, 2, 3]
        row = board.ranked[0]
        assert row.rates[0].share == 0.2
        assert (row.wins, row.losses, row.model_share) == (75, 25, 0.9)
        assert row.cost_per_episode == pytest.approx(0.05)

    def test_provisional_policies_are_greyed_with_their_count_and_without_rank(self) -> None:
        """Field case 30."""
        ladder = make_ladder()
        play(ladder, [make_champion("One"), make_champion("Two")], [0.6, 0.4], times=19)
        board = read_board(ladder)
        assert board.ranked == ()
        assert [row.sums.episodes for row in board.provisional] == [19, 19]
        assert board.nearest == 19
        assert find(board).title == "Too early to rank anyone"
        LeagueSettings.objects.update(provisional_below=19)
        assert len(read_board(ladder).ranked) == 2

    def test_groups_that_never_met_are_flagged_and_ranked_apart(self, client: Client) -> None:
        """Field case 29."""
        ladder = make_ladder()
        play(ladder, [make_champion("A1"), make_champion("A2")], [0.8, 0.6])
        play(ladder, [make_champion("B1"), make_champion("B2")], [0.4, 0.2])
        board = read_board(ladder)
        assert board.groups == 2
        assert [row.place.rank for row in board.ranked if row.place] == [1, 2, 1, 2]
        assert find(board).title == "Two groups have never met"
        page = client.get(ladder.get_absolute_url()).content.decode()
        assert page.count("never met the other groups") == 2

    def test_a_retired_policy_drops_out_and_a_new_champion_starts_afresh(self) -> None:
        ladder = make_ladder()
        gone, renewed, stays = (make_champion(n) for n in ("Gone", "Renewed", "Stays"))
        play(ladder, [gone, renewed, stays], [0.6, 0.5, 0.4])
        retire_policy(None, gone.policy)
        renewed.policy.champion = Version.objects.create(
            policy=renewed.policy, number=2, prompt="Better."
        )
        renewed.policy.save()
        board = read_board(ladder)
        assert [row.policy.name for row in board.ranked] == ["Stays"]
        assert [row.policy.name for row in board.waiting] == ["Renewed"]

    def test_a_recent_window_counts_only_its_matches(self) -> None:
        ladder = make_ladder()
        versions = [make_champion("One"), make_champion("Two")]
        old = timezone.now() - timedelta(days=3)
        play(ladder, versions, [0.8, 0.2], ended_at=old)
        play(ladder, versions, [0.3, 0.7])
        day = read_board(ladder, window=Window.DAY)
        assert day.episodes == 25
        assert day.ranked[0].policy.name == "Two"
        week, everything = read_board(ladder, window=Window.WEEK), read_board(ladder)
        assert [row.sums for row in week.ranked] == [row.sums for row in everything.ranked]

    def test_a_window_reads_no_more_than_its_limit(self, monkeypatch: Any) -> None:
        monkeypatch.setattr("league.queries.standings.WINDOW_LIMIT", 10)
        ladder = make_ladder()
        play(ladder, [make_champion(), make_champion()], [0.8, 0.2])
        board = read_board(ladder, window=Window.DAY)
        assert (board.episodes, board.is_cut) == (10, True)

    def test_all_time_costs_the_same_queries_however_many_rows(
        self, django_assert_max_num_queries: Any
    ) -> None:
        ladder = make_ladder()
        play(ladder, [make_champion() for _ in range(5)], [0.5] * 5, times=3)
        LeagueSettings.load()
        with django_assert_max_num_queries(5):
            read_board(ladder)


@pytest.mark.parametrize(
    ("means", "title"),
    [
        ([0.8, 0.4], "P0 leads"),
        ([0.6, 0.6], "Both ranked policies share first place"),
        ([0.6, 0.6, 0.6], "All three ranked policies share first place"),
        ([0.6, 0.6, 0.3], "Two policies share first place"),
        ([0.5], "P0 is the first with a rank"),
    ],
)
def test_the_title_states_the_finding(means: list[float], title: str) -> None:
    ladder = make_ladder()
    play(ladder, [make_champion(f"P{number}") for number in range(len(means))], means)
    assert find(read_board(ladder)).title == title


class TestWish:
    def test_an_unreadable_query_is_the_plain_page(self) -> None:
        assert Wish.parse({"sort": "; drop", "window": "century"}) == Wish()
        assert Wish.parse({}) == Wish()

    def test_unticked_boxes_count_once_the_form_was_sent(self) -> None:
        wish = Wish.parse({"filtered": "1", "provisional": "1"})
        assert (wish.scripted, wish.provisional) == (False, True)

    def test_a_column_is_turned_when_it_is_clicked_again(self) -> None:
        assert "sort=-episodes" in Wish().sorted_by("episodes")
        assert "sort=episodes" in Wish(sort="-episodes").sorted_by("episodes")
        assert "sort=policy" in Wish().sorted_by("policy")
        assert Wish(sort="-cost").direction("cost") == "descending"
        assert Wish().direction("cost") == ""

    def test_the_menu_of_a_narrow_screen_offers_every_column_both_ways(self) -> None:
        offered = [one.sort for one in orders(read_board(make_ladder()))]
        assert sorted(offered) == sorted([*SORTS, *(f"-{key}" for key in SORTS)])
        assert all(Wish.parse({"sort": sort}).sort == sort for sort in offered)

    def test_filters_and_sorts_act_on_the_rows(self) -> None:
        ladder = make_ladder()
        versions = [make_champion("Beta"), make_champion("bayes", baseline="bayes")]
        play(ladder, versions, [0.6, 0.4])
        board = read_board(ladder)

        def names(wish: Wish) -> list[str]:
            return [row.policy.name for section in arrange(board, wish) for row in section.rows]

        assert names(Wish()) == ["Beta", "bayes"]
        assert names(Wish(sort="mean")) == ["bayes", "Beta"]
        assert names(Wish(scripted=False)) == ["Beta"]
        assert names(Wish(search="BAY")) == ["bayes"]
        assert names(Wish(sort="-cost")) == ["Beta", "bayes"], "free stands last"
        assert names(Wish(search="nobody")) == []


class TestPages:
    def test_an_empty_ladder_says_how_to_enter(self, client: Client) -> None:
        page = client.get(make_ladder().get_absolute_url()).content.decode()
        assert "Nobody has played here yet" in page
        assert "Submit a policy" in page

    def test_ones_own_row_is_marked_and_others_are_not(self, client: Client) -> None:
        ladder, me = make_ladder(), make_user("me")
        play(ladder, [make_champion("Mine", owner=me), make_champion("Theirs")], [0.6, 0.4])
        client.force_login(me)
        assert client.get(ladder.get_absolute_url()).content.decode().count(">yours<") == 1
        assert ">yours<" not in Client().get(ladder.get_absolute_url()).content.decode()

    def test_a_hostile_name_is_text_and_nothing_is_styled_from_markup(self, client: Client) -> None:
        """Field case 33."""
        ladder = make_ladder(is_paused=True)
        play(
            ladder,
            [make_champion(HOSTILE), make_champion("'\"><svg onload=window.pwn=1>")],
            [0.6, 0.4],
        )
        for url in (ladder.get_absolute_url(), "/ladders/"):
            page = client.get(url).content.decode()
            assert "<img src=x" not in page
            assert "<svg onload" not in page
            assert " style=" not in page
            assert "paused" in page

    def test_a_baselines_numbers_are_named_in_the_games_order(self, client: Client) -> None:
        """PostgreSQL gives JSON back with the shortest key first."""
        ladder = make_ladder()
        pushy = make_champion("Pushy")
        Version.objects.filter(pk=pushy.pk).update(
            prompt="",
            baseline="pressure",
            parameters={"pad": 2, "safe": 0.4, "challenge_below": 0.15},
        )
        play(ladder, [pushy, make_champion("Prompt")], [0.6, 0.4])
        rows = {row.policy.name: row for row in read_board(ladder).ranked}
        assert rows["Pushy"].label == "0.15 / 0.4 / 2"
        assert rows["Pushy"].legend == "pressure: challenge_below 0.15, safe 0.4, pad 2"
        assert (rows["Prompt"].label, rows["Prompt"].legend) == ("v1", "")
        page = client.get(ladder.get_absolute_url()).content.decode()
        assert 'title="pressure: challenge_below 0.15, safe 0.4, pad 2"' in page
        assert re.search(r"challenge_below.*?less likely.*safe.*?pad.*?adds this", page, re.S)

    def test_people_read_of_matches_and_never_of_episodes(self, client: Client) -> None:
        ladder = make_ladder()
        play(ladder, [make_champion("One"), make_champion("Two")], [0.6, 0.4], times=3)
        for address in (ladder.get_absolute_url(), "/ladders/", "/"):
            page = client.get(address).content.decode()
            words = re.sub(r"<script.*?</script>|<(?!abbr|a |svg)[^>]*>", " ", page, flags=re.S)
            assert not re.search(r"\bepisodes?\b", re.sub(r'(href|data-\w+)="[^"]*"', "", words))

    def test_staff_read_the_same_finding(self, admin_client: Client) -> None:
        ladder = make_ladder()
        versions = [make_champion(name) for name in ("Low", "High", "Near")]
        play(ladder, versions, [0.2, 0.7, 0.69])
        title = find(read_board(ladder)).title
        assert title == "Two policies share first place"
        for address in (ladder.get_absolute_url(), f"/admin/leaderboards/?ladder={ladder.slug}"):
            assert title in admin_client.get(address).content.decode()

    def test_sums_are_said_with_their_n(self, client: Client) -> None:
        ladder = make_ladder()
        play(ladder, [make_champion("One"), make_champion("Two")], [0.6, 0.4])
        page = client.get(ladder.get_absolute_url()).content.decode()
        assert 'title="of 250"' in page
        assert 'title="of 250 moves"' in page
        assert "95 % interval 0.5" in page

    def test_an_interval_that_runs_off_the_axis_ends_in_an_arrow_and_is_written_out(
        self, client: Client
    ) -> None:
        ladder = make_ladder()
        play(ladder, [make_champion("One"), make_champion("Two")], [0.52, 0.48])
        page = client.get(ladder.get_absolute_url()).content.decode()
        assert "iv__more" not in page
        wild = [make_champion("Wild"), make_champion("Tame")]
        for scores in ((1.0, 0.0), (0.0, 1.0)):
            apply_result(make_finished(ladder, list(zip(wild, scores, strict=True))))
        page = client.get(ladder.get_absolute_url()).content.decode()
        assert page.count("iv__more") == 4, "both ends of Wild and of Tame"
        assert page.count(">0.000 to 1.000</text>") == 2

    @pytest.mark.parametrize("query", ["?q=zzz", "?filtered=1", "?window=day", "?sort=-wins", ""])
    def test_every_filter_answers(self, client: Client, query: str) -> None:
        ladder = make_ladder()
        play(
            ladder,
            [make_champion("One"), make_champion("Two", baseline="bayes")],
            [0.6, 0.4],
            times=2,
        )
        assert client.get(ladder.get_absolute_url() + query).status_code == 200

    def test_no_such_ladder(self, client: Client) -> None:
        assert client.get("/ladders/nothing/").status_code == 404

    def test_the_list_says_what_each_ladder_found(self, client: Client) -> None:
        play(make_ladder(), [make_champion("One"), make_champion("Two")], [0.8, 0.4])
        make_ladder(is_paused=True)
        page = client.get("/ladders/").content.decode()
        assert "One leads." in page
        assert "Nobody has played here yet." in page
        assert ">paused<" in page


class TestFiles:
    def test_csv_holds_the_same_rows_and_quotes_what_a_spreadsheet_would_run(
        self, client: Client
    ) -> None:
        """Field case 33."""
        ladder = make_ladder()
        names = ["=1+1", "+1", "-1", "@SUM(A1)", "plain"]
        play(ladder, [make_champion(name) for name in names], [0.9, 0.7, 0.5, 0.3, 0.1])
        text = client.get(f"/ladders/{ladder.slug}/standings.csv").content.decode()
        rows = list(csv.DictReader(io.StringIO(text)))
        assert [row["policy"] for row in rows] == ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "plain"]
        assert [row["rank"] for row in rows] == ["1", "2", "3", "4", "5"]
        assert rows[0]["false_bids_share"] == "0.2"
        assert float(rows[0]["low"]) < float(rows[0]["mean"]) < float(rows[0]["high"])

    def test_no_number_carries_what_binary_fractions_leave_over(self, client: Client) -> None:
        """The mean of 0.1, 0.2 and 0.6 is 0.30000000000000004 in floating point."""
        ladder = make_ladder()
        one, two = make_champion("One"), make_champion("Two")
        for score in (0.1, 0.2, 0.6):
            apply_result(make_finished(ladder, [(one, score), (two, 0.5)]))
        text = client.get(f"/ladders/{ladder.slug}/standings.csv").content.decode()
        means = {row["policy"]: row["mean"] for row in csv.DictReader(io.StringIO(text))}
        assert means == {"One": "0.3", "Two": "0.5"}
        address = f"/ladders/{ladder.slug}/standings.json"
        for file in (address, f"/policies/{one.policy.slug}/record.json"):
            assert not re.search(r"\d\.\d{7}", client.get(file).content.decode()), file

    def test_json_says_what_its_numbers_are(self, client: Client) -> None:
        ladder = make_ladder()
        play(ladder, [make_champion("One"), make_champion("Two")], [0.8, 0.4], times=2)
        body = client.get(f"/ladders/{ladder.slug}/standings.json").json()
        assert body["ladder"]["slug"] == ladder.slug
        assert (body["provisional_below"], body["break_even"], body["interval"]) == (20, 0.5, 0.95)
        assert [row["rank"] for row in body["standings"]] == [None, None]
        assert [row["policy"] for row in body["standings"]] == ["One", "Two"]


def test_tops_have_the_shape_that_the_lobby_draws() -> None:
    full, empty = make_ladder(position=0), make_ladder(position=1)
    play(full, [make_champion(f"P{n}") for n in range(6)], [0.9, 0.8, 0.7, 0.6, 0.5, 0.4])
    first, second = read_tops()
    assert (first["slug"], first["nearest"], first["provisional_below"]) == (full.slug, None, 20)
    assert [row["policy"] for row in first["rows"]] == ["P0", "P1", "P2", "P3"]
    assert set(first["rows"][0]) >= {"rank", "policy", "url", "mean", "low", "high", "is_scripted"}
    assert (second["slug"], second["rows"], second["nearest"]) == (empty.slug, [], 0)


def test_every_game_has_what_the_ladder_draws() -> None:
    for game in GAMES.values():
        keys = {column.key for column in game.columns}
        assert all(column.over in keys for column in game.columns if column.kind == "ratio")
