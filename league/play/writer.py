"""One writer for each loop: what many episodes have to say at once goes into one transaction.

A commit costs the same for one row as for a hundred, and so does the way to the database's thread
and back. So a writer takes whatever has come in while it was busy, writes it at once, and answers
each episode. Nobody goes on before its own events are stored.

The database's thread gives the interpreter away with every statement, and a busy loop hands it back
only after a switch interval: with Python's 5 ms a write of ten statements waits 50 ms. A process
that plays therefore hands over sooner (`hand_over_soon`).
"""

from __future__ import annotations

import asyncio
import sys
from weakref import WeakKeyDictionary

from asgiref.sync import sync_to_async

from league.actions.event_log import Addition, append_all
from league.metrics import APPEND_SECONDS

SWITCH_SECONDS = 0.0005

type Waiting = list[tuple[Addition, asyncio.Future[None]]]


class Writer:
    """Appends to logs for all episodes of one loop."""

    def __init__(self) -> None:
        self._waiting: Waiting = []
        self._task: asyncio.Task[None] | None = None

    async def append(self, addition: Addition) -> None:
        """Return when the addition is stored. Raises what ``append_events`` raises."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((addition, future))
        if self._task is None:
            self._task = asyncio.create_task(self._drain())
        with APPEND_SECONDS.time():
            await future

    async def settle(self) -> None:
        """Return when nothing is on its way to the database any more."""
        while self._task is not None:
            await asyncio.wait([self._task])

    async def _drain(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                await self._store(batch)
        finally:
            self._task = None

    async def _store(self, batch: Waiting) -> None:
        try:
            failures = await sync_to_async(append_all)([addition for addition, _ in batch])
        except Exception as error:
            failures = [error] * len(batch)
        for (_, future), failure in zip(batch, failures, strict=True):
            if future.done():
                continue
            if failure is None:
                future.set_result(None)
            else:
                future.set_exception(failure)


def hand_over_soon() -> None:
    """Let the thread that writes have the interpreter soon after it asks; for the whole process."""
    sys.setswitchinterval(SWITCH_SECONDS)


_writers: WeakKeyDictionary[asyncio.AbstractEventLoop, Writer] = WeakKeyDictionary()


def get_writer() -> Writer:
    """Return the running loop's writer."""
    loop = asyncio.get_running_loop()
    if loop not in _writers:
        _writers[loop] = Writer()
    return _writers[loop]
