"""Each ladder's top, as the lobby shows it."""

from __future__ import annotations

from games.base import Json
from league.models import Ladder
from league.queries.standings import Board, Row, read_board

ROWS = 4


def read_tops() -> list[Json]:
    """Return the first rows of every ladder; one that nobody ranks on says who is nearest."""
    return [_top(read_board(ladder)) for ladder in Ladder.objects.all()]


def _top(board: Board) -> Json:
    return {
        "slug": board.ladder.slug,
        "title": board.ladder.title,
        "url": board.ladder.get_absolute_url(),
        "provisional_below": board.provisional_below,
        "nearest": board.nearest,
        "rows": [_row(row) for row in board.ranked[:ROWS] if row.place and row.place.group == 0],
    }


def _row(row: Row) -> Json:
    return {
        "rank": row.place.rank if row.place else None,
        "policy": row.policy.name,
        "url": row.policy.get_absolute_url(),
        "mean": row.sums.mean,
        "low": row.sums.low,
        "high": row.sums.high,
        "is_scripted": row.policy.is_scripted,
    }
