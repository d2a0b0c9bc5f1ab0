"""One readable line for each event: the rows of a transcript."""

from __future__ import annotations

from games.base import Origin, Seat
from games.liars_dice.config import Mode
from games.liars_dice.events import BidMade, Challenged, Dealt, Event, Started
from games.liars_dice.state import State
from games.liars_dice.text import bid_text, hand_text, points_text
from games.speech import quoted


def line(state: State, event: Event, seat: Seat | None = None) -> str:
    """Return the line of ``event``; for a seat, with no hidden hand but its own."""
    names, mode = state.aliases, state.config.mode
    match event:
        case Started():
            return _start(state)
        case Dealt():
            shown = [one for one in state.order if seat in (None, one)]
            hands = "; ".join(f"{names[one]} {hand_text(mode, event.hands[one])}" for one in shown)
            return (
                f"Deal {event.deal + 1} of {state.config.deals}, opened by"
                f" {names[event.opener]}. {hands}."
            )
        case BidMade():
            text = bid_text(mode, event.quantity, event.face)
            return f"{names[event.seat]} bids {text}{_aside(event.origin, seat)}.{_said(event)}"
        case Challenged():
            return _challenge(state, event, seat)
    points = ", ".join(f"{names[one]} {points_text(state.points[one])}" for one in state.order)
    return f"End ({event.reason}) after {event.deals_played} deals. Points: {points}."


def _start(state: State) -> str:
    config = state.config
    title, symbols = (
        ("Liar's Dice", "dice") if config.mode is Mode.DICE else ("Liar's Poker", "digits")
    )
    order = ", ".join(state.aliases[one] for one in state.order)
    talk = "with talk" if config.talk else "without talk"
    return (
        f"{title}, {talk}: {config.seats} seats, {config.hand_size} {symbols} each,"
        f" {config.deals} deals. At the table, in order: {order}."
    )


def _challenge(state: State, event: Challenged, seat: Seat | None) -> str:
    names, mode = state.aliases, state.config.mode
    bid = f"{names[event.bidder]}'s {bid_text(mode, event.quantity, event.face)}"
    how = "has to challenge" if event.forced else "challenges"
    if seat is None:
        held = ", ".join(
            f"{names[one]} {event.counts[one]}" for one in state.order if event.counts[one]
        )
        shown = f" ({held})" if held else ""
    else:
        hands = "; ".join(
            f"{names[one]} {hand_text(mode, state.hands[one])}" for one in state.order
        )
        shown = f" (all hands: {hands})"
    lost = event.bidder if event.winner == event.seat else event.seat
    call = "Bluff called" if event.winner == event.seat else "The bid was true"
    return (
        f"{names[event.seat]} {how} {bid}{_aside(event.origin, seat)}.{_said(event)} The hands hold"
        f" {event.actual}{shown}. {call}: {names[event.winner]} +1, {names[lost]} -1."
    )


def _said(event: BidMade | Challenged) -> str:
    return "" if event.say is None else f" Says: {quoted(event.say)}"


def _aside(origin: Origin, seat: Seat | None) -> str:
    """Tell spectators, but no seat, when a move was not the policy's own."""
    if seat is not None or origin.fallback is None:
        return ""
    return f" (a fallback: {origin.fallback.value.replace('_', ' ')})"
