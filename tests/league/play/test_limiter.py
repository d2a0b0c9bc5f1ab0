"""The limiter's accounts on a clock of the test's own, and the order in which slots are granted."""

from __future__ import annotations

import asyncio
import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.play.limiter import Ledger, Limits, LocalLimiter, NoRoom, Slot

WIDE = Limits(in_flight=100, requests=1_000, tokens=1_000_000)


def limits(**tighter: int) -> Limits:
    return Limits(**{"in_flight": 100, "requests": 1_000, "tokens": 1_000_000} | tighter)


def test_no_more_slots_are_out_than_calls_may_be_in_flight() -> None:
    ledger = Ledger(limits(in_flight=2))
    first, second = Slot(tokens=1), Slot(tokens=1)
    ledger.take(0.0, first)
    ledger.take(0.0, second)
    assert ledger.delay(0.0, 1) == math.inf
    ledger.settle(first)
    assert ledger.delay(0.0, 1) == 0


def test_requests_of_the_last_minute_count_also_when_they_are_done() -> None:
    ledger = Ledger(limits(requests=2))
    for now in (0.0, 10.0):
        slot = Slot(tokens=1)
        ledger.take(now, slot)
        ledger.settle(slot)
    assert ledger.delay(15.0, 1) == pytest.approx(45.0)
    assert ledger.delay(60.0, 1) == 0


def test_tokens_are_estimated_before_and_corrected_after() -> None:
    ledger = Ledger(limits(tokens=1_000))
    slot = Slot(tokens=900)
    ledger.take(0.0, slot)
    assert ledger.delay(1.0, 200) == pytest.approx(59.0)
    slot.tokens = 300
    ledger.settle(slot)
    assert ledger.delay(1.0, 200) == 0
    assert ledger.delay(1.0, 701) == pytest.approx(59.0)


def test_the_wait_ends_when_enough_tokens_are_a_minute_old_and_no_sooner() -> None:
    ledger = Ledger(limits(tokens=1_000))
    for now in (0.0, 5.0, 10.0):
        ledger.take(now, Slot(tokens=300))
    assert ledger.delay(20.0, 100) == 0
    assert ledger.delay(20.0, 400) == pytest.approx(40.0)
    assert ledger.delay(20.0, 401) == pytest.approx(45.0)


def test_a_request_above_the_whole_limit_is_sent_alone_rather_than_never() -> None:
    ledger = Ledger(limits(tokens=1_000))
    assert ledger.delay(0.0, 5_000) == 0
    ledger.take(0.0, Slot(tokens=5_000))
    assert ledger.delay(0.0, 1) == pytest.approx(60.0)
    assert ledger.delay(60.0, 5_000) == 0


def test_a_pause_holds_everyone_and_a_shorter_one_does_not_end_it() -> None:
    ledger = Ledger(WIDE)
    ledger.pause(0.0, 10.0)
    ledger.pause(1.0, 2.0)
    assert ledger.delay(4.0, 1) == pytest.approx(6.0)
    assert ledger.delay(10.0, 1) == 0


def test_callers_come_back_from_a_pause_one_by_one_a_random_moment_apart() -> None:
    ledger = Ledger(limits(in_flight=8))
    ledger.pause(0.0, 10.0)
    now, moments = 10.0, []
    while now < 12.0:
        ledger.take(now, slot := Slot(tokens=1))
        ledger.settle(slot)
        moments.append(now)
        if (wait := ledger.delay(now, 1)) == 0:
            break
        now += wait
    gaps = {round(b - a, 9) for a, b in pairwise(moments)}
    assert len(gaps) == len(moments) - 1 > 2, "every gap is drawn anew"
    assert max(gaps) <= 0.5, "at 8 in flight, two seconds hold about eight callers"


@given(
    st.lists(
        st.tuples(st.floats(0, 30), st.integers(1, 700), st.integers(0, 900)),
        min_size=1,
        max_size=60,
    )
)
def test_no_minute_ever_holds_more_than_the_limits(asks: list[tuple[float, int, int]]) -> None:
    ledger = Ledger(limits(requests=5, tokens=1_000))
    now = 0.0
    granted: list[tuple[float, Slot]] = []
    for gap, estimate, used in asks:
        now += gap
        while wait := ledger.delay(now, estimate):
            now += wait
        slot = Slot(tokens=estimate)
        ledger.take(now, slot)
        slot.tokens = min(used, estimate)
        ledger.settle(slot)
        granted.append((now, slot))
        recent = [one for at, one in granted if at + 60 > now]
        assert len(recent) <= 5
        assert sum(one.tokens for one in recent) <= 1_000


async def test_slots_are_granted_in_the_order_of_asking() -> None:
    limiter = LocalLimiter(limits(in_flight=1))
    order: list[int] = []

    async def call(number: int) -> None:
        async with limiter.slot(1, 60):
            order.append(number)
            await asyncio.sleep(0)

    await asyncio.gather(*map(call, range(20)))
    assert order == list(range(20))
    assert await limiter.in_flight() == 0


async def test_whoever_cannot_wait_leaves_the_queue() -> None:
    limiter = LocalLimiter(limits(in_flight=1))
    held = await limiter.take(1, 60)
    with pytest.raises(NoRoom):
        await limiter.take(1, 0.001)
    await limiter.give_back(held)
    async with limiter.slot(1, 0):
        assert await limiter.in_flight() == 1


async def test_a_pause_longer_than_the_patience_is_not_waited_for() -> None:
    limiter = LocalLimiter(WIDE)
    await limiter.pause(3_600)
    with pytest.raises(NoRoom, match="longer pause"):
        await limiter.take(1, 600)
    await limiter.close()


async def test_a_cancelled_caller_keeps_no_slot_and_holds_nobody_up() -> None:
    limiter = LocalLimiter(limits(in_flight=1))
    held = await limiter.take(1, 60)
    waiting = asyncio.create_task(limiter.take(1, 60))
    after = asyncio.create_task(limiter.take(1, 60))
    await asyncio.sleep(0)
    waiting.cancel()
    await limiter.give_back(held)
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await limiter.give_back(await after)
    assert await limiter.in_flight() == 0


async def test_a_slot_granted_to_a_caller_that_is_just_cancelled_comes_back() -> None:
    limiter = LocalLimiter(limits(in_flight=1))
    held = await limiter.take(1, 60)
    waiting = asyncio.create_task(limiter.take(1, 60))
    await asyncio.sleep(0)
    await limiter.give_back(held)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert await limiter.in_flight() == 0


async def test_a_failed_call_gives_its_slot_back() -> None:
    limiter = LocalLimiter(limits(in_flight=1))
    with pytest.raises(ZeroDivisionError):
        async with limiter.slot(1, 60):
            raise ZeroDivisionError
    assert await limiter.in_flight() == 0
