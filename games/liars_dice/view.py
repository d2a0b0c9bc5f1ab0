"""What a seat may know, and what a page draws.

``View`` starts empty and takes what one seat may know: its own hand and notes, and what the whole
table saw. A frame is for spectators: all hands and chances, but no notes, no seed, and the audit
only at the end.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.base import Audience, Json, Seat
from games.liars_dice.audit import audit
from games.liars_dice.config import Config
from games.liars_dice.events import BidMade, Challenged, Event, encode
from games.liars_dice.odds import p_true
from games.liars_dice.state import Call, Hand, Phase, PlayedDeal, State, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """One seat's knowledge. Sequences are by slot; ``order`` lists the slots by position."""

    config: Config
    seat: Seat
    aliases: tuple[str, ...]
    order: tuple[Seat, ...]
    opener: Seat | None
    turn: Seat | None
    hand: Hand
    """Its own; empty before the first deal."""
    calls: tuple[Call, ...]
    """This deal's bids in order, with what was said; the last one stands."""
    played: tuple[PlayedDeal, ...]
    """The finished deals, whose hands all seats have seen."""
    wins: tuple[int, ...]
    losses: tuple[int, ...]
    notes: str

    @property
    def standing(self) -> Call | None:
        return self.calls[-1] if self.calls else None

    @property
    def is_capped(self) -> bool:
        return len(self.calls) >= self.config.max_bids_per_deal


def view(state: State, seat: Seat) -> View:
    """Return what ``seat`` may know."""
    return View(
        config=state.config,
        seat=seat,
        aliases=state.aliases,
        order=state.order,
        opener=state.opener,
        turn=state.turn,
        hand=state.hands[seat] if state.hands else (),
        calls=state.calls,
        played=state.played,
        wins=state.wins,
        losses=state.losses,
        notes=state.notes[seat],
    )


def export(event: Event, audience: Audience) -> Json:
    """Return the event as JSON, with notes only where the audience may read them."""
    data = encode(event)
    if isinstance(event, BidMade | Challenged) and event.seat not in audience.notes_of:
        del data["notes"]
    return data


def frame(state: State, event: Event, audience: Audience) -> Json:
    """Return {"kind", "event", "table"}; docs/architecture.md has the shape."""
    data = export(event, audience)
    return {"kind": data.pop("kind"), "event": data, "table": table(state)}


def table(state: State) -> Json:
    """Return the whole table as spectators see it: complete in itself and of bounded size."""
    config, standing = state.config, state.standing
    closed = state.phase in (Phase.REVEALED, Phase.OVER) and state.played
    return {
        "phase": state.phase.value,
        "deal": state.deal,
        "deals": config.deals,
        "opener": state.opener,
        "hands": [list(hand) for hand in state.hands] or [[] for _ in range(config.seats)],
        "standing": None
        if standing is None
        else {"seat": standing.seat, "quantity": standing.quantity, "face": standing.face},
        "reads": None
        if standing is None
        else [
            round(p_true(config, hand, standing.quantity, standing.face), 6) for hand in state.hands
        ],
        "actual": None
        if standing is None
        else sum(hand.count(standing.face) for hand in state.hands),
        "to_act": [] if state.turn is None else [state.turn],
        "bids": len(state.calls),
        "max_bids": config.max_bids_per_deal,
        "points": list(state.points),
        "scores": list(state.scores),
        "line": [_points(deal, config.seats) for deal in state.played],
        "verdict": _verdict(state.played[-1].verdict) if closed else None,
        "audit": audit(config, state.played).as_json() if state.phase is Phase.OVER else None,
    }


def _points(deal: PlayedDeal, seats: int) -> list[int]:
    verdict = deal.verdict
    return [(seat == verdict.winner) - (seat == verdict.loser) for seat in range(seats)]


def _verdict(verdict: Verdict) -> Json:
    return {
        "challenger": verdict.challenger,
        "bidder": verdict.bidder,
        "quantity": verdict.quantity,
        "face": verdict.face,
        "actual": verdict.actual,
        "counts": list(verdict.counts),
        "winner": verdict.winner,
        "forced": verdict.forced,
    }
