"""One hub for each process: it listens to the channel layer once, for all of its sockets.

The hub has one channel. A feed that opens adds that channel to its group, one that has lost its
last member takes it out again, and with the last feed the hub itself stops. The pump hands each
message to its feed and waits for nothing else, so no client and no query holds up another's frames.
"""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer
from django.utils import timezone

from games.base import Json
from league.live.feeds import Feed, FeedKey, LadderFeed, MatchFeed
from league.live.lobby import LobbyFeed
from league.live.publish import send_to_group
from league.live.spectators import Send, Spectator
from league.queries.frames import format_time

log = logging.getLogger(__name__)

TICK_SECONDS = 1.0


class Hub:
    """The feeds of one process. Use `get_hub()`."""

    def __init__(self) -> None:
        self.id = uuid.uuid4().hex
        self.feeds: dict[FeedKey, Feed] = {}
        self._by_group: dict[str, Feed] = {}
        self._layer: Any = None
        self._channel = ""
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._engines: list[asyncio.Task[None]] = []

    @asynccontextmanager
    async def spectating(self, key: FeedKey, send: Send, after: int) -> AsyncIterator[Spectator]:
        """Be a member of a feed while the block runs. Raises NoSuchFeed."""
        feed, member = await self._join(key, send, after)
        try:
            yield member
        finally:
            feed.discard(member)
            if not feed.members:
                self.spawn(self._close(key, feed))

    async def _join(self, key: FeedKey, send: Send, after: int) -> tuple[Feed, Spectator]:
        feed = self.feeds.get(key)
        if feed is None or not feed.is_open:
            async with self._lock:
                feed = self.feeds.get(key) or await self._open(key)
                return feed, feed.add(send, after)
        return feed, feed.add(send, after)

    async def _open(self, key: FeedKey) -> Feed:
        await self._start()
        feed = self.feeds[key] = self._make(key)
        try:
            await feed.open(self.now())
        except BaseException:
            await self._drop(key, feed)
            raise
        return feed

    async def _close(self, key: FeedKey, feed: Feed) -> None:
        async with self._lock:
            if not feed.members and self.feeds.get(key) is feed:
                await self._drop(key, feed)

    async def _drop(self, key: FeedKey, feed: Feed) -> None:
        del self.feeds[key]
        feed.close()
        if feed.is_open:  # of what was never found there is nothing to tell anybody
            feed.count(self.now())
        if self._by_group.pop(feed.group, None):
            await self._layer.group_discard(feed.group, self._channel)
        if not self.feeds:
            await self._stop()

    def _make(self, key: FeedKey) -> Feed:
        match key.kind:
            case "match":
                return MatchFeed(self, int(key.name))
            case "ladder":
                return LadderFeed(self, key.name, lambda: format_time(timezone.now()))
            case "lobby":
                return LobbyFeed(self)

    # what feeds need

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something beside; it is kept until it is done, and its failure is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    async def subscribe(self, feed: Feed) -> None:
        self._by_group[feed.group] = feed
        await self._layer.group_add(feed.group, self._channel)

    async def send(self, group: str, message: Json) -> None:
        await send_to_group(group, message)

    def watching(self, episode: int) -> int:
        """Return how many sockets of this process watch a match."""
        feed = self.feeds.get(FeedKey(kind="match", name=str(episode)))
        return len(feed.members) if feed else 0

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("a task of the live hub failed", exc_info=error)

    # engines

    async def _start(self) -> None:
        if self._engines:
            return
        self._layer = get_channel_layer()
        self._channel = await self._layer.new_channel()
        self._engines = [
            asyncio.create_task(self._pump(), name="live-pump"),
            asyncio.create_task(self._clock(), name="live-clock"),
        ]

    async def _stop(self) -> None:
        engines, self._engines = self._engines, []
        for engine in engines:
            engine.cancel()
        await asyncio.gather(*engines, return_exceptions=True)

    async def _pump(self) -> None:
        while True:
            message = await self._layer.receive(self._channel)
            feed = self._by_group.get(message["to"])
            if feed is not None:
                feed.hear(message, self.now())

    async def _clock(self) -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            self.tick(self.now())

    def tick(self, now: float) -> None:
        """Do what is due at `now`, in the seconds of the loop's clock."""
        for feed in tuple(self.feeds.values()):
            if feed.is_open:
                feed.tick(now)

    def now(self) -> float:
        return asyncio.get_running_loop().time()


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def get_hub() -> Hub:
    """Return the hub of the running loop; a server process has one loop."""
    loop = asyncio.get_running_loop()
    hub = _hubs.get(loop)
    if hub is None:
        hub = _hubs[loop] = Hub()
    return hub
