"""Asks at a real table of Liar's Dice."""

from __future__ import annotations

from typing import Any

from games.base import Origin, Seat
from games.chance import stream
from games.liars_dice.config import Face, Quantity
from games.liars_dice.game import LiarsDice
from games.liars_dice.state import Bid
from league.play.players import Ask

GAME = LiarsDice()
SEED = "5eed"


def ask_at(state: Any, seat: Seat, seconds_left: float = 600.0) -> Ask:
    """Return what the runner would ask a seat."""
    return Ask(
        game=GAME,
        view=GAME.view(state, seat),
        seat=seat,
        check=lambda action: GAME.act(state, seat, action, Origin()),
        ties=stream(SEED, "ties", 1, seat),
        seconds_left=seconds_left,
    )


def chance_events(state: Any) -> Any:
    """Apply what nobody decides, until seats must act or the game is over."""
    while not GAME.is_over(state) and (event := GAME.next_event(state, SEED)) is not None:
        state = GAME.apply(state, event)
    return state


def first_turn(**settings: Any) -> Any:
    """Return the state in which the opener of the first deal must bid."""
    return chance_events(GAME.begin(GAME.configure(settings)))


def second_turn(quantity: int = 2, face: int = 4, **settings: Any) -> Any:
    """Return the state in which the second seat faces the opener's bid."""
    state = first_turn(**settings)
    (seat,) = GAME.pending(state)
    return GAME.apply(
        state, GAME.act(state, seat, Bid(quantity=Quantity(quantity), face=Face(face)), Origin())
    )
