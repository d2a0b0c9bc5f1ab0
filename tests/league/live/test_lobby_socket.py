"""The lobby and the ladders: pushed, table by table, and true after a lost message."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from league.live import lobby
from league.live.feeds import FeedKey
from league.live.hub import get_hub
from league.models import Episode
from tests.league.live.conftest import joined, open_tab
from tests.support.ladders import make_ladder
from tests.support.matches import NOTE, PROMPT, SALT, SEED, Match, make_match

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("layer")]


@pytest.fixture
def match(transactional_db: None) -> Match:
    return make_match(stored=7)


def newest(table: dict[str, Any]) -> tuple[int, int]:
    return table["head"]["episode"], table["frame"]["seq"]


async def test_the_lobby_shows_the_tables_and_then_each_new_frame(match: Match) -> None:
    async with open_tab("/ws/lobby/") as tab:
        state = await tab.next()
        assert state["type"] == "lobby"
        assert [newest(table) for table in state["tables"]] == [(match.episode.pk, 7)]
        await match.play(1)
        message = await tab.next_of("table")
        assert newest(message["table"]) == (match.episode.pk, 8)


async def test_a_new_match_appears_and_one_that_ends_becomes_a_result(match: Match) -> None:
    async with open_tab("/ws/lobby/") as tab:
        await tab.next()
        other = await sync_to_async(make_match)()
        await other.play(2)
        assert (await tab.next_of("table"))["table"]["head"]["episode"] == other.episode.pk
        await match.aappend(match.length)
        await match.end()
        assert (await tab.next_of("gone"))["episode"] == match.episode.pk
        (result,) = (await tab.next_of("results"))["results"]
        assert result["episode"] == match.episode.pk
        assert result["url"] == f"/matches/{match.episode.pk}/"
        best = max(seat["score"] for seat in result["seats"])
        assert result["seats"][0]["score"] == best
        assert result["seats"][0]["policy"] in result["headline"]
    async with open_tab("/ws/lobby/") as tab:
        state = await tab.next()
        assert [table["head"]["episode"] for table in state["tables"]] == [other.episode.pk]
        assert [result["episode"] for result in state["results"]] == [match.episode.pk]


async def test_new_tops_are_pushed_after_a_match_ended(match: Match) -> None:
    async with open_tab("/ws/lobby/") as tab:
        assert (await tab.next())["tops"] == []
        await sync_to_async(make_ladder)(slug="new")
        await match.aappend(match.length)
        await match.end()
        assert [top["slug"] for top in (await tab.next_of("tops"))["tops"]] == ["new"]


async def test_a_failed_match_leaves_the_lobby_and_is_no_result(match: Match) -> None:
    async with open_tab("/ws/lobby/") as tab:
        await tab.next()
        await match.end(Episode.Status.FAILED)
        await tab.next_of("gone")
    async with open_tab("/ws/lobby/") as tab:
        state = await tab.next()
        assert (state["tables"], state["results"]) == ([], [])


async def test_a_lost_message_is_made_up_for(match: Match) -> None:
    async with open_tab("/ws/lobby/") as tab:
        await tab.next()
        await match.aappend(3)
        get_hub().tick(asyncio.get_running_loop().time() + lobby.LOOK_SECONDS)
        assert newest((await tab.next_of("table"))["table"]) == (match.episode.pk, 10)


async def test_the_lobby_says_how_many_watch_each_table(match: Match) -> None:
    async with open_tab("/ws/lobby/") as tab:
        await tab.next()
        async with open_tab(f"/ws/matches/{match.episode.pk}/") as watcher:
            await watcher.next_of("head")
            while (await tab.next_of("table"))["table"]["watching"] != 1:
                pass


async def test_no_lobby_payload_holds_notes_prompts_or_seeds(match: Match) -> None:
    async with open_tab("/ws/lobby/") as tab:
        await tab.next()
        await match.play(5)
        await tab.next_of("table")
        await match.aappend(match.length)
        await match.end()
        await tab.next_of("results")
        text = json.dumps(tab.heard)
    for secret in (NOTE, '"notes"', PROMPT, SEED, SALT):
        assert secret not in text


async def test_a_ladder_page_hears_of_a_match_that_ended(transactional_db: None) -> None:
    ladder = await sync_to_async(make_ladder)()
    match = await sync_to_async(make_match)(ladder=ladder)
    async with open_tab(f"/ws/ladders/{ladder.slug}/") as tab:
        await joined(FeedKey(kind="ladder", name=ladder.slug))
        await match.aappend(match.length)
        await match.end()
        assert (await tab.next())["type"] == "standings"


async def test_a_ladder_that_does_not_exist_closes_with_its_own_code(
    transactional_db: None,
) -> None:
    async with open_tab("/ws/ladders/nothing/") as tab:
        assert await tab.closed() == 4404
