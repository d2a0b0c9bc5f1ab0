"""What a player is asked and what it answers; the scripted kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from games.base import AnyGame, Baseline, Cause, Origin, Seat
from games.chance import Stream


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One decision that one seat must make."""

    game: AnyGame
    view: Any
    """What the seat may know; a player never gets the state."""
    seat: Seat
    check: Callable[[Any], object]
    """Raises IllegalAction when the action is not allowed now."""
    ties: Stream
    seconds_left: float
    """Play time the episode has left, in seconds; pacing does not count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCall:
    """One request to the provider, kept for costs and for the staff's page of causes."""

    attempt: int
    """1 for the first request of the decision, 2 for the retry."""
    outcome: Cause | None
    """What was wrong with the reply; None when it was played."""
    model: str
    latency: float
    """Seconds from sending to the reply or the failure, waiting for the limiter excluded."""
    input_tokens: int = 0
    cache_creation_tokens: int = 0
    cache_read_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    """US dollars at the configured prices."""
    request_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A decision: always a legal action, with how it came to be."""

    action: Any
    origin: Origin
    calls: tuple[ModelCall, ...] = field(default=())


class Player(Protocol):
    """Decides for one seat. Never raises for the provider's or the model's faults."""

    async def decide(self, ask: Ask) -> Answer: ...


@dataclass(frozen=True, slots=True)
class ScriptedPlayer:
    """Plays a baseline."""

    baseline: Baseline[Any, Any]

    async def decide(self, ask: Ask) -> Answer:
        return Answer(action=self.baseline.decide(ask.view, ask.ties), origin=Origin(scripted=True))
