"""Reading a model's reply.

Accepted: the action in any letter case; ``raise`` for bid; ``call``, ``liar`` or ``doubt`` for
challenge; integers as numeric strings or whole floats; one JSON object inside other text. Anything
else is refused with what was expected. Whether the action is legal is for the rules to say.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, NoReturn

from games.base import Json
from games.errors import UnreadableAction
from games.liars_dice.config import Face, Quantity
from games.liars_dice.state import Action, Bid, Challenge

VERBS: Mapping[str, type[Bid] | type[Challenge]] = {
    "bid": Bid,
    "raise": Bid,
    "challenge": Challenge,
    "call": Challenge,
    "liar": Challenge,
    "doubt": Challenge,
}
_DIGITS = re.compile(r"\s*[+-]?[0-9]{1,9}\s*", re.ASCII)
_BEGINS_LIKE_JSON = re.compile(r'\{\s*(?:"[^"]*"\s*:|"[^"]*$|$)')


def parse(reply: str) -> Action:
    """Read a reply. Raises UnreadableAction with what was expected and what came."""
    data = {key.lower(): value for key, value in find_object(reply).items()}
    verb = data.get("action")
    kind = VERBS.get(verb.lower()) if isinstance(verb, str) else None
    if kind is None:
        raise UnreadableAction(f'action: expected "bid" or "challenge", got {_shown(verb)}')
    say, notes = _text(data, "say"), _text(data, "notes")
    if kind is Challenge:
        return Challenge(say=say, notes=notes)
    return Bid(
        quantity=Quantity(_integer(data, "quantity")),
        face=Face(_integer(data, "face")),
        say=say,
        notes=notes,
    )


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


def _integer(data: Json, name: str) -> int:
    value = data.get(name)
    if isinstance(value, str) and _DIGITS.fullmatch(value):
        return int(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise UnreadableAction(f"{name}: expected an integer, got {_shown(value)}")


def _text(data: Json, name: str) -> str | None:
    value = data.get(name)
    if value is not None and not isinstance(value, str):
        raise UnreadableAction(f"{name}: expected a text or null, got {_shown(value)}")
    return value


def _shown(value: object) -> str:
    """Return what came, short enough for a retry's message."""
    shown = "nothing" if value is None else repr(value)
    return shown if len(shown) <= 60 else shown[:59] + "…"
