"""A match's log in words, for readers without scripts."""

from __future__ import annotations

from dataclasses import dataclass

from games.replay import states
from league.models import Episode
from league.queries.frames import configuration


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One event as a readable line of public facts."""

    seq: int
    text: str


def read_transcript(episode: Episode) -> list[Line]:
    """Return the log line by line, as spectators see it.

    Raises ReplayMismatch with the number of the first event that the rules refuse.
    """
    game, config = configuration(episode)
    rows = list(episode.events.order_by("seq"))
    events = [game.decode(row.data) for row in rows]
    reached = states(game, config, events)
    next(reached)
    return [
        Line(seq=row.seq, text=game.line(state, event))
        for row, event, state in zip(rows, events, reached, strict=True)
    ]
