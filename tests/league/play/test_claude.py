"""The seat that a model plays, through the real SDK against a provider on the loopback."""

from __future__ import annotations

from games.base import Cause, Origin
from league.play.claude import ClaudePlayer
from tests.support.stub_provider import StubProvider
from tests.support.toy import toy_ask


async def test_first_reply_is_played(stub: StubProvider) -> None:
    answer = await ClaudePlayer("Go always.").decide(toy_ask())
    assert (answer.action, answer.origin) == ("go", Origin())
    (call,) = answer.calls
    assert (call.attempt, call.outcome) == (1, None)


async def test_unreadable_reply_is_asked_for_once_more(stub: StubProvider) -> None:
    stub.then("no_object", "play")
    answer = await ClaudePlayer("Go always.").decide(toy_ask())
    assert (answer.action, answer.origin) == ("go", Origin(retried=Cause.UNREADABLE))
