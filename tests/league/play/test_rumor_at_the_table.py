"""Whole episodes of Rumor through the runner: ten at once, killed in a round, out of time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from pytest_django import Settings

from games.base import SPECTATOR, Beat, Json
from games.registry import GAMES
from league.models import Episode, Event
from league.play import runner
from league.play.players import Answer, Ask, ScriptedPlayer
from league.play.runner import play
from league.queries.frames import read_frames, read_log
from league.verification import verify
from tests.support.factories import make_episode, make_policy, play_out
from tests.support.reference import log_of, reference_of
from tests.support.stub_provider import StubProvider

pytestmark = pytest.mark.django_db(transaction=True)
TEN = ("gossip", "herd") * 5
SEALED = ("truth", "roles", "votes", "vote", "sealed_by", "reason", "reasons", "accuracy")


def rumor(*names: str, **fields: Any) -> Episode:
    fields = {"settings": {"rounds": 3}, "seed": "a seed", **fields}
    return make_episode(*(names or TEN), game="rumor", **fields)


def kinds_of(episode: Episode) -> list[str]:
    return [data["kind"] for data in log_of(episode)]


def test_baselines_play_an_episode_that_the_rules_alone_play_too() -> None:
    episode = play_out(rumor())
    assert episode.status == Episode.Status.FINISHED, episode.error
    assert log_of(episode) == reference_of(episode)
    assert kinds_of(episode).count("say") == 30
    assert verify(episode).is_good, verify(episode)
    seats = list(episode.seats.all())
    assert {seat.decisions for seat in seats} == {4}
    assert {seat.facets["topology"] for seat in seats} == {log_of(episode)[0]["topology"]}
    assert [seat.facets["role"] for seat in seats] == log_of(episode)[0]["sealed"]["roles"]


@pytest.mark.parametrize("asked", [1, 4, 10, 11, 25, 33])
def test_a_kill_in_the_middle_of_a_round_doubles_no_say(
    monkeypatch: pytest.MonkeyPatch, asked: int
) -> None:
    episode = rumor()
    decide, asks = ScriptedPlayer.decide, [0]

    async def killed(self: ScriptedPlayer, ask: Ask) -> Answer:
        asks[0] += 1
        if asks[0] == asked:
            raise asyncio.CancelledError
        return await decide(self, ask)

    monkeypatch.setattr(ScriptedPlayer, "decide", killed)
    with pytest.raises(asyncio.CancelledError):
        play_out(episode)
    play_out(episode)
    assert episode.status == Episode.Status.FINISHED, episode.error
    assert log_of(episode) == reference_of(episode)


@pytest.mark.parametrize("length", [1, 2, 5, 12, 17, 36])
def test_a_log_that_stops_in_the_middle_of_a_batch_goes_on_there(length: int) -> None:
    episode = rumor()
    store(episode, reference_of(episode)[:length])
    play_out(episode)
    assert log_of(episode) == reference_of(episode)


def store(episode: Episode, rows: list[Json], **fields: Any) -> None:
    """Leave an episode as a worker would that died after these events."""
    Event.objects.bulk_create(
        Event(episode=episode, seq=seq, kind=data["kind"], data=data)
        for seq, data in enumerate(rows, start=1)
    )
    Episode.objects.filter(pk=episode.pk).update(
        last_seq=len(rows), status=Episode.Status.RUNNING, **fields
    )


@pytest.mark.parametrize("is_paced", [False, True])
@pytest.mark.parametrize("length", [1, 2, 5, 12, 35, 40])
def test_when_the_time_is_up_the_ballot_is_forced_at_once(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, length: int, is_paced: bool
) -> None:
    async def pass_by(seconds: float) -> None: ...

    monkeypatch.setattr(runner, "hold", pass_by)
    episode = rumor(is_paced=is_paced)
    spent = settings.EPISODE_SECONDS * settings.PLAY_SHARE
    store(episode, reference_of(episode)[:length], play_seconds=spent)
    play_out(episode)
    assert (episode.status, episode.reason) == (Episode.Status.FINISHED, "deadline")
    log = log_of(episode)
    votes = [data for data in log if data["kind"] == "vote"]
    sealed = max(0, length - len(["start"]) - 3 * 11)
    assert [data["forced"] for data in votes] == [False] * sealed + [True] * (10 - sealed)
    assert log[:length] == reference_of(episode)[:length]
    assert len(log) == length + (10 - sealed) + len(["tally", "end"])
    assert verify(episode).is_good, verify(episode)


def test_a_scripted_round_waits_once_for_all_ten(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    holds: list[float] = []

    async def note(seconds: float) -> None:
        holds.append(round(seconds, -2))

    monkeypatch.setattr(runner, "hold", note)
    settings.MOVE_SECONDS, settings.ROUND_SECONDS, settings.REVEAL_SECONDS = 100, 200, 400
    episode = play_out(rumor(is_paced=True))
    assert log_of(episode) == reference_of(episode)
    assert holds.count(200) == 5, "three rounds, the ballot, and the tally"
    assert holds.count(400) == 1, "after the tally"
    assert holds.count(100) == 0


def test_the_round_of_the_house_lasts_four_seconds(settings: Settings) -> None:
    assert settings.ROUND_SECONDS == 4.0
    beat = GAMES["rumor"].beat
    assert beat("round", "say") is Beat.ROUND
    assert beat("say", "say") is beat("vote", "vote") is beat("say", "round") is Beat.NONE


# secrecy while it plays


def test_before_the_tally_nothing_that_is_sent_holds_a_role_the_truth_or_a_vote(
    client: Client,
) -> None:
    episode = rumor()
    rows = reference_of(episode)
    store(episode, rows[: [data["kind"] for data in rows].index("tally")])
    texts = [
        json.dumps(read_frames(episode, 0, SPECTATOR)),
        json.dumps(read_log(episode, SPECTATOR)),
        client.get(f"/matches/{episode.pk}/").content.decode(),
        client.get(f"/matches/{episode.pk}/log.json").content.decode(),
        client.get(f"/matches/{episode.pk}/frames/").content.decode(),
    ]
    for text in texts:
        assert '"saboteur"' not in text
        assert '"honest"' not in text
        assert '"truth"' not in text
        assert '"votes"' not in text
        assert '"vote":' not in text
        assert '"notes":' not in text
    for frame in read_frames(episode, 0, SPECTATOR):
        assert frame["table"]["tally"] is None
        assert not set(keys(frame["event"])) & set(SEALED)
    assert client.get(f"/matches/{episode.pk}/aftermath.json").status_code == 404


def keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        for one in value.values():
            yield from keys(one)
    if isinstance(value, list):
        for one in value:
            yield from keys(one)


def test_after_the_end_a_page_may_fetch_what_the_messages_did(client: Client) -> None:
    episode = play_out(rumor())
    found = client.get(f"/matches/{episode.pk}/aftermath.json").json()
    assert found["kind"] == "counterfactual"
    assert [one["seat"] for one in found["seats"]] == list(range(10))


# models at the table


async def of_models(**fields: Any) -> Episode:
    """Make an episode for ten policies of ten people."""

    def make() -> Episode:
        prompts = [f"Policy number {number}: ask who saw it." for number in range(10)]
        policies = [make_policy(prompt=prompt, game="rumor") for prompt in prompts]
        versions = [policy.champion for policy in policies]
        return rumor(versions=versions, **fields)

    return await sync_to_async(make)()


async def played(episode: Episode) -> list[Json]:
    await play(episode.pk)
    await episode.arefresh_from_db()
    assert episode.status == Episode.Status.FINISHED, episode.error
    return await sync_to_async(log_of)(episode)


async def test_a_round_is_one_parallel_batch_of_ten(stub: StubProvider) -> None:
    stub.latency = 0.05
    log = await played(await of_models())
    assert stub.peak == 10, "all ten are asked at once, and nobody twice"
    assert len(stub.requests) == 40
    assert {data["fallback"] for data in log if "fallback" in data} == {None}
    assert {data["scripted"] for data in log if "scripted" in data} == {False}


async def test_a_retry_is_one_smaller_batch(stub: StubProvider) -> None:
    stub.then(*["play"] * 7, *["no_object"] * 3)
    log = await played(await of_models())
    retried = [data["seat"] for data in log if data.get("retried")]
    assert len(stub.requests) == 43
    assert len(retried) == 3
    assert {data["retried"] for data in log if data.get("retried")} == {"unreadable"}
    assert all(data["round"] == 1 for data in log if data.get("retried"))


async def test_a_second_bad_reply_is_played_by_gossip(stub: StubProvider) -> None:
    stub.then(*["no_object"] * 20)
    log = await played(await of_models())
    first = [data for data in log if data["kind"] == "say" and data["round"] == 1]
    assert {data["fallback"] for data in first} == {"unreadable"}
    assert all(data["message"].startswith(("My clue says", "3 of the 4")) for data in first)


async def test_no_prompt_holds_what_its_seat_may_not_know(stub: StubProvider) -> None:
    stub.notes = "My own secret: {alias}."
    episode = await of_models()
    await played(episode)
    seats = await sync_to_async(lambda: list(episode.seats.order_by("slot")))()
    start = (await sync_to_async(log_of)(episode))[0]
    linked: dict[int, set[int]] = {seat.slot: set() for seat in seats}
    for one, other in start["edges"]:
        linked[one].add(other)
        linked[other].add(one)
    seen = 0
    for prompt in stub.prompts:
        (me,) = [seat for seat in seats if f"You are {seat.alias}," in prompt]
        paid = [slot for slot, role in enumerate(start["sealed"]["roles"]) if role == "saboteur"]
        known = linked[me.slot] | {me.slot} | (set(paid) if me.slot in paid else set())
        assert episode.seed not in prompt
        for other in seats:
            seen += 1
            assert (other.alias in prompt) == (other.slot in known)
            assert (f"My own secret: {other.alias}." in prompt) <= (other.slot == me.slot)
            assert (f"Policy number {other.slot}:" in prompt) == (other.slot == me.slot)
    assert seen == 400
