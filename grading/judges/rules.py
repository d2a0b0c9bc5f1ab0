"""Judges that are rules: the same answer whatever the order, at no cost."""

from __future__ import annotations

from dataclasses import dataclass

from grading.judges.base import Exhibit, JudgeFailed, Verdict
from grading.record import Choice

EQUAL = 1e-9
"""Figures nearer than this are a tie."""


@dataclass(frozen=True, slots=True)
class Mistakes:
    """Prefers the side that decided better with all hands open; reads no rubric."""

    async def compare(self, a: Exhibit, b: Exhibit, rubric: str) -> Verdict:
        if a.mistakes is None or b.mistakes is None:
            raise JudgeFailed(f"{a.game.title} has no measure of mistakes for this episode.")
        return Verdict(
            choice=_lower(a.mistakes, b.mistakes),
            reason=f"A's decisions were wrong by {a.mistakes:.3f}, B's by {b.mistakes:.3f}.",
        )


@dataclass(frozen=True, slots=True)
class ScoreOutcome:
    """Prefers the side that scored more; reads no rubric."""

    async def compare(self, a: Exhibit, b: Exhibit, rubric: str) -> Verdict:
        mine, theirs = a.results.scores[a.seat], b.results.scores[b.seat]
        return Verdict(
            choice=_lower(-mine, -theirs), reason=f"A scored {mine:.3f}, B {theirs:.3f}."
        )


def _lower(a: float, b: float) -> Choice:
    if abs(a - b) <= EQUAL:
        return Choice.TIE
    return Choice.A if a < b else Choice.B
