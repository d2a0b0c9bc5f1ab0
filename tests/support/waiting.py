"""Waiting for a condition, never for a time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

STEP = 0.02


def wait_until[T](read: Callable[[], T], *, seconds: float = 60.0, what: str = "") -> T:
    """Return the first true answer of ``read``. Fails after ``seconds``, saying what was read."""
    end = time.monotonic() + seconds
    while True:
        answer = read()
        if answer:
            return answer
        if time.monotonic() > end:
            raise AssertionError(f"{what or read}: not within {seconds:g} s, last was {answer!r}")
        time.sleep(STEP)


async def await_until(
    read: Callable[[], Awaitable[Any]], *, seconds: float = 60.0, what: str = ""
) -> Any:
    """Do the same in a loop that others run in too."""
    end = time.monotonic() + seconds
    while True:
        answer = await read()
        if answer:
            return answer
        if time.monotonic() > end:
            raise AssertionError(f"{what or read}: not within {seconds:g} s, last was {answer!r}")
        await asyncio.sleep(STEP)
