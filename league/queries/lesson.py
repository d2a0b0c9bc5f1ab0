"""What a game's rules page draws and says in numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.base import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of the worked example, and what a newcomer should see in it."""

    seq: int
    title: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """Everything that a game's rules page draws or says in numbers."""

    head: Json
    frames: list[Json]
    steps: list[Step]
    facts: Mapping[str, Any]


def percent(share: float) -> str:
    """Return a share as whole per cent: ``9 %``."""
    return f"{share:.0%}".replace("%", " %")
