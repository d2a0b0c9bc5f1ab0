"""One open socket, seen from the hub: how far it has come, and what it must still be told.

A socket has no queue of its own. The frames of a match stand once in its feed's backlog, and a
socket is a place in it; everything else (the head, the lobby's tables) is a slot in which only the
newest text counts. So a client that stalls costs a number and a few slots, however long it stalls,
and when it reads again it is sent what it lacks, in order.

The writer is a task only while the socket makes it wait: `wake` runs it at once, and on an open
socket it ends before `wake` returns, without a turn of the loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

type Send = Callable[[dict[str, Any]], Awaitable[None]]

BATCH = 64
"""Frames that one message carries at most."""


class Backlog:
    """The frames of one match, as texts; text i has seq i + 1."""

    __slots__ = ("_made", "_made_for", "_texts")

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._made_for = (0, 0)
        self._made = ""

    @property
    def last(self) -> int:
        return len(self._texts)

    def extend(self, first: int, texts: Sequence[str]) -> bool:
        """Add frames that begin at number `first`, and say whether they joined on: no hole."""
        known = self.last + 1 - first
        if known < 0:
            return False
        self._texts.extend(texts[known:])
        return True

    def message(self, start: int, stop: int) -> str:
        """Return the message with the frames after `start` up to `stop`, made once for everyone."""
        if self._made_for != (start, stop):
            self._made = f'{{"type":"frames","frames":[{",".join(self._texts[start:stop])}]}}'
            self._made_for = (start, stop)
        return self._made


class Spectator:
    """One open socket. `position` is the number of the last frame that was handed to it."""

    __slots__ = ("_backlog", "_send", "_slots", "_writer", "is_gone", "position")

    def __init__(self, send: Send, *, backlog: Backlog | None = None, position: int = 0) -> None:
        self._send = send
        self._backlog = backlog
        self._slots: dict[str, str] = {}
        self._writer: asyncio.Task[None] | None = None
        self.position = position
        self.is_gone = False

    def tell(self, slot: str, text: str) -> None:
        """Keep a text to be sent after the frames; it replaces an unsent one of the same slot."""
        self._slots.pop(slot, None)
        self._slots[slot] = text

    def wake(self) -> None:
        """Send what there is. Never waits: a slow socket gets a task, which goes on alone."""
        if self._writer is not None or self.is_gone:
            return
        loop = asyncio.get_running_loop()
        writer = asyncio.Task(self._write(), loop=loop, eager_start=True)
        if not writer.done():
            self._writer = writer

    def leave(self) -> None:
        """Send nothing more."""
        self.is_gone = True
        if self._writer is not None:
            self._writer.cancel()

    def _next(self) -> str | None:
        if self._backlog is not None and self.position < self._backlog.last:
            start = self.position
            self.position = min(self._backlog.last, start + BATCH)
            return self._backlog.message(start, self.position)
        for slot in self._slots:
            return self._slots.pop(slot)
        return None

    async def _write(self) -> None:
        try:
            while not self.is_gone and (text := self._next()) is not None:
                await self._send({"type": "websocket.send", "text": text})
        except OSError:
            self.is_gone = True  # the client left; its consumer hears of it by itself
        finally:
            self._writer = None
