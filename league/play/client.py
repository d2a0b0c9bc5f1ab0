"""The model's provider: its clients and one limiter for each event loop.

``Provider.send`` sends one request, once. It waits for a slot, puts a hard limit on the call's
time, and gives back either a complete ``Reply`` or a ``CallFailed`` that says whose fault it was
and whether sending again can help. Nothing here knows a game, and nothing here is logged: prompts,
keys and replies stay out of logs.

There are several clients because the pool of each looks at all of its connections for every
request: with a hundred calls in flight that would cost as much as the rest of a call.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from weakref import WeakKeyDictionary

import anthropic
from anthropic import AnthropicError, AsyncAnthropic, DefaultAsyncHttpxClient
from anthropic.types import Message
from django.conf import settings
from httpx2 import AsyncClient, HTTPError, MockTransport, Response, create_ssl_context

from games.base import Cause
from league.play.limiter import Limiter, Limits, LocalLimiter
from league.play.prices import Tokens
from league.play.shared_limiter import SharedLimiter

CHARACTERS_PER_TOKEN = 3.5
LEASE_MARGIN = 5.0
"""Seconds that a slot outlives its call's timeout before it is taken for a dead worker's."""
CALLS_PER_CLIENT = 8
MOST_CLIENTS = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request: the stable part first, so that the provider can cache it."""

    system: str
    user: str
    schema: Mapping[str, Any]
    max_tokens: int

    @property
    def estimate(self) -> int:
        """Tokens that the limiter counts until the provider has counted them: rather too many."""
        return int((len(self.system) + len(self.user)) / CHARACTERS_PER_TOKEN) + self.max_tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A message of the model, complete or not: read ``stop_reason`` first."""

    stop_reason: str
    text: str
    tokens: Tokens
    latency: float
    """Seconds from sending to the reply."""
    request_id: str = ""


class CallFailed(Exception):
    """No message came back."""

    def __init__(
        self,
        cause: Cause,
        *,
        is_transient: bool,
        latency: float,
        wait: float | None = None,
        request_id: str = "",
    ) -> None:
        super().__init__(cause)
        self.cause = cause
        self.is_transient = is_transient
        """Sending the same again can help."""
        self.latency = latency
        self.wait = wait
        """Seconds that the provider asked us to wait, when it turned us away for rate."""
        self.request_id = request_id


@dataclass(frozen=True, slots=True)
class Provider:
    """The provider as one event loop reaches it."""

    clients: deque[AsyncAnthropic]
    """They take turns."""
    limiter: Limiter

    async def send(self, request: Request, *, seconds: float, patience: float) -> Reply:
        """Send one request, once. ``seconds`` bounds the call, ``patience`` the wait for a slot.

        Raises NoRoom when no slot came free (nothing was sent), CallFailed when no message came.
        """
        async with self.limiter.slot(request.estimate, patience) as slot:
            sent = time.monotonic()
            try:
                async with asyncio.timeout(seconds):
                    message = await self._create(request, seconds)
            except (TimeoutError, AnthropicError, HTTPError, ValueError) as error:
                failure = read_failure(error, time.monotonic() - sent)
                if failure.cause is not Cause.TIMEOUT:  # a late reply may still have been written
                    slot.tokens = 0
                if failure.wait is not None:
                    await self.limiter.pause(min(failure.wait, 2 * settings.CALL_TIMEOUT))
                raise failure from None
            reply = read_message(message, time.monotonic() - sent)
            slot.tokens = reply.tokens.rated
            return reply

    async def _create(self, request: Request, seconds: float) -> object:
        self.clients.rotate()
        return await self.clients[0].messages.create(
            model=settings.HEARSAY_MODEL,
            max_tokens=request.max_tokens,
            system=[
                {
                    "type": "text",
                    "text": sendable(request.system),
                    "cache_control": {"type": "ephemeral"},
                }
            ],
            messages=[{"role": "user", "content": sendable(request.user)}],
            output_config={"format": {"type": "json_schema", "schema": dict(request.schema)}},
            timeout=seconds,
        )

    async def close(self) -> None:
        for client in self.clients:
            await client.close()
        await self.limiter.close()


def sendable(text: str) -> str:
    """Replace what UTF-8 cannot carry (lone surrogates)."""
    return text.encode("utf-8", "replace").decode()


def read_message(message: object, latency: float) -> Reply:
    """Check that a message came back. A proxy's page, a bare error or half a message is none."""
    try:
        return _read_message(message, latency)
    except (AttributeError, TypeError):  # the SDK builds what it is sent, and checks nothing
        raise CallFailed(Cause.PROVIDER, is_transient=True, latency=latency) from None


def _read_message(message: object, latency: float) -> Reply:
    if not isinstance(message, Message) or message.type != "message" or not message.stop_reason:
        raise TypeError(type(message).__name__)
    usage = message.usage
    return Reply(
        stop_reason=message.stop_reason,
        text="".join(block.text for block in message.content if block.type == "text"),
        tokens=Tokens(
            input=usage.input_tokens,
            cache_creation=usage.cache_creation_input_tokens or 0,
            cache_read=usage.cache_read_input_tokens or 0,
            output=usage.output_tokens,
        ),
        latency=latency,
        request_id=message._request_id or "",
    )


def read_failure(error: Exception, latency: float) -> CallFailed:
    """Say whose fault a failed call was, and whether sending it again can help.

    A body that is no JSON reaches us as a ValueError.
    """
    if isinstance(error, TimeoutError | anthropic.APITimeoutError):
        return CallFailed(Cause.TIMEOUT, is_transient=False, latency=latency)
    if not isinstance(error, anthropic.APIStatusError):
        return CallFailed(Cause.PROVIDER, is_transient=True, latency=latency)
    status = error.status_code
    turned_away = status == 429
    return CallFailed(
        Cause.CREDENTIALS if status in (401, 403) else Cause.PROVIDER,
        is_transient=turned_away or status in (408, 409) or status >= 500,
        latency=latency,
        wait=read_retry_after(error.response.headers.get("retry-after")) if turned_away else None,
        request_id=error.request_id or "",
    )


def read_retry_after(value: str | None, default: float = 1.0) -> float:
    """Read a retry-after header, seconds or a date (RFC 9110, 10.2.3), as seconds from now."""
    if value is None:
        return default
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return default
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())


_providers: WeakKeyDictionary[asyncio.AbstractEventLoop, Provider] = WeakKeyDictionary()


def provider() -> Provider:
    """Return the running loop's provider, made at the first call."""
    loop = asyncio.get_running_loop()
    if loop not in _providers:
        _providers[loop] = Provider(clients=make_clients(), limiter=make_limiter())
    return _providers[loop]


def make_clients() -> deque[AsyncAnthropic]:
    """Return as many clients as the calls in flight need."""
    count = min(MOST_CLIENTS, math.ceil(settings.MAX_CALLS_IN_FLIGHT / CALLS_PER_CLIENT))
    trust = create_ssl_context()  # reading the certificates is most of what a client costs
    return deque(make_client(DefaultAsyncHttpxClient(verify=trust)) for _ in range(count))


def make_client(http: AsyncClient) -> AsyncAnthropic:
    return AsyncAnthropic(
        api_key=settings.ANTHROPIC_API_KEY,
        base_url=settings.ANTHROPIC_BASE_URL,
        max_retries=0,
        http_client=http,
    )


async def warm_up() -> None:
    """Do at the start what the first call would wait for: imports, schemas, certificates.

    Nothing is sent: the message comes from a transport without a network.
    """
    if not settings.ANTHROPIC_API_KEY:
        return
    usage = {"input_tokens": 1, "output_tokens": 1}
    message = {"type": "message", "content": [], "stop_reason": "end_turn", "usage": usage}
    transport = MockTransport(lambda _: Response(200, json=message))
    async with make_client(AsyncClient(transport=transport)) as client:
        rehearsal = Provider(deque([client]), LocalLimiter(Limits.from_settings()))
        await rehearsal.send(
            Request(system="", user="", schema={}, max_tokens=1), seconds=60.0, patience=60.0
        )
    provider()


def make_limiter() -> Limiter:
    """Return the limiter that the settings ask for: shared by all workers where Redis is set."""
    limits = Limits.from_settings()
    if not settings.REDIS_URL:
        return LocalLimiter(limits)
    return SharedLimiter(limits, settings.REDIS_URL, lease=settings.CALL_TIMEOUT + LEASE_MARGIN)


async def calls_in_flight() -> int:
    """Return how many calls are running: of all workers with Redis, else of this event loop."""
    return await provider().limiter.in_flight() if settings.ANTHROPIC_API_KEY else 0


async def close_provider() -> None:
    """Close the running loop's connections, if it has any. Call it before the loop ends."""
    if found := _providers.pop(asyncio.get_running_loop(), None):
        await found.close()
