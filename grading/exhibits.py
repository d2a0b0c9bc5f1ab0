"""Playing exhibits in memory, for checks, canaries and benches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.base import FIRST_REPLY, AnyGame, Baseline, Seat
from games.chance import stream
from grading.judges.base import Exhibit

type Touch = Callable[[Any], Any]
"""Changes an action before it is played."""


def play_exhibit(
    game: AnyGame,
    config: Any,
    seed: str,
    seats: Sequence[Baseline[Any, Any]],
    graded: Seat,
    touch: Touch | None = None,
) -> Exhibit:
    """Play an episode between baselines in memory; ``touch`` changes the graded seat's actions."""
    state = game.begin(config)
    events: list[Any] = []
    while not game.is_over(state):
        event = game.next_event(state, seed)
        made = [event] if event is not None else []
        for seat in () if made else game.pending(state):
            ties = stream(seed, "ties", len(events) + 1, seat)
            action = seats[seat].decide(game.view(state, seat), ties)
            if touch is not None and seat == graded:
                action = touch(action)
            made.append(game.act(state, seat, action, FIRST_REPLY))
        for event in made:
            state = game.apply(state, event)
        events += made
    return Exhibit(game=game, config=config, events=events, seat=graded)
