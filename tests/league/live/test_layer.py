"""What waits to be sent through Redis leaves together, in order, and each hears what came of it."""

from __future__ import annotations

import asyncio

from league.live.layer import Outbox

TEXT = b"more"


class Redis:
    """Notes what leaves together; answers when it may, and refuses the batches it is told to."""

    def __init__(self, refused: frozenset[int] = frozenset()) -> None:
        self.batches: list[list[str]] = []
        self.refused = refused
        self.has_left, self.may_answer = asyncio.Event(), asyncio.Event()
        self._redis = self

    def _ensure_redis(self) -> None:
        pass

    def pipeline(self, *, transaction: bool) -> Redis:
        assert not transaction
        self.batches.append([])
        return self

    def publish(self, channel: str, text: bytes) -> None:
        assert text == TEXT
        self.batches[-1].append(channel)

    async def execute(self) -> None:
        number = len(self.batches)
        self.has_left.set()
        await self.may_answer.wait()
        if number in self.refused:
            raise ConnectionError(number)


async def under_way(redis: Redis) -> list[asyncio.Task[None]]:
    """Publish one message, and while it is on its way three more."""
    outbox = Outbox(redis)
    tasks = [asyncio.create_task(outbox.publish("a", TEXT))]
    await redis.has_left.wait()
    tasks += [asyncio.create_task(outbox.publish(name, TEXT)) for name in "bcd"]
    await asyncio.sleep(0)
    return tasks


async def test_what_waits_while_a_batch_is_on_its_way_leaves_together_and_in_order() -> None:
    redis = Redis()
    tasks = await under_way(redis)
    redis.may_answer.set()
    await asyncio.gather(*tasks)
    assert redis.batches == [["a"], ["b", "c", "d"]]


async def test_a_batch_that_fails_is_told_to_each_of_its_own_and_to_no_other() -> None:
    redis = Redis(refused=frozenset({1}))
    tasks = await under_way(redis)
    redis.may_answer.set()
    found = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(one) for one in found] == [ConnectionError, *3 * [type(None)]]


async def test_who_does_not_wait_any_longer_stops_nobody_else() -> None:
    redis = Redis()
    tasks = await under_way(redis)
    tasks[0].cancel()
    tasks[2].cancel()
    redis.may_answer.set()
    found = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(one) for one in found[1::2]] == [type(None), type(None)]
    assert redis.batches == [["a"], ["b", "c", "d"]]
