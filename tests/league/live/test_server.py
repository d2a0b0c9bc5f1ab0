"""Field cases 1, 2 and 5 over a real server and real sockets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager

import pytest
from asgiref.sync import sync_to_async
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from league.live.hub import get_hub
from league.server import LARGEST_MESSAGE
from tests.support.matches import Match, make_match
from tests.support.server import Site, running_site

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def site(transactional_db: None) -> Iterator[Site]:
    with running_site() as running:
        yield running


@asynccontextmanager
async def watching(site: Site, match: Match, after: int = 0) -> AsyncIterator[ClientConnection]:
    address = site.url.replace("http", "ws", 1)
    path = f"/ws/matches/{match.episode.pk}/?after={after}"
    async with connect(f"{address}{path}", origin=site.url, compression=None, max_queue=1) as ws:  # type: ignore[arg-type]  # a text is an origin
        yield ws


async def read_until(ws: ClientConnection, seq: int) -> list[int]:
    """Return the numbers of the frames that come, up to number `seq`."""
    numbers: list[int] = []
    async with asyncio.timeout(20):
        while numbers[-1:] != [seq]:
            message = json.loads(await ws.recv())
            numbers += [frame["seq"] for frame in message.get("frames", ())]
    return numbers


async def play(site: Site, match: Match, count: int) -> None:
    """Append and publish in the server's loop, as an embedded runner does."""
    future = asyncio.run_coroutine_threadsafe(match.play(count), site.loop)
    await asyncio.wrap_future(future)


async def test_a_slow_reader_gets_every_event_in_order_over_the_wire(site: Site) -> None:
    match = await sync_to_async(make_match)(deals=30)
    async with watching(site, match) as slow, watching(site, match) as quick:
        reading = asyncio.create_task(read_until(quick, 150))
        await play(site, match, 150)
        assert await reading == list(range(1, 151))
        assert await read_until(slow, 150) == list(range(1, 151))


async def test_a_socket_that_drops_gets_the_gap_when_it_comes_back(site: Site) -> None:
    match = await sync_to_async(make_match)(stored=7)
    async with watching(site, match) as ws:
        assert await read_until(ws, 7) == list(range(1, 8))
        ws.transport.abort()
    await play(site, match, 5)
    async with watching(site, match, after=7) as ws:
        assert await read_until(ws, 12) == [8, 9, 10, 11, 12]
        await play(site, match, 1)
        assert await read_until(ws, 13) == [13]


async def test_a_restart_of_the_server_costs_a_spectator_nothing(transactional_db: None) -> None:
    match = await sync_to_async(make_match)(stored=7)
    with ExitStack() as servers:
        first = servers.enter_context(running_site())
        async with watching(first, match) as ws:
            seen = await read_until(ws, 7)
            await play(first, match, 2)
            seen += await read_until(ws, 9)
            stopping = asyncio.create_task(asyncio.to_thread(servers.close))
            with pytest.raises(ConnectionClosed):
                await read_until(ws, match.length + 1)
            await stopping
    await match.aappend(6)  # a worker in another process plays on
    with running_site() as second:
        async with watching(second, match, after=seen[-1]) as ws:
            seen += await read_until(ws, 15)
            await play(second, match, 1)
            seen += await read_until(ws, 16)
    assert seen == list(range(1, 17))


async def test_a_foreign_page_is_refused_before_the_socket_opens(site: Site) -> None:
    match = await sync_to_async(make_match)(stored=1)
    address = f"{site.url.replace('http', 'ws', 1)}/ws/matches/{match.episode.pk}/"
    for origin in ("https://evil.example", "null", None):
        with pytest.raises(InvalidStatus) as refused:
            await connect(address, origin=origin)  # type: ignore[arg-type]  # a text is an origin
        assert refused.value.response.status_code == 403


async def test_tabs_that_vanish_leave_no_member_behind(site: Site) -> None:
    match = await sync_to_async(make_match)(stored=7)

    async def come_and_go() -> None:
        async with watching(site, match, after=5) as ws:
            await read_until(ws, 7)
            ws.transport.abort()

    await asyncio.gather(*(come_and_go() for _ in range(50)))

    async def members() -> int:
        return sum(len(feed.members) for feed in get_hub().feeds.values())

    async with asyncio.timeout(20):
        while await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(members(), site.loop)):
            pass


@pytest.mark.parametrize("hostile", ["x" * 1_000_000, "{" * 1_000, "null", b"\x00\xff" * 100])
async def test_a_hostile_message_costs_at_most_the_socket_it_came_over(
    site: Site, hostile: str | bytes
) -> None:
    match = await sync_to_async(make_match)(stored=7)
    async with watching(site, match) as good, watching(site, match, after=7) as bad:
        await read_until(good, 7)
        await bad.send(hostile)
        await play(site, match, 1)
        assert await read_until(good, 8) == [8]
        if len(hostile) > LARGEST_MESSAGE:
            with pytest.raises(ConnectionClosed) as closed:
                await read_until(bad, match.length + 1)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
