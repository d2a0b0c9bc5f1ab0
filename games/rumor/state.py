"""The table as the rules hold it, and the two actions a seat has."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.base import Seat
from games.rumor.config import Config
from games.rumor.events import Said, Voted
from games.rumor.scenario import SEATS, Scenario, Side
from games.rumor.scoring import Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """The action of a talk round."""

    claim: Side | None
    """What it tells its neighbours the answer is; None for no claim."""
    confidence: int
    belief: int
    """Private: its own chance of answer A, in percent."""
    message: str = ""
    notes: str | None = None
    """Private notes from now on; None keeps the old ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ballot:
    """The action of voting."""

    vote: Side
    belief: int
    reason: str = ""
    notes: str | None = None


type Action = Talk | Ballot


class Phase(StrEnum):
    """What may happen next; the table of transitions in ``rules.py`` says what does."""

    NEW = "new"
    WAITING = "waiting"
    """Seated, before the first round."""
    TALKING = "talking"
    VOTING = "voting"
    TALLIED = "tallied"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Everything. Sequences are by slot; ``order`` lists the slots by table position."""

    config: Config
    phase: Phase
    aliases: tuple[str, ...] = ()
    order: tuple[Seat, ...] = ()
    scenario: Scenario | None = None
    rounds: tuple[tuple[Said, ...], ...] = ()
    """The talk rounds so far; within one, seats speak in slot order, so entry i is seat i's."""
    ballots: tuple[Voted, ...] = ()
    """In slot order as well."""
    is_forced: bool = False
    """The time was up, and gossip votes for those who have not."""
    tally: Tally | None = None
    notes: tuple[str, ...] = ("",) * SEATS
    reason: str = ""
    """``complete`` or ``deadline`` once over."""

    @property
    def round(self) -> int | None:
        """The 1-based number of the open or last talk round; None before the first."""
        return len(self.rounds) or None

    @property
    def is_round_open(self) -> bool:
        """Whether a talk round waits for seats to speak."""
        return self.phase is Phase.TALKING and len(self.rounds[-1]) < SEATS

    @property
    def closed_rounds(self) -> tuple[tuple[Said, ...], ...]:
        """The rounds in which everybody spoke, so that neighbours have read them."""
        if self.rounds and len(self.rounds[-1]) < SEATS:
            return self.rounds[:-1]
        return self.rounds

    @property
    def facts(self) -> Scenario:
        """The scenario of a table that was set."""
        assert self.scenario is not None
        return self.scenario

    @property
    def votes(self) -> tuple[Side, ...]:
        return tuple(ballot.vote for ballot in self.ballots)
