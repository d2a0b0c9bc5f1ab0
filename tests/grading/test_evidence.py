"""The gate's mathematics against rows known beforehand, other formulas, and simulations."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb, factorial, isclose, log
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grading.evidence import (
    Checks,
    Ruling,
    evidence,
    log_evidence,
    read_gate,
    size_needed,
    wilson,
)
from grading.record import WinRecord

CASES = json.loads((Path(__file__).parent.parent / "cases" / "grading_evidence.json").read_text())
EVIDENCE = [case for case in CASES if "evidence" in case]
SIZES = [case for case in CASES if "needed" in case]


@pytest.mark.parametrize("case", EVIDENCE, ids=lambda case: f"{case['wins']}-{case['losses']}")
def test_evidence_of_a_known_record(case: dict[str, float]) -> None:
    assert evidence(int(case["wins"]), int(case["losses"])) == pytest.approx(
        case["evidence"], rel=1e-9
    )


@pytest.mark.parametrize(
    "case", SIZES, ids=lambda case: f"{case['disagreements']}-{case['sampled']}"
)
def test_size_needed_after_known_checks(case: dict[str, object]) -> None:
    checks = Checks(sampled=case["sampled"], disagreements=case["disagreements"])  # type: ignore[arg-type]  # JSON
    assert [checks.interval.low, checks.interval.high] == pytest.approx(case["interval"], abs=1e-8)
    needed = size_needed(checks, n_min=case["n_min"])  # type: ignore[arg-type]  # JSON
    assert needed == (case["needed"] and pytest.approx(case["needed"], rel=1e-7))
    assert checks.is_unfit is case["unfit"]


def test_there_are_cases() -> None:
    assert len(EVIDENCE) == 10
    assert len(SIZES) == 9


def exact_evidence(wins: int, losses: int) -> Fraction:
    """Return E as a sum of whole numbers: the beta's tail is a binomial one."""
    n = wins + losses
    beta = Fraction(factorial(wins) * factorial(losses), factorial(n + 1))
    return beta * sum(comb(n + 1, k) for k in range(wins + 1))


@given(wins=st.integers(0, 150), losses=st.integers(0, 150))
def test_evidence_is_a_binomial_sum(wins: int, losses: int) -> None:
    assert evidence(wins, losses) == pytest.approx(float(exact_evidence(wins, losses)), rel=1e-8)


@given(wins=st.integers(0, 60), losses=st.integers(0, 60))
def test_evidence_is_a_fair_bet_against_a_coin(wins: int, losses: int) -> None:
    now = exact_evidence(wins, losses)
    next_up, next_down = exact_evidence(wins + 1, losses), exact_evidence(wins, losses + 1)
    assert (next_up + next_down) / 2 == now, "an e-process must not grow in expectation"


def test_evidence_stays_a_number_over_a_hundred_thousand_comparisons() -> None:
    assert 0 < evidence(100_000, 0) < float("inf")
    assert evidence(0, 100_000) == 0.0
    assert isclose(float(log_evidence(600, 400)), log(exact_evidence(600, 400)), rel_tol=1e-8)


@pytest.mark.parametrize(("hits", "trials"), [(-1, 3), (4, 3)])
def test_wilson_refuses_what_is_no_share(hits: int, trials: int) -> None:
    with pytest.raises(ValueError, match=r"expected 0\.\.3 hits"):
        wilson(hits, trials)


@pytest.mark.parametrize("hits", [0, 1, 7, 20])
def test_wilson_ends_are_where_the_score_test_just_rejects(hits: int) -> None:
    interval = wilson(hits, 20)
    for end in (interval.low, interval.high):
        if 0 < end < 1:
            score = (hits / 20 - end) / (end * (1 - end) / 20) ** 0.5
            assert abs(score) == pytest.approx(1.6448536, rel=1e-6)


# rulings


def ruling(wins: int, losses: int, sampled: int, disagreements: int = 0) -> Ruling:
    checks = Checks(sampled=sampled, disagreements=disagreements)
    return read_gate(WinRecord(wins=wins, losses=losses), checks).ruling


def test_nothing_is_promoted_before_a_pair_was_checked() -> None:
    assert ruling(100, 0, sampled=0) is Ruling.GO_ON
    assert ruling(100, 0, sampled=10) is Ruling.PROMOTE


def test_size_holds_at_its_number_and_not_before() -> None:
    assert ruling(32, 0, sampled=10) is Ruling.GO_ON
    assert ruling(33, 0, sampled=10) is Ruling.PROMOTE
    assert ruling(46, 1, sampled=10, disagreements=1) is Ruling.GO_ON
    assert ruling(47, 1, sampled=10, disagreements=1) is Ruling.PROMOTE


def test_the_mirror_keeps_the_incumbent() -> None:
    assert ruling(5, 40, sampled=10) is Ruling.KEEP
    assert ruling(22, 23, sampled=10) is Ruling.GO_ON


def test_an_unfit_judge_decides_nothing() -> None:
    assert ruling(1_000, 0, sampled=5, disagreements=5) is Ruling.UNFIT
    assert ruling(1_000, 0, sampled=4, disagreements=4) is Ruling.GO_ON


def test_one_check_is_told_as_one() -> None:
    one = read_gate(WinRecord(wins=3, losses=1), Checks(sampled=1, disagreements=0))
    assert "0 of 1 check." in one.reason


def test_the_reason_names_the_judges_contradictions() -> None:
    reading = read_gate(WinRecord(wins=31, losses=12), Checks(sampled=10, disagreements=1))
    assert reading.reason == (
        "Needs 48 decisive comparisons because the judge disagreed with itself in 1 of 10 checks."
    )
    assert reading.as_json()["needed"] == 48
    assert not reading.has_size


@pytest.mark.parametrize(
    ("record", "checks", "says"),
    [
        (WinRecord(), Checks(), "No comparison has been checked"),
        (WinRecord(wins=9), Checks(sampled=1, disagreements=1), "No number of comparisons"),
        (WinRecord(wins=9), Checks(sampled=9, disagreements=9), "judge is unfit"),
        (WinRecord(wins=30, losses=25), Checks(sampled=50), "of the 20 needed"),
        (WinRecord(wins=50), Checks(sampled=50), "for the challenger reaches 20"),
        (WinRecord(losses=50), Checks(sampled=50), "against the challenger reaches 20"),
    ],
)
def test_every_reading_has_its_reason(record: WinRecord, checks: Checks, says: str) -> None:
    assert says in read_gate(record, checks).reason


# simulations, on arrays: one row for each trial, one column for each comparison


def promotions(win_prob: float, trials: int, comparisons: int, fraction: float, seed: int) -> float:
    """Return the share of trials that a judge without self-contradiction promotes under peeking."""
    won = np.random.default_rng(seed).random((trials, comparisons)) < win_prob
    judged = np.arange(1, comparisons + 1)
    wins = won.cumsum(axis=1)
    logs = log_evidence(wins, judged - wins)
    needed = np.array(
        [size_needed(Checks(sampled=int(fraction * m))) or np.inf for m in judged], dtype=float
    )
    can_stop = (judged % 2 == 0) & (judged >= needed)
    up = can_stop & (logs >= log(20))
    down = can_stop & (log_evidence(judged - wins, wins) >= log(20))
    never = comparisons
    first_up = np.where(up.any(axis=1), up.argmax(axis=1), never)
    first_down = np.where(down.any(axis=1), down.argmax(axis=1), never)
    return float(np.mean(first_up < first_down))


def test_a_fair_coin_is_promoted_in_at_most_5_percent_under_peeking() -> None:
    share = promotions(0.5, trials=2_000, comparisons=300, fraction=0.1, seed=1)
    assert 0 < share <= 0.05


def test_a_challenger_preferred_70_percent_is_promoted_in_85_percent_within_100() -> None:
    assert promotions(0.7, trials=2_000, comparisons=100, fraction=0.1, seed=2) >= 0.85


def test_an_always_a_judge_never_promotes_over_1000_comparisons() -> None:
    record = WinRecord()
    for index in range(1_000):
        is_win = index % 2 == 0
        record = WinRecord(wins=record.wins + is_win, losses=record.losses + (not is_win))
        if index % 2:
            for sampled in range(6):
                checks = Checks(sampled=sampled, disagreements=sampled)
                assert read_gate(record, checks).ruling in (Ruling.GO_ON, Ruling.UNFIT)
