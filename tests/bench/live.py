"""How many events reach the spectators, beside a bare broadcast of the same bytes.

    uv run python -m tests.bench.live [--json]

For 50, 200 and 1,000 sockets on the loopback two servers deliver the same frames to the same
readers, turn about in the same run; each figure is the median of the rounds:

- `bare`: the websockets library's own `broadcast` of ready-made messages, one for each frame;
- `league`: the whole way, from `publish_frames` through the channel layer and the hub of an
  application served by uvicorn.

`rate` is events delivered per second (frames times sockets) when the publisher goes on as soon as
every socket was written to; `flood` is the same when it waits for nobody: then the hub sends
several frames in one message. `cpu` is the time of the server's own processor for one delivered
event: on a busy machine it says more than the rate. `p99` is the delay from publishing to reading,
with the publisher at a steady pace below either server's rate. The readers run in a process of
their own, and look for nothing in what they are sent but the marks of a frame.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import os
import platform
import socket
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import Any

SIZES = (50, 200, 1_000)
EVENTS = {50: 400, 200: 100, 1_000: 25}
"""Frames that are published for one measurement of a rate."""
PACED = 40
"""Frames that are published for one measurement of delays."""
MARK = b'"seq":'

type Publish = Callable[[int, int], Awaitable[None]]
"""Publish the frames from one number to another, and return when every socket was written to."""


# readers


class Reader(asyncio.Protocol):
    """One spectator: counts frames, and the delay of those that carry the time they left."""

    def __init__(self, crowd: Crowd, path: str, port: int) -> None:
        self.crowd, self.path, self.port = crowd, path, port
        self.is_open = False
        self.tail = b""

    def connection_made(self, transport: Any) -> None:
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Origin: http://127.0.0.1:{self.port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        if not self.is_open:
            self.is_open = True
            self.crowd.open_one()
        joined = self.tail + data
        self.crowd.take(joined.count(MARK), joined)
        self.tail = joined[-(len(MARK) - 1) :]


class Crowd:
    """All readers of one run."""

    def __init__(self) -> None:
        self.opened = 0
        self.seen = 0
        self.wanted = 0
        self.done = asyncio.Event()
        self.everyone = asyncio.Event()
        self.delays: list[float] | None = None

    def open_one(self) -> None:
        self.opened += 1
        if self.opened == self.wanted:
            self.everyone.set()

    def take(self, frames: int, data: bytes) -> None:
        if not frames:
            return
        self.seen += frames
        if self.delays is not None:
            at = data.rfind(b'"sent":')
            if at >= 0:
                sent = int(data[at + 7 : at + 27].split(b",")[0].split(b"}")[0])
                self.delays.append((time.monotonic_ns() - sent) / 1e6)
        if self.seen >= self.wanted:
            self.done.set()

    def expect(self, frames: int, *, with_delays: bool) -> None:
        self.seen, self.wanted, self.delays = 0, frames, [] if with_delays else None
        self.done.clear()
        self.everyone.clear()


def readers(pipe: Connection) -> None:
    """The readers' process: open sockets and count, as the pipe says."""
    asyncio.run(_readers(pipe))


async def _readers(pipe: Connection) -> None:
    loop = asyncio.get_running_loop()
    crowd, transports = Crowd(), []
    while (order := await loop.run_in_executor(None, pipe.recv)) is not None:
        what, *facts = order
        if what == "open":
            port, path, size = facts
            crowd.opened = 0
            crowd.expect(size, with_delays=False)
            reader = partial(Reader, crowd, path, port)
            for _ in range(size):
                transport, _ = await loop.create_connection(reader, "127.0.0.1", port)
                transports.append(transport)
            await crowd.everyone.wait()
        elif what == "close":
            for transport in transports:
                transport.abort()
            transports.clear()
        elif what == "expect":
            crowd.expect(facts[0], with_delays=facts[1])
        elif what == "wait":
            async with asyncio.timeout(30):
                await crowd.done.wait()
            pipe.send((time.monotonic(), sorted(crowd.delays or ())))
            continue
        pipe.send("ok")


class Readers:
    """The readers' process, seen from here."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=readers, args=(theirs,), daemon=True)
        self.process.start()

    async def ask(self, *order: Any) -> Any:
        self.pipe.send(order)
        return await asyncio.get_running_loop().run_in_executor(None, self.pipe.recv)

    def stop(self) -> None:
        self.pipe.send(None)
        self.process.join(5)


# the two servers


def frame_of(frames: list[dict[str, Any]], number: int) -> dict[str, Any]:
    """Return a real frame under another number, with the time at which it leaves."""
    return {**frames[number % len(frames)], "seq": number, "sent": time.monotonic_ns()}


async def until(is_so: Callable[[], bool]) -> None:
    """Give the loop its turns until something is so."""
    while not is_so():  # noqa: ASYNC110  what is waited for tells nobody
        await asyncio.sleep(0)


@asynccontextmanager
async def bare(frames: list[dict[str, Any]]) -> AsyncIterator[tuple[int, str, Publish]]:
    """Serve with nothing but websockets."""
    from websockets.asyncio.server import ServerConnection, broadcast, serve

    from league.queries.frames import encode_frame

    members: set[ServerConnection] = set()

    async def handler(ws: ServerConnection) -> None:
        members.add(ws)
        try:
            await ws.wait_closed()
        finally:
            members.discard(ws)

    async def publish(first: int, last: int) -> None:
        for number in range(first, last + 1):
            text = encode_frame(frame_of(frames, number))
            broadcast(members, f'{{"type":"frames","frames":[{text}]}}')
            await asyncio.sleep(0)

    async with serve(handler, "127.0.0.1", 0, compression=None) as server:
        yield next(iter(server.sockets)).getsockname()[1], "/", publish


@asynccontextmanager
async def league(
    frames: list[dict[str, Any]], episode: Any, *, flood: bool = False
) -> AsyncIterator[tuple[int, str, Publish]]:
    """Serve the whole application as `serve` does."""
    import uvicorn

    from league.asgi import application
    from league.live.feeds import FeedKey
    from league.live.hub import get_hub
    from league.live.publish import publish_frames

    class Server(uvicorn.Server):
        @contextlib.contextmanager
        def capture_signals(self) -> Any:
            yield

    config = uvicorn.Config(
        application,
        port=0,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        timeout_graceful_shutdown=1,
    )
    server = Server(config)
    serving = asyncio.create_task(server.serve())
    await until(lambda: server.started)
    key = FeedKey(kind="match", name=str(episode.pk))

    def has_written(number: int) -> bool:
        return all(member.position >= number for member in get_hub().feeds[key].members)

    async def publish(first: int, last: int) -> None:
        for number in range(first, last + 1):
            await publish_frames(episode, [frame_of(frames, number)])
            if not flood:
                await until(partial(has_written, number))
        await until(partial(has_written, last))

    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield port, f"/ws/matches/{episode.pk}/?after=0", publish
    finally:
        server.should_exit = True
        await serving
        await until(lambda: not get_hub().feeds)


# the run


async def measure(
    serving: Any, crowd: Readers, size: int, *, pace: float | None
) -> dict[str, float]:
    """Return the rate of one server at one size and, with a pace in seconds, its delays."""
    async with serving as (port, path, publish):
        await crowd.ask("open", port, path, size)
        await asyncio.sleep(0.3)  # joining, and the words that follow it
        warm, events = 5, EVENTS[size]
        for first, last in ((1, warm), (warm + 1, warm + events)):
            await crowd.ask("expect", (last - first + 1) * size, False)
            began, worked = time.monotonic(), time.process_time()
            await publish(first, last)
            worked = time.process_time() - worked
            ended, _ = await crowd.ask("wait")
        found = {"rate": events * size / (ended - began), "cpu": worked * 1e6 / (events * size)}
        if pace is not None:
            await crowd.ask("expect", PACED * size, True)
            start = time.monotonic()
            for step in range(PACED):
                await asyncio.sleep(start + step * pace - time.monotonic())
                await publish(last + 1 + step, last + 1 + step)
            _, delays = await crowd.ask("wait")
            found["p50"] = delays[len(delays) // 2]
            found["p99"] = delays[int(len(delays) * 0.99)]
        await crowd.ask("close")
        return found


def medians(rounds: list[dict[str, float]]) -> dict[str, float]:
    """Return the median of each figure over the rounds."""
    return {key: median(found[key] for found in rounds) for key in rounds[0]}


async def run(turns: int) -> dict[str, Any]:
    """Measure both servers at every size, `turns` times."""
    from asgiref.sync import sync_to_async

    from league.queries.frames import forget_frames
    from tests.support.matches import make_match

    match = await sync_to_async(make_match)()
    frames = await match.aappend(match.length)
    await sync_to_async(match.episode.events.all().delete)()
    crowd = Readers()
    sizes: dict[int, dict[str, Any]] = {}
    try:
        for size in SIZES:
            pace = max(0.01, size / 20_000)
            rounds: dict[str, list[dict[str, float]]] = {"bare": [], "league": [], "flood": []}
            for _ in range(turns):
                forget_frames()
                rounds["bare"].append(await measure(bare(frames), crowd, size, pace=pace))
                served = league(frames, match.episode)
                rounds["league"].append(await measure(served, crowd, size, pace=pace))
                served = league(frames, match.episode, flood=True)
                rounds["flood"].append(await measure(served, crowd, size, pace=None))
            row: dict[str, Any] = {name: medians(found) for name, found in rounds.items()}
            row["ratio"] = row["league"]["rate"] / row["bare"]["rate"]
            row["cpu_ratio"] = row["bare"]["cpu"] / row["league"]["cpu"]
            sizes[size] = row
    finally:
        crowd.stop()
    return {
        "machine": {"cores": os.cpu_count(), "python": platform.python_version()},
        "bytes_per_frame": len(json.dumps(frames[len(frames) // 2], separators=(",", ":"))),
        "sizes": sizes,
    }


def table(found: dict[str, Any]) -> str:
    """Return the figures for people."""
    lines = [
        f"{found['machine']['cores']} cores, Python {found['machine']['python']}, "
        f"about {found['bytes_per_frame']} bytes a frame; events delivered per second",
        f"{'sockets':>8} {'bare':>9} {'league':>9} {'ratio':>6} {'flood':>9}"
        f" {'bare cpu':>9} {'league cpu':>11} {'ratio':>6}"
        f" {'bare p99':>9} {'league p99':>11}",
    ]
    for size, row in found["sizes"].items():
        lines.append(
            f"{size:>8,} {row['bare']['rate']:>9,.0f} {row['league']['rate']:>9,.0f}"
            f" {row['ratio']:>6.2f} {row['flood']['rate']:>9,.0f}"
            f" {row['bare']['cpu']:>6.1f} µs {row['league']['cpu']:>8.1f} µs"
            f" {row['cpu_ratio']:>6.2f}"
            f" {row['bare']['p99']:>6.1f} ms {row['league']['p99']:>8.1f} ms"
        )
    return "\n".join(lines)


def main() -> None:
    """Run in a database of its own, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="print only the JSON object")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="default 3")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "league.settings",
            "HEARSAY_VAR_DIR": str(Path(folder)),
            "DATABASE_URL": "",
            "REDIS_URL": "",
        }
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        found = asyncio.run(run(options.rounds))
    if not options.json:
        print(table(found))
    print(json.dumps(found))


if __name__ == "__main__":
    main()
