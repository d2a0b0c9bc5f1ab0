"""The interval of a mean: its coverage, its exactness, its ends."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from numpy.typing import NDArray

from league.standings.record import Record, SeatResult
from league.standings.replicates import (
    REPLICATES,
    exact,
    interval,
    no_sums,
    pack,
    unpack,
    weights,
)

type Array = NDArray[np.float64]
SEEDS = [f"episode {number}" for number in range(1_000)]


@pytest.fixture(scope="module")
def drawn() -> Array:
    """The weights of a thousand episodes, shape (1000, REPLICATES)."""
    return np.array([weights(seed) for seed in SEEDS], dtype=float)


def result(score: float) -> SeatResult:
    return SeatResult(score=score, stats={}, decisions=0, model_decisions=0, cost=0.0)


def coverage(drawn: Array, *, episodes: int, ladders: int, per_seat: bool = False) -> float:
    """Return how often the interval of a skewed score holds its true mean, 0.40.

    The version holds one to three seats of an episode, all with the same score, so that seats
    taken as independent (``per_seat``) would look like more evidence than there is.
    """
    chance = np.random.default_rng(20_261_130 + episodes)
    held = 0
    for _ in range(ladders):
        scores = chance.choice([0.25, 0.5, 1.0], size=episodes, p=[0.6, 0.3, 0.1])
        seats = chance.integers(1, 4, size=episodes)
        if per_seat:
            scores, seats = np.repeat(scores, seats), np.ones(seats.sum(), int)
        counts = drawn[chance.choice(len(drawn), size=len(scores), replace=per_seat)]
        found = interval(np.array([(scores * seats) @ counts, seats @ counts]), len(scores))
        assert found is not None
        held += found.low <= 0.40 <= found.high
    return held / ladders


@pytest.mark.parametrize("episodes", [50, 100, 200])
def test_a_95_percent_interval_holds_the_true_mean_about_95_times_in_100(
    drawn: Array, episodes: int
) -> None:
    """2,000 ladders: the standard error of the share is half a point, and three are allowed;
    below, one point more for the skew, which a percentile interval does not correct."""
    share = coverage(drawn, episodes=episodes, ladders=2_000)
    assert 0.95 - 0.025 < share < 0.95 + 0.015


def test_seats_of_one_table_taken_as_independent_would_claim_too_much(drawn: Array) -> None:
    assert coverage(drawn, episodes=60, ladders=300, per_seat=True) < 0.85


def test_weights_are_poisson_with_mean_one_and_variance_one(drawn: Array) -> None:
    """A million draws: the mean's standard error is 0.001."""
    assert abs(drawn.mean() - 1) < 0.005
    assert abs(drawn.var() - 1) < 0.01
    assert abs((drawn == 0).mean() - np.exp(-1)) < 0.003


def test_weights_of_an_episode_stay_the_same_for_ever() -> None:
    """Stored sums rest on these draws: a change here would spoil every standing."""
    assert weights("hearsay")[:16].tolist() == [
        *(2, 0, 0, 1, 5, 0, 2, 0),
        *(0, 4, 1, 0, 3, 0, 0, 1),
    ]


def test_an_episode_weighs_the_same_for_every_seat_of_its_table() -> None:
    one, other = Record(), Record()
    for seed in SEEDS[:30]:
        one.add(seed, [result(0.75)])
        other.add(seed, [result(0.25)])
    total = (one.replicates[0] + other.replicates[0]) / one.replicates[1]
    assert np.array_equal(total, np.ones(REPLICATES))


def test_the_order_of_episodes_changes_not_even_the_last_bit() -> None:
    """Field case 16, with scores that are no binary fractions."""
    episodes = [("a", 1 / 3), ("b", 0.1), ("c", 29 / 60), ("d", 0.7)]
    records = []
    for order in permutations(episodes):
        record = Record()
        for seed, score in order:
            record.add(seed, [result(score)])
        records.append((record.score_sum, record.replicates.tobytes(), record.interval()))
    assert len({(score, sums) for score, sums, _ in records}) == 1
    assert len({repr(found) for _, _, found in records}) == 1


def test_taking_an_episode_out_leaves_no_trace() -> None:
    with_two, with_one = Record(), Record()
    seats = [SeatResult(score=0.1, stats={"bids": 7}, decisions=9, model_decisions=8, cost=0.0437)]
    for record in (with_two, with_one):
        record.add("kept", seats)
    with_two.add("void", [result(1 / 3), result(0.2)])
    with_two.add("void", [result(1 / 3), result(0.2)], sign=-1)
    assert pack(with_two.replicates) == pack(with_one.replicates)
    assert (with_two.score_sum, with_two.cost, with_two.stats, with_two.episodes) == (
        with_one.score_sum,
        with_one.cost,
        with_one.stats,
        with_one.episodes,
    )


@pytest.mark.parametrize("episodes", [0, 1])
def test_fewer_than_two_episodes_have_no_interval(episodes: int) -> None:
    record = Record()
    for seed in SEEDS[:episodes]:
        record.add(seed, [result(0.8), result(0.2)])
    assert record.interval() is None


def test_two_episodes_leave_everything_between_them_open() -> None:
    record = Record()
    record.add("a", [result(0.25)])
    record.add("b", [result(0.75)])
    found = record.interval()
    assert found is not None
    assert (found.low, found.high) == (0.25, 0.75)


def test_a_version_that_never_varies_has_a_point_and_no_infinity() -> None:
    record = Record()
    for seed in SEEDS[:40]:
        record.add(seed, [result(1.0)])
    found = record.interval()
    assert found is not None
    assert (found.low, found.high) == (1.0, 1.0)


def test_more_episodes_narrow_the_interval(drawn: Array) -> None:
    widths = []
    for number in (10, 40, 160, 640):
        scores = np.tile([0.25, 0.75], number // 2)
        found = interval(np.array([scores @ drawn[:number], drawn[:number].sum(axis=0)]), number)
        assert found is not None
        widths.append(found.high - found.low)
    assert widths == sorted(widths, reverse=True)
    assert widths[0] / widths[-1] == pytest.approx(8 * 2.262 / 1.964 * (10 / 9) ** 0.5, rel=0.15)


def test_sums_survive_packing_and_foreign_bytes_are_refused() -> None:
    record = Record()
    record.add("a", [result(0.1)])
    assert np.array_equal(unpack(pack(record.replicates)), record.replicates)
    assert np.array_equal(unpack(memoryview(pack(record.replicates))), record.replicates)
    assert np.array_equal(unpack(b""), no_sums())
    with pytest.raises(ValueError, match="expected 2000 doubles, got 1"):
        unpack(b"\0" * 8)


def test_exact_sums_are_exact_up_to_a_hundred_thousand_episodes() -> None:
    step = exact(1 / 3)
    total = 0.0
    for _ in range(400_000):
        total += step
    assert total == 400_000 * step
