"""The sockets themselves: accept, join the hub, listen for life signs, leave.

They are plain ASGI applications. A Channels consumer would open a channel of its own and dispatch
every message; here one hub does that once for all of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any
from urllib.parse import parse_qs

from league.live.feeds import FeedKey, NoSuchFeed
from league.live.hub import get_hub

log = logging.getLogger(__name__)

PATIENCE = 50.0
"""Seconds within which a client must say something; it is pinged every 20."""
CLOSE_SECONDS = 1.0
MAX_NUMBER = 2**31
MAX_DIGITS = 12
"""Digits that are read: Python refuses to make a number of 5,000 of them."""

NOT_FOUND = 4404
"""There is no such match or ladder: do not come back."""
NO_ANSWER = 4408
"""Nothing was heard for too long: reconnect."""
TRY_AGAIN = 1013
"""We failed: reconnect later."""


async def match_socket(scope: Any, receive: Any, send: Any) -> None:
    """`/ws/matches/<id>/?after=n`: the frames after number n, in order, each once, then live."""
    pk = scope["url_route"]["kwargs"]["pk"]
    await _serve(FeedKey(kind="match", name=str(pk)), _after(scope), receive, send)


async def lobby_socket(scope: Any, receive: Any, send: Any) -> None:
    """`/ws/lobby/`: the lobby's state, then what changes in it."""
    await _serve(FeedKey(kind="lobby", name=""), 0, receive, send)


async def ladder_socket(scope: Any, receive: Any, send: Any) -> None:
    """`/ws/ladders/<slug>/`: a word after each rated match."""
    slug = scope["url_route"]["kwargs"]["slug"]
    await _serve(FeedKey(kind="ladder", name=slug), 0, receive, send)


def _after(scope: Any) -> int:
    """Read the number that the page has; anything that is not one counts as 0: the whole log."""
    text = parse_qs(scope["query_string"].decode("latin1")).get("after", ["0"])[-1]
    return min(int(text[:MAX_DIGITS]), MAX_NUMBER) if text.isascii() and text.isdigit() else 0


async def _serve(key: FeedKey, after: int, receive: Any, send: Any) -> None:
    await receive()  # websocket.connect
    await send({"type": "websocket.accept"})
    code = None
    try:
        async with get_hub().spectating(key, send, after):
            code = await _listen(receive)
    except NoSuchFeed:
        code = NOT_FOUND
    except Exception:
        log.exception("the socket of %s failed", key)
        code = TRY_AGAIN
    if code is not None:
        # A client that reads nothing takes no close frame either: do not wait for it.
        with contextlib.suppress(TimeoutError, OSError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await send({"type": "websocket.close", "code": code})


async def _listen(receive: Any) -> int | None:
    """Wait until the client leaves (None) or falls silent (the code to close with)."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(PATIENCE) as patience:
            while (await receive())["type"] != "websocket.disconnect":
                patience.reschedule(loop.time() + PATIENCE)
    except TimeoutError:
        return NO_ANSWER
    return None
