"""What a table of baselines must play: its log derived again by the rules alone.

The league's runner, its workers and their deaths may change nothing in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.base import Json, Origin
from games.chance import stream
from games.registry import get_game
from league.models import Episode


def reference_log(
    game_key: str,
    settings: Mapping[str, Any],
    seed: str,
    baselines: Sequence[tuple[str, Mapping[str, Any]]],
) -> list[Json]:
    """Return the events that baselines (key and parameters, by slot) play from a seed."""
    game = get_game(game_key)
    players = [game.baseline(key, parameters) for key, parameters in baselines]
    state = game.begin(game.configure(settings))
    log: list[Json] = []
    while not game.is_over(state):
        events = []
        if (event := game.next_event(state, seed)) is not None:
            events.append(event)
        for seat in () if events else game.pending(state):
            ties = stream(seed, "ties", len(log) + 1, seat)
            action = players[seat].decide(game.view(state, seat), ties)
            events.append(game.act(state, seat, action, Origin(scripted=True)))
        for event in events:
            state = game.apply(state, event)
        log.extend(game.encode(event) for event in events)
    return log


def reference_of(episode: Episode) -> list[Json]:
    """Return the log that an episode of baselines must have."""
    seats = episode.seats.select_related("version").order_by("slot")
    lineup = [(seat.version.baseline, seat.version.parameters) for seat in seats]
    return reference_log(episode.game, episode.settings, episode.seed, lineup)


def log_of(episode: Episode) -> list[Json]:
    """Return the stored log, and check its numbers."""
    rows = list(episode.events.order_by("seq").values_list("seq", "data"))
    assert [seq for seq, _ in rows] == list(range(1, len(rows) + 1))
    return [data for _, data in rows]
