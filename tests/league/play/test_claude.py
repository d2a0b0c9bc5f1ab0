"""The seat that a model plays, through the real SDK against a provider on the loopback."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from time import monotonic
from types import SimpleNamespace
from typing import Any

import pytest
from pytest_django import Settings

from games.base import FIRST_REPLY, Cause, Origin
from league.play import claude
from league.play.claude import MOST_REQUESTS, ClaudePlayer
from league.play.client import provider, warm_up
from league.play.limiter import Limits, LocalLimiter, Slot
from league.play.players import Answer, Ask
from tests.support.stub_provider import HOSTILE, STEPS, StubProvider
from tests.support.toy import toy_ask

FALLBACK = "wait"


async def decide(ask: Ask | None = None, **options: Any) -> Answer:
    return await ClaudePlayer("Go always.", **options).decide(ask or toy_ask())


def outcomes(answer: Answer) -> list[Cause | None]:
    """Return what came of each request, and check that they are numbered from 1."""
    assert [call.attempt for call in answer.calls] == list(range(1, len(answer.calls) + 1))
    return [call.outcome for call in answer.calls]


# a reply that can be played


async def test_first_reply_is_played(stub: StubProvider) -> None:
    answer = await decide()
    assert (answer.action, answer.origin) == ("go", FIRST_REPLY)
    assert outcomes(answer) == [None]


async def test_the_request_is_what_the_messages_api_expects(
    stub: StubProvider, settings: Settings
) -> None:
    await decide()
    (request,) = stub.requests
    assert request["model"] == settings.HEARSAY_MODEL
    assert request["max_tokens"] == settings.MAX_OUTPUT_TOKENS
    assert request["output_config"]["format"]["type"] == "json_schema"
    (block,) = request["system"]
    assert "Go always." in block["text"]
    assert block["cache_control"] == {"type": "ephemeral"}
    assert "temperature" not in request
    assert stub.keys == {"key-of-a-test"}


async def test_a_call_is_recorded_with_its_tokens_cost_latency_and_request(
    stub: StubProvider, settings: Settings
) -> None:
    settings.PRICES = {"input": 3.0, "cache_creation": 3.75, "cache_read": 0.3, "output": 15.0}
    (call,) = (await decide()).calls
    assert (call.input_tokens, call.cache_creation_tokens) == (3, 12_304)
    assert (call.cache_read_tokens, call.output_tokens) == (0, 550)
    assert call.cost == pytest.approx(0.054399, abs=1e-12)
    assert call.request_id == "req_1"
    assert call.model == settings.HEARSAY_MODEL
    assert call.latency > 0


async def test_retries_and_refusals_cost_too(stub: StubProvider) -> None:
    stub.then("no_object", "refuse")
    answer = await decide()
    assert sum(call.cost for call in answer.calls) == pytest.approx(2 * 0.054399)


# a reply that cannot be played


async def test_unreadable_reply_is_asked_for_once_more_with_the_reason(stub: StubProvider) -> None:
    stub.then("no_object", "play")
    answer = await decide()
    assert (answer.action, answer.origin) == ("go", Origin(retried=Cause.UNREADABLE))
    assert outcomes(answer) == [Cause.UNREADABLE, None]
    first, second = (one["messages"][0]["content"] for one in stub.requests)
    assert second.startswith(first)
    assert 'expected {"action": "go"}' in second
    assert stub.requests[0]["system"] == stub.requests[1]["system"], "the cached part stays"


async def test_illegal_reply_is_asked_for_once_more_with_the_rule(stub: StubProvider) -> None:
    stub.then("illegal", "play")
    answer = await decide()
    assert (answer.action, answer.origin) == ("go", Origin(retried=Cause.ILLEGAL))
    assert "stopping is not allowed" in stub.requests[1]["messages"][0]["content"]


async def test_after_a_second_bad_reply_the_baseline_plays(stub: StubProvider) -> None:
    stub.then("no_object", "illegal", "play")
    answer = await decide()
    assert (answer.action, answer.origin) == (FALLBACK, Origin(fallback=Cause.ILLEGAL))
    assert outcomes(answer) == [Cause.UNREADABLE, Cause.ILLEGAL]
    assert len(stub.requests) == 2


async def test_a_bad_reply_is_quoted_back_as_data(stub: StubProvider) -> None:
    stub.then("hostile", "play")
    await decide()
    complaint = stub.requests[1]["messages"][0]["content"]
    assert json.dumps(HOSTILE) in complaint
    assert HOSTILE not in complaint
    assert "\x00" not in complaint


async def test_a_cut_off_reply_is_counted_apart_and_given_more_room(stub: StubProvider) -> None:
    stub.then("truncated", "play")
    answer = await decide()
    assert (answer.action, answer.origin) == ("go", Origin(retried=Cause.TRUNCATED))
    first, second = (one["max_tokens"] for one in stub.requests)
    assert second > first


async def test_the_stop_reason_is_read_before_the_text(stub: StubProvider) -> None:
    """A whole, legal action in a reply that was cut off or refused is not a move."""
    stub.then("truncated_whole", "truncated_whole")
    answer = await decide()
    assert (answer.action, answer.origin) == (FALLBACK, Origin(fallback=Cause.TRUNCATED))
    stub.then("refuse_whole")
    answer = await decide()
    assert (answer.action, answer.origin) == (FALLBACK, Origin(fallback=Cause.REFUSED))


@pytest.mark.parametrize("step", ["refuse", "refuse_empty"])
async def test_a_refusal_is_recorded_and_not_sent_again(stub: StubProvider, step: str) -> None:
    stub.then(step, "play")
    answer = await decide()
    assert (answer.action, answer.origin) == (FALLBACK, Origin(fallback=Cause.REFUSED))
    assert outcomes(answer) == [Cause.REFUSED]
    assert len(stub.requests) == 1


@pytest.mark.parametrize("step", sorted(STEPS.keys() - {"hang", "hang_midway"}))
async def test_whatever_comes_back_the_seat_acts_legally(stub: StubProvider, step: str) -> None:
    stub.default = step
    answer = await decide()
    assert answer.action in ("go", FALLBACK)
    assert (answer.action == FALLBACK) == (answer.origin.fallback is not None)
    assert len(answer.calls) == len(stub.requests)


# a provider that fails


async def test_no_answer_is_its_timeout_one_retry_and_then_the_baseline(
    stub: StubProvider, settings: Settings
) -> None:
    settings.CALL_TIMEOUT = 0.1
    stub.then("hang", "hang", "play")
    answer = await decide()
    assert (answer.action, answer.origin) == (FALLBACK, Origin(fallback=Cause.TIMEOUT))
    assert outcomes(answer) == [Cause.TIMEOUT, Cause.TIMEOUT]
    assert await provider().limiter.in_flight() == 0


async def test_an_answer_that_stops_midway_is_a_timeout(
    stub: StubProvider, settings: Settings
) -> None:
    """Each byte resets a socket's own timeout; the call's is a hard one."""
    settings.CALL_TIMEOUT = 1.0
    stub.then("hang_midway", "play")
    answer = await decide()
    assert (answer.action, answer.origin) == ("go", Origin(retried=Cause.TIMEOUT))


@pytest.mark.parametrize(
    "step",
    [
        "overloaded",
        "broken",
        "cut",
        "html",
        "error_in_200",
        "error_in_stream",
        "not_json",
        "not_gzip",
        "half_message",
        "rate",
        "no_stop_reason",
    ],
)
async def test_a_provider_that_fails_twice_and_then_answers_is_played(
    stub: StubProvider, settings: Settings, step: str
) -> None:
    stub.then(step, step)
    answer = await decide()
    assert (answer.action, answer.origin) == ("go", FIRST_REPLY)
    assert outcomes(answer) == [Cause.PROVIDER, Cause.PROVIDER, None]
    assert stub.requests[0] == stub.requests[2], "nothing was wrong with the request"


async def test_a_provider_that_stays_broken_is_given_up(stub: StubProvider) -> None:
    stub.default = "overloaded"
    answer = await decide()
    assert (answer.action, answer.origin) == (FALLBACK, Origin(fallback=Cause.PROVIDER))
    assert len(answer.calls) == MOST_REQUESTS


async def test_nothing_listens_at_the_provider_s_address(
    stub: StubProvider, settings: Settings
) -> None:
    settings.ANTHROPIC_BASE_URL = "http://127.0.0.1:1"
    answer = await decide()
    assert answer.origin == Origin(fallback=Cause.PROVIDER)


async def test_a_bad_request_is_not_sent_again(stub: StubProvider) -> None:
    stub.then("bad_request")
    answer = await decide()
    assert answer.origin == Origin(fallback=Cause.PROVIDER)
    assert len(stub.requests) == 1


async def test_a_retry_after_beyond_the_decision_s_time_is_not_slept(stub: StubProvider) -> None:
    stub.then("rate_long")
    answer = await asyncio.wait_for(decide(), timeout=5)
    assert (answer.action, answer.origin) == (FALLBACK, Origin(fallback=Cause.PROVIDER))


async def test_after_a_429_every_caller_waits(stub: StubProvider) -> None:
    stub.then("rate_long")
    await decide()
    others = await asyncio.gather(*(decide(toy_ask(seconds_left=11)) for _ in range(5)))
    assert {answer.origin.fallback for answer in others} == {Cause.CLOCK}
    assert len(stub.requests) == 1, "nobody else was sent into the same wall"


@pytest.mark.parametrize("step", ["unauthorized", "forbidden"])
async def test_credentials_that_are_turned_down_are_told_apart(
    stub: StubProvider, step: str
) -> None:
    stub.then(step)
    answer = await decide()
    assert (answer.action, answer.origin) == (FALLBACK, Origin(fallback=Cause.CREDENTIALS))
    assert outcomes(answer) == [Cause.CREDENTIALS]


async def test_ten_ask_at_once_where_four_are_allowed(
    stub: StubProvider, settings: Settings
) -> None:
    settings.MAX_CALLS_IN_FLIGHT = stub.most_in_flight = 4
    stub.latency = 0.02
    answers = await asyncio.gather(*(decide(toy_ask(seat=seat)) for seat in range(10)))
    assert [(answer.action, answer.origin) for answer in answers] == [("go", FIRST_REPLY)] * 10
    assert stub.peak == 4


# nothing is sent


async def test_without_a_key_the_baseline_plays(stub: StubProvider, settings: Settings) -> None:
    settings.ANTHROPIC_API_KEY = ""
    answer = await decide()
    assert (answer.action, answer.origin) == (FALLBACK, Origin(fallback=Cause.NO_CREDENTIALS))
    assert answer.calls == ()
    assert stub.requests == []


@pytest.mark.parametrize(("seconds_left", "sent"), [(9.9, 0), (10.9, 1)])
async def test_the_clock_must_allow_two_more_calls_at_their_timeout(
    stub: StubProvider, seconds_left: float, sent: int
) -> None:
    answer = await decide(toy_ask(seconds_left=seconds_left))
    assert len(stub.requests) == sent
    assert answer.origin == (FIRST_REPLY if sent else Origin(fallback=Cause.CLOCK))


async def test_the_clock_is_looked_at_before_the_second_request_too(
    stub: StubProvider, settings: Settings
) -> None:
    settings.CALL_TIMEOUT = 0.5
    stub.then("hang")
    answer = await decide(toy_ask(seconds_left=1.4))
    assert answer.origin == Origin(fallback=Cause.CLOCK)
    assert outcomes(answer) == [Cause.TIMEOUT]


async def test_waiting_for_a_slot_ends_before_the_clock_does(
    stub: StubProvider, settings: Settings
) -> None:
    settings.MAX_CALLS_IN_FLIGHT = 1
    settings.CALL_TIMEOUT = 0.2
    async with provider().limiter.slot(1, 60):
        answer = await decide(toy_ask(seconds_left=0.5))
    assert answer.origin == Origin(fallback=Cause.CLOCK)
    assert answer.calls == ()


async def test_waiting_for_a_slot_is_not_latency_and_not_the_call_s_time(
    stub: StubProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SimpleNamespace(ahead=0.0)
    monkeypatch.setattr(
        claude, "time", SimpleNamespace(monotonic=lambda: monotonic() + clock.ahead)
    )

    class Slow(LocalLimiter):
        async def take(self, tokens: int, patience: float) -> Slot:
            clock.ahead += 500  # much longer than two calls at their timeout
            return await super().take(tokens, patience)

    limiter = Slow(Limits.from_settings())
    reach = replace(provider(), limiter=limiter)
    monkeypatch.setattr(claude, "provider", lambda: reach)
    answer = await decide(toy_ask(seconds_left=600))
    assert (answer.action, answer.origin) == ("go", FIRST_REPLY)
    assert answer.calls[0].latency < 500


async def test_a_spending_limit_is_asked_about_before_every_request(stub: StubProvider) -> None:
    money = iter([True, False])

    async def may_spend() -> bool:
        return next(money)

    stub.then("no_object")
    answer = await decide(may_spend=may_spend)
    assert (answer.action, answer.origin) == (FALLBACK, Origin(fallback=Cause.BUDGET))
    assert outcomes(answer) == [Cause.UNREADABLE]


async def test_a_cancelled_decision_gives_its_slot_back(stub: StubProvider) -> None:
    stub.then("hang")
    task = asyncio.create_task(decide())
    while not stub.requests:  # noqa: ASYNC110  # it is counted in another thread
        await asyncio.sleep(0.001)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await provider().limiter.in_flight() == 0


async def test_no_prompt_key_or_reply_is_logged(
    stub: StubProvider, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", logger="league")
    for step in ("hostile", "refuse", "unauthorized", "overloaded", "bad_request", "html"):
        stub.then(step)
        await decide(episode=77)
    written = "".join(capsys.readouterr()) + caplog.text
    assert "unreadable" in written
    assert "77" in written
    for secret in ("Go always", "key-of-a-test", "traveller", "window.pwn", "rather not", "hotel"):
        assert secret not in written


async def test_warming_up_sends_nothing(stub: StubProvider) -> None:
    await warm_up()
    assert stub.requests == []
    await decide()
    assert len(stub.requests) == 1


@pytest.mark.parametrize(("in_flight", "clients"), [(1, 1), (16, 2), (100_000, 16)])
async def test_calls_take_turns_over_as_many_clients_as_they_need(
    stub: StubProvider, settings: Settings, in_flight: int, clients: int
) -> None:
    settings.MAX_CALLS_IN_FLIGHT = in_flight
    used = set()
    for _ in range(clients):
        await decide()
        used.add(id(provider().clients[0]))
    assert len(used) == len(provider().clients) == clients
