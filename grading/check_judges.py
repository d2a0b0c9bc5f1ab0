"""Judges with a known fault, to see that the machinery finds it.

Only ``judge-check`` and the tests reach them. Each answers from the two transcripts alone, so that
a run can be repeated, resumed and asked in any order.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from games.chance import Stream, stream
from grading.judges.base import Exhibit, Judge, JudgeFailed, Verdict
from grading.record import Choice


@dataclass(frozen=True, slots=True)
class Always:
    """The same place whatever stands there: position bias at its worst."""

    choice: Choice

    async def compare(self, a: Exhibit, b: Exhibit, rubric: str) -> Verdict:
        return Verdict(choice=self.choice, reason=f"It always says {self.choice}.")


@dataclass(frozen=True, slots=True)
class Coin:
    """A fair coin for every call."""

    seed: str

    async def compare(self, a: Exhibit, b: Exhibit, rubric: str) -> Verdict:
        draw = stream(self.seed, "coin", digest(a), digest(b))
        return Verdict(choice=draw.choice((Choice.A, Choice.B)), reason="It tossed a coin.")


@dataclass(frozen=True, slots=True)
class Content:
    """Prefers one of two texts, whichever place it stands in."""

    async def compare(self, a: Exhibit, b: Exhibit, rubric: str) -> Verdict:
        return Verdict(choice=by_content(a, b), reason="It went by the text.")


@dataclass(frozen=True, slots=True)
class Flip:
    """Goes by the text, but in a share of the pairs by the place."""

    seed: str
    share: float

    async def compare(self, a: Exhibit, b: Exhibit, rubric: str) -> Verdict:
        draw = self._of_pair(a, b)
        if draw.chance(self.share):
            return Verdict(choice=draw.choice((Choice.A, Choice.B)), reason="It went by the place.")
        return Verdict(choice=by_content(a, b), reason="It went by the text.")

    def _of_pair(self, a: Exhibit, b: Exhibit) -> Stream:
        return stream(self.seed, "flip", *sorted((digest(a), digest(b))))


@dataclass(frozen=True, slots=True)
class Failing:
    """Never gives an answer."""

    async def compare(self, a: Exhibit, b: Exhibit, rubric: str) -> Verdict:
        raise JudgeFailed("The judge's reply could not be read, twice.")


@dataclass(frozen=True, slots=True)
class Hanging:
    """Never comes back."""

    async def compare(self, a: Exhibit, b: Exhibit, rubric: str) -> Verdict:
        await asyncio.Event().wait()
        raise AssertionError("nobody sets it")


def digest(side: Exhibit) -> str:
    return hashlib.sha256(side.transcript.encode()).hexdigest()


def by_content(a: Exhibit, b: Exhibit) -> Choice:
    """Return the text with the greater digest; the same text twice is a tie."""
    mine, theirs = digest(a), digest(b)
    if mine == theirs:
        return Choice.TIE
    return Choice.A if mine > theirs else Choice.B


PLAIN: Mapping[str, Callable[[str], Judge]] = {
    "always-a": lambda seed: Always(Choice.A),
    "always-b": lambda seed: Always(Choice.B),
    "coin": Coin,
    "content": lambda seed: Content(),
    "failing": lambda seed: Failing(),
    "hanging": lambda seed: Hanging(),
}
FLIP = re.compile(r"flip-(0(?:\.\d+)?|1(?:\.0+)?)")


def check_judge(key: str, seed: str) -> Judge:
    """Return a check judge: one of the plain ones, or ``flip-x`` with a chance x in 0..1.

    Raises ValueError for any other key.
    """
    if key in PLAIN:
        return PLAIN[key](seed)
    if found := FLIP.fullmatch(key):
        return Flip(seed, float(found[1]))
    raise ValueError(f"judge: expected one of {', '.join(PLAIN)} or flip-x, got {key!r}")
