"""What a comparison says, and what comparisons add up to, in the challenger's terms.

A judge answers with a place: the transcript under A, the one under B, or neither. Which of the two
the challenger was changes from one comparison to the next, so an answer enters the record only
after ``normalise`` has turned it into the challenger's terms.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Position(StrEnum):
    """The place under which the judge sees the challenger's transcript."""

    A = "A"
    B = "B"

    @property
    def other(self) -> Position:
        return Position.B if self is Position.A else Position.A


class Choice(StrEnum):
    """A judge's answer, as it gave it."""

    A = "A"
    B = "B"
    TIE = "tie"


class Outcome(StrEnum):
    """The same in the challenger's terms."""

    WIN = "win"
    LOSS = "loss"
    TIE = "tie"


def normalise(choice: Choice, challenger: Position) -> Outcome:
    """Return what an answer means for the challenger, who was judged under ``challenger``.

    >>> normalise(Choice.A, Position.A).value, normalise(Choice.A, Position.B).value
    ('win', 'loss')
    """
    if choice is Choice.TIE:
        return Outcome.TIE
    return Outcome.WIN if choice.value == challenger.value else Outcome.LOSS


def agree(first: Outcome, swapped: Outcome) -> Outcome:
    """Fold the two orders of one comparison (the tournament path): no agreement is a tie."""
    return first if first is swapped else Outcome.TIE


@dataclass(frozen=True, slots=True, kw_only=True)
class WinRecord:
    """Comparisons counted in the challenger's terms; a void comparison is in none of these."""

    wins: int = 0
    losses: int = 0
    ties: int = 0

    @classmethod
    def of(cls, outcomes: Iterable[Outcome]) -> WinRecord:
        counted = list(outcomes)
        return cls(
            wins=counted.count(Outcome.WIN),
            losses=counted.count(Outcome.LOSS),
            ties=counted.count(Outcome.TIE),
        )

    @property
    def decisive(self) -> int:
        """Comparisons that somebody won."""
        return self.wins + self.losses
