"""The whole site on a loopback port, in a thread with a loop of its own."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import uvicorn

from league.asgi import application
from league.server import LARGEST_MESSAGE


@dataclass(frozen=True, slots=True)
class Site:
    """A running site."""

    url: str
    loop: asyncio.AbstractEventLoop

    def run[T](self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the server's loop, where the in-memory channel layer lives."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(30)


@contextmanager
def running_site() -> Iterator[Site]:
    """Serve until the block ends. Raises RuntimeError when the server does not start."""
    config = uvicorn.Config(
        application,
        host="127.0.0.1",
        port=0,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=LARGEST_MESSAGE,
        lifespan="off",
        log_config=None,
        timeout_graceful_shutdown=2,
    )
    loops: list[asyncio.AbstractEventLoop] = []
    is_ready = threading.Event()

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            is_ready.set()

    server = Server(config)

    def run() -> None:
        """Serve in a loop whose tasks all end before it closes.

        Under load the server gives up waiting for a socket and leaves its task behind; one that is
        only collected later would find its loop closed, and fail whatever test runs by then.
        """
        try:
            with asyncio.Runner() as runner:
                loops.append(runner.get_loop())
                runner.run(server.serve())
        finally:
            is_ready.set()

    thread = threading.Thread(target=run, name="site", daemon=True)
    thread.start()
    if not is_ready.wait(20) or not server.started:
        raise RuntimeError("the site did not start within 20 seconds")
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield Site(url=f"http://127.0.0.1:{port}", loop=loops[0])
    finally:
        server.should_exit = True
        thread.join(20)
