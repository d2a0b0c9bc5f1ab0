"""A model's seats at real tables: what is read, what is refused, and what a prompt may not hold."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from pytest_django import Settings

from games.base import FIRST_REPLY, Cause, Origin, Seat
from games.liars_dice.state import Bid
from league.play.claude import ClaudePlayer
from tests.support.dice import GAME, SEED, ask_at, chance_events, first_turn, second_turn
from tests.support.stub_provider import StubProvider

POLICIES = tuple(f"Policy number {number}: play on." for number in range(4))


@pytest.mark.parametrize("step", ["prose", "fenced", "shouted", "strings", "floats"])
async def test_what_is_readable_is_read(stub: StubProvider, step: str) -> None:
    state = first_turn()
    (seat,) = GAME.pending(state)
    stub.then(step)
    answer = await ClaudePlayer("Play.").decide(ask_at(state, seat))
    assert isinstance(answer.action, Bid)
    assert (answer.action.quantity, answer.action.face) == (1, 5)
    assert answer.origin == FIRST_REPLY


@pytest.mark.parametrize(
    ("step", "cause", "reason"),
    [
        ("two_objects", Cause.UNREADABLE, "expected one JSON object, got 2"),
        ("no_face", Cause.UNREADABLE, "face: expected an integer"),
        ("no_object", Cause.UNREADABLE, "expected one JSON object, got none"),
        ("face_9", Cause.ILLEGAL, "9"),
        ("none", Cause.ILLEGAL, "0"),
        ("challenge", Cause.ILLEGAL, "bid"),
    ],
)
async def test_what_is_illegal_gets_its_reason_and_one_more_try(
    stub: StubProvider, step: str, cause: Cause, reason: str
) -> None:
    state = first_turn()
    (seat,) = GAME.pending(state)
    stub.then(step, "play")
    answer = await ClaudePlayer("Play.").decide(ask_at(state, seat))
    assert answer.origin == Origin(retried=cause)
    first, second = (one["messages"][0]["content"] for one in stub.requests)
    assert reason in second.removeprefix(first)


async def test_a_bid_that_is_no_raise_is_illegal(stub: StubProvider) -> None:
    state = second_turn(quantity=2, face=4)
    (seat,) = GAME.pending(state)
    stub.then("one_five", "one_five")
    answer = await ClaudePlayer("Play.").decide(ask_at(state, seat))
    assert answer.origin == Origin(fallback=Cause.ILLEGAL)
    assert GAME.act(state, seat, answer.action, answer.origin)


async def test_the_fallback_is_the_bayes_move(stub: StubProvider) -> None:
    state = second_turn()
    (seat,) = GAME.pending(state)
    stub.then("refuse")
    answer = await ClaudePlayer("Play.").decide(ask_at(state, seat))
    expected = GAME.baseline("bayes", {}).decide(GAME.view(state, seat), ask_at(state, seat).ties)
    assert answer.action == expected


async def play_episode(policies: tuple[str, ...], **settings: Any) -> list[tuple[Any, Seat]]:
    """Let models play a whole episode; return the state and the seat of every decision."""
    state = chance_events(GAME.begin(GAME.configure(settings)))
    players = [ClaudePlayer(policy) for policy in policies]
    asked: list[tuple[Any, Seat]] = []
    while not GAME.is_over(state):
        (seat,) = GAME.pending(state)
        answer = await players[seat].decide(ask_at(state, seat))
        asked.append((state, seat))
        state = chance_events(
            GAME.apply(state, GAME.act(state, seat, answer.action, answer.origin))
        )
    return asked


@pytest.mark.parametrize("variant", ["standard", "poker", "silent"])
async def test_the_stub_plays_whole_episodes_without_a_bad_reply(
    stub: StubProvider, variant: str
) -> None:
    settings = {**GAME.variants[variant].settings, "deals": 3}
    asked = await play_episode(POLICIES, **settings)
    assert len(stub.requests) == len(asked)


@pytest.mark.parametrize("mode", ["dice", "poker"])
async def test_no_prompt_of_a_whole_episode_holds_what_its_seat_may_not_know(
    stub: StubProvider, mode: str
) -> None:
    """Hands of ten dice or eight digits: that one turns up by chance is out of the question."""
    policies = (
        POLICIES[0],
        POLICIES[1] + " [stub: no_object, play]",
        POLICIES[2] + " [stub: play, refuse]",
        POLICIES[3] + " [stub: face_99, play]",
    )
    stub.notes = "My own secret: {alias}."
    asked = await play_episode(
        policies, mode=mode, hand_size=10 if mode == "dice" else 8, deals=4, talk=True
    )
    prompts = iter(stub.prompts)
    sent = 0
    for state, seat in asked:
        view = GAME.view(state, seat)
        for _ in range(1 if seat in (0, 2) else 2):  # seats 1 and 3 are asked a second time
            prompt = next(prompts)
            sent += 1
            assert POLICIES[seat] in prompt
            assert ("".join if mode == "poker" else " ".join)(map(str, view.hand)) in prompt
            assert SEED not in prompt
            for other in set(range(4)) - {seat}:
                hand = state.hands[other]
                for glue in ("", " ", ", "):
                    assert glue.join(map(str, hand)) not in prompt
                assert POLICIES[other] not in prompt
                assert f"My own secret: {view.aliases[other]}" not in prompt
    assert sent == len(stub.requests)
    assert any("My own secret" in prompt for prompt in stub.prompts), "own notes come back"


async def test_many_tables_share_one_provider(stub: StubProvider, settings: Settings) -> None:
    settings.MAX_CALLS_IN_FLIGHT = stub.most_in_flight = 3
    tables = await asyncio.gather(*(play_episode(POLICIES, deals=2) for _ in range(6)))
    assert stub.peak <= 3
    assert sum(map(len, tables)) == len(stub.requests)
