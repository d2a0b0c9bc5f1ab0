"""The league on many machines: jobs in PostgreSQL, by procrastinate.

Import this only with ``DATABASE_URL`` set. Two queues, so that matches can never keep a worker from
its upkeep: ``matches`` has one job for each episode, ``upkeep`` brings back what a dead worker held
and supplies the ladders. Jobs are inserted over Django's own connection, inside the transaction
that made the episode; the worker's loop reads them over a connection pool of its own.
"""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any, cast

import structlog
from asgiref.sync import sync_to_async
from django.conf import settings
from django.utils import timezone
from procrastinate import BaseRetryStrategy, JobContext, RetryDecision
from procrastinate.contrib.django import app
from procrastinate.contrib.django.django_connector import DjangoConnector
from procrastinate.contrib.django.models import ProcrastinateJob, ProcrastinateWorker
from procrastinate.jobs import DeleteJobCondition, Job

from league.models import Episode
from league.play.client import close_provider, warm_up
from league.play.jobs import MATCHES, PLAY_MATCH, enqueue
from league.play.runner import play
from league.play.supply import supply_league
from league.play.writer import get_writer, hand_over_soon

log = structlog.get_logger()

UPKEEP = "upkeep"
UNFINISHED = (Episode.Status.QUEUED, Episode.Status.RUNNING)


class HandOver(BaseRetryStrategy):
    """Put a job back for ever: at once when its worker stops, after a moment when it broke."""

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision:
        is_stopping = isinstance(exception, asyncio.CancelledError)
        return RetryDecision(retry_in={"seconds": 0 if is_stopping else 5})


@app.task(name=PLAY_MATCH, queue=MATCHES, retry=HandOver())
async def play_match(episode_id: int) -> None:
    """Play one episode; make the matches that are lacking once it is over."""
    await play(episode_id)
    await sync_to_async(supply_league)()


@app.periodic(cron=f"*/{settings.SUPPLY_SECONDS} * * * * *")
@app.task(name="supply_league", queue=UPKEEP, lock="supply", queueing_lock="supply")
async def supply(timestamp: int) -> None:
    """Make the matches that the ladders lack."""
    await sync_to_async(supply_league)()


@app.periodic(cron=f"*/{settings.HEARTBEAT_SECONDS} * * * * *")
@app.task(name="return_stalled", queue=UPKEEP, queueing_lock="stalled", pass_context=True)
async def return_stalled(context: JobContext, timestamp: int) -> None:
    """Put back the jobs of workers whose heart has stopped.

    Without a lock, alone of all tasks: a worker that died at this very work would hold it for ever,
    and nobody could put anything back.
    """
    jobs = await context.app.job_manager.get_stalled_jobs(
        seconds_since_heartbeat=settings.STALLED_SECONDS
    )
    for job in jobs:
        log.warning("a dead worker's job is put back", job=job.call_string)
        await context.app.job_manager.retry_job(job)


@app.periodic(cron="30 * * * * *")
@app.task(name="sweep_matches", queue=UPKEEP, lock="sweep", queueing_lock="sweep")
async def sweep_matches(timestamp: int) -> None:
    """Submit again what is unfinished and, against all promises, has no job any more."""
    await sync_to_async(submit_lost)()


def submit_lost(older_than: timedelta = timedelta(minutes=1)) -> list[int]:
    """Enqueue episodes that are queued or running without a job; return their numbers."""
    alive = ProcrastinateJob.objects.filter(task_name=play_match.name, status__in=("todo", "doing"))
    held = set(alive.values_list("args__episode_id", flat=True))
    waiting = Episode.objects.filter(
        status__in=UNFINISHED, created_at__lt=timezone.now() - older_than
    )
    lost = [pk for pk in waiting.values_list("pk", flat=True) if pk not in held]
    for pk in lost:
        log.warning("an episode had lost its job", episode=pk)
        enqueue(pk)
    return lost


def count_workers() -> int:
    """Return how many queues of workers are being served, by the last heartbeats."""
    alive = timezone.now() - timedelta(seconds=settings.STALLED_SECONDS)
    return int(ProcrastinateWorker.objects.filter(last_heartbeat__gte=alive).count())


async def run_worker(limit: int) -> None:
    """Play up to ``limit`` episodes at once until cancelled; then put them back for others."""
    shared: dict[str, Any] = {
        "install_signal_handlers": False,
        "shutdown_graceful_timeout": 0,
        "delete_jobs": DeleteJobCondition.SUCCESSFUL,
        "update_heartbeat_interval": settings.HEARTBEAT_SECONDS,
        "stalled_worker_timeout": settings.STALLED_SECONDS,
        "fetch_job_polling_interval": settings.HEARTBEAT_SECONDS,
    }
    # Not replace_connector: a task that enqueues must still do so over Django's own connection.
    worker_app = app.with_connector(cast(DjangoConnector, app.connector).get_worker_connector())
    hand_over_soon()
    async with worker_app.open_async():
        try:
            await warm_up()
            async with asyncio.TaskGroup() as group:
                for queue, concurrency in ((MATCHES, limit), (UPKEEP, 2)):
                    group.create_task(
                        worker_app.run_worker_async(
                            queues=[queue], name=queue, concurrency=concurrency, **shared
                        )
                    )
        finally:
            await get_writer().settle()
            await close_provider()
