"""The five events of an episode, and their JSON.

Decoding is strict: every field there, none besides, each of its exact type. Whether an event may
happen is not decided here but in ``rules.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from games.base import FIRST_REPLY, Cause, Json, Origin, Seat
from games.errors import BadSetting, ReplayMismatch
from games.liars_dice.config import Config, Face, Quantity, configure, settings
from games.liars_dice.state import Hand


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
    origin = event.origin
    return {
        "say": event.say,
        "notes": event.notes,
        "scripted": origin.scripted,
        "retried": None if origin.retried is None else origin.retried.value,
        "fallback": None if origin.fallback is None else origin.fallback.value,
    }


def decode(data: Mapping[str, Any]) -> Event:
    """Read an event back. Raises ReplayMismatch naming the field that is not as it must be."""
    if not isinstance(data, Mapping):
        raise ReplayMismatch(f"expected an object, got {data!r}")
    kind = data.get("kind")
    shape = SHAPES.get(kind) if isinstance(kind, str) else None
    if shape is None:
        raise ReplayMismatch(f"kind: expected one of {', '.join(SHAPES)}, got {kind!r}")
    if set(data) != {"kind", *shape.fields}:
        odd = sorted(map(str, set(data) ^ {"kind", *shape.fields}))
        raise ReplayMismatch(f"{kind}: missing or unknown fields {', '.join(odd)}")
    values = {name: read(name, data[name]) for name, read in shape.fields.items()}
    return shape.build(values)


type Reader = Callable[[str, Any], Any]


@dataclass(frozen=True, slots=True)
class Shape:
    """How one kind of event is read: its fields with their readers, then the whole."""

    fields: Mapping[str, Reader]
    build: Callable[[dict[str, Any]], Event]


def _refuse(name: str, expected: str, value: object) -> NoReturn:
    raise ReplayMismatch(f"{name}: expected {expected}, got {value!r}")


def _integer(name: str, value: Any) -> int:
    if type(value) is not int:
        _refuse(name, "an integer", value)
    return value


def _flag(name: str, value: Any) -> bool:
    if type(value) is not bool:
        _refuse(name, "true or false", value)
    return value


def _text(name: str, value: Any) -> str:
    if type(value) is not str:
        _refuse(name, "a text", value)
    return value


def _text_or_null(name: str, value: Any) -> str | None:
    return None if value is None else _text(name, value)


def _cause_or_null(name: str, value: Any) -> Cause | None:
    if value is None:
        return None
    if type(value) is not str or value not in list(Cause):
        _refuse(name, "a cause or null", value)
    return Cause(value)


def _list_of(read: Reader) -> Reader:
    def reader(name: str, value: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            _refuse(name, "a list", value)
        return tuple(read(name, item) for item in value)

    return reader


def _config(name: str, value: Any) -> Config:
    if not isinstance(value, Mapping):
        _refuse(name, "an object", value)
    try:
        config = configure(value)
    except BadSetting as error:
        raise ReplayMismatch(f"{name}.{error}") from None
    if settings(config) != dict(value):
        _refuse(name, "every setting", value)
    return config


def _with_origin(values: dict[str, Any]) -> dict[str, Any]:
    origin = Origin(
        scripted=values.pop("scripted"),
        retried=values.pop("retried"),
        fallback=values.pop("fallback"),
    )
    return {**values, "origin": origin}


_SPOKEN: Mapping[str, Reader] = {
    "say": _text_or_null,
    "notes": _text_or_null,
    "scripted": _flag,
    "retried": _cause_or_null,
    "fallback": _cause_or_null,
}

SHAPES: Mapping[str, Shape] = {
    "start": Shape(
        {"config": _config, "aliases": _list_of(_text), "order": _list_of(_integer)},
        lambda values: Started(**values),
    ),
    "deal": Shape(
        {"deal": _integer, "opener": _integer, "hands": _list_of(_list_of(_integer))},
        lambda values: Dealt(**values),
    ),
    "bid": Shape(
        {"seat": _integer, "quantity": _integer, "face": _integer, **_SPOKEN},
        lambda values: BidMade(**_with_origin(values)),
    ),
    "challenge": Shape(
        {
            "seat": _integer,
            "bidder": _integer,
            "quantity": _integer,
            "face": _integer,
            "actual": _integer,
            "counts": _list_of(_integer),
            "winner": _integer,
            "forced": _flag,
            **_SPOKEN,
        },
        lambda values: Challenged(**_with_origin(values)),
    ),
    "end": Shape(
        {"reason": _text, "deals_played": _integer},
        lambda values: Ended(**values),
    ),
}
