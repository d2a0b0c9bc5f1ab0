"""Reading stored events back: every field there, none besides, each of its exact type.

A game names the shape of each kind of event, and ``decode`` holds a stored one to it. Whether an
event may happen is for the game's rules to say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NoReturn

from games.base import Cause, Json, Origin
from games.errors import ReplayMismatch

type Reader = Callable[[str, Any], Any]
"""Takes a field's name and its JSON value. Raises ReplayMismatch naming the field."""


@dataclass(frozen=True, slots=True)
class Shape[Event]:
    """How one kind of event is read: its fields with their readers, then the whole."""

    fields: Mapping[str, Reader]
    build: Callable[[dict[str, Any]], Event]


def decode[Event](shapes: Mapping[str, Shape[Event]], data: Any) -> Event:
    """Read an event back. Raises ReplayMismatch naming the field that is not as it must be."""
    if not isinstance(data, Mapping):
        raise ReplayMismatch(f"expected an object, got {data!r}")
    kind = data.get("kind")
    shape = shapes.get(kind) if isinstance(kind, str) else None
    if shape is None:
        raise ReplayMismatch(f"kind: expected one of {', '.join(shapes)}, got {kind!r}")
    if set(data) != {"kind", *shape.fields}:
        odd = sorted(map(str, set(data) ^ {"kind", *shape.fields}))
        raise ReplayMismatch(f"{kind}: missing or unknown fields {', '.join(odd)}")
    return shape.build({name: read(name, data[name]) for name, read in shape.fields.items()})


def refuse(name: str, expected: str, value: object) -> NoReturn:
    raise ReplayMismatch(f"{name}: expected {expected}, got {value!r}")


def integer(name: str, value: Any) -> int:
    if type(value) is not int:
        refuse(name, "an integer", value)
    return value


def number(name: str, value: Any) -> float:
    if type(value) is not float:
        refuse(name, "a float", value)
    return value


def flag(name: str, value: Any) -> bool:
    if type(value) is not bool:
        refuse(name, "true or false", value)
    return value


def text(name: str, value: Any) -> str:
    if type(value) is not str:
        refuse(name, "a text", value)
    return value


def or_null(read: Reader) -> Reader:
    def reader(name: str, value: Any) -> Any:
        return None if value is None else read(name, value)

    return reader


def one_of(kind: type[StrEnum], named: str) -> Reader:
    """Return the reader of an enum's value; ``named`` says in messages what it is."""

    def reader(name: str, value: Any) -> StrEnum:
        if type(value) is not str or value not in list(kind):
            refuse(name, named, value)
        return kind(value)

    return reader


def cause_or_null(name: str, value: Any) -> Cause | None:
    if value is None:
        return None
    if type(value) is not str or value not in list(Cause):
        refuse(name, "a cause or null", value)
    return Cause(value)


def list_of(read: Reader) -> Reader:
    def reader(name: str, value: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            refuse(name, "a list", value)
        return tuple(read(name, item) for item in value)

    return reader


ORIGIN: Mapping[str, Reader] = {
    "scripted": flag,
    "retried": cause_or_null,
    "fallback": cause_or_null,
}
"""The fields that tell how a decision came to be."""


def with_origin(values: dict[str, Any]) -> dict[str, Any]:
    """Put the three fields of ``ORIGIN`` together as one ``origin``."""
    origin = Origin(
        scripted=values.pop("scripted"),
        retried=values.pop("retried"),
        fallback=values.pop("fallback"),
    )
    return {**values, "origin": origin}


def origin_json(origin: Origin) -> Json:
    """Return the same fields as JSON."""
    return {
        "scripted": origin.scripted,
        "retried": None if origin.retried is None else origin.retried.value,
        "fallback": None if origin.fallback is None else origin.fallback.value,
    }
