"""Handing trials to whoever runs them.

The queue is the table of trials. A process that runs trials takes one by writing its name and a
time into the row, renews the time while it works, and lets go at its end; a trial whose time has
passed is free for the next, who goes on from its rows. So a crash, a start in another process and
a lost signal all end the same way.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Collection
from datetime import timedelta
from functools import partial

import structlog
from asgiref.sync import sync_to_async
from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Coalesce, Now
from django.utils import timezone

from grading.actions.trials import OPEN
from grading.models import Trial
from grading.runner import elsewhere, run
from league.play.client import close_provider

log = structlog.get_logger()

SWEEP_SECONDS = 2.0
"""At most this long until a trial is found that another process has started."""
HOLD_SECONDS = 30.0
"""How long a trial stays with a process that says nothing more."""
AT_ONCE = 4

_runners: set[TrialRunner] = set()


def wake_on_commit() -> None:
    """Wake this process's runner, if it has one, when the transaction commits."""
    transaction.on_commit(_wake_all)


def _wake_all() -> None:
    for runner in tuple(_runners):
        runner.wake()


def free_trials(exclude: Collection[int] = (), limit: int = AT_ONCE) -> list[int]:
    """Return open trials that nobody holds, oldest first; those of check judges are not for us."""
    is_free = Q(held_until=None) | Q(held_until__lt=timezone.now())
    trials = Trial.objects.filter(is_free, status__in=OPEN, is_check=False).exclude(pk__in=exclude)
    return list(trials.order_by("pk").values_list("pk", flat=True)[:limit])


def take(trial_id: int, holder: str, seconds: float = HOLD_SECONDS) -> bool:
    """Take a trial that is free, or keep one that is held; say whether it is ours now."""
    now = timezone.now()
    is_ours = Q(holder=holder) | Q(held_until=None) | Q(held_until__lt=now)
    return bool(
        Trial.objects.filter(is_ours, pk=trial_id, status__in=OPEN).update(
            holder=holder,
            held_until=now + timedelta(seconds=seconds),
            status=Trial.Status.RUNNING,
            started_at=Coalesce("started_at", Now()),
        )
    )


def let_go(trial_id: int, holder: str) -> None:
    """Give a trial back for others to go on with."""
    Trial.objects.filter(pk=trial_id, holder=holder).update(holder="", held_until=None)


async def hold_and_run(
    trial_id: int, holder: str = "", *, plays: Callable[[], bool] = elsewhere
) -> bool:
    """Run a trial while holding it; False when somebody else does."""
    holder = holder or secrets.token_hex(8)
    if not await sync_to_async(take)(trial_id, holder):
        return False
    work = asyncio.create_task(run(trial_id, plays=plays), name=f"trial {trial_id}")
    keeper = asyncio.create_task(_renew(trial_id, holder, work))
    try:
        await asyncio.wait({work})
        if not work.cancelled():
            work.result()
    finally:
        keeper.cancel()
        work.cancel()
        await asyncio.gather(work, keeper, return_exceptions=True)
        await sync_to_async(let_go)(trial_id, holder)
    return True


async def _renew(trial_id: int, holder: str, work: asyncio.Task[None]) -> None:
    """Keep saying that we are at it; stop working when the trial is not ours any more."""
    while True:
        await asyncio.sleep(HOLD_SECONDS / 3)
        try:
            is_ours = await sync_to_async(take)(trial_id, holder)
        except Exception:
            log.exception("a trial could not be renewed", trial=trial_id)
            continue
        if not is_ours:
            work.cancel()
            return


class TrialRunner:
    """Runs at most ``limit`` trials at once in the running loop, until it is cancelled."""

    def __init__(self, limit: int = AT_ONCE) -> None:
        self._limit = limit
        self._name = secrets.token_hex(8)
        self._tasks: dict[int, asyncio.Task[bool]] = {}
        self._resting: set[int] = set()
        self._woken = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def wake(self) -> None:
        """Look for trials now. May be called from any thread."""
        self._loop.call_soon_threadsafe(self._woken.set)

    async def run(self) -> None:
        """Run what there is until cancelled; then hand over: rows stay, trials stay open."""
        _runners.add(self)
        try:
            while True:
                self._woken.clear()
                await self._look()
                await self._wait()
        finally:
            _runners.discard(self)
            for task in self._tasks.values():
                task.cancel()
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _look(self) -> None:
        held = {*self._tasks, *self._resting}
        free = self._limit - len(self._tasks)
        found = await sync_to_async(free_trials)(held, free) if free > 0 else []
        for trial_id in found:
            task = asyncio.create_task(hold_and_run(trial_id, self._name))
            self._tasks[trial_id] = task
            task.add_done_callback(partial(self._put_down, trial_id))

    async def _wait(self) -> None:
        try:
            async with asyncio.timeout(SWEEP_SECONDS):
                await self._woken.wait()
        except TimeoutError:
            self._resting.clear()

    def _put_down(self, trial_id: int, task: asyncio.Task[bool]) -> None:
        del self._tasks[trial_id]
        if task.cancelled():
            return
        self._resting.add(trial_id)
        if error := task.exception():
            log.error("a trial was put down", exc_info=error, trial=trial_id)
        self._woken.set()


async def serve_trials() -> None:
    """Run trials beside the matches of this process."""
    await TrialRunner().run()


async def run_here(trial_id: int, *, plays: Callable[[], bool]) -> bool:
    """Run one trial in a loop of its own, as a command does."""
    try:
        return await hold_and_run(trial_id, plays=plays)
    finally:
        await close_provider()
