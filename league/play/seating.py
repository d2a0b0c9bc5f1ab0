"""Which player sits in a seat."""

from __future__ import annotations

from functools import partial

from games.registry import get_game
from league.models import Seat
from league.play.claude import ClaudePlayer
from league.play.players import Player, ScriptedPlayer
from league.queries.spending import may_spend


def player_for(seat: Seat) -> Player:
    """Return the player of a seat; its episode, version and policy must be loaded."""
    version = seat.version
    if version.baseline:
        game = get_game(seat.episode.game)
        return ScriptedPlayer(game.baseline(version.baseline, version.parameters))
    return ClaudePlayer(
        policy=version.prompt,
        may_spend=partial(may_spend, version, seat.episode.ladder),
        episode=seat.episode_id,
    )
