"""What a judge is shown, and what it answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from games.base import AnyGame, Results, Seat
from games.replay import last_state, states
from grading.record import Choice

REASON_LIMIT = 600
"""Characters of a judge's reason that are kept."""


@dataclass(frozen=True, kw_only=True)
class Exhibit:
    """One side of a comparison: a finished episode and the seat in it that is graded."""

    game: AnyGame
    config: Any
    events: Sequence[Any]
    seat: Seat

    @cached_property
    def transcript(self) -> str:
        """The episode as the graded seat came to know it: aliases only, and not how it scored."""
        after = list(states(self.game, self.config, self.events))[1:]
        lines = [
            self.game.line(state, event, self.seat)
            for state, event in zip(after, self.events, strict=True)
            if not self.game.is_over(state)
        ]
        return "".join(f"{line}\n" for line in lines if line)

    @cached_property
    def alias(self) -> str:
        return str(self._last.aliases[self.seat])

    @cached_property
    def results(self) -> Results:
        return self.game.results(self._last)

    @cached_property
    def mistakes(self) -> float | None:
        """How badly the seat decided, all hands open; None where the game cannot tell."""
        return self.game.mistakes(self._last, self.seat)

    @cached_property
    def _last(self) -> Any:
        return last_state(self.game, self.config, self.events)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What one call of a judge took; all zero for a judge that is a rule."""

    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    """US dollars"""

    def __add__(self, other: Spent) -> Spent:
        return Spent(
            requests=self.requests + other.requests,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cost=self.cost + other.cost,
        )


NOTHING = Spent()


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """A judge's answer."""

    choice: Choice
    reason: str
    """One sentence for people; it comes from the judge and is only ever text."""
    spent: Spent = field(default=NOTHING)


class JudgeFailed(Exception):
    """No answer that can be read: the comparison is void. The message says why, for people."""

    def __init__(self, reason: str, spent: Spent = NOTHING) -> None:
        super().__init__(reason)
        self.reason = reason
        self.spent = spent


class Judge(Protocol):
    """Compares two sides under a rubric."""

    async def compare(self, a: Exhibit, b: Exhibit, rubric: str) -> Verdict:
        """Say which side is better, or that they are equal. Raises JudgeFailed."""
        ...
