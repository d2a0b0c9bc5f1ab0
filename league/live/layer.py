"""The channel layer through Redis, which sends together what waits at the same moment.

The library's layer holds a lock while Redis answers, so that a process waits for one round trip
after the other: with 60 matches at once each step stood behind 120 of them. Here messages queue
while a batch is on its way, and leave with the next one, in the order in which they came.
"""

from __future__ import annotations

import asyncio
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer

from games.base import Json


class Outbox:
    """Messages on their way to one Redis, in one loop."""

    def __init__(self, shard: Any) -> None:
        self._shard = shard
        self._waiting: list[tuple[str, bytes, asyncio.Future[None]]] = []
        self._sending: asyncio.Task[None] | None = None

    async def publish(self, channel: str, text: bytes) -> None:
        """Send a message with those that wait, and return when Redis has it.

        Raises what the client raises; then none of its batch may have arrived.
        """
        sent = asyncio.get_running_loop().create_future()
        self._waiting.append((channel, text, sent))
        if self._sending is None:
            self._sending = asyncio.create_task(self._send(), name="outbox")
        await sent

    async def _send(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                await self._send_batch(batch)
        finally:
            self._sending = None

    async def _send_batch(self, batch: list[tuple[str, bytes, asyncio.Future[None]]]) -> None:
        problem: Exception | None = None
        try:
            self._shard._ensure_redis()
            pipeline = self._shard._redis.pipeline(transaction=False)
            for channel, text, _ in batch:
                pipeline.publish(channel, text)
            await pipeline.execute()
        except Exception as error:
            problem = error
        for _, _, sent in batch:
            if sent.done():  # whoever waited for it was cancelled
                continue
            if problem is None:
                sent.set_result(None)
            else:
                sent.set_exception(problem)


class BatchedLayer(RedisPubSubChannelLayer):  # type: ignore[misc]  # the library has no types
    """The library's layer, but for how it sends to a group."""

    async def group_send(self, group: str, message: Json) -> None:
        """Send a message to everyone in a group, and return when Redis has it."""
        layer = self._get_layer()
        channel = layer._get_group_channel_name(group)
        shard = layer._get_shard(channel)
        if not hasattr(shard, "outbox"):
            shard.outbox = Outbox(shard)  # there, it ends with its loop
        await shard.outbox.publish(channel, self.serialize(message))
