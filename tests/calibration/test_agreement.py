"""Cohen's kappa: known tables, the ends, and an interval that covers."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.agreement import agree
from calibration.scoring import Side

A, B = Side.A, Side.B


def table(both_a: int, person_a: int, judge_a: int, both_b: int) -> list[tuple[Side, Side]]:
    return [(A, A)] * both_a + [(A, B)] * person_a + [(B, A)] * judge_a + [(B, B)] * both_b


def test_a_known_table() -> None:
    found = agree(table(20, 5, 10, 15))
    assert found.n == 50
    assert found.observed == pytest.approx(0.7)
    assert found.kappa == pytest.approx(0.4)
    assert found.kappa_95 is not None
    assert (found.kappa_95.low, found.kappa_95.high) == pytest.approx((0.1511, 0.6489), abs=2e-3)


def test_nothing_and_one_sided_tables_say_so() -> None:
    assert (agree([]).n, agree([]).observed, agree([]).kappa) == (0, None, None)
    always = agree(table(9, 0, 0, 0))
    assert (always.observed, always.kappa, always.kappa_95) == (1.0, None, None)


@pytest.mark.parametrize(("counts", "kappa"), [((5, 0, 0, 5), 1.0), ((0, 5, 5, 0), -1.0)])
def test_perfect_agreement_and_its_opposite(counts: tuple[int, ...], kappa: float) -> None:
    assert agree(table(*counts)).kappa == pytest.approx(kappa)


def test_the_interval_covers_no_agreement_about_as_often_as_it_says() -> None:
    chance = np.random.default_rng(2)
    sides = list(Side)
    covered = 0
    for _ in range(300):
        picks = chance.integers(2, size=(80, 2))
        interval = agree((sides[one], sides[other]) for one, other in picks).kappa_95
        assert interval is not None
        covered += interval.low <= 0.0 <= interval.high
    assert 270 <= covered <= 296


@pytest.mark.parametrize("counts", [(3, 0, 0, 3), (0, 3, 3, 0)])
def test_a_table_without_a_miss_or_without_a_hit_still_has_an_interval_of_some_width(
    counts: tuple[int, ...],
) -> None:
    few, many = agree(table(*counts)), agree(table(*(20 * count for count in counts)))
    assert few.kappa_95 is not None
    assert many.kappa_95 is not None
    assert few.kappa_95.high - few.kappa_95.low > 0.5
    assert many.kappa_95.high - many.kappa_95.low < 0.1
