"""The rules of Liar's Dice and Liar's Poker.

Theory of operation. A deal opens with fresh hidden hands; table position d mod seats opens deal d.
One seat acts at a time: it bids, which must be a strict raise of the standing bid, or challenges
the standing bid. A bid (q, f) raises (q0, f0) when q > q0, or q = q0 and f > f0; ones are not
wild. After a bid the next table position is on turn. A challenge opens all hands: with q0 or more
symbols of f0 on the table the bidder gains a point and the challenger loses one, else the other
way round, and the deal is over. Once ``max_bids_per_deal`` bids are made the seat on turn may not
bid, and the challenge is made for it (forced). After ``deals`` deals the episode ends ``complete``;
when its time is up it ends ``deadline`` at the next deal boundary, on the deals played.

The table below says which event may come in which phase; everything else is refused. What nobody
decides (``next_event``) is a function of the seed, drawn from the streams "order", "aliases" and
"deal" / d, so a log can be checked against it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any

from games.aliases import ALIASES
from games.base import FIRST_REPLY, Origin, Seat
from games.chance import stream
from games.errors import IllegalAction, ReplayMismatch
from games.liars_dice.config import Config, Face
from games.liars_dice.events import BidMade, Challenged, Dealt, Ended, Event, Started
from games.liars_dice.state import (
    Action,
    Call,
    Challenge,
    Hand,
    Phase,
    PlayedDeal,
    State,
    Verdict,
)
from games.speech import clean_line, clean_notes

SAY_LIMIT = 140
NOTES_LIMIT = 400
COMPLETE = "complete"
DEADLINE = "deadline"


class Rule(StrEnum):
    """The rules that an action can break."""

    OVER = "over"
    TURN = "turn"
    NO_BID = "no_bid"
    QUANTITY = "quantity"
    FACE = "face"
    RAISE = "raise"
    CAP = "cap"


# what the seed decides


def aliases(config: Config, seed: str) -> tuple[str, ...]:
    """Return each slot's alias."""
    return tuple(stream(seed, "aliases").sample(ALIASES, config.seats))


def order(config: Config, seed: str) -> tuple[Seat, ...]:
    """Return the slots by table position."""
    return tuple(map(Seat, stream(seed, "order").shuffled(range(config.seats))))


def deal_hands(config: Config, seed: str, deal: int) -> tuple[Hand, ...]:
    """Return the hands of a 0-based deal, by slot."""
    draws, low = stream(seed, "deal", deal), config.faces[0]
    faces, size = len(config.faces), config.hand_size
    return tuple(
        [
            tuple([Face(low + drawn) for drawn in draws.several_below(faces, size)])
            for _ in range(config.seats)
        ]
    )


def next_event(state: State, seed: str, *, deadline: bool = False) -> Event | None:
    """Return the event that nobody decides, or None when a seat is on turn or all is over."""
    config = state.config
    match state.phase:
        case Phase.NEW:
            return Started(config=config, aliases=aliases(config, seed), order=order(config, seed))
        case Phase.WAITING | Phase.REVEALED:
            deal = len(state.played)
            if deadline or deal == config.deals:
                reason = COMPLETE if deal == config.deals else DEADLINE
                return Ended(reason=reason, deals_played=deal)
            return Dealt(
                deal=deal,
                opener=state.order[deal % config.seats],
                hands=deal_hands(config, seed, deal),
            )
        case Phase.BIDDING if is_capped(state):
            return resolve(state, forced=True)
        case _:
            return None


# what a seat may do


def is_capped(state: State) -> bool:
    """Return whether the open deal has all the bids it may have."""
    return len(state.calls) >= state.config.max_bids_per_deal


def is_raise(quantity: int, face: int, standing: Call) -> bool:
    """Return whether a bid is higher than the standing one (rule 4)."""
    if quantity == standing.quantity:
        return face > standing.face
    return quantity > standing.quantity


def check_bid(config: Config, standing: Call | None, made: int, quantity: int, face: int) -> None:
    """Raise IllegalAction when a bid is not allowed after ``made`` bids, ``standing`` the last."""
    if made >= config.max_bids_per_deal:
        raise IllegalAction(
            Rule.CAP, f"expected a challenge: {made} bids are made, as many as a deal may have"
        )
    if not 1 <= quantity <= config.total:
        raise IllegalAction(
            Rule.QUANTITY, f"expected a quantity in 1..{config.total}, got {quantity!r}"
        )
    if face not in config.faces:
        low, high = config.faces[0], config.faces[-1]
        raise IllegalAction(Rule.FACE, f"expected a face in {low}..{high}, got {face!r}")
    if standing is not None and not is_raise(quantity, face, standing):
        raise IllegalAction(
            Rule.RAISE,
            f"expected a bid higher than quantity {standing.quantity} of face {standing.face}"
            f" (a larger quantity, or the same quantity of a larger face),"
            f" got quantity {quantity} of face {face}",
        )


def act(state: State, seat: Seat, action: Action, origin: Origin) -> BidMade | Challenged:
    """Turn an action into its event. Raises IllegalAction naming the rule it breaks."""
    config = state.config
    if state.phase is not Phase.BIDDING:
        over = state.phase is Phase.OVER
        raise IllegalAction(
            Rule.OVER if over else Rule.TURN,
            f"expected no action: {'the episode is over' if over else 'no deal is open'}",
        )
    if seat != state.turn:
        raise IllegalAction(Rule.TURN, f"expected seat {state.turn} to act, got seat {seat}")
    if is_capped(state):
        raise IllegalAction(
            Rule.CAP,
            f"expected no action: {len(state.calls)} bids are made, as many as a deal may have,"
            f" so the challenge is made for the seat on turn",
        )
    say = clean_line(action.say, SAY_LIMIT) if config.talk and action.say is not None else None
    notes = None if action.notes is None else clean_notes(action.notes, NOTES_LIMIT)
    if isinstance(action, Challenge):
        if not state.calls:
            raise IllegalAction(Rule.NO_BID, "expected a bid: no bid stands to be challenged")
        return resolve(state, forced=False, say=say, notes=notes, origin=origin)
    check_bid(config, state.standing, len(state.calls), action.quantity, action.face)
    return BidMade(
        seat=seat,
        quantity=action.quantity,
        face=action.face,
        say=say,
        notes=notes,
        origin=origin,
    )


def resolve(
    state: State,
    *,
    forced: bool,
    say: str | None = None,
    notes: str | None = None,
    origin: Origin = FIRST_REPLY,
) -> Challenged:
    """Return the challenge of the standing bid by the seat on turn, with its verdict (rule 6)."""
    standing, challenger = state.calls[-1], state.turn
    assert challenger is not None
    counts = tuple([hand.count(standing.face) for hand in state.hands])
    actual = sum(counts)
    return Challenged(
        seat=challenger,
        bidder=standing.seat,
        quantity=standing.quantity,
        face=standing.face,
        actual=actual,
        counts=counts,
        winner=standing.seat if actual >= standing.quantity else challenger,
        forced=forced,
        say=say,
        notes=notes,
        origin=origin,
    )


# the fold


def begin(config: Config) -> State:
    """Return the state before the first event."""
    zeros = (0,) * config.seats
    return State(
        config=config, phase=Phase.NEW, wins=zeros, losses=zeros, notes=("",) * config.seats
    )


def apply(state: State, event: Event) -> State:
    """Fold one event in. Raises ReplayMismatch when it may not come here or is not so."""
    transition = TRANSITIONS.get((state.phase, type(event)))
    if transition is None:
        allowed = [kind.__name__ for phase, kind in TRANSITIONS if phase is state.phase]
        raise ReplayMismatch(
            f"expected {' or '.join(allowed) or 'no event'} while {state.phase.value},"
            f" got {type(event).__name__}"
        )
    return transition(state, event)


def _expect(name: str, expected: object, got: object) -> None:
    if expected != got:
        raise ReplayMismatch(f"{name}: expected {expected!r}, got {got!r}")


def _start(state: State, event: Started) -> State:
    seats = state.config.seats
    _expect("config", state.config, event.config)
    _expect("order", list(range(seats)), sorted(event.order))
    if len(event.aliases) != seats or len(set(event.aliases) & set(ALIASES)) != seats:
        raise ReplayMismatch(f"aliases: expected {seats} of the ten, got {event.aliases!r}")
    return replace(state, phase=Phase.WAITING, aliases=event.aliases, order=event.order)


def _deal(state: State, event: Dealt) -> State:
    config, deal = state.config, len(state.played)
    if deal == config.deals:
        raise ReplayMismatch(f"expected the end after {deal} deals, got another deal")
    _expect("deal", deal, event.deal)
    _expect("opener", state.order[deal % config.seats], event.opener)
    _expect("hands", config.seats, len(event.hands))
    for hand in event.hands:
        _expect("hand size", config.hand_size, len(hand))
        if not config.face_set.issuperset(hand):
            raise ReplayMismatch(f"hand: expected faces in {config.faces!r}, got {hand!r}")
    return replace(
        state,
        phase=Phase.BIDDING,
        opener=event.opener,
        hands=event.hands,
        calls=(),
        turn=event.opener,
    )


def _bid(state: State, event: BidMade) -> State:
    seat = event.seat
    _expect("seat", state.turn, seat)
    try:
        check_bid(state.config, state.standing, len(state.calls), event.quantity, event.face)
    except IllegalAction as error:
        raise ReplayMismatch(str(error)) from None
    table = state.order
    return replace(
        state,
        phase=Phase.BIDDING,
        calls=(*state.calls, Call(seat, event.quantity, event.face, event.say)),
        turn=table[(table.index(seat) + 1) % len(table)],
        notes=_heard(state, event),
    )


def _challenge(state: State, event: Challenged) -> State:
    if not state.calls:
        raise ReplayMismatch("expected a bid: no bid stands to be challenged")
    told = (event.say, event.notes, event.origin)
    if event.forced:
        _expect("a forced challenge's say, notes and origin", (None, None, FIRST_REPLY), told)
    due = resolve(
        state, forced=is_capped(state), say=event.say, notes=event.notes, origin=event.origin
    )
    _expect("challenge", due, event)
    verdict = Verdict(
        challenger=event.seat,
        bidder=event.bidder,
        quantity=event.quantity,
        face=event.face,
        actual=event.actual,
        counts=event.counts,
        winner=event.winner,
        forced=event.forced,
    )
    assert state.opener is not None
    played = PlayedDeal(
        deal=len(state.played),
        opener=state.opener,
        hands=state.hands,
        calls=_unsaid(state.calls),
        verdict=verdict,
    )
    return replace(
        state,
        phase=Phase.REVEALED,
        turn=None,
        played=(*state.played, played),
        wins=_plus_one(state.wins, verdict.winner),
        losses=_plus_one(state.losses, verdict.loser),
        notes=_heard(state, event),
    )


def _end(state: State, event: Ended) -> State:
    deals = len(state.played)
    _expect("deals_played", deals, event.deals_played)
    _expect("reason", COMPLETE if deals == state.config.deals else DEADLINE, event.reason)
    return replace(state, phase=Phase.OVER, turn=None, reason=event.reason)


def _heard(state: State, event: BidMade | Challenged) -> tuple[str, ...]:
    """Check what was said and noted, and return every seat's notes from now on."""
    if event.say is not None:
        cleaned = clean_line(event.say, SAY_LIMIT) if state.config.talk else None
        _expect("say", cleaned, event.say)
    if event.notes is None:
        return state.notes
    _expect("notes", clean_notes(event.notes, NOTES_LIMIT), event.notes)
    return (*state.notes[: event.seat], event.notes, *state.notes[event.seat + 1 :])


def _unsaid(calls: tuple[Call, ...]) -> tuple[Call, ...]:
    """Return a deal's bids without its talk, which does not carry over (rule 10)."""
    if all(call.say is None for call in calls):
        return calls
    return tuple([Call(call.seat, call.quantity, call.face) for call in calls])


def _plus_one(counts: tuple[int, ...], seat: Seat) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + 1, *counts[seat + 1 :])


TRANSITIONS: Mapping[tuple[Phase, type[Any]], Callable[[State, Any], State]] = {
    (Phase.NEW, Started): _start,
    (Phase.WAITING, Dealt): _deal,
    (Phase.WAITING, Ended): _end,
    (Phase.BIDDING, BidMade): _bid,
    (Phase.BIDDING, Challenged): _challenge,
    (Phase.REVEALED, Dealt): _deal,
    (Phase.REVEALED, Ended): _end,
}
