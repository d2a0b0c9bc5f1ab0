"""Reading a model's reply.

Accepted: the action in any letter case; ``raise`` for bid; ``call``, ``liar`` or ``doubt`` for
challenge; integers as numeric strings or whole floats; one JSON object inside other text. Anything
else is refused with what was expected. Whether the action is legal is for the rules to say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from games.base import Json
from games.errors import UnreadableAction
from games.json_reply import find_object, shown
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


def parse(reply: str) -> Action:
    """Read a reply. Raises UnreadableAction with what was expected and what came."""
    data = {key.lower(): value for key, value in find_object(reply).items()}
    verb = data.get("action")
    kind = VERBS.get(verb.lower()) if isinstance(verb, str) else None
    if kind is None:
        raise UnreadableAction(f'action: expected "bid" or "challenge", got {shown(verb)}')
    say, notes = _text(data, "say"), _text(data, "notes")
    if kind is Challenge:
        return Challenge(say=say, notes=notes)
    return Bid(
        quantity=Quantity(_integer(data, "quantity")),
        face=Face(_integer(data, "face")),
        say=say,
        notes=notes,
    )


def _integer(data: Json, name: str) -> int:
    value = data.get(name)
    if isinstance(value, str) and _DIGITS.fullmatch(value):
        return int(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise UnreadableAction(f"{name}: expected an integer, got {shown(value)}")


def _text(data: Json, name: str) -> str | None:
    value = data.get(name)
    if value is not None and not isinstance(value, str):
        raise UnreadableAction(f"{name}: expected a text or null, got {shown(value)}")
    return value
