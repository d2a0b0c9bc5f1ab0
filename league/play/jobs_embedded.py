"""The league in one process: episodes as tasks in the server's loop.

The queue is the table of episodes. At start, whenever something was submitted, and slowly in any
case, the runner looks for episodes that are queued or running and plays those it does not play yet.
So a crash, a submit from another process and a lost signal all end the same way. Only one process
plays, the one whose turn it is; others serve, and look again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path

import structlog
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.db import connections, transaction
from django.db.models import Case, Value, When

from league.models import Episode
from league.play.client import close_provider, warm_up
from league.play.runner import play
from league.play.turn import Turn
from league.play.writer import get_writer

log = structlog.get_logger()

SWEEP_SECONDS = 2.0
"""At most this long until an episode is found that another process has submitted."""

_runners: set[EmbeddedRunner] = set()


def wake_on_commit() -> None:
    """Wake this process's runner, if it has one, when the transaction commits."""
    transaction.on_commit(_wake_all)


def _wake_all() -> None:
    for runner in tuple(_runners):
        runner.wake()


class EmbeddedRunner:
    """Plays at most ``limit`` episodes at once in the running loop, until it is cancelled."""

    def __init__(
        self, limit: int, *, supply: Callable[[], object] | None = None, lock: Path | None = None
    ) -> None:
        self._limit = limit
        self._supply = supply
        self._turn = Turn(lock)
        self._looks_on = False
        self._tasks: dict[int, asyncio.Task[None]] = {}
        """Keeps a reference to every task, or it could be collected while it plays."""
        self._resting: set[int] = set()
        """Episodes that were just put down: not taken up before the next slow look."""
        self._woken = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def wake(self) -> None:
        """Look for episodes now. May be called from any thread."""
        self._loop.call_soon_threadsafe(self._woken.set)

    async def run(self) -> None:
        """Play what there is until cancelled; then hand over: logs stay, episodes stay running."""
        _runners.add(self)
        # Its own thread for the database, so that spectators' queries never stand in the way.
        async with ThreadSensitiveContext():
            try:
                await warm_up()
                while True:
                    self._woken.clear()
                    if self._has_turn():
                        await self._look()
                    await self._wait()
            finally:
                _runners.discard(self)
                await self._hand_over()

    async def _look(self) -> None:
        try:
            if self._supply is not None:
                await sync_to_async(self._supply)()
        except Exception:
            log.exception("the ladders could not be supplied")
        try:
            held = {*self._tasks, *self._resting}
            free = self._limit - len(self._tasks)
            found = await sync_to_async(find_episodes)(exclude=held, limit=free)
        except Exception:
            log.exception("the runner could not look for episodes")
            return
        for episode_id in found:
            task = asyncio.create_task(play(episode_id), name=f"match {episode_id}")
            self._tasks[episode_id] = task
            task.add_done_callback(partial(self._put_down, episode_id))

    async def _wait(self) -> None:
        try:
            async with asyncio.timeout(SWEEP_SECONDS):
                await self._woken.wait()
        except TimeoutError:
            self._resting.clear()

    def _put_down(self, episode_id: int, task: asyncio.Task[None]) -> None:
        del self._tasks[episode_id]
        if task.cancelled():
            return
        self._resting.add(episode_id)
        if error := task.exception():
            log.error("an episode was put down", exc_info=error, episode=episode_id)
        self._woken.set()

    async def _hand_over(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        await get_writer().settle()
        await close_provider()
        await sync_to_async(connections.close_all)()
        self._turn.give_back()

    def _has_turn(self) -> bool:
        is_ours = self._turn.take()
        if not is_ours and not self._looks_on:
            log.warning(
                "another process plays this league's matches; this one serves pages, "
                "and plays once that one has stopped"
            )
        self._looks_on = not is_ours
        return is_ours


def find_episodes(*, exclude: Collection[int] = (), limit: int) -> list[int]:
    """Return episodes to play: begun ones, then try-outs (somebody waits), then by number."""
    if limit <= 0:
        return []
    urgency = Case(
        When(status=Episode.Status.RUNNING, then=Value(0)),
        When(purpose=Episode.Purpose.TRYOUT, then=Value(1)),
        default=Value(2),
    )
    return list(
        Episode.objects.filter(status__in=(Episode.Status.QUEUED, Episode.Status.RUNNING))
        .exclude(pk__in=exclude)
        .order_by(urgency, "pk")
        .values_list("pk", flat=True)[:limit]
    )
