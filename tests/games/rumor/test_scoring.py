"""The seed's table, and cases that were worked out by an independent program."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.base import Seat
from games.rumor.scenario import Role, Side, edge
from games.rumor.scoring import Verdict, tally, verdict

CASES = json.loads((Path(__file__).parents[2] / "cases" / "rumor_scoring.json").read_text())
A, B = Side.A, Side.B
TWO_LIARS = (Role.HONEST,) * 8 + (Role.SABOTEUR,) * 2
STAR = tuple(edge(Seat(8), Seat(one)) for one in (0, 1, 2)) + tuple(
    edge(Seat(9), Seat(one)) for one in (3, 4, 5, 6, 7)
)
"""Saboteur 8 has three honest neighbours: seats 0, 1 and 2."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_every_score_of_the_case(case: dict[str, Any]) -> None:
    result = tally(
        [Side(vote.lower()) for vote in case["votes"]],
        [Role.SABOTEUR if role else Role.HONEST for role in case["roles"]],
        [edge(Seat(one), Seat(other)) for one, other in case["edges"]],
        Side(case["truth"].lower()),
    )
    expect = case["expect"]
    assert result.accuracy == pytest.approx(expect["accuracy"], abs=1e-12)
    assert result.correct == expect["honest_correct"]
    assert result.verdict.value == expect["verdict"].lower()
    assert result.scores == pytest.approx(expect["scores"], abs=1e-11)


@pytest.mark.parametrize(
    ("wrong", "right", "not_right", "saboteur"),
    [
        ((), 1.0, None, -1.0),
        ((0, 3), 0.7, -0.1, 0.6 * (1 - 1.5) + 0.4 * (2 / 3 - 1)),
        ((0, 1, 2, 3), 0.4, -0.4, 0.4),
        ((0, 1, 2, 3, 4, 5, 6, 7), None, -1.0, 1.0),
    ],
    ids=["all right", "six of eight", "four of eight", "none"],
)
def test_the_rows_of_the_seeds_table(
    wrong: tuple[int, ...], right: float | None, not_right: float | None, saboteur: float
) -> None:
    votes = [B if seat in wrong else A for seat in range(10)]
    scores = tally(votes, TWO_LIARS, STAR, A).scores
    for seat in range(8):
        assert scores[seat] == pytest.approx(not_right if seat in wrong else right, abs=1e-15)
    assert scores[8] == pytest.approx(saboteur, abs=1e-15)


def test_the_third_figure_of_the_second_row_is_minus_0_4333() -> None:
    votes = [B if seat in (0, 3) else A for seat in range(10)]
    assert tally(votes, TWO_LIARS, STAR, A).scores[8] == pytest.approx(-13 / 30, abs=1e-15)


def test_a_saboteurs_vote_changes_the_verdict_and_no_score() -> None:
    votes = [A] * 5 + [B] * 3 + [B, B]
    other = [A] * 5 + [B] * 3 + [A, A]
    one, two = tally(votes, TWO_LIARS, STAR, A), tally(other, TWO_LIARS, STAR, A)
    assert one.scores == two.scores
    assert (one.verdict, two.verdict) == (Verdict.SPLIT, Verdict.A)


def test_the_collective_halves_mirror_each_other() -> None:
    for wrong in range(9):
        votes = [B] * wrong + [A] * (10 - wrong)
        result = tally(votes, TWO_LIARS, STAR, A)
        honest = result.scores[7] - (0.4 if votes[7] is A else -0.4)
        local = result.local_wrong[9]
        assert local is not None
        assert result.scores[9] - 0.4 * (2 * local - 1) == pytest.approx(-honest)


def test_the_verdict_is_the_majority_of_ten() -> None:
    assert verdict([A] * 6 + [B] * 4) is Verdict.A
    assert verdict([A] * 4 + [B] * 6) is Verdict.B
    assert verdict([A] * 5 + [B] * 5) is Verdict.SPLIT
