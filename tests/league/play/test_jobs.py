"""Jobs in one process: what is submitted is played, once, whatever happens on the way."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import structlog
from asgiref.sync import sync_to_async
from django.conf import settings as conf
from django.db import OperationalError, transaction

from league.models import Episode
from league.play import jobs_embedded, sweeper
from league.play.jobs_embedded import EmbeddedRunner, find_episodes
from league.play.players import Answer, Ask, ScriptedPlayer
from tests.support.factories import make_episode
from tests.support.reference import log_of, reference_of
from tests.support.waiting import await_until

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(conf.IS_SCALED, reason="the scaled league has workers of its own"),
]
FINISHED, RUNNING = Episode.Status.FINISHED, Episode.Status.RUNNING

type Gate = Callable[[], Awaitable[None]]


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    return tmp_path / "runner.lock"


@asynccontextmanager
async def running(lock: Path, limit: int = 4, **options: Any) -> AsyncIterator[EmbeddedRunner]:
    """Run a runner; at the end of the block it is told to stop and hands over."""
    runner = EmbeddedRunner(limit, lock=lock, **options)
    task = asyncio.create_task(runner.run())
    try:
        yield runner
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


@pytest.fixture
def gates(monkeypatch: pytest.MonkeyPatch) -> list[asyncio.Event]:
    """Hold every decision from the fifth on until the gate opens."""
    gate = asyncio.Event()
    decide = ScriptedPlayer.decide
    count = 0

    async def hold(self: ScriptedPlayer, ask: Ask) -> Answer:
        nonlocal count
        count += 1
        if count >= 5:
            await gate.wait()
        return await decide(self, ask)

    monkeypatch.setattr(ScriptedPlayer, "decide", hold)
    return [gate]


async def test_a_process_that_plays_lets_its_writer_run_soon(lock: Path) -> None:
    async def is_short() -> bool:
        return sys.getswitchinterval() < 0.001

    usual = sys.getswitchinterval()
    try:
        sys.setswitchinterval(0.005)
        async with running(lock):
            await await_until(is_short, what="a short interval")
    finally:
        sys.setswitchinterval(usual)


async def finished(*episodes: Episode) -> None:
    ids = [episode.pk for episode in episodes]

    async def all_finished() -> bool:
        return await Episode.objects.filter(pk__in=ids, status=FINISHED).acount() == len(ids)

    await await_until(all_finished, what="all episodes finished")


@sync_to_async
def make(count: int = 1, **fields: Any) -> list[Episode]:
    return [make_episode(**fields) for _ in range(count)]


@sync_to_async
def assert_untouched(*episodes: Episode) -> None:
    """The log is what it would have been had nothing happened."""
    for episode in episodes:
        assert log_of(episode) == reference_of(episode)


async def test_what_was_queued_before_the_start_is_played(lock: Path) -> None:
    (episode,) = await make()
    async with running(lock):
        await finished(episode)
    await assert_untouched(episode)


async def test_a_commit_wakes_the_runner_and_a_rollback_leaves_nothing(
    lock: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeper, "SWEEP_SECONDS", 3_600.0)
    looks: list[int] = []
    monkeypatch.setattr(
        jobs_embedded,
        "find_episodes",
        lambda **options: looks.append(1) or find_episodes(**options),  # type: ignore[func-returns-value]
    )

    @sync_to_async
    def make_and_roll_back() -> int:
        with suppress(RuntimeError), transaction.atomic():
            number = make_episode().pk
            raise RuntimeError("something else went wrong")
        return number

    async with running(lock):

        async def has_looked() -> bool:
            return bool(looks)

        await await_until(has_looked)
        number = await make_and_roll_back()
        assert not await Episode.objects.filter(pk=number).aexists()
        assert len(looks) == 1, "a rollback wakes nobody"
        (episode,) = await make()
        await finished(episode)
    await episode.arefresh_from_db()
    assert episode.attempts == 1
    await assert_untouched(episode)


async def test_ten_episodes_finish_while_garbage_is_collected(lock: Path) -> None:
    episodes = await make(10)
    gc.freeze()  # so that each collection looks at what these episodes made, and is quick
    async with running(lock, limit=10):

        async def all_finished() -> bool:
            gc.collect()
            return await Episode.objects.filter(status=FINISHED).acount() == 10

        await await_until(all_finished)
    gc.unfreeze()
    await assert_untouched(*episodes)


async def test_at_most_so_many_at_once(lock: Path, gates: list[asyncio.Event]) -> None:
    episodes = await make(5)
    async with running(lock, limit=2) as runner:

        async def two_run() -> bool:
            return await Episode.objects.filter(status=RUNNING).acount() == 2

        await await_until(two_run)
        runner.wake()
        await asyncio.sleep(0)
        assert await Episode.objects.filter(status=RUNNING).acount() == 2
        gates[0].set()
        await finished(*episodes)
    await assert_untouched(*episodes)


async def test_a_graceful_stop_hands_over_and_the_next_one_goes_on(
    lock: Path, gates: list[asyncio.Event]
) -> None:
    (episode,) = await make(settings={"deals": 6})

    async def is_under_way() -> bool:
        return await episode.events.acount() >= 4

    async with running(lock):
        await await_until(is_under_way)
    await episode.arefresh_from_db()
    assert episode.status == RUNNING
    assert 4 <= await episode.events.acount() == episode.last_seq
    gates[0].set()
    async with running(lock):
        await finished(episode)
    await assert_untouched(episode)
    await episode.arefresh_from_db()
    assert episode.attempts == 2


async def test_only_one_process_plays(lock: Path, gates: list[asyncio.Event]) -> None:
    episodes = await make(2)
    with structlog.testing.capture_logs() as logs:
        await _play_beside_another(lock, gates, episodes)
    assert [one["log_level"] for one in logs] == ["warning"], "the one that looks on says so once"
    assert [episode.attempts async for episode in Episode.objects.all()] == [1, 1]


async def _play_beside_another(
    lock: Path, gates: list[asyncio.Event], episodes: list[Episode]
) -> None:
    async with running(lock) as first, running(lock) as second:

        async def both_run() -> bool:
            return await Episode.objects.filter(status=RUNNING).acount() == 2

        await await_until(both_run)
        second.wake()
        gates[0].set()
        await finished(*episodes)
        assert first._has_turn()
        assert not second._has_turn()


async def test_a_second_player_is_turned_away_and_leaves_quietly(
    gates: list[asyncio.Event], lock: Path
) -> None:
    from league.play.runner import play

    (episode,) = await make(settings={"deals": 4})
    gates[0].set()
    with structlog.testing.capture_logs() as logs:
        await asyncio.gather(*(play(episode.pk) for _ in range(3)))
    await episode.arefresh_from_db()
    assert episode.status == FINISHED
    await assert_untouched(episode)
    assert {entry["log_level"] for entry in logs} <= {"info"}


async def test_an_episode_that_could_not_be_stored_is_logged_and_taken_up_again(
    lock: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeper, "SWEEP_SECONDS", 0.05)
    decide = ScriptedPlayer.decide
    faults = iter([OperationalError("the disk is full")])

    async def break_once(self: ScriptedPlayer, ask: Ask) -> Answer:
        for fault in faults:
            raise fault
        return await decide(self, ask)

    monkeypatch.setattr(ScriptedPlayer, "decide", break_once)
    (episode,) = await make()
    with structlog.testing.capture_logs() as logs:
        async with running(lock):
            await finished(episode)
    (entry,) = [entry for entry in logs if entry["log_level"] == "error"]
    assert (entry["noun"], entry["number"]) == ("match", episode.pk)
    await assert_untouched(episode)


async def test_a_supply_that_breaks_stops_nobody(lock: Path) -> None:
    def broken() -> None:
        raise RuntimeError("no policies")

    (episode,) = await make()
    with structlog.testing.capture_logs() as logs:
        async with running(lock, supply=broken):
            await finished(episode)
    assert any(entry["log_level"] == "error" for entry in logs)


async def test_begun_ones_come_first_then_those_that_somebody_waits_for() -> None:
    trial = (await make(purpose=Episode.Purpose.TRIAL))[0]
    tryout = (await make(purpose=Episode.Purpose.TRYOUT))[0]
    begun = (await make(purpose=Episode.Purpose.TRIAL))[0]
    await Episode.objects.filter(pk=begun.pk).aupdate(status=RUNNING)
    find = sync_to_async(find_episodes)
    assert await find(limit=9) == [begun.pk, tryout.pk, trial.pk]
    assert await find(limit=1, exclude=[begun.pk]) == [tryout.pk]
    assert await find(limit=0) == []
