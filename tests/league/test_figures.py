"""Figures as a reader says them."""

from __future__ import annotations

import pytest

from league.figures import score_text, seconds_text, signed_text, span_text


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.5625, "0.563"), (-0.0625, "−0.063"), (-0.0001, "0.000"), (0.0, "0.000"), (1.0, "1.000")],
)
def test_a_score_rounds_halves_away_from_zero_and_has_a_true_minus(value: float, text: str) -> None:
    assert score_text(value) == text


def test_a_missing_value_is_a_dash() -> None:
    assert (score_text(None), span_text(None, 0.5), span_text(-1.0, 1.0)) == (
        "–",
        "–",
        "−1.000 to 1.000",
    )


def test_a_signed_number_has_its_sign_and_zero_has_none() -> None:
    assert [signed_text(value) for value in (3, -3, 0)] == ["+3", "−3", "0"]
    assert signed_text(-0.001, 2) == "0.00"


@pytest.mark.parametrize(
    ("value", "text"),
    [(2.34, "2.3 s"), (0.9996, "1.0 s"), (0.9994, "999 ms"), (0.04, "40 ms"), (0.00996, "10 ms")],
)
def test_a_time_below_a_second_is_in_milliseconds(value: float, text: str) -> None:
    assert seconds_text(value) == text


def test_a_very_short_time_is_not_none() -> None:
    assert [seconds_text(value) for value in (0.0042, 0.00002, 0.0, None)] == [
        "4.2 ms",
        "under 0.1 ms",
        "0 ms",
        "–",
    ]
