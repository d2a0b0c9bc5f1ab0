"""Tables in any position, for tests."""

from __future__ import annotations

from collections.abc import Sequence

from games.aliases import ALIASES
from games.base import FIRST_REPLY, Seat
from games.liars_dice import rules
from games.liars_dice.config import Config, Face, Quantity, configure
from games.liars_dice.events import Dealt, Event, Started
from games.liars_dice.state import Bid, State

FOUR: tuple[tuple[int, ...], ...] = (
    (1, 2, 2, 5, 6),
    (3, 3, 4, 6, 6),
    (2, 2, 4, 5, 6),
    (1, 1, 3, 5, 5),
)


def bid(quantity: int, face: int, say: str | None = None, notes: str | None = None) -> Bid:
    return Bid(quantity=Quantity(quantity), face=Face(face), say=say, notes=notes)


def fold(config: Config, events: Sequence[Event]) -> State:
    state = rules.begin(config)
    for event in events:
        state = rules.apply(state, event)
    return state


def dealt(
    config: Config | None = None, hands: Sequence[Sequence[int]] = FOUR, bids: Sequence[Bid] = ()
) -> State:
    """Return the first deal of a table in slot order, after some bids."""
    config = config or configure({})
    seats = config.seats
    state = fold(
        config,
        [
            Started(
                config=config,
                aliases=ALIASES[:seats],
                order=tuple(map(Seat, range(seats))),
            ),
            Dealt(deal=0, opener=Seat(0), hands=tuple(tuple(map(Face, hand)) for hand in hands)),
        ],
    )
    for one in bids:
        state = acted(state, one)
    return state


def acted(state: State, action: Bid) -> State:
    """Let the seat on turn act."""
    assert state.turn is not None
    return rules.apply(state, rules.act(state, state.turn, action, FIRST_REPLY))
