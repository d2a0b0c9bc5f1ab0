"""The pace at which moves appear, so that a person can follow a table of baselines.

Only an episode that was created with ``is_paced`` waits, and only for moves that no model made: a
model takes its own time. The process says once whether it makes matches for an audience
(``serve``, ``demo``, ``worker``); trials, benches, ``simulate`` and tests never do.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from django.conf import settings

REVEALS = frozenset({"challenge"})
"""Kinds of events that show what was hidden; the table stays as it is for a while after one."""
OPENINGS = frozenset({"start", "deal"})
"""Kinds of events that come without a wait of their own."""

_audience = {"is_present": False}


def expect_audience(is_present: bool = True) -> None:
    """Say whether this process makes its matches for people who watch them."""
    _audience["is_present"] = is_present


def has_audience() -> bool:
    """Return whether matches that this process creates are paced."""
    return _audience["is_present"]


async def hold(seconds: float) -> None:
    """Let the audience look for so long."""
    await asyncio.sleep(seconds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How many seconds must lie between an event and the one before it."""

    move: float
    reveal: float

    @classmethod
    def of_episode(cls, is_paced: bool) -> Pace:
        if not is_paced:
            return cls(move=0.0, reveal=0.0)
        return cls(move=settings.MOVE_SECONDS, reveal=settings.REVEAL_SECONDS)

    @property
    def is_none(self) -> bool:
        return self.move <= 0 and self.reveal <= 0

    def gap(self, before: str | None, after: str) -> float:
        """Return the seconds between two kinds of events that no model decided."""
        if before is None:
            return 0.0
        if before in REVEALS:
            return self.reveal
        return 0.0 if after in OPENINGS else self.move
