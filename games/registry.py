"""Every game the league can play. A new game adds one line here."""

from __future__ import annotations

from collections.abc import Mapping

from games.base import AnyGame
from games.errors import BadSetting
from games.liars_dice.game import LiarsDice
from games.rumor.game import Rumor

_ALL: tuple[AnyGame, ...] = (LiarsDice(), Rumor())
GAMES: Mapping[str, AnyGame] = {game.key: game for game in _ALL}


def get_game(key: str) -> AnyGame:
    """Return the game of that key. Raises BadSetting naming the games that exist."""
    try:
        return GAMES[key]
    except KeyError:
        raise BadSetting("game", key, f"one of {', '.join(sorted(GAMES))}") from None
