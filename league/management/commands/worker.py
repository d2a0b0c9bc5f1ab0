"""worker: one of the processes that play a scaled league's matches."""

from __future__ import annotations

import asyncio
import signal
from typing import Any

import structlog
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.boot import check_services, check_tables
from league.play.client import close_provider
from league.play.pace import expect_audience
from league.play.services import run_services

log = structlog.get_logger()


class Command(BaseCommand):
    """Play matches until told to stop, then hand them over."""

    help = "Play matches of a league on PostgreSQL; start as many as you like, anywhere."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--workers",
            type=int,
            default=settings.WORKERS,
            help="Matches played at once in this process.",
        )

    def handle(self, *args: Any, workers: int, **options: Any) -> None:
        if not settings.IS_SCALED:
            raise CommandError(
                "worker: expected DATABASE_URL and REDIS_URL to be set; "
                "without them `manage.py serve` plays the matches itself"
            )
        if workers < 1:
            raise CommandError(f"--workers: expected at least 1, got {workers}")
        check_services()
        check_tables()
        expect_audience()
        asyncio.run(_work(workers))


async def _work(limit: int) -> None:
    from league.play.jobs_scaled import run_worker

    loop = asyncio.get_running_loop()
    task = asyncio.create_task(run_worker(limit))
    beside = asyncio.create_task(run_services())
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, task.cancel)
    try:
        await task
    except asyncio.CancelledError:
        log.info("handed over")
    finally:
        beside.cancel()
        await asyncio.gather(beside, return_exceptions=True)
        await close_provider()
