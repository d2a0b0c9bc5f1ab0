"""The server process: pages and sockets by uvicorn, and embedded also the matches, in one loop."""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import structlog
import uvicorn
from django.conf import settings

from league.charts.figure import warm_up
from league.play.client import close_provider
from league.play.jobs_embedded import EmbeddedRunner
from league.play.services import run_services
from league.play.supply import supply_league

log = structlog.get_logger()

GRACE_SECONDS = 2
"""How long requests may go on once the server is told to stop."""
NEXT_PORTS = 20
LARGEST_PORT = 65_535
LARGEST_MESSAGE = 1_024
"""Bytes that a page may send over a socket at once; all it has to say is a pong."""


class PortTaken(Exception):
    """No port could be had; the message says what to do."""


class Server(uvicorn.Server):
    """A uvicorn server that is a guest in our loop: signals are ours, and it says when it is up."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._announce = announce

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        self._announce()

    def stop(self) -> None:
        """Finish what is being answered and stop; asked twice, stop at once."""
        self.force_exit = self.should_exit
        self.should_exit = True


def open_socket(host: str, port: int, *, is_fixed: bool) -> socket.socket:
    """Bind the port, or, unless it is fixed, the next free one. Raises PortTaken."""
    if not 0 <= port <= LARGEST_PORT:
        raise PortTaken(f"--port: expected 0 to {LARGEST_PORT}, got {port}")
    ports = [port] if is_fixed else range(port, port + NEXT_PORTS)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in ports:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
        except OSError as error:
            listener.close()
            if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
                raise PortTaken(
                    f"--host: expected an address of this machine, got {host!r}"
                ) from None
            reason = error.strerror
            continue
        return listener
    where = f"{host}:{port}" if is_fixed else f"{host}:{port} to {port + NEXT_PORTS - 1}"
    raise PortTaken(f"cannot listen at {where} ({reason}); choose another with --port")


def format_address(listener: socket.socket) -> str:
    """Return the address that a person on this machine opens."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # noqa: S104  # compared with, not bound to
        host = "127.0.0.1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def serve_forever(listener: socket.socket, *, workers: int, announce: Callable[[], None]) -> None:
    """Serve until SIGINT or SIGTERM; embedded, play up to ``workers`` matches at once beside it."""
    asyncio.run(_serve(listener, workers, announce))


async def _serve(listener: socket.socket, workers: int, announce: Callable[[], None]) -> None:
    server = Server(
        uvicorn.Config(
            "league.asgi:application",
            ws="websockets-sansio",
            ws_per_message_deflate=False,
            ws_max_size=LARGEST_MESSAGE,
            lifespan="off",
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=GRACE_SECONDS,
        ),
        announce,
    )
    loop = asyncio.get_running_loop()
    loop.run_in_executor(None, warm_up)
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, server.stop)
    player: asyncio.Task[None] | None = None
    if workers and not settings.IS_SCALED:
        player = asyncio.create_task(EmbeddedRunner(workers, supply=supply_league).run())
        player.add_done_callback(lambda task: server.stop())
    beside = asyncio.create_task(run_services()) if player is not None else None
    try:
        await server.serve(sockets=[listener])
    finally:
        if beside is not None:
            beside.cancel()
            await asyncio.gather(beside, return_exceptions=True)
        if player is not None:
            player.cancel()
            (outcome,) = await asyncio.gather(player, return_exceptions=True)
            if isinstance(outcome, Exception):
                raise outcome
        await close_provider()
