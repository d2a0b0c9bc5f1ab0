"""Working through what a table holds, in the server's own loop.

A table is the queue. At its start, whenever its bell rings, and slowly in any case, a sweeper looks
for rows that are open and works on those that it does not work on yet. So a crash, a submit from
another process and a lost signal all end the same way.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Collection
from functools import partial

import structlog
from django.db import transaction

log = structlog.get_logger()

SWEEP_SECONDS = 2.0
"""At most this long until a row is found that another process has written."""


class Bell:
    """Wakes the sweepers of this process. May be rung from any thread."""

    def __init__(self) -> None:
        self.sweepers: set[Sweeper] = set()

    def ring_on_commit(self) -> None:
        """Ring when the current transaction commits; never, if it rolls back."""
        transaction.on_commit(self.ring)

    def ring(self) -> None:
        for sweeper in tuple(self.sweepers):
            sweeper.wake()


class Sweeper(ABC):
    """Works on at most ``limit`` rows at once in the running loop, until it is cancelled."""

    noun: str
    """What a row is called in the log and in the names of tasks."""

    def __init__(self, limit: int, bell: Bell) -> None:
        self._limit = limit
        self._bell = bell
        self._tasks: dict[int, asyncio.Task[object]] = {}
        """Keeps a reference to every task, or it could be collected while it works."""
        self._resting: set[int] = set()
        """Rows that were just put down: not taken up before the next slow look."""
        self._woken = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    @abstractmethod
    async def find(self, exclude: Collection[int], limit: int) -> list[int]:
        """Return the numbers of at most ``limit`` rows to work on."""

    @abstractmethod
    async def work(self, number: int) -> object:
        """Work on one row; being cancelled must leave it for whoever comes next."""

    def wake(self) -> None:
        """Look for rows now. May be called from any thread."""
        self._loop.call_soon_threadsafe(self._woken.set)

    async def run(self) -> None:
        """Work on what there is until cancelled; then hand over."""
        self._bell.sweepers.add(self)
        try:
            while True:
                self._woken.clear()
                await self.look()
                await self._wait()
        finally:
            self._bell.sweepers.discard(self)
            for task in self._tasks.values():
                task.cancel()
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def look(self) -> None:
        """Take up rows that are open, as many as there is room for."""
        free = self._limit - len(self._tasks)
        if free <= 0:
            return
        try:
            found = await self.find({*self._tasks, *self._resting}, free)
        except Exception:
            log.exception("a sweeper could not look", noun=self.noun)
            return
        for number in found:
            task = asyncio.create_task(self.work(number), name=f"{self.noun} {number}")
            self._tasks[number] = task
            task.add_done_callback(partial(self._put_down, number))

    async def _wait(self) -> None:
        try:
            async with asyncio.timeout(SWEEP_SECONDS):
                await self._woken.wait()
        except TimeoutError:
            self._resting.clear()

    def _put_down(self, number: int, task: asyncio.Task[object]) -> None:
        del self._tasks[number]
        if task.cancelled():
            return
        self._resting.add(number)
        if error := task.exception():
            log.error("a row was put down", exc_info=error, noun=self.noun, number=number)
        self._woken.set()
