"""Replaying a log: the fold, and the check of a log against its seed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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


def decode_log(game: AnyGame, rows: Iterable[Mapping[str, Any]]) -> list[Any]:
    """Read a stored log. Raises ReplayMismatch with the number of the first row that is not one."""
    events = []
    for seq, row in enumerate(rows, start=1):
        try:
            events.append(game.decode(row))
        except ReplayMismatch as error:
            raise ReplayMismatch(error.reason, seq) from None
    return events


def last_state(game: AnyGame, config: Any, events: Iterable[Any]) -> Any:
    """Return the state after all events."""
    state = None
    for reached in states(game, config, events):
        state = reached
    return state


def check_log(
    game: AnyGame, config: Any, seed: str, events: Iterable[Any], *, is_finished: bool = False
) -> Any:
    """Re-derive every event that chance decides from the seed, and return the last state.

    A log may stop anywhere unless ``is_finished`` says that its episode is over. Raises
    ReplayMismatch with the number of the first event that differs from the seed, breaks the rules
    or is missing.
    """
    state, seq = game.begin(config), 0
    for seq, event in enumerate(events, start=1):
        try:
            _check_due(game, state, seed, event)
            state = game.apply(state, event)
        except ReplayMismatch as error:
            raise ReplayMismatch(error.reason, seq) from None
    if is_finished and not game.is_over(state):
        raise ReplayMismatch("expected one more event, got the end of the log", seq + 1)
    return state


def _check_due(game: AnyGame, state: Any, seed: str, event: Any) -> None:
    """Refuse an event of chance that the seed does not give, and a decision where none is due."""
    due = game.next_event(state, seed)
    if due is None and not game.is_chance(event):
        return
    late = game.next_event(state, seed, deadline=True)
    allowed = [game.encode(one) for one in (due, late) if one is not None]
    recorded = game.encode(event)
    if recorded not in allowed:
        expected = " or ".join(map(repr, allowed[:1])) or "a decision"
        raise ReplayMismatch(f"expected {expected}, got {recorded!r}")
