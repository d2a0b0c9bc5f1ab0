"""The ladders: a list of them, one's page, and its standings as files."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render

from games.base import Json, Parameter
from league.exports import csv_file, tidy
from league.models import Ladder, LeagueSettings
from league.queries.arrangement import Wish, arrange, orders
from league.queries.findings import find
from league.queries.standings import Board, Row, read_board
from league.standings.axis import Axis, axis_for

FIELDS = (
    "rank",
    "worst_rank",
    "group",
    "policy",
    "version",
    "owner",
    "scripted",
    "mean",
    "low",
    "high",
    "episodes",
    "wins",
    "losses",
    "model_share",
    "cost_per_episode",
)


def index(request: HttpRequest) -> HttpResponse:
    boards = [read_board(ladder, viewer=request.user.pk) for ladder in Ladder.objects.all()]
    context = {
        "tab": "ladders",
        "entries": [
            {"board": board, "finding": find(board), "axis": _axis(board)} for board in boards
        ],
        "is_matchmaking": LeagueSettings.load().is_matchmaking,
    }
    return render(request, "league/ladders/index.html", context)


def show(request: HttpRequest, slug: str) -> HttpResponse:
    ladder = get_object_or_404(Ladder, slug=slug)
    wish = Wish.parse(request.GET)
    board = read_board(ladder, window=wish.window, viewer=request.user.pk)
    context = {
        "tab": "ladders",
        "ladder": ladder,
        "variant": board.game.variants.get(ladder.variant),
        "ladders": Ladder.objects.all(),
        "board": board,
        "sections": arrange(board, wish),
        "finding": find(board),
        "axis": _axis(board),
        "wish": wish,
        "orders": orders(board),
        "rate": next((column for column in board.game.columns if column.kind == "ratio"), None),
        "has_wins": {"wins", "losses"} <= {column.key for column in board.game.columns},
        "policies": len(board.ranked) + len(board.provisional) + len(board.waiting),
        "parameters": _parameters(board),
        "are_prompts_waiting": not settings.ANTHROPIC_API_KEY,
        "is_matchmaking": LeagueSettings.load().is_matchmaking,
    }
    return render(request, "league/ladders/show.html", context)


def csv(request: HttpRequest, slug: str) -> HttpResponse:
    board = _board(request, slug)
    rows = [_record(row) for row in _all(board)]
    rates = [column.key for column in board.game.columns if column.kind == "ratio"]
    header = [*FIELDS, *(f"{key}_share" for key in rates)]
    return csv_file(board.ladder.slug, header, [[row[name] for name in header] for row in rows])


def json(request: HttpRequest, slug: str) -> HttpResponse:
    board = _board(request, slug)
    body = {
        "ladder": {"slug": board.ladder.slug, "title": board.ladder.title},
        "game": board.ladder.game,
        "variant": board.ladder.variant,
        "window": board.window.value,
        "episodes": board.episodes,
        "is_newest_only": board.is_cut,
        "provisional_below": board.provisional_below,
        "break_even": board.game.break_even,
        "interval": 0.95,
        "standings": [_record(row) for row in _all(board)],
    }
    response = JsonResponse(body, json_dumps_params={"indent": 2})
    response["Content-Disposition"] = f'attachment; filename="{board.ladder.slug}.json"'
    return response


def _board(request: HttpRequest, slug: str) -> Board:
    wish = Wish.parse(request.GET)
    return read_board(get_object_or_404(Ladder, slug=slug), window=wish.window)


def _all(board: Board) -> tuple[Row, ...]:
    return (*board.ranked, *board.provisional, *board.waiting)


def _parameters(board: Board) -> list[Parameter]:
    """Return what the numbers beside the board's baselines are, each once, in their order."""
    kinds = (board.game.baselines.get(row.version.baseline) for row in _all(board) if row.legend)
    found = {one.key: one for kind in kinds if kind for one in kind.parameters}
    return list(found.values())


def _axis(board: Board) -> Axis:
    """Return an axis that holds every ranked interval; provisional ones may run off it."""
    rows = board.ranked or board.provisional
    ends: list[Any] = [
        end
        for row in rows
        for end in (row.sums.mean, row.sums.low, row.sums.high)
        if end is not None
    ]
    ends += [row.sums.mean for row in board.provisional]
    return axis_for(ends, board.game.break_even)


def _record(row: Row) -> Json:
    """Return a row of the files; what its numbers promise stands in ``league.exports``."""
    sums, place = row.sums, row.place
    facts: Json = {
        "rank": place.rank if place else None,
        "worst_rank": place.worst if place else None,
        "group": place.group + 1 if place else None,
        "policy": row.policy.name,
        "version": row.version.number,
        "owner": row.policy.owner.get_username() if row.policy.owner else "",
        "scripted": row.policy.is_scripted,
        "mean": sums.mean,
        "low": sums.low,
        "high": sums.high,
        "episodes": sums.episodes,
        "wins": row.wins,
        "losses": row.losses,
        "model_share": row.model_share,
        "cost_per_episode": row.cost_per_episode,
        **{f"{rate.key}_share": rate.share for rate in row.rates},
    }
    return {name: tidy(fact) for name, fact in facts.items()}
