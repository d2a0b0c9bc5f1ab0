"""What a seat may know. It starts empty and takes the seat's own facts and what it was sent.

Not in it: the truth, any other clue, belief, vote or role (but a saboteur knows its fellows), what
others sent each other, the graph beyond the seat's neighbours, settings, seed and policies.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.base import Seat
from games.rumor.events import Said
from games.rumor.scenario import Question, Role, Side
from games.rumor.state import Phase, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What a neighbour sent in a round that is over."""

    claim: Side | None
    confidence: int
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """A linked seat, as far as it has shown itself."""

    alias: str
    last: Heard | None
    """What it sent in the last round; None before the second."""
    first_claim: Side | None
    """The first answer that it ever claimed; None while it has claimed none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """What the seat itself sent, with the belief that it kept to itself."""

    round: int
    claim: Side | None
    confidence: int
    belief: int
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """One seat's knowledge."""

    alias: str
    role: Role
    fellows: tuple[str, ...]
    """For a saboteur, the aliases of the others; empty for the honest."""
    clue: Side
    question: Question
    round: int | None
    """The open or last talk round, 1-based; None before the first."""
    rounds: int
    is_ballot: bool
    """The talk is over and the vote is due."""
    links: int
    """In the whole network."""
    neighbours: tuple[Neighbour, ...]
    sent: tuple[Sent, ...]
    """By round, oldest first."""
    notes: str


def view(state: State, seat: Seat) -> View:
    """Return what ``seat`` may know of a table that was set."""
    facts = state.facts
    role = facts.roles[seat]
    return View(
        alias=state.aliases[seat],
        role=role,
        fellows=tuple(state.aliases[one] for one in facts.seats(role) if one != seat)
        if role is Role.SABOTEUR
        else (),
        clue=facts.clues[seat],
        question=facts.question,
        round=state.round,
        rounds=state.config.rounds,
        is_ballot=state.phase is Phase.VOTING,
        links=len(facts.edges),
        neighbours=tuple(_neighbour(state, other) for other in facts.neighbours[seat]),
        sent=tuple(
            Sent(
                round=said.round,
                claim=said.claim,
                confidence=said.confidence,
                belief=said.belief,
                message=said.message,
            )
            for spoken in state.rounds
            for said in spoken[seat : seat + 1]
        ),
        notes=state.notes[seat],
    )


def _neighbour(state: State, seat: Seat) -> Neighbour:
    """Return what all that a seat sent shows; what it sends in the open round has not arrived."""
    said = [spoken[seat] for spoken in state.closed_rounds]
    claims = [one.claim for one in said if one.claim is not None]
    return Neighbour(
        alias=state.aliases[seat],
        last=_heard(said[-1]) if said else None,
        first_claim=claims[0] if claims else None,
    )


def _heard(said: Said) -> Heard:
    return Heard(claim=said.claim, confidence=said.confidence, message=said.message)
