"""Who sits where, and which comparisons are judged twice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grading.record import Choice, Outcome, Position, WinRecord, agree, normalise
from grading.sequence import FractionRefused, check_fraction, draw_sample, position_of

FRACTIONS = [0.05, 0.1, 0.2]


def test_the_challenger_is_a_on_even_indices_and_b_on_odd() -> None:
    assert [position_of(index).value for index in range(6)] == ["A", "B", "A", "B", "A", "B"]


@pytest.mark.parametrize(
    ("choice", "position", "outcome"),
    [
        (Choice.A, Position.A, Outcome.WIN),
        (Choice.A, Position.B, Outcome.LOSS),
        (Choice.B, Position.A, Outcome.LOSS),
        (Choice.B, Position.B, Outcome.WIN),
        (Choice.TIE, Position.A, Outcome.TIE),
        (Choice.TIE, Position.B, Outcome.TIE),
    ],
)
def test_an_answer_is_turned_into_the_challengers_terms(
    choice: Choice, position: Position, outcome: Outcome
) -> None:
    assert normalise(choice, position) is outcome
    assert position.other.other is position


def test_two_orders_count_when_they_agree_and_tie_when_not() -> None:
    assert agree(Outcome.WIN, Outcome.WIN) is Outcome.WIN
    assert agree(Outcome.WIN, Outcome.LOSS) is Outcome.TIE
    assert agree(Outcome.LOSS, Outcome.TIE) is Outcome.TIE


def test_always_a_nets_out_over_an_even_count() -> None:
    record = WinRecord.of(normalise(Choice.A, position_of(index)) for index in range(100))
    assert record == WinRecord(wins=50, losses=50)
    assert record.decisive == 100


def check_prefixes(seed: str, fraction: float, comparisons: int) -> None:
    sample = draw_sample(seed, fraction, comparisons)
    even = odd = 0
    for index in range(comparisons):
        even += index in sample and index % 2 == 0
        odd += index in sample and index % 2 == 1
        judged, sampled = index + 1, even + odd
        assert abs(even - odd) <= 1
        assert abs(sampled - fraction * judged) <= 2
        if judged >= 5:
            assert sampled <= 0.2 * judged + 1e-9
            assert 1.0 <= (judged + sampled) / judged <= 1.2 + 1e-9


@pytest.mark.parametrize("fraction", FRACTIONS)
@pytest.mark.parametrize("comparisons", [7, 20, 100, 200, 1_000])
def test_cost_and_parity_hold_at_every_prefix(fraction: float, comparisons: int) -> None:
    for number in range(20):
        check_prefixes(f"trial {number}", fraction, comparisons)


@given(
    seed=st.text(max_size=8),
    fraction=st.floats(0.001, 0.2),
    comparisons=st.integers(0, 300),
)
def test_they_hold_for_every_fraction(seed: str, fraction: float, comparisons: int) -> None:
    check_prefixes(seed, fraction, comparisons)


@pytest.mark.parametrize("fraction", FRACTIONS)
def test_the_sample_comes_from_the_seed_and_continues(fraction: float) -> None:
    whole = draw_sample("one", fraction, 400)
    assert draw_sample("one", fraction, 400) == whole
    assert draw_sample("one", fraction, 137) == {index for index in whole if index < 137}
    assert len({draw_sample(f"seed {number}", fraction, 400) for number in range(20)}) == 20


def test_nothing_is_sampled_of_nothing() -> None:
    assert draw_sample("one", 0.0, 1_000) == frozenset()
    assert draw_sample("one", 0.2, 0) == frozenset()


@pytest.mark.parametrize("fraction", [0.21, 1.0, -0.1, float("nan")])
def test_a_larger_fraction_is_refused_naming_the_tournament_path(fraction: float) -> None:
    with pytest.raises(FractionRefused, match=r"expected 0 to 0\.2, got .*tournament path"):
        draw_sample("one", fraction, 10)
    assert check_fraction(0.2) == 0.2
