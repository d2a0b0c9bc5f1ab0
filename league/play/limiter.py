"""The limiter before the model's provider: one for all episodes of a process.

Theory of operation. A caller takes a *slot* for one request and gives it back with the tokens that
the request really used. A slot is granted when

1. the provider has not asked for a pause (a 429 pauses every caller), and after a pause callers
   come back one by one, a random moment apart, rather than all at once;
2. fewer than ``in_flight`` slots are out;
3. fewer than ``requests`` slots were granted within the last minute;
4. the tokens of the last minute, estimates of running requests included, leave room for this one
   (a request above the whole limit counts as the limit, so that it can ever be sent).

Slots are granted in the order of asking; nobody overtakes. ``Ledger`` keeps these accounts without
a clock of its own, ``LocalLimiter`` runs it in one event loop, and ``league.play.shared_limiter``
keeps the same accounts in Redis for all workers of a league.
"""

from __future__ import annotations

import asyncio
import math
import random
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from uuid import uuid4

from django.conf import settings

MINUTE = 60.0
LONGEST_RAMP = 2.0


class NoRoom(Exception):
    """No slot came free in the time that the caller could wait."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What the provider allows."""

    in_flight: int
    requests: int
    """a minute"""
    tokens: int
    """a minute, input and output together"""

    @classmethod
    def from_settings(cls) -> Limits:
        return cls(
            in_flight=settings.MAX_CALLS_IN_FLIGHT,
            requests=settings.MAX_REQUESTS_PER_MINUTE,
            tokens=settings.MAX_TOKENS_PER_MINUTE,
        )


@dataclass(slots=True, kw_only=True)
class Slot:
    """Leave to send one request. Set ``tokens`` to what it really used before giving it back."""

    tokens: int
    key: str = field(default_factory=lambda: uuid4().hex)


def ramp(seconds: float) -> float:
    """Return over how many seconds callers come back after a pause of ``seconds``."""
    return min(LONGEST_RAMP, seconds / 2)


class Ledger:
    """The accounts of a limiter. Times are seconds on whatever clock the caller uses."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.flying: set[str] = set()
        self._window: dict[
            str, tuple[float, int]
        ] = {}  # slot -> (granted at, tokens), oldest first
        self._tokens = 0
        self._paused_until = -math.inf
        self._ramp_until = -math.inf
        self._gap = 0.0

    def delay(self, now: float, tokens: int) -> float:
        """Return in how many seconds a request of ``tokens`` may go; 0 for now.

        Infinity means: not before some slot is given back.
        """
        while self._window and (first := next(iter(self._window.items())))[1][0] + MINUTE <= now:
            self._tokens -= self._window.pop(first[0])[1]
        if paused := self.paused_for(now):
            return paused
        if len(self.flying) >= self.limits.in_flight:
            return math.inf
        wait = 0.0
        if len(self._window) >= self.limits.requests:
            wait = next(iter(self._window.values()))[0] + MINUTE - now
        over = self._tokens + min(tokens, self.limits.tokens) - self.limits.tokens
        for granted, counted in self._window.values():
            if over <= 0:
                break
            over -= counted
            wait = max(wait, granted + MINUTE - now)
        return wait

    def paused_for(self, now: float) -> float:
        """Return for how many more seconds nobody may send."""
        return max(0.0, self._paused_until - now)

    def take(self, now: float, slot: Slot) -> None:
        """Count a slot as granted at ``now``."""
        counted = min(slot.tokens, self.limits.tokens)
        self.flying.add(slot.key)
        self._window[slot.key] = (now, counted)
        self._tokens += counted
        if now < self._ramp_until:
            self._paused_until = now + random.uniform(0, 2 * self._gap)

    def settle(self, slot: Slot) -> None:
        """Take a slot back, and count the tokens that it really used."""
        self.flying.discard(slot.key)
        if slot.key in self._window:
            granted, counted = self._window[slot.key]
            self._window[slot.key] = (granted, slot.tokens)
            self._tokens += slot.tokens - counted

    def pause(self, now: float, seconds: float) -> None:
        """Grant nothing for ``seconds``, then one slot at a time. A longer pause stands."""
        if now + seconds > self._paused_until:
            self._paused_until = now + seconds
            self._ramp_until = self._paused_until + ramp(seconds)
            self._gap = ramp(seconds) / self.limits.in_flight


class Limiter(ABC):
    """Grants slots in the order of asking."""

    @asynccontextmanager
    async def slot(self, tokens: int, patience: float) -> AsyncIterator[Slot]:
        """Wait for a slot, for at most ``patience`` seconds; ``tokens`` is an estimate.

        Raises NoRoom when none came free in time.
        """
        slot = await self.take(tokens, patience)
        try:
            yield slot
        finally:
            await self.give_back(slot)

    @abstractmethod
    async def pause(self, seconds: float) -> None:
        """Let nobody send for ``seconds``: the provider asked for it."""

    @abstractmethod
    async def in_flight(self) -> int:
        """Return how many slots are out."""

    @abstractmethod
    async def close(self) -> None: ...

    @abstractmethod
    async def take(self, tokens: int, patience: float) -> Slot:
        """Wait for a slot as ``slot`` does; whoever takes one gives it back."""

    @abstractmethod
    async def give_back(self, slot: Slot) -> None:
        """Give a slot back with the tokens that it really used."""


class LocalLimiter(Limiter):
    """The limiter of one event loop."""

    def __init__(self, limits: Limits) -> None:
        self._ledger = Ledger(limits)
        self._waiting: OrderedDict[str, tuple[Slot, asyncio.Future[None]]] = OrderedDict()
        self._timer: asyncio.TimerHandle | None = None

    async def pause(self, seconds: float) -> None:
        self._ledger.pause(asyncio.get_running_loop().time(), seconds)
        self._admit()

    async def in_flight(self) -> int:
        return len(self._ledger.flying)

    async def close(self) -> None:
        if self._timer:
            self._timer.cancel()

    async def take(self, tokens: int, patience: float) -> Slot:
        loop = asyncio.get_running_loop()
        if self._ledger.paused_for(loop.time()) > patience:
            raise NoRoom(
                f"expected a slot within {patience:.1f} s, the provider wants a longer pause"
            )
        slot = Slot(tokens=tokens)
        turn = loop.create_future()
        self._waiting[slot.key] = (slot, turn)
        self._admit()
        try:
            async with asyncio.timeout(patience):
                await turn
        except TimeoutError:
            self._leave(slot)
            raise NoRoom(f"expected a slot within {patience:.1f} s, none came free") from None
        except asyncio.CancelledError:
            self._leave(slot)
            raise
        return slot

    async def give_back(self, slot: Slot) -> None:
        self._ledger.settle(slot)
        self._admit()

    def _leave(self, slot: Slot) -> None:
        """Stop waiting; a slot that was granted at the same moment is unused."""
        if self._waiting.pop(slot.key, None) is None:
            slot.tokens = 0
        self._ledger.settle(slot)
        self._admit()

    def _admit(self) -> None:
        """Grant what can be granted now, and come back when time alone will free the next slot."""
        loop = asyncio.get_running_loop()
        if self._timer:
            self._timer.cancel()
            self._timer = None
        while self._waiting:
            key, (slot, turn) = next(iter(self._waiting.items()))
            wait = self._ledger.delay(loop.time(), slot.tokens)
            if wait > 0:
                if wait < math.inf:
                    self._timer = loop.call_later(wait, self._admit)
                return
            del self._waiting[key]
            if turn.done():  # cancelled, and about to leave by itself
                continue
            self._ledger.take(loop.time(), slot)
            turn.set_result(None)
