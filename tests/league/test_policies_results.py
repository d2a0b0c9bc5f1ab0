"""Results by opponent and variant, and who really decided, against rows worked out by hand."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from scipy import stats

from games.base import Cause
from league.models import Episode, Event, PairFact, Policy, Seat
from league.queries.estimates import Estimate, axis_for, estimate
from league.queries.policy_results import CAUSES, decisions_of, recent_matches, results_of
from tests.support.policies import make_policy

UNIT = (0.0, 1.0)


def test_an_interval_is_students() -> None:
    values = [0.2, 0.4, 0.9, 0.3, 0.6]
    found = estimate(values, UNIT)
    low, high = stats.t.interval(
        0.95, len(values) - 1, np.mean(values), np.std(values, ddof=1) / sqrt(len(values))
    )
    assert found.n == 5
    assert found.mean == pytest.approx(0.48)
    assert found.low == pytest.approx(low)
    assert found.high == pytest.approx(high)


def test_an_interval_stays_within_what_scores_can_be() -> None:
    found = estimate([0.0, 0.0, 1.0], UNIT)
    assert (found.low, found.high) == (0.0, 1.0)


def test_one_value_has_no_interval_and_none_is_an_error() -> None:
    assert estimate([0.7], UNIT) == Estimate(n=1, mean=0.7, low=None, high=None)
    with pytest.raises(ValueError, match="at least one"):
        estimate([], UNIT)


def test_an_axis_holds_everything_and_break_even() -> None:
    axis = axis_for([Estimate(n=3, mean=0.7, low=0.3, high=0.99)], 0.5)
    assert axis.low < 0.3
    assert axis.high > 0.99
    places = [float(axis.place(one).rstrip("%")) for one in (0.3, 0.5, 0.7, 0.99)]
    assert places == sorted(places)
    assert places[0] > 0
    assert places[-1] < 100
    empty = axis_for([], 0.5)
    assert empty.place(0.5) == "50.00%"


def play(
    scores: dict[Policy, float | tuple[float, ...]],
    *,
    variant: str = "standard",
    is_rated: bool = True,
    status: Episode.Status = Episode.Status.FINISHED,
) -> Episode:
    """Store an episode with each policy's champion in a seat for each of its scores."""
    episode = Episode.objects.create(
        purpose=Episode.Purpose.LADDER,
        game="liars-dice",
        variant=variant,
        settings={},
        seed="aa",
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
