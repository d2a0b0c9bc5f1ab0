"""A readable transcript of an episode: for people, and for judges."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.base import AnyGame, Seat
from games.replay import states


def transcript(game: AnyGame, config: Any, events: Iterable[Any], seat: Seat | None = None) -> str:
    """Return an episode line by line, numbered as its log.

    Without a seat it tells what spectators see; with one, what that seat came to know. Raises
    ReplayMismatch when the rules refuse the log.
    """
    events = list(events)
    after = list(states(game, config, events))[1:]
    lines = [game.line(state, event, seat) for state, event in zip(after, events, strict=True)]
    width = len(str(len(lines)))
    return "".join(f"{seq:>{width}}  {line}\n" for seq, line in enumerate(lines, start=1) if line)
