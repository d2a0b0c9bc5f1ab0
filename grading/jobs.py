"""Handing trials to whoever runs them.

The queue is the table of trials (``league/play/sweeper.py``). A process that runs trials takes one
by writing its name and a time into the row, renews the time while it works, and lets go at its end;
a trial whose time has passed is free for the next, who goes on from its rows.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Collection
from datetime import timedelta

import structlog
from asgiref.sync import sync_to_async
from django.db.models import Q
from django.db.models.functions import Coalesce, Now
from django.utils import timezone

from grading.actions.trials import OPEN, bell
from grading.models import Trial
from grading.runner import elsewhere, run
from league.play.client import close_provider
from league.play.sweeper import Sweeper

log = structlog.get_logger()

HOLD_SECONDS = 30.0
"""How long a trial stays with a process that says nothing more."""
AT_ONCE = 4


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


class TrialRunner(Sweeper):
    """Runs at most ``limit`` trials at once in the running loop, until it is cancelled.

    What it hands over are rows: trials stay open.
    """

    noun = "trial"

    def __init__(self, limit: int = AT_ONCE) -> None:
        super().__init__(limit, bell)
        self._name = secrets.token_hex(8)

    async def find(self, exclude: Collection[int], limit: int) -> list[int]:
        return await sync_to_async(free_trials)(exclude, limit)

    async def work(self, number: int) -> bool:
        return await hold_and_run(number, self._name)


async def serve_trials() -> None:
    """Run trials beside the matches of this process."""
    await TrialRunner().run()


async def run_here(trial_id: int, *, plays: Callable[[], bool]) -> bool:
    """Run one trial in a loop of its own, as a command does."""
    try:
        return await hold_and_run(trial_id, plays=plays)
    finally:
        await close_provider()
