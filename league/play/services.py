"""What the apps above the league run beside the matches, in the processes that play.

A service is a coroutine that runs until it is cancelled and must stand being run by several
processes at once. One that breaks is logged and begun again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog
from asgiref.sync import ThreadSensitiveContext

log = structlog.get_logger()

type Service = Callable[[], Awaitable[object]]

REST_SECONDS = 2.0
"""Between a service's breaking and its next beginning."""
services: dict[str, Service] = {}


def add_service(key: str, service: Service) -> None:
    """Have a service run. Raises ValueError for a key that is taken."""
    if key in services:
        raise ValueError(f"expected a key that is free, got {key!r} twice")
    services[key] = service


async def run_services() -> None:
    """Run every service until cancelled; each has a thread of its own for the database."""
    async with asyncio.TaskGroup() as group:
        for key, service in services.items():
            group.create_task(_keep(key, service), name=key)


async def _keep(key: str, service: Service) -> None:
    async with ThreadSensitiveContext():
        while True:
            try:
                await service()
            except Exception:
                log.exception("a service broke", service=key)
            await asyncio.sleep(REST_SECONDS)
