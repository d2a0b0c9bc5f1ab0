"""Replaying a log: the fold, and the check of a log against its seed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from games.base import AnyGame
from games.errors import ReplayMismatch


def states(game: AnyGame, config: Any, events: Iterable[Any]) -> Iterator[Any]:
    """Yield the state before the first event and the one after each event: n events, n + 1 states.

    Raises ReplayMismatch with the 1-based number of the first event that the rules refuse.
    """
    state = game.begin(config)
    yield state
    for seq, event in enumerate(events, start=1):
        try:
            state = game.apply(state, event)
        except ReplayMismatch as error:
            raise ReplayMismatch(error.reason, seq) from None
        yield state


def last_state(game: AnyGame, config: Any, events: Iterable[Any]) -> Any:
    """Return the state after all events."""
    state = None
    for reached in states(game, config, events):
        state = reached
    return state


def check_log(game: AnyGame, config: Any, seed: str, events: Iterable[Any]) -> Any:
    """Re-derive every event that chance decides from the seed, and return the last state.

    Raises ReplayMismatch with the number of the first event that differs from the seed or breaks
    the rules. A log may be unfinished; it may not end before an event that chance alone decides.
    """
    state = game.begin(config)
    for seq, event in enumerate(events, start=1):
        due = [game.next_event(state, seed), game.next_event(state, seed, deadline=True)]
        recorded = game.encode(event)
        allowed = [game.encode(one) for one in due if one is not None]
        if allowed and recorded not in allowed and not (due[0] is None and game.pending(state)):
            raise ReplayMismatch(f"expected {allowed[0]!r} from the seed, got {recorded!r}", seq)
        if not allowed and recorded["kind"] in ("start", "deal", "end"):
            raise ReplayMismatch(f"expected a decision, got {recorded['kind']!r}", seq)
        try:
            state = game.apply(state, event)
        except ReplayMismatch as error:
            raise ReplayMismatch(error.reason, seq) from None
    return state
