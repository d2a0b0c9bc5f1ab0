"""One limiter for all worker processes of a league, with its accounts in Redis.

The rules are those of ``league.play.limiter``; ``shared_limiter.lua`` keeps the accounts, one step
at a time for everybody. What differs is who may die:

- A slot is a lease. A killed worker's slots come free when their leases end.
- A slot that waits is kept in the queue by asking again; a dead worker's place in it goes the same
  way. Whoever asks also grants to others at the head of the queue, so nobody waits for a sleeper.
- What the callers of one process want at the same moment goes to Redis in one step: slots given
  back first, then slots asked for.
- While Redis cannot be reached, each process limits itself, and the league plays on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import random
from typing import Any

import structlog
from redis.asyncio import BlockingConnectionPool, Redis
from redis.exceptions import RedisError

from league.play.limiter import Limiter, Limits, LocalLimiter, NoRoom, Slot, ramp

log = structlog.get_logger()

SCRIPT = Path(__file__).with_suffix(".lua").read_text()
KEYS = ("queue", "alive", "asked", "flight", "window", "tokens", "state")
BATCH = 256
"""Waiting slots of one process that stand in the shared queue at a time."""
SHORTEST_NAP = 0.025
LONGEST_NAP = 1.0
HEARTBEAT = 5.0
"""Seconds after which a slot that has not asked again has left the queue."""


class SharedLimiter(Limiter):
    """The limiter of one event loop among many that share the provider."""

    def __init__(
        self, limits: Limits, url: str, *, lease: float, prefix: str = "{hearsay:limiter}"
    ) -> None:
        self.limits = limits
        self._lease = lease
        pool = BlockingConnectionPool.from_url(
            url,
            max_connections=8,
            socket_timeout=2,
            socket_connect_timeout=2,
            decode_responses=True,
        )
        self._redis = Redis(connection_pool=pool)
        self._script = self._redis.register_script(SCRIPT)
        self._keys = [f"{prefix}:{key}" for key in KEYS]
        self._waiting: dict[str, tuple[Slot, asyncio.Future[None]]] = {}
        self._returned: dict[str, int] = {}
        """Slots to be given back at the next step, with the tokens that they used."""
        self._step_done = asyncio.Event()
        """Set when the next step is done; each step has its own."""
        self._wake = asyncio.Event()
        self._asking: asyncio.Task[None] | None = None
        self._alone = LocalLimiter(limits)
        self._alone_slots: set[str] = set()

    async def take(self, tokens: int, patience: float) -> Slot:
        slot = Slot(tokens=tokens)
        turn = asyncio.get_running_loop().create_future()
        self._waiting[slot.key] = (slot, turn)
        self._ask_soon()
        try:
            async with asyncio.timeout(patience):
                await turn
        except TimeoutError:
            self._leave(slot)
            raise NoRoom(f"expected a slot within {patience:.1f} s, none came free") from None
        except asyncio.CancelledError:
            self._leave(slot)
            raise
        except (RedisError, OSError) as error:
            log.warning("limiter_unreachable", error=type(error).__name__)
            slot = await self._alone.take(tokens, patience)
            self._alone_slots.add(slot.key)
        return slot

    async def give_back(self, slot: Slot) -> None:
        if slot.key in self._alone_slots:
            self._alone_slots.discard(slot.key)
            await self._alone.give_back(slot)
        else:
            self._returned[slot.key] = slot.tokens
            done = self._step_done
            self._ask_soon()
            await done.wait()

    async def pause(self, seconds: float) -> None:
        await self._alone.pause(seconds)
        with suppress(RedisError, OSError):
            await self._run("pause", seconds, ramp(seconds), self.limits.in_flight)

    async def in_flight(self) -> int:
        """Return how many slots are out in all processes; in this one when Redis is away."""
        try:
            count: int = await self._run("count")
            return count
        except (RedisError, OSError):
            return await self._alone.in_flight()

    async def close(self) -> None:
        self._waiting.clear()
        if self._asking:
            self._wake.set()
            await asyncio.wait([self._asking])
        await self._alone.close()
        await self._redis.aclose()
        await self._redis.connection_pool.disconnect()

    def _ask_soon(self) -> None:
        """Take a step in the loop's next turn, with all that is said until then."""
        self._wake.set()
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask())

    async def _ask(self) -> None:
        """Step until no slot is to be given back, and nobody waits for one."""
        while self._waiting or self._returned:
            self._wake.clear()
            returned, self._returned = self._returned, {}
            done, self._step_done = self._step_done, asyncio.Event()
            batch = [slot for slot, _ in islice(self._waiting.values(), BATCH)]
            try:
                wait, granted = await self._step(returned, batch)
            except Exception as error:
                # Slots that were to be given back are leases, which end by themselves.
                self._give_up(error)
                continue
            finally:
                done.set()
            for key in granted:
                # One that has left meanwhile goes back with the next step.
                if (found := self._waiting.pop(key, None)) and not found[1].done():
                    found[1].set_result(None)
            if self._waiting and wait and not self._returned:
                nap = SHORTEST_NAP if wait < 0 else min(wait, LONGEST_NAP)
                with suppress(TimeoutError):
                    async with asyncio.timeout(nap):
                        await self._wake.wait()

    def _give_up(self, error: Exception) -> None:
        """Tell everyone who waits that Redis cannot be asked."""
        for _, turn in self._waiting.values():
            if not turn.done():
                turn.set_exception(error)
        self._waiting.clear()

    async def _step(
        self, returned: Mapping[str, int], batch: Iterable[Slot]
    ) -> tuple[float, list[str]]:
        """Give slots back and ask for others; return seconds to the next try and what was granted.

        The seconds are negative when the next slot comes free by being given back.
        """
        limits = self.limits
        wait, granted = await self._run(
            "step",
            limits.in_flight,
            limits.requests,
            limits.tokens,
            self._lease,
            HEARTBEAT,
            random(),
            len(returned),
            *(part for pair in returned.items() for part in pair),
            *(part for slot in batch for part in (slot.key, slot.tokens)),
        )
        return float(wait), granted

    def _leave(self, slot: Slot) -> None:
        """Stop waiting; a slot that was granted at the same moment is unused."""
        self._waiting.pop(slot.key, None)
        self._returned[slot.key] = 0
        self._ask_soon()

    async def _run(self, verb: str, *arguments: str | float) -> Any:
        return await self._script(keys=self._keys, args=[verb, *arguments])
