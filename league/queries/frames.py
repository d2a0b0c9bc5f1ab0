"""The frames of an episode: its log folded, and what a page draws after each event.

Folding costs one step for each event, so a process keeps the folds of the episodes that people look
at (`FrameLog`, the least recently used one leaves): the first reader pays for the whole log, a
later one and a live append pay for what is new. What is kept are spectators' frames as JSON texts,
encoded once for every socket; another audience's frames are folded afresh and never kept.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterator
from datetime import UTC, datetime
from threading import Lock
from typing import Any

from games.base import SPECTATOR, AnyGame, Audience, Json
from games.registry import get_game
from games.replay import states
from league.models import Episode, Event

KEPT = 128
"""Episodes whose folds one process keeps."""


def format_time(at: datetime) -> str:
    """Return a time as pages read it: UTC, whole seconds, `2026-11-30T01:02:03Z`."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def make_frame(
    game: AnyGame, state: Any, event: Any, *, seq: int, at: datetime, audience: Audience
) -> Json:
    """Return one frame: the event of number `seq` with the table after it (`state`)."""
    return {"seq": seq, "at": format_time(at), **game.frame(state, event, audience)}


def encode_frame(frame: Json) -> str:
    """Return a frame as the compact JSON text that sockets send."""
    return json.dumps(frame, separators=(",", ":"), ensure_ascii=False)


def configuration(episode: Episode) -> tuple[AnyGame, Any]:
    """Return an episode's game and its configuration."""
    game = get_game(episode.game)
    return game, game.configure(episode.settings)


class FrameLog:
    """The spectators' frames of one episode, as far as they have been asked for."""

    def __init__(self, episode: Episode) -> None:
        self._episode = episode
        self._game, config = configuration(episode)
        self._first_state = self._state = self._game.begin(config)
        self._texts: list[str] = []
        self._anchor: datetime | None = None
        self._lock = Lock()

    def read(self) -> list[str]:
        """Fold what the log has by now, and return the texts of all frames; text i has seq i + 1.

        Raises ReplayMismatch with the number of the first event that the rules refuse.
        """
        with self._lock:
            rows = self._rows_from(len(self._texts) or 1)
            if self._texts:
                anchor = next(rows, None)
                if anchor is None or anchor.created_at != self._anchor:
                    # Not the log that was folded (another database, a restored copy): begin anew.
                    self._state, self._texts = self._first_state, []
                    rows = self._rows_from(1)
            for row in rows:
                self._fold(row)
            return self._texts[:]

    def _rows_from(self, seq: int) -> Iterator[Event]:
        return iter(self._episode.events.filter(seq__gte=seq).order_by("seq"))

    def _fold(self, row: Event) -> None:
        if row.seq != len(self._texts) + 1:
            raise ValueError(
                f"match {self._episode.pk}: expected event {len(self._texts) + 1}, got {row.seq}"
            )
        event = self._game.decode(row.data)
        self._state = self._game.apply(self._state, event)
        frame = make_frame(
            self._game, self._state, event, seq=row.seq, at=row.created_at, audience=SPECTATOR
        )
        self._texts.append(encode_frame(frame))
        self._anchor = row.created_at


_kept: OrderedDict[tuple[int, str], FrameLog] = OrderedDict()
_kept_lock = Lock()


def forget_frames() -> None:
    """Drop every kept fold; for tests, and after restoring a database."""
    with _kept_lock:
        _kept.clear()


def frame_log(episode: Episode) -> FrameLog:
    """Return the kept fold of an episode, or begin one."""
    key = (episode.pk, episode.commitment)
    with _kept_lock:
        log = _kept.get(key)
        if log is None:
            log = _kept[key] = FrameLog(episode)
        _kept.move_to_end(key)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return log


def read_frame_texts(episode: Episode, after: int = 0) -> list[str]:
    """Return spectators' frames after number `after`, each as its JSON text, in order."""
    return frame_log(episode).read()[max(0, after) :]


def read_frames(
    episode: Episode, after: int, audience: Audience, limit: int | None = None
) -> list[Json]:
    """Return at most `limit` frames after number `after` (0 for all), as `audience` may see them.

    Raises ReplayMismatch with the number of the first event that the rules refuse.
    """
    after = max(0, after)
    stop = None if limit is None else after + limit
    if audience == SPECTATOR:
        return [json.loads(text) for text in frame_log(episode).read()[after:stop]]
    return list(_fold_frames(episode, audience))[after:stop]


def _fold_frames(episode: Episode, audience: Audience) -> Iterator[Json]:
    game, config = configuration(episode)
    rows = list(episode.events.order_by("seq"))
    events = [game.decode(row.data) for row in rows]
    reached = states(game, config, events)
    next(reached)
    for row, event, state in zip(rows, events, reached, strict=True):
        yield make_frame(game, state, event, seq=row.seq, at=row.created_at, audience=audience)


def read_log(episode: Episode, audience: Audience) -> list[Json]:
    """Return every event as `audience` may read it, with its `seq` and `at`, for a download."""
    game, config = configuration(episode)
    rows = list(episode.events.order_by("seq"))
    events = [game.decode(row.data) for row in rows]
    reached = states(game, config, events)
    next(reached)
    return [
        {"seq": row.seq, "at": format_time(row.created_at)} | game.export(state, event, audience)
        for row, event, state in zip(rows, events, reached, strict=True)
    ]
