"""Each ladder's top, as the lobby shows it."""

from __future__ import annotations

from games.base import Json
from games.registry import GAMES
from league.models import Ladder
from league.queries.standings import Row, read_board

SHOWN = 4
"""Rows of each ladder."""


def read_tops(rows: int = SHOWN) -> list[Json]:
    """Return the first ranked rows of every ladder, as docs/architecture.md defines a top.

    While nobody on a ladder has a rank, `nearest` says how many episodes the first one has by now.
    """
    return [_top(ladder, rows) for ladder in Ladder.objects.filter(game__in=GAMES)]


def _top(ladder: Ladder, rows: int) -> Json:
    board = read_board(ladder)
    return {
        "slug": ladder.slug,
        "title": ladder.title,
        "url": ladder.get_absolute_url(),
        "provisional_below": board.provisional_below,
        "nearest": board.nearest,
        "break_even": board.game.break_even,
        "rows": [_row(row) for row in board.ranked[:rows]],
    }


def _row(row: Row) -> Json:
    return {
        "rank": row.place.rank if row.place else None,
        "policy": row.policy.name,
        "url": row.policy.get_absolute_url(),
        "mean": row.sums.mean,
        "low": row.sums.low,
        "high": row.sums.high,
        "episodes": row.sums.episodes,
        "is_scripted": row.policy.is_scripted,
    }
