"""Whole episodes for tests: a log is the list of its events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.base import FIRST_REPLY, AnyGame, Json, Origin
from games.chance import Stream, stream

type Decide = Callable[[Any, Stream], Any]


def own_reply(_: Stream) -> Origin:
    return FIRST_REPLY


def play(
    game: AnyGame,
    config: Any,
    seed: str,
    decide: Decide | None = None,
    *,
    origins: Callable[[Stream], Origin] = own_reply,
    deadline_after: int | None = None,
) -> list[Any]:
    """Play an episode to its end and return its log.

    ``decide`` gets a view and a stream; None plays the game's fallback baseline. The time is up
    once the log has ``deadline_after`` events.
    """
    decide = decide or game.baseline(game.fallback, {}).decide
    log: list[Any] = []
    state = game.begin(config)
    while not game.is_over(state):
        late = deadline_after is not None and len(log) >= deadline_after
        event = game.next_event(state, seed, deadline=late)
        if event is not None:
            state = game.apply(state, event)
            log.append(event)
            continue
        batch = []
        for seat in game.pending(state):
            ties = stream(seed, "ties", len(log) + 1, seat)
            action = decide(game.view(state, seat), ties)
            batch.append(game.act(state, seat, action, origins(ties)))
        for event in batch:
            state = game.apply(state, event)
            log.append(event)
    return log


def settings_of(game: AnyGame, variant: str, **more: Any) -> Json:
    """Return a variant's settings with some replaced."""
    return {**game.variants[variant].settings, **more}
