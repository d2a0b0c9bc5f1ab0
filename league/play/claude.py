"""The seat that a model plays from a policy prompt.

Theory of operation. A decision is a short series of requests:

- A reply that cannot be played (cut off, not an action, an illegal one) or that never came is
  asked for once more, with the reason; after the second, the game's fallback baseline plays.
- A refusal is not sent again: the baseline plays. So it does when our credentials are turned down.
- A provider that is overloaded, broken or out of reach gets the same request again after a pause
  that doubles; that is not a second reply. A 429 is waited out in the limiter by every caller.
- All requests and pauses of one decision fit into two calls at their timeout. Waiting for a slot
  of the limiter is not part of it, but never passes the episode's clock.
- Before every request: if two more calls at their timeout could pass the episode's play limit, or
  a spending limit is reached, or there is no key, nothing is sent and the baseline plays.

The caller gets a legal action and an origin that says how it came to be, with one ``ModelCall`` for
each request that was sent.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import structlog
from django.conf import settings

from games.base import Cause, Origin, Prompt
from games.errors import IllegalAction, UnreadableAction
from league import metrics
from league.play.client import CallFailed, Provider, Reply, Request, provider
from league.play.limiter import NoRoom
from league.play.players import Answer, Ask, ModelCall

log = structlog.get_logger()

MOST_REQUESTS = 6
"""of one decision, whatever came of them"""
FIRST_PAUSE = 1 / 60
"""Share of a call's timeout (0.5 s of 30 s) to wait after a failure; doubles each time."""
QUOTE_LIMIT = 2_000
"""Characters of a bad reply that are quoted back."""
LARGER = 4
"""How many times more tokens a cut-off reply may take at the second request."""
LARGEST_BUDGET = 64_000
COMPLETE = ("end_turn", "stop_sequence")
CUT_OFF = ("max_tokens", "model_context_window_exceeded")


async def without_limit() -> bool:
    return True


@dataclass(frozen=True, slots=True)
class ClaudePlayer:
    """Plays a policy prompt through the model."""

    policy: str
    """The version's prompt."""
    may_spend: Callable[[], Awaitable[bool]] = without_limit
    """Asked before every request; False when a spending limit is reached."""
    episode: int = 0
    """For the log of causes."""

    async def decide(self, ask: Ask) -> Answer:
        return await Decision(player=self, ask=ask).make()


class NotPlayed(Exception):
    """A reply that cannot be played."""

    def __init__(self, cause: Cause, reason: str = "", reply: str = "") -> None:
        super().__init__(cause)
        self.cause = cause
        self.reason = reason
        """What was wrong, for the model."""
        self.reply = reply


class Stopped(Exception):
    """Nothing may be sent."""

    def __init__(self, cause: Cause) -> None:
        super().__init__(cause)
        self.cause = cause


@dataclass(slots=True, kw_only=True)
class Decision:
    """One decision on its way."""

    player: ClaudePlayer
    ask: Ask
    started: float = field(default_factory=time.monotonic)
    timeout: float = field(default_factory=lambda: settings.CALL_TIMEOUT)
    max_tokens: int = field(default_factory=lambda: settings.MAX_OUTPUT_TOKENS)
    spent: float = 0.0
    """Seconds of this decision's own time: calls and pauses, without waiting for a slot."""
    pauses: int = 0
    retried: Cause | None = None
    complaint: str = ""
    """What a second request adds to the prompt."""
    calls: list[ModelCall] = field(default_factory=list)

    async def make(self) -> Answer:
        """Return the model's action, or the fallback's."""
        if not settings.ANTHROPIC_API_KEY:
            return self._fall_back(Cause.NO_CREDENTIALS)
        prompt = self.ask.game.prompt(self.ask.view, self.player.policy)
        reach = provider()
        while True:
            try:
                action = await self._try(reach, prompt)
            except NotPlayed as problem:
                is_last = self.retried or problem.cause is Cause.REFUSED
                if is_last or self._time_left() <= 0:
                    return self._fall_back(problem.cause)
                self._complain(problem)
            except CallFailed as failure:
                if not await self._waited_out(failure):
                    return self._fall_back(failure.cause)
            except NoRoom:
                return self._fall_back(Cause.CLOCK)
            except Stopped as stop:
                return self._fall_back(stop.cause)
            else:
                return Answer(
                    action=action, origin=Origin(retried=self.retried), calls=tuple(self.calls)
                )

    async def _try(self, reach: Provider, prompt: Prompt) -> Any:
        """Send one request and return the action that it brought."""
        patience = self._clock() - 2 * self.timeout
        if patience < 0:
            raise Stopped(Cause.CLOCK)
        if not await self.player.may_spend():
            raise Stopped(Cause.BUDGET)
        request = Request(
            system=prompt.system,
            user=prompt.user + self.complaint,
            schema=prompt.schema,
            max_tokens=self.max_tokens,
        )
        seconds = min(self.timeout, self._time_left())
        try:
            reply = await reach.send(request, seconds=seconds, patience=patience)
        except CallFailed as failure:
            self._note(failure.cause, failure.latency, request_id=failure.request_id)
            if failure.cause is Cause.TIMEOUT:
                reason = f"no reply came within {seconds:.0f} seconds"
                raise NotPlayed(Cause.TIMEOUT, reason) from None
            raise
        try:
            action = self._read(reply)
        except NotPlayed as problem:
            self._note(problem.cause, reply.latency, reply)
            raise
        self._note(None, reply.latency, reply)
        return action

    def _read(self, reply: Reply) -> Any:
        """Return the legal action of a reply; the stop reason comes before the text."""
        if reply.stop_reason == "refusal":
            raise NotPlayed(Cause.REFUSED)
        if reply.stop_reason in CUT_OFF:
            reason = f"it was cut off after {self.max_tokens} tokens; be brief"
            raise NotPlayed(Cause.TRUNCATED, reason, reply.text)
        if reply.stop_reason not in COMPLETE:
            reason = f"expected one JSON object, got a stop for {reply.stop_reason}"
            raise NotPlayed(Cause.UNREADABLE, reason, reply.text)
        try:
            action = self.ask.game.parse(self.ask.view, reply.text)
        except UnreadableAction as error:
            raise NotPlayed(Cause.UNREADABLE, str(error), reply.text) from None
        except (ValueError, RecursionError):  # JSON too deep, or a number too long, to be read
            reason = "expected one small JSON object"
            raise NotPlayed(Cause.UNREADABLE, reason, reply.text) from None
        except IllegalAction as error:
            raise NotPlayed(Cause.ILLEGAL, str(error), reply.text) from None
        try:
            self.ask.check(action)
        except IllegalAction as error:
            raise NotPlayed(Cause.ILLEGAL, str(error), reply.text) from None
        return action

    def _complain(self, problem: NotPlayed) -> None:
        """Prepare the second request. The bad reply is quoted as data, in one JSON string."""
        self.retried = problem.cause
        if problem.cause is Cause.TRUNCATED:
            self.max_tokens = min(self.max_tokens * LARGER, LARGEST_BUDGET)
        self.complaint = f"\n\nYour previous reply was not played: {problem.reason}."
        if problem.reply:
            quote = json.dumps(problem.reply[:QUOTE_LIMIT])
            self.complaint += f" It was, quoted as a JSON string: {quote}"
        self.complaint += "\nReply again with exactly one JSON object that follows the rules."

    async def _waited_out(self, failure: CallFailed) -> bool:
        """Wait before sending the same again; False when that cannot help or takes too long."""
        if not failure.is_transient or len(self.calls) >= MOST_REQUESTS:
            return False
        pause = FIRST_PAUSE * self.timeout * 2**self.pauses * random.uniform(0.5, 1.5)
        wait = pause if failure.wait is None else failure.wait
        if wait >= self._time_left():
            return False
        self.pauses += 1
        self.spent += wait
        if failure.wait is None:
            await asyncio.sleep(wait)  # else the limiter holds every caller back
        return True

    def _clock(self) -> float:
        """Return the play time that the episode has left."""
        return self.ask.seconds_left - (time.monotonic() - self.started)

    def _time_left(self) -> float:
        """Return what is left of the decision's own time."""
        return 2 * self.timeout - self.spent

    def _note(
        self,
        outcome: Cause | None,
        latency: float,
        reply: Reply | None = None,
        request_id: str = "",
    ) -> None:
        """Record one request that was sent."""
        self.spent += min(latency, self.timeout)  # a busy loop is not the call
        call = ModelCall(
            attempt=len(self.calls) + 1,
            outcome=outcome,
            model=settings.HEARSAY_MODEL,
            latency=latency,
            input_tokens=reply.tokens.input if reply else 0,
            cache_creation_tokens=reply.tokens.cache_creation if reply else 0,
            cache_read_tokens=reply.tokens.cache_read if reply else 0,
            output_tokens=reply.tokens.output if reply else 0,
            cost=reply.tokens.cost() if reply else 0.0,
            request_id=reply.request_id if reply else request_id,
        )
        self.calls.append(call)
        metrics.CALLS.labels(outcome or metrics.PLAYED).inc()
        metrics.CALL_SECONDS.observe(latency)
        if outcome:
            log.info(
                "model_reply_not_played",
                episode=self.player.episode,
                slot=self.ask.seat,
                attempt=call.attempt,
                cause=outcome.value,
                request_id=call.request_id,
            )

    def _fall_back(self, cause: Cause) -> Answer:
        """Let the game's fallback baseline decide."""
        game = self.ask.game
        metrics.FALLBACKS.labels(cause).inc()
        # Without credentials every decision is one; what serves the league says it at the start.
        say = log.debug if cause is Cause.NO_CREDENTIALS else log.warning
        say("fallback_played", episode=self.player.episode, slot=self.ask.seat, cause=cause.value)
        return Answer(
            action=game.baseline(game.fallback, {}).decide(self.ask.view, self.ask.ties),
            origin=Origin(fallback=cause),
            calls=tuple(self.calls),
        )
