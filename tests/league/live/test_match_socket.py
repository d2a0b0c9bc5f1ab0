"""Watching a match: field cases 1, 2, 3, 6, 7 and 8, under both layers."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer

from league.live import feeds
from league.live.feeds import FeedKey
from league.live.hub import get_hub
from league.live.publish import publish_frames
from league.models import Episode
from tests.league.live.conftest import Tab, open_tab, settled
from tests.support.matches import Match, make_match

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("layer")]


def path(match: Match, after: int = 0) -> str:
    return f"/ws/matches/{match.episode.pk}/?after={after}"


@pytest.fixture
def match(transactional_db: None) -> Match:
    """A running match with seven events in its log."""
    return make_match(stored=7)


@pytest.fixture
def long_match(transactional_db: None) -> Match:
    return make_match(deals=30)


async def test_a_spectator_gets_what_it_lacks_and_then_what_happens(match: Match) -> None:
    async with open_tab(path(match)) as tab:
        assert await tab.until(7) == [1, 2, 3, 4, 5, 6, 7]
        await match.play(3)
        assert await tab.until(10) == list(range(1, 11))


async def test_events_for_a_spectator_that_does_not_read_arrive_complete_and_in_order(
    long_match: Match,
) -> None:
    is_reading = asyncio.Event()
    heard: list[str] = []
    arrived = asyncio.Event()

    async def stalled_send(message: dict[str, Any]) -> None:
        await is_reading.wait()
        heard.append(message["text"])
        if '"seq":150,' in message["text"]:
            arrived.set()

    key = FeedKey(kind="match", name=str(long_match.episode.pk))
    async with get_hub().spectating(key, stalled_send, 0), open_tab(path(long_match)) as other:
        await long_match.play(150)
        assert await other.until(150) == list(range(1, 151)), "one stalled client stops nobody"
        assert heard == []
        is_reading.set()
        async with asyncio.timeout(10):
            await arrived.wait()
    numbers = [f["seq"] for text in heard for f in json.loads(text).get("frames", ())]
    assert numbers == list(range(1, 151))
    await settled()


async def test_a_reconnect_with_after_gets_the_gap_once_and_then_live(match: Match) -> None:
    async with open_tab(path(match)) as tab:
        await tab.until(7)
    await match.play(5)
    async with open_tab(path(match, after=7)) as tab:
        assert await tab.until(12) == [8, 9, 10, 11, 12]
        await match.play(1)
        assert await tab.until(13) == [8, 9, 10, 11, 12, 13]


async def test_an_event_between_the_page_and_its_socket_is_neither_lost_nor_doubled(
    match: Match,
) -> None:
    rendered = match.stored
    await match.play(1)  # nobody listens yet
    async with open_tab(path(match, after=rendered)) as tab:
        assert await tab.until(8) == [8]


async def test_an_event_during_the_first_read_is_neither_lost_nor_doubled(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = feeds._read_match
    loop = asyncio.get_running_loop()
    reads: list[int] = []

    def read_then_append(pk: int, after: int) -> Any:
        found = read(pk, after)
        if not reads:
            frames = match.append()
            publishing = publish_frames(match.episode, frames)
            asyncio.run_coroutine_threadsafe(publishing, loop).result(10)
        reads.append(after)
        return found

    monkeypatch.setattr(feeds, "_read_match", read_then_append)
    async with open_tab(path(match, after=5)) as tab:
        assert await tab.until(8) == [6, 7, 8]


async def test_each_event_is_sent_once_to_each_spectator(match: Match) -> None:
    async with open_tab(path(match)) as first, open_tab(path(match, after=7)) as second:
        await match.play(10)
        assert await first.until(17) == list(range(1, 18))
        assert await second.until(17) == list(range(8, 18))


async def test_lost_messages_are_made_up_for_from_the_log(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_tab(path(match, after=7)) as tab:
        for number in range(9):
            frames = await match.aappend()
            if number % 3 == 2:
                await publish_frames(match.episode, frames)
        assert await tab.until(16) == list(range(8, 17)), "a hole is filled when the next one shows"
        await match.aappend(2)  # a lost tail: no later message shows it
        get_hub().tick(asyncio.get_running_loop().time() + feeds.IDLE_LOOK_SECONDS)
        assert await tab.until(18) == list(range(8, 19))


async def test_a_payload_too_large_for_a_message_is_read_from_the_log(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("league.live.publish.PAYLOAD_LIMIT", 10)
    async with open_tab(path(match, after=7)) as tab:
        await match.play(2)
        assert await tab.until(9) == [8, 9]


async def test_messages_that_come_late_or_twice_change_nothing(match: Match) -> None:
    async with open_tab(path(match, after=7)) as tab:
        old = await match.aappend()
        await publish_frames(match.episode, old)
        await match.play(1)
        await publish_frames(match.episode, old)
        await match.play(1)
        assert await tab.until(10) == [8, 9, 10]


async def test_fifty_tabs_that_close_at_once_leave_nothing_behind(
    match: Match, layer: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    tabs = [Tab(path(match, after=7)) for _ in range(50)]
    for tab in tabs:
        await tab.socket.connect()
        await tab.next_of("head")
    assert len(get_hub().feeds[FeedKey(kind="match", name=str(match.episode.pk))].members) == 50
    await asyncio.gather(*(tab.socket.disconnect(timeout=10) for tab in tabs))
    await settled()
    hub = get_hub()
    assert hub.feeds == {}
    assert hub._engines == []
    layer_used: Any = get_channel_layer()
    assert not any(layer_used.groups.values())
    assert caplog.records == []


async def test_queries_run_off_the_loop_and_hold_nobody_up(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = await sync_to_async(make_match)()
    async with open_tab(path(match, after=7)) as tab:
        await tab.next_of("head")
        read, threads, go_on = feeds._read_match, [], threading.Event()

        def slow_read(pk: int, after: int) -> Any:
            threads.append(threading.get_ident())
            assert go_on.wait(10)
            return read(pk, after)

        frames = await match.aappend()
        monkeypatch.setattr(feeds, "_read_match", slow_read)
        late = Tab(path(other))
        await late.socket.connect()
        await publish_frames(match.episode, frames)
        assert await tab.until(8) == [8], "a live event arrives while another match is being read"
        go_on.set()
        await late.next_of("head")
        await late.socket.disconnect(timeout=10)
    assert threads
    assert threading.get_ident() not in threads


async def test_the_end_shows_seed_and_salt_and_a_failure_does_not(match: Match) -> None:
    async with open_tab(path(match, after=7)) as tab:
        head = (await tab.next_of("head"))["head"]
        assert (head["status"], head["seed"], head["salt"]) == ("running", None, None)
        await match.end(Episode.Status.FAILED)
        head = (await tab.next_of("head"))["head"]
        assert (head["status"], head["seed"], head["salt"]) == ("failed", None, None)
        await match.aappend(match.length)
        await match.end()
        head = (await tab.next_of("head"))["head"]
        assert (head["status"], head["seed"]) == ("finished", match.episode.seed)
        assert tab.numbers[-1] == match.length, "the frames come before the word that it is over"


async def test_watchers_are_counted_over_all_processes(match: Match, layer: str) -> None:
    from league.live.hub import Hub

    other_process = Hub()
    nothing: list[Any] = []

    async def send(message: dict[str, Any]) -> None:
        nothing.append(message)

    key = FeedKey(kind="match", name=str(match.episode.pk))
    async with open_tab(path(match, after=7)) as tab:
        async with (
            other_process.spectating(key, send, 7),
            other_process.spectating(key, send, 7),
        ):
            other_process.tick(asyncio.get_running_loop().time())
            while (await tab.next_of("watching"))["count"] != 3:
                pass
        while (await tab.next_of("watching"))["count"] != 1:
            pass
        while other_process._tasks:
            await asyncio.wait(set(other_process._tasks))


async def test_a_dead_link_shows_the_server_pings_and_closes_who_stays_silent(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_tab(path(match, after=7)) as tab:
        await tab.next_of("head")
        get_hub().tick(asyncio.get_running_loop().time() + feeds.PING_SECONDS)
        assert await tab.next_of("ping") == {"type": "ping"}
        await tab.socket.send_json_to({"type": "pong"})
    monkeypatch.setattr("league.live.sockets.PATIENCE", 0.0)
    async with open_tab(path(match, after=7)) as silent:
        assert await silent.closed() == 4408


@pytest.mark.parametrize("text", ["-1", "x", "", "1e3", "٣", "9" * 20, "9" * 5_000])
async def test_a_number_that_is_none_is_never_an_error(match: Match, text: str) -> None:
    async with open_tab(f"/ws/matches/{match.episode.pk}/?after={text}") as tab:
        expected = [] if text.startswith("9") else [1, 2, 3, 4, 5, 6, 7]
        await tab.next_of("head")
        assert tab.numbers == expected


@pytest.mark.parametrize("name", ["999999", "99999999999999999999999"])
async def test_a_match_that_does_not_exist_closes_with_its_own_code(
    transactional_db: None, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    async def tell(group: str, message: dict[str, Any]) -> None:
        told.append(group)

    monkeypatch.setattr("league.live.hub.send_to_group", tell)
    async with open_tab(f"/ws/matches/{name}/") as tab:
        assert await tab.closed() == 4404
    await settled()
    assert get_hub().feeds == {}
    assert told == [], "who watches a match that is not there is nobody's news"
