"""Estimates over some of a policy's matches."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from league.queries.estimates import Estimate, estimate
from league.standings.record import Record, SeatResult

EPISODES = [
    ("a", [1 / 3]),
    ("b", [0.1, 0.9]),
    ("c", [29 / 60]),
    ("d", [0.7, 0.2, 0.2]),
]


def counted(episodes: Sequence[tuple[str, Sequence[float]]]) -> Record:
    """Count the same episodes one after another, as a standing does."""
    record = Record()
    for seed, scores in episodes:
        record.add(
            seed,
            [
                SeatResult(score=score, stats={}, decisions=0, model_decisions=0, cost=0.0)
                for score in scores
            ],
        )
    return record


def test_an_interval_is_the_ladders_to_the_last_bit() -> None:
    record = counted(EPISODES)
    interval = record.interval()
    assert interval is not None
    found = estimate(EPISODES)
    assert (found.n, found.low, found.high) == (4, interval.low, interval.high)
    assert found.mean == pytest.approx(record.mean)


def test_a_mean_is_over_seats() -> None:
    assert estimate([("a", [1.0, 0.0, 0.5]), ("b", [0.1])]).mean == pytest.approx(0.4)


def test_one_episode_has_no_interval_and_none_is_an_error() -> None:
    assert estimate([("a", [0.75])]) == Estimate(n=1, mean=0.75, low=None, high=None)
    with pytest.raises(ValueError, match="at least one"):
        estimate([])
