"""Tables of Rumor in any position, for tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.aliases import ALIASES
from games.base import FIRST_REPLY, Seat
from games.rumor import rules
from games.rumor.config import configure
from games.rumor.events import Started
from games.rumor.scenario import QUESTIONS, SEATS, Edge, Role, Scenario, Side, Topology, edge
from games.rumor.state import Ballot, State, Talk

A, B = Side.A, Side.B
RING = tuple(sorted(edge(Seat(one), Seat((one + 1) % SEATS)) for one in range(SEATS)))
CLUES = (A, A, A, B, B, A, A, A, B, B)
"""Six of ten for A."""


def scenario(
    *,
    truth: Side = A,
    saboteurs: Sequence[int] = (4, 9),
    edges: Sequence[Edge] = RING,
    clues: Sequence[Side] = CLUES,
) -> Scenario:
    """Return "The relay tower on Ash Hill is BROKEN or SOUND?" on a ring of ten."""
    return Scenario(
        question=QUESTIONS[0],
        truth=truth,
        roles=tuple(Role.SABOTEUR if one in saboteurs else Role.HONEST for one in range(SEATS)),
        topology=Topology.RING,
        edges=tuple(edges),
        clues=tuple(clues),
    )


def started(facts: Scenario | None = None, **settings: Any) -> State:
    """Return a table that was set, with aliases and positions in slot order."""
    config = configure({"rounds": 3, **settings})
    event = Started(
        config=config,
        aliases=ALIASES,
        order=rules.ALL_SEATS,
        scenario=facts or scenario(),
    )
    return rules.apply(rules.begin(config), event)


def advanced(state: State) -> State:
    """Apply what nobody decides, as long as something is due."""
    while (event := rules.next_event(state, "")) is not None:
        state = rules.apply(state, event)
    return state


def spoken(state: State, claims: Sequence[Side | None], **more: Any) -> State:
    """Let every seat that is asked say so, and open what comes next."""
    state = advanced(state)
    asked = state
    for seat in rules.pending(asked):
        talk = Talk(claim=claims[seat], confidence=70, belief=50, **more)
        state = rules.apply(state, rules.act(asked, seat, talk, FIRST_REPLY))
    return advanced(state)


def voted(state: State, votes: Sequence[Side]) -> State:
    """Let every seat vote, tally and end."""
    asked = state
    for seat in rules.pending(asked):
        ballot = Ballot(vote=votes[seat], belief=50)
        state = rules.apply(state, rules.act(asked, seat, ballot, FIRST_REPLY))
    return advanced(state)
