"""The limiter that all workers share, on a real Redis."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from uuid import uuid4

import pytest
from redis.asyncio import Redis

from league.play.limiter import Limits, NoRoom
from league.play.shared_limiter import SharedLimiter
from tests.conftest import TEST_REDIS_URL

pytestmark = pytest.mark.services

type Make = Callable[..., SharedLimiter]


@pytest.fixture
async def make() -> AsyncIterator[Make]:
    """Return limiters of different workers that share one provider."""
    prefix = f"{{test:{uuid4().hex}}}"
    made: list[SharedLimiter] = []

    def build(*, lease: float = 60.0, **tighter: int) -> SharedLimiter:
        limits = Limits(**{"in_flight": 100, "requests": 1_000, "tokens": 1_000_000} | tighter)
        made.append(SharedLimiter(limits, TEST_REDIS_URL, lease=lease, prefix=prefix))
        return made[-1]

    yield build
    for limiter in made:
        await limiter.close()
    redis = Redis.from_url(TEST_REDIS_URL)
    async for key in redis.scan_iter(match=f"{prefix}:*"):
        await redis.delete(key)
    await redis.aclose()


async def stand_in_queue(limiter: SharedLimiter, count: int) -> None:
    """Return when so many slots stand in the shared queue."""
    while await limiter._redis.zcard(limiter._keys[0]) < count:  # noqa: ASYNC110  # it is in Redis
        await asyncio.sleep(0.001)


async def test_workers_share_the_slots(make: Make) -> None:
    limiters = [make(in_flight=3) for _ in range(4)]
    out = peak = 0

    async def call(number: int) -> None:
        nonlocal out, peak
        async with limiters[number % 4].slot(1, 60):
            out += 1
            peak = max(peak, out)
            await asyncio.sleep(0.005)
            out -= 1

    await asyncio.gather(*map(call, range(24)))
    assert peak == 3
    assert await limiters[0].in_flight() == 0


async def test_one_worker_s_callers_are_served_in_the_order_of_asking(make: Make) -> None:
    limiter = make(in_flight=1)
    order: list[int] = []

    async def call(number: int) -> None:
        async with limiter.slot(1, 60):
            order.append(number)

    await asyncio.gather(*map(call, range(20)))
    assert order == list(range(20))


async def test_workers_take_turns_in_the_order_of_asking(make: Make) -> None:
    one, other = make(in_flight=1), make(in_flight=1)
    held = await one.take(1, 60)
    order: list[str] = []

    async def call(name: str, limiter: SharedLimiter) -> None:
        async with limiter.slot(1, 60):
            order.append(name)

    tasks = []
    for name, limiter in (("a", other), ("b", one), ("c", other), ("d", one)):
        tasks.append(asyncio.create_task(call(name, limiter)))
        await stand_in_queue(limiter, len(tasks))
    await one.give_back(held)
    await asyncio.gather(*tasks)
    assert order == ["a", "b", "c", "d"]


async def test_a_pause_of_one_worker_holds_all_of_them(make: Make) -> None:
    one, other = make(), make()
    await one.pause(3_600)
    with pytest.raises(NoRoom):
        await other.take(1, 0.05)
    assert await other.in_flight() == 0


async def test_requests_and_tokens_of_the_minute_are_shared_and_corrected(make: Make) -> None:
    one, other = make(tokens=1_000), make(tokens=1_000)
    async with one.slot(900, 60) as slot:
        with pytest.raises(NoRoom):
            await other.take(200, 0.05)
        slot.tokens = 300
    async with other.slot(700, 60):
        pass
    few = make(requests=2)
    with pytest.raises(NoRoom):
        await few.take(0, 0.05)


async def test_a_killed_worker_s_slot_comes_free_when_its_lease_ends(make: Make) -> None:
    await make(in_flight=1, lease=0.2).take(1, 60)  # and never gives it back
    async with make(in_flight=1).slot(1, 60) as slot:
        assert slot.key


async def test_a_dead_worker_s_place_in_the_queue_holds_nobody_up(make: Make) -> None:
    dead, living = make(in_flight=1, lease=0.2), make(in_flight=1, lease=0.2)
    held = await dead.take(1, 60)
    queued = asyncio.create_task(dead.take(1, 60))
    await stand_in_queue(dead, 1)
    assert dead._asking is not None
    dead._asking.cancel()  # the process is gone: it asks no more, and gives nothing back
    async with living.slot(1, 60) as slot:
        assert slot.key != held.key
    queued.cancel()
    with pytest.raises(asyncio.CancelledError):
        await queued


async def test_a_cancelled_caller_keeps_no_slot(make: Make) -> None:
    limiter = make(in_flight=1)
    held = await limiter.take(1, 60)
    queued = asyncio.create_task(limiter.take(1, 60))
    await stand_in_queue(limiter, 1)
    queued.cancel()
    with pytest.raises(asyncio.CancelledError):
        await queued
    await limiter.give_back(held)
    assert await limiter.in_flight() == 0
    async with limiter.slot(1, 60):
        assert await limiter.in_flight() == 1


async def test_without_redis_a_worker_limits_itself() -> None:
    limits = Limits(in_flight=1, requests=1_000, tokens=1_000_000)
    limiter = SharedLimiter(limits, "redis://127.0.0.1:1/0", lease=60)
    async with limiter.slot(1, 60):
        assert await limiter.in_flight() == 1
        with pytest.raises(NoRoom):
            await limiter.take(1, 0.01)
    assert await limiter.in_flight() == 0
    await limiter.close()
