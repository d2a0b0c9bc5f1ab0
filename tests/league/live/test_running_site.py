"""The site that the browser tests open: it leaves nothing behind."""

from __future__ import annotations

import asyncio

from tests.support.server import running_site


def test_what_still_runs_when_the_site_stops_is_ended_before_its_loop_closes() -> None:
    ended: list[str] = []

    async def lingering() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("closed" if asyncio.get_running_loop().is_closed() else "in time")

    async def start() -> asyncio.Task[None]:
        return asyncio.create_task(lingering())

    with running_site() as site:
        task = site.run(start())
        site.run(asyncio.sleep(0))
    assert task.cancelled()
    assert ended == ["in time"]
