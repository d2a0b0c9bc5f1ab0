"""Scores of forecasts: the known cases, the extremes, and what may be a check."""

from __future__ import annotations

import json
from math import isfinite, log
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from calibration.scoring import (
    Provenance,
    Resolved,
    Side,
    calibrate,
    calibration_json,
    reliability,
    score,
    wilson,
)

CASES = json.loads((Path(__file__).parents[1] / "cases/calibration_scores.json").read_text())
chances = st.floats(0, 1)


def resolved(case: dict[str, Any]) -> list[Resolved]:
    return [Resolved(p_a=one["p_a"], came=Side(one["picked"])) for one in case["forecasts"]]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_known_cases(case: dict[str, Any]) -> None:
    expect = dict(case["expect"])
    buckets = expect.pop("reliability")
    found = score(resolved(case))
    assert found is not None
    assert {name: getattr(found, name) for name in expect} == pytest.approx(expect, abs=1e-11)
    for bucket, known in zip(reliability(resolved(case)), buckets, strict=True):
        assert bucket.n == known["n"]
        assert bucket.predicted == pytest.approx(known["predicted"])
        assert bucket.observed == pytest.approx(known["observed"])
        assert (bucket.observed_95 is None) == (known["n"] == 0)


def test_nothing_to_score_is_none_and_not_zero() -> None:
    found = calibrate([])
    assert score([]) is None
    assert (found.scores, found.check_n, found.check_skill, found.check_log_loss) == (
        None,
        0,
        None,
        None,
    )
    assert found.provenance == {}
    assert [(one.n, one.predicted, one.observed, one.observed_95) for one in found.reliability] == [
        (0, None, None, None)
    ] * 5


@pytest.mark.parametrize("p_a", [0.0, 0.2, 0.4, 0.6, 0.8, 1.0])
@pytest.mark.parametrize("came", list(Side))
def test_field_case_31_extremes_and_edges_fall_in_one_bucket_with_a_finite_log_loss(
    p_a: float, came: Side
) -> None:
    one = Resolved(p_a=p_a, came=came)
    assert [bucket.n for bucket in reliability([one])].count(1) == 1
    inside = next(bucket for bucket in reliability([one]) if bucket.n)
    assert inside.low <= p_a < inside.high or p_a == inside.high == 1.0
    assert all(bucket.observed is None for bucket in reliability([one]) if not bucket.n)
    found = score([one])
    assert found is not None
    assert isfinite(found.log_loss)


def test_certain_and_wrong_costs_the_clamp_in_log_loss_and_one_in_brier() -> None:
    found = score([Resolved(p_a=1.0, came=Side.B)])
    assert found is not None
    assert found.log_loss == pytest.approx(-log(1e-6))
    assert found.brier == 1.0
    assert found.skill_95 is None


@given(st.lists(st.tuples(chances, st.sampled_from(Side)), min_size=1, max_size=30))
def test_every_forecast_is_in_one_bucket_and_the_two_sides_are_alike(
    rows: list[tuple[float, Side]],
) -> None:
    forecasts = [Resolved(p_a=p_a, came=came) for p_a, came in rows]
    assert sum(bucket.n for bucket in reliability(forecasts)) == len(rows)
    found = score(forecasts)
    assert found is not None
    assert 0.0 <= found.brier <= 1.0
    other = {Side.A: Side.B, Side.B: Side.A}
    mirrored = score([Resolved(p_a=1 - one.p_a, came=other[one.came]) for one in forecasts])
    assert mirrored is not None
    assert mirrored.brier == pytest.approx(found.brier)
    assert mirrored.expected == pytest.approx(found.expected)


@pytest.mark.parametrize("p_a", [-0.01, 1.01, float("nan")])
def test_what_is_no_chance_is_refused(p_a: float) -> None:
    with pytest.raises(ValueError, match="expected a chance"):
        Resolved(p_a=p_a, came=Side.A)


def test_only_dealt_pairs_are_checks() -> None:
    forecasts = [
        Resolved(p_a=0.9, came=Side.A, is_random_check=True),
        Resolved(p_a=0.9, came=Side.B, is_random_check=False),
        Resolved(p_a=0.9, came=Side.B, provenance=Provenance.PERFORM_OFFER, is_random_check=True),
    ]
    found = calibrate(forecasts)
    assert found.check_n == 1
    assert found.check_skill == pytest.approx(0.96)
    assert set(found.provenance) == {Provenance.DUEL, Provenance.PERFORM_OFFER}


def test_when_every_dealt_pair_is_a_check_check_skill_is_the_streams_skill_to_the_last_bit() -> (
    None
):
    draw = Random(7)
    forecasts = [
        Resolved(
            p_a=draw.random(),
            came=draw.choice(list(Side)),
            provenance=provenance,
            is_random_check=provenance is Provenance.DUEL,
        )
        for provenance in draw.choices(list(Provenance), k=200)
    ]
    found = calibrate(forecasts)
    assert found.check_skill == found.provenance[Provenance.DUEL].skill
    draw.shuffle(forecasts)
    assert calibrate(forecasts).check_skill == found.check_skill


@pytest.mark.parametrize(("hits", "n"), [(0, 1), (1, 1), (0, 12), (7, 12), (12, 12), (480, 1000)])
def test_wilsons_interval_is_scipys(hits: int, n: int) -> None:
    known = binomtest(hits, n).proportion_ci(method="wilson")
    found = wilson(hits, n)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((known.low, known.high), abs=1e-12)
    assert wilson(0, 0) is None


def test_the_json_is_complete() -> None:
    found = calibration_json(calibrate([Resolved(p_a=0.7, came=Side.A, is_random_check=True)] * 2))
    assert json.loads(json.dumps(found)) == found
    assert found["provenance"][0]["provenance"] == "duel"
    assert found["scores"]["hit_rate"] == 1.0
    assert [bucket["n"] for bucket in found["reliability"]] == [0, 0, 0, 2, 0]


@pytest.mark.parametrize("n", [2, 6, 12])
@pytest.mark.parametrize("p", [0.55, 0.7, 0.9])
def test_a_few_lucky_answers_are_not_better_than_a_coin(n: int, p: float) -> None:
    found = score([Resolved(p_a=p + 0.001 * i, came=Side.A) for i in range(n)])
    assert found is not None
    assert found.skill > 0
    assert not found.beats_a_coin
    assert found.skill_95 is not None
    assert n > 6 or found.skill_95.low < 0 < found.skill_95.high


def test_many_good_forecasts_are_better_than_a_coin_and_forecasts_of_a_half_never_are() -> None:
    good = score([Resolved(p_a=0.8, came=Side.B if i % 5 == 0 else Side.A) for i in range(60)])
    coin = score([Resolved(p_a=0.5, came=Side.A)] * 60)
    assert good is not None
    assert good.beats_a_coin
    assert coin is not None
    assert not coin.beats_a_coin


@pytest.mark.parametrize("n", [5, 10, 40])
def test_the_interval_of_a_coin_flipping_rater_covers_no_skill(n: int) -> None:
    chance = Random(n)
    covered = 0
    for _ in range(400):
        rows = [
            Resolved(p_a=chance.choice((0.35, 0.6, 0.75)), came=chance.choice(list(Side)))
            for _ in range(n)
        ]
        found = score(rows)
        assert found is not None
        assert found.skill_95 is not None
        # Under a coin the expected skill of these forecasts is -4 E[(p - 0.5)^2].
        truth = -4 * sum((one.p_a - 0.5) ** 2 for one in rows) / n
        covered += found.skill_95.low <= truth <= found.skill_95.high
    assert covered >= 372  # 93 %, three standard errors below 95 %
