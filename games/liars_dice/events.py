"""The five events of an episode, and their JSON.

Decoding is strict: every field there, none besides, each of its exact type. Whether an event may
happen is not decided here but in ``rules.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games import shapes
from games.base import FIRST_REPLY, Json, Origin, Seat
from games.errors import BadSetting, ReplayMismatch
from games.liars_dice.config import Config, Face, Quantity, configure, settings
from games.liars_dice.state import Hand
from games.shapes import ORIGIN, Reader, Shape, flag, integer, list_of, or_null, text


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """The table is set: who sits where, under which alias."""

    config: Config
    aliases: tuple[str, ...]
    order: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """Everybody holds a fresh hand."""

    deal: int
    opener: Seat
    hands: tuple[Hand, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BidMade:
    """A seat bid."""

    seat: Seat
    quantity: Quantity
    face: Face
    say: str | None = None
    notes: str | None = None
    origin: Origin = FIRST_REPLY


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenged:
    """A seat challenged the standing bid, or the cap did so for it; the hands are open."""

    seat: Seat
    bidder: Seat
    quantity: Quantity
    face: Face
    actual: int
    counts: tuple[int, ...]
    winner: Seat
    forced: bool = False
    say: str | None = None
    notes: str | None = None
    origin: Origin = FIRST_REPLY


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """The episode is settled."""

    reason: str
    deals_played: int


type Event = Started | Dealt | BidMade | Challenged | Ended


def encode(event: Event) -> Json:
    """Return an event as JSON, with its ``kind``."""
    match event:
        case Started():
            return {
                "kind": "start",
                "config": settings(event.config),
                "aliases": list(event.aliases),
                "order": list(event.order),
            }
        case Dealt():
            return {
                "kind": "deal",
                "deal": event.deal,
                "opener": event.opener,
                "hands": [list(hand) for hand in event.hands],
            }
        case BidMade():
            return {
                "kind": "bid",
                "seat": event.seat,
                "quantity": event.quantity,
                "face": event.face,
                **_spoken(event),
            }
        case Challenged():
            return {
                "kind": "challenge",
                "seat": event.seat,
                "bidder": event.bidder,
                "quantity": event.quantity,
                "face": event.face,
                "actual": event.actual,
                "counts": list(event.counts),
                "winner": event.winner,
                "forced": event.forced,
                **_spoken(event),
            }
    return {"kind": "end", "reason": event.reason, "deals_played": event.deals_played}


def _spoken(event: BidMade | Challenged) -> Json:
    return {"say": event.say, "notes": event.notes, **shapes.origin_json(event.origin)}


def decode(data: Mapping[str, Any]) -> Event:
    """Read an event back. Raises ReplayMismatch naming the field that is not as it must be."""
    return shapes.decode(SHAPES, data)


def _config(name: str, value: Any) -> Config:
    if not isinstance(value, Mapping):
        shapes.refuse(name, "an object", value)
    try:
        config = configure(value)
    except BadSetting as error:
        raise ReplayMismatch(f"{name}.{error}") from None
    if settings(config) != dict(value):
        shapes.refuse(name, "every setting", value)
    return config


_SPOKEN: Mapping[str, Reader] = {"say": or_null(text), "notes": or_null(text), **ORIGIN}

SHAPES: Mapping[str, Shape[Event]] = {
    "start": Shape(
        {"config": _config, "aliases": list_of(text), "order": list_of(integer)},
        lambda values: Started(**values),
    ),
    "deal": Shape(
        {"deal": integer, "opener": integer, "hands": list_of(list_of(integer))},
        lambda values: Dealt(**values),
    ),
    "bid": Shape(
        {"seat": integer, "quantity": integer, "face": integer, **_SPOKEN},
        lambda values: BidMade(**shapes.with_origin(values)),
    ),
    "challenge": Shape(
        {
            "seat": integer,
            "bidder": integer,
            "quantity": integer,
            "face": integer,
            "actual": integer,
            "counts": list_of(integer),
            "winner": integer,
            "forced": flag,
            **_SPOKEN,
        },
        lambda values: Challenged(**shapes.with_origin(values)),
    ),
    "end": Shape(
        {"reason": text, "deals_played": integer},
        lambda values: Ended(**values),
    ),
}
