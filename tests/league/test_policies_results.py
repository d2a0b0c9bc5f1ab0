"""Results by opponent and variant, and who really decided, against rows worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.base import Cause
from league.actions.standings import apply_result
from league.models import Episode, Event, Ladder, PairFact, Policy, Seat
from league.queries.estimates import Estimate
from league.queries.policies import places_of
from league.queries.policy_results import CAUSES, decisions_of, recent_matches, results_of
from tests.support.numbers import next_number
from tests.support.policies import make_policy


def play(
    scores: dict[Policy, float | tuple[float, ...]],
    *,
    variant: str = "standard",
    ladder: Ladder | None = None,
    is_rated: bool = True,
    status: Episode.Status = Episode.Status.FINISHED,
) -> Episode:
    """Store an episode with each policy's champion in a seat for each of its scores."""
    episode = Episode.objects.create(
        purpose=Episode.Purpose.LADDER,
        ladder=ladder,
        game="liars-dice",
        variant=variant,
        settings={},
        seed=f"{next_number():x}",
        salt="bb",
        commitment="cc",
        is_rated=is_rated,
        unrated_reason="" if is_rated else "for the test",
        status=status,
    )
    slot = 0
    for policy, given in scores.items():
        assert policy.champion is not None
        for score in given if isinstance(given, tuple) else (given,):
            Seat.objects.create(
                episode=episode,
                slot=slot,
                position=slot,
                alias=f"A{slot}",
                version=policy.champion,
                score=score,
            )
            slot += 1
    return episode


@pytest.mark.django_db
class TestResults:
    def test_by_opponent_and_by_variant(self) -> None:
        mine, bayes, magpie = make_policy("Mine"), make_policy("Bayes"), make_policy("Magpie")
        first = play({mine: 0.75, bayes: 0.25, magpie: 0.5})
        play({mine: 0.25, bayes: (0.75, 0.25)}, variant="poker")
        play({bayes: 0.5, magpie: 0.5})
        one, other = first.seats.get(slot=0), first.seats.get(slot=1)
        PairFact.objects.create(
            episode=first,
            seat=one,
            other=other,
            policy=mine,
            other_policy=bayes,
            faced=4,
            challenged=2,
            forgone=0.0,
            net=3,
        )
        found = results_of(mine)
        assert found.matches == 2
        against = {one.policy.name: one for one in found.opponents}
        assert set(against) == {"Bayes", "Magpie"}
        assert (against["Bayes"].mine.n, against["Bayes"].mine.mean) == (2, 0.5)
        assert against["Bayes"].theirs == pytest.approx((0.25 + 0.75 + 0.25) / 3)
        assert (against["Bayes"].net, against["Magpie"].net) == (3, None)
        assert against["Magpie"].mine == Estimate(n=1, mean=0.75, low=None, high=None)
        assert {(one.key, one.mine.mean) for one in found.variants} == {
            ("standard", 0.75),
            ("poker", 0.25),
        }

    def test_several_seats_of_one_episode_are_one_value(self) -> None:
        mine, bayes = make_policy("Mine"), make_policy("Bayes")
        play({mine: (1.0, 0.5), bayes: 0.0})
        (against,) = results_of(mine).opponents
        assert (against.mine.n, against.mine.mean) == (1, 0.75)

    def test_the_ladders_record_and_the_same_matches_by_variant_have_one_interval(self) -> None:
        ladder = Ladder.objects.create(game="liars-dice", variant="standard", slug="l", title="L")
        mine, bayes = make_policy("Mine"), make_policy("Bayes")
        for scores in ((0.75, 0.125), 0.25, 1 / 3, (0.7, 0.1), 0.9):
            assert apply_result(play({mine: scores, bayes: 0.5}, ladder=ladder))
        (place,), (variant,) = places_of(mine, 20), results_of(mine).variants
        assert place.record.n == 5
        assert place.record.low is not None
        mine_now = replace(variant.mine, mean=place.record.mean)
        assert mine_now == place.record
        assert variant.mine.mean == pytest.approx(place.record.mean)

    def test_what_does_not_count_is_left_out(self) -> None:
        mine, bayes = make_policy("Mine"), make_policy("Bayes")
        play({mine: 1.0, bayes: 0.0}, is_rated=False)
        play({mine: 1.0, bayes: 0.0}, status=Episode.Status.VOID)
        assert results_of(mine).matches == 0
        assert [match.episode.is_rated for match in recent_matches(mine, 5)] == [True, False]

    def test_recent_matches_are_newest_first_and_limited(self) -> None:
        mine, bayes = make_policy("Mine"), make_policy("Bayes")
        episodes = [play({mine: 1.0, bayes: 0.0}) for _ in range(3)]
        found = recent_matches(mine, 2)
        assert [match.episode for match in found] == episodes[:0:-1]
        assert [other.name for other in found[0].others] == ["Bayes"]
        assert recent_matches(make_policy(), 5) == []


@pytest.mark.django_db
class TestDecisions:
    def test_each_decision_is_counted_once_by_how_it_came_to_be(self) -> None:
        mine, bayes = make_policy("Mine"), make_policy("Bayes")
        episode = play({mine: 1.0, bayes: 0.0})
        Event.objects.create(episode=episode, seq=1, kind="start", data={"kind": "start"})
        origins: list[tuple[int, Cause | None, Cause | None]] = [
            (0, None, None),
            (0, Cause.ILLEGAL, None),
            (0, None, Cause.TIMEOUT),
            (0, Cause.TIMEOUT, Cause.TIMEOUT),
            (0, None, Cause.NO_CREDENTIALS),
            (1, None, Cause.REFUSED),
        ]
        for seq, (seat, retried, fallback) in enumerate(origins, 2):
            data = {"kind": "bid", "seat": seat, "retried": retried, "fallback": fallback}
            Event.objects.create(episode=episode, seq=seq, kind="bid", data=data)
        found = decisions_of(mine)
        assert found is not None
        assert (found.matches, found.total) == (1, 5)
        assert (found.first, found.retried, found.fallbacks) == (1, 1, 3)
        assert found.causes == (("no reply in time", 2), ("no model is configured", 1))

    def test_a_baseline_and_a_newcomer_have_none(self) -> None:
        assert decisions_of(make_policy()) is None
        assert decisions_of(make_policy(baseline="bayes")) is None


def test_every_cause_has_its_words() -> None:
    assert set(CAUSES) == set(Cause)
