"""Runs judges over answered duels, beside the matches: one run at a time in each process."""

from __future__ import annotations

import asyncio
import secrets
import traceback

import structlog
from asgiref.sync import sync_to_async
from django.db import InterfaceError, OperationalError

from calibration.actions.judging import (
    HOLD_SECONDS,
    fail_run,
    finish_run,
    let_go,
    next_duel,
    take_run,
    write_verdict,
)
from calibration.exhibits import exhibit_of_clip
from calibration.models import Duel, JudgeRun
from calibration.queries.spending import may_judge_duels
from games.errors import ReplayMismatch
from grading.actions.answers import Heard
from grading.judges import get_judge
from grading.judges.base import Exhibit, Judge
from grading.judges.claude import Claude
from grading.runner import Bench, hear
from league.play.client import close_provider

log = structlog.get_logger()

LOOK_SECONDS = 2.0
"""At most this long until a run is found that another process has started."""
MOST_VOIDS = 5
"""Duels in a row without an answer, after which a run ends: the judge is down, or may not spend."""
SCENARIO = """tell of two plays of the same kind of scenario by two different players. The deals, \
the seats and the opponents differ: judge how each seat decided with what it had."""


async def serve_judge_runs() -> None:
    """Work through runs until cancelled; then let go, so that the next process goes on."""
    holder = secrets.token_hex(8)
    while True:
        run = await sync_to_async(take_run)(holder)
        if run is None:
            await asyncio.sleep(LOOK_SECONDS)
            continue
        await hold_and_work(run, holder)


async def run_here(run_id: int) -> bool:
    """Work through one run in a loop of its own, as a command does; False when another has it."""
    holder = secrets.token_hex(8)
    run = await sync_to_async(take_run)(holder, run_id)
    try:
        if run is not None:
            await hold_and_work(run, holder)
    finally:
        await close_provider()
    return run is not None


async def hold_and_work(run: JudgeRun, holder: str, judge: Judge | None = None) -> None:
    """Work through a run, and keep saying so while a call takes its time."""
    keeper = asyncio.create_task(_renew(run.pk, holder), name=f"judge run {run.pk}")
    try:
        await work_through(run, holder, judge)
    finally:
        keeper.cancel()
        await asyncio.gather(keeper, return_exceptions=True)
        await sync_to_async(let_go)(run.pk, holder)


async def _renew(run_id: int, holder: str) -> None:
    """Renew the hold until the run is over or another's, which the worker sees by itself."""
    is_ours = True
    while is_ours:
        await asyncio.sleep(HOLD_SECONDS / 3)
        try:
            is_ours = await sync_to_async(take_run)(holder, run_id) is not None
        except (OperationalError, InterfaceError):
            log.exception("a judge run could not be renewed", run=run_id)


async def work_through(run: JudgeRun, holder: str, judge: Judge | None = None) -> None:
    """Judge one duel after another until the run has enough, is stopped, or is another's.

    An unexpected error ends the run as failed, and so do ``MOST_VOIDS`` duels in a row on which the
    judge gave no answer; a database that cannot be reached is raised.
    """
    bench = Bench(judge=judge or judge_for(run))
    voids = 0
    try:
        while await sync_to_async(take_run)(holder, run.pk) is not None:
            duel = await sync_to_async(next_duel)(run)
            if duel is None:
                await sync_to_async(finish_run)(run.pk)
                return
            sides = await sync_to_async(_sides)(duel)
            if isinstance(sides, str):
                heard = Heard(choice=None, reason=sides)
            else:
                heard = await hear(bench, *sides, rubric=run.rubric.text)
                voids = voids + 1 if heard.choice is None else 0
            await sync_to_async(write_verdict)(run, duel, heard)
            if voids == MOST_VOIDS:
                why = f"No answer to {voids} duels in a row, so it ended. {heard.reason}"
                await sync_to_async(fail_run)(run.pk, why)
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        log.exception("a judge run failed", run=run.pk)
        trace = "".join(traceback.format_exception(error))
        await sync_to_async(fail_run)(run.pk, trace)


def judge_for(run: JudgeRun) -> Judge:
    """Return the judge that a run names; a model within the league's spending."""
    kind = get_judge(run.judge)
    if kind.is_model:
        return Claude(may_spend=may_judge_duels, scenario=SCENARIO)
    return kind.make()


def _sides(duel: Duel) -> tuple[Exhibit, Exhibit] | str:
    """Return both clips as the rater had them, A and B, or why there are none."""
    try:
        return exhibit_of_clip(duel.clip_a), exhibit_of_clip(duel.clip_b)
    except ReplayMismatch as error:
        return f"A clip's log does not replay: {error}"
