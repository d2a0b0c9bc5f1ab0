"""The configuration of a table: how many sit at it, what they hold, how long they play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NewType

from games.base import Json
from games.errors import BadSetting

Face = NewType("Face", int)
"""A die face, 1-6, or a digit, 0-9."""
Quantity = NewType("Quantity", int)
"""How many symbols a bid says there are, at least."""


class Mode(StrEnum):
    """What a hand is made of."""

    DICE = "dice"
    POKER = "poker"


FACES: Mapping[Mode, range] = {Mode.DICE: range(1, 7), Mode.POKER: range(10)}
HAND_SIZE: Mapping[Mode, int] = {Mode.DICE: 5, Mode.POKER: 8}
"""The hand of each mode where the settings name none."""
BIDS_PER_SEAT = 3
"""The default cap on a deal's bids, per seat."""

SEATS = range(3, 7)
HANDS = range(1, 11)
DEALS = range(2, 31)
CAPS = range(3, 31)
NAMES = ("seats", "mode", "hand_size", "deals", "max_bids_per_deal", "talk")
"""Every setting."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """One table's settings; the derived sizes are fields, since every move reads them."""

    seats: int
    mode: Mode
    hand_size: int
    deals: int
    max_bids_per_deal: int
    talk: bool

    faces: range
    face_set: frozenset[int]
    total: int
    """Symbols on the whole table."""
    unseen: int
    """Symbols that one seat cannot see."""


def configure(settings: Mapping[str, Any]) -> Config:
    """Check settings and fill in the defaults. Raises BadSetting naming field, value and range."""
    unknown = sorted(set(settings) - set(NAMES))
    if unknown:
        raise BadSetting(
            unknown[0], settings[unknown[0]], f"a setting of the game: {', '.join(NAMES)}"
        )
    given = settings.get("mode", Mode.DICE)
    try:
        mode = Mode(given)
    except ValueError:
        raise BadSetting("mode", given, "dice or poker") from None
    talk = settings.get("talk", True)
    if not isinstance(talk, bool):
        raise BadSetting("talk", talk, "true or false")
    seats = _integer(settings, "seats", 4, SEATS)
    hand_size = _integer(settings, "hand_size", HAND_SIZE[mode], HANDS)
    return Config(
        seats=seats,
        mode=mode,
        hand_size=hand_size,
        deals=_integer(settings, "deals", 8, DEALS),
        max_bids_per_deal=_integer(settings, "max_bids_per_deal", BIDS_PER_SEAT * seats, CAPS),
        talk=talk,
        faces=FACES[mode],
        face_set=frozenset(FACES[mode]),
        total=seats * hand_size,
        unseen=(seats - 1) * hand_size,
    )


def settings(config: Config) -> Json:
    """Return a configuration as the JSON object that ``configure`` reads."""
    return {
        "seats": config.seats,
        "mode": config.mode.value,
        "hand_size": config.hand_size,
        "deals": config.deals,
        "max_bids_per_deal": config.max_bids_per_deal,
        "talk": config.talk,
    }


def _integer(settings: Mapping[str, Any], name: str, default: int, allowed: range) -> int:
    value = settings.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or value not in allowed:
        raise BadSetting(name, value, f"an integer in {allowed[0]}..{allowed[-1]}")
    return value
