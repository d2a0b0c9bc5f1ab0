"""The pace at which moves appear, so that a person can follow a table of baselines.

Only an episode that was created with ``is_paced`` waits, and only for moves that no model made: a
model takes its own time. The process says once whether it makes matches for an audience
(``serve``, ``demo``, ``worker``); trials, benches, ``simulate`` and tests never do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings

from games.base import Beat

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
    """How many seconds each beat of a game lasts."""

    seconds: Mapping[Beat, float]

    @classmethod
    def of_episode(cls, is_paced: bool) -> Pace:
        if not is_paced:
            return cls(seconds={})
        return cls(
            seconds={
                Beat.MOVE: settings.MOVE_SECONDS,
                Beat.ROUND: settings.ROUND_SECONDS,
                Beat.REVEAL: settings.REVEAL_SECONDS,
            }
        )

    @property
    def is_none(self) -> bool:
        return not any(self.seconds.values())

    def gap(self, beat: Beat) -> float:
        """Return the seconds that must lie between an event and the one before it."""
        return self.seconds.get(beat, 0.0)
