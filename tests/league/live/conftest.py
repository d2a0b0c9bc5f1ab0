"""Sockets for tests: in process, under either layer, each test with a layer of its own."""

from __future__ import annotations

import asyncio
import json
import os
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from pytest_django.fixtures import Settings

from league.asgi import application
from league.live.feeds import FeedKey
from league.live.hub import get_hub
from league.queries.frames import forget_frames
from tests.conftest import TEST_REDIS_URL

OWN = [(b"host", b"127.0.0.1"), (b"origin", b"http://127.0.0.1")]
SECONDS = 10
"""How long a message may take before a test fails; nothing waits for it otherwise."""


@pytest.fixture(autouse=True)
def _no_kept_frames() -> Iterator[None]:
    forget_frames()
    yield
    forget_frames()


@pytest.fixture(params=["memory", pytest.param("redis", marks=pytest.mark.services)])
def layer(request: pytest.FixtureRequest, settings: Settings) -> str:
    """The channel layer of a test: in memory, and through Redis where there is one."""
    if request.param == "redis":
        settings.CHANNEL_LAYERS = {
            "default": {
                "BACKEND": "league.live.layer.BatchedLayer",
                "CONFIG": {
                    "hosts": [{"address": TEST_REDIS_URL}],
                    "prefix": f"live-{os.getpid()}-{uuid.uuid4().hex}",
                },
            }
        }
    else:
        settings.CHANNEL_LAYERS = {
            "default": {"BACKEND": "channels.layers.InMemoryChannelLayer", "CONFIG": {}}
        }
    return str(request.param)


class Tab:
    """A browser's tab, as far as a socket goes."""

    def __init__(self, path: str) -> None:
        self.socket = WebsocketCommunicator(application, path, headers=OWN)
        self.heard: list[dict[str, Any]] = []

    async def next(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self.socket.receive_from(timeout=SECONDS))
        self.heard.append(message)
        return message

    async def next_of(self, kind: str) -> dict[str, Any]:
        """Return the next message of a kind."""
        while (message := await self.next())["type"] != kind:
            pass
        return message

    async def until(self, seq: int) -> list[int]:
        """Read until frame `seq` is here; return the numbers of all frames heard, in order."""
        while self.numbers[-1:] != [seq]:
            await self.next_of("frames")
        return self.numbers

    @property
    def numbers(self) -> list[int]:
        return [frame["seq"] for one in self.heard for frame in one.get("frames", ())]

    async def closed(self) -> int:
        """Read until the server closes, and return the code."""
        while (message := await self.socket.receive_output(timeout=SECONDS))["type"] != (
            "websocket.close"
        ):
            pass
        return int(message["code"])


@asynccontextmanager
async def open_tab(path: str) -> AsyncIterator[Tab]:
    """Open a socket as our own page would, and close it after the block."""
    tab = Tab(path)
    is_open, _ = await tab.socket.connect(timeout=SECONDS)
    assert is_open
    try:
        yield tab
    finally:
        await tab.socket.disconnect(timeout=SECONDS)
        # Let the hub finish what the last tab's leaving began, inside this test's loop.
        await settled()


async def joined(key: FeedKey) -> None:
    """Wait until a feed has a member; for sockets that are told nothing on joining."""
    async with asyncio.timeout(SECONDS):
        while not ((feed := get_hub().feeds.get(key)) and feed.members):
            await sync_to_async(bool)()  # a turn of the loop, and one of the database's thread


async def settled() -> None:
    """Wait until the hub has nothing under way but its pump and its clock."""
    hub = get_hub()
    while hub._tasks:
        await asyncio.wait(set(hub._tasks), timeout=SECONDS)
