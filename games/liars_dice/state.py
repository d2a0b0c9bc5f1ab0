"""The table as the rules hold it, and the two actions a seat has."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.base import Seat
from games.liars_dice.config import Config, Face, Quantity

type Hand = tuple[Face, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bid:
    """The action of bidding: at least ``quantity`` of all symbols show ``face``."""

    quantity: Quantity
    face: Face
    say: str | None = None
    """Talk for the whole table; None says nothing."""
    notes: str | None = None
    """Private notes from now on; None keeps the old ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """The action of calling the standing bid a lie."""

    say: str | None = None
    notes: str | None = None


type Action = Bid | Challenge


class Phase(StrEnum):
    """What may happen next; the table of transitions in ``rules.py`` says what does."""

    NEW = "new"
    WAITING = "waiting"
    """Seated, before the first deal."""
    BIDDING = "bidding"
    REVEALED = "revealed"
    """A challenge was resolved and the hands are open."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Call:
    """A bid as everybody at the table saw it. Positional, since the rules make many."""

    seat: Seat
    quantity: Quantity
    face: Face
    say: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """A resolved challenge."""

    challenger: Seat
    bidder: Seat
    quantity: Quantity
    face: Face
    actual: int
    """How many symbols of the face all hands hold together."""
    counts: tuple[int, ...]
    """The same by slot."""
    winner: Seat
    forced: bool
    """The cap on bids made the challenge; nobody chose it."""

    @property
    def loser(self) -> Seat:
        return self.bidder if self.winner == self.challenger else self.challenger


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedDeal:
    """A finished deal: public to every seat, except for its talk, which does not carry over."""

    deal: int
    opener: Seat
    hands: tuple[Hand, ...]
    calls: tuple[Call, ...]
    """Every bid in order, without what was said."""
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Everything. Sequences are by slot; ``order`` lists the slots by table position."""

    config: Config
    phase: Phase
    aliases: tuple[str, ...] = ()
    order: tuple[Seat, ...] = ()
    opener: Seat | None = None
    hands: tuple[Hand, ...] = ()
    """The open deal's hands, or those of the last one."""
    calls: tuple[Call, ...] = ()
    """The bids of that deal; the last one stands."""
    turn: Seat | None = None
    """The seat on turn, also when the cap will move for it."""
    played: tuple[PlayedDeal, ...] = ()
    wins: tuple[int, ...]
    losses: tuple[int, ...]
    notes: tuple[str, ...]
    reason: str = ""
    """``complete`` or ``deadline`` once over."""

    @property
    def deal(self) -> int | None:
        """The 0-based number of the open or last deal; None before the first."""
        if self.phase is Phase.BIDDING:
            return len(self.played)
        return len(self.played) - 1 if self.played else None

    @property
    def standing(self) -> Call | None:
        return self.calls[-1] if self.calls else None

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(won - lost for won, lost in zip(self.wins, self.losses, strict=True))

    @property
    def scores(self) -> tuple[float, ...]:
        """0.5 + points / (2 x deals played); 0.5 before the first deal is played."""
        return tuple(score(points, len(self.played)) for points in self.points)


def score(points: int, deals_played: int) -> float:
    """Return a seat's score (rules: Scoring).

    >>> score(2, 8), score(0, 0)
    (0.625, 0.5)
    """
    return 0.5 + points / (2 * deals_played) if deals_played else 0.5
