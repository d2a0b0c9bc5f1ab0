"""Finding the one JSON object in what a model wrote."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from games.base import Json
from games.errors import UnreadableAction

_BEGINS_LIKE_JSON = re.compile(r'\{\s*(?:"[^"]*"\s*:|"[^"]*$|$)')


def find_object(reply: str) -> Json:
    """Return the one JSON object in a text. Raises UnreadableAction for none, two or a broken one.

    Braces in prose are passed over; an object that begins like JSON and breaks off is not looked
    into, since what stands inside it was not meant to stand alone.
    """
    found: list[Json] = []
    start = reply.find("{")
    while start >= 0:
        try:
            value, end = _DECODER.raw_decode(reply, start)
        except (ValueError, RecursionError):
            if _BEGINS_LIKE_JSON.match(reply, start):
                raise UnreadableAction("expected one JSON object, got a broken one") from None
            end = start + 1
        else:
            found.append(value)
        start = reply.find("{", end)
    if len(found) != 1:
        raise UnreadableAction(f"expected one JSON object, got {len(found) or 'none'}")
    return found[0]


def _unique(pairs: list[tuple[str, Any]]) -> Json:
    data = dict(pairs)
    if len({key.lower() for key in data}) != len(pairs):
        raise ValueError("a key stands twice")
    return data


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant)


def shown(value: object) -> str:
    """Return what came, short enough for a retry's message."""
    words = "nothing" if value is None else repr(value)
    return words if len(words) <= 60 else words[:59] + "…"
