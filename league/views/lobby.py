"""The front page, and all results."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from games.registry import GAMES
from league.queries.lobby import read_lobby
from league.queries.results import describe_result
from league.views.matches import MatchFilter

PAGE = 25
WORDS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")


@require_GET
def show(request: HttpRequest) -> HttpResponse:
    """Tables in play, what just ended, and the top of each ladder."""
    lobby = read_lobby()
    kind = request.GET.get("show", "")
    context = {
        "tab": "watch",
        "lobby": lobby,
        "headline": headline(len(lobby["tables"])),
        "playing": len(lobby["tables"]),
        "tables": [table for table in lobby["tables"] if is_of(table["head"], kind)],
        "results": lobby["results"],
        "tops": lobby["tops"],
        "games": sorted(GAMES),
        "choices": choices(),
        "show": kind,
        "today": timezone.now(),
        "edition": edition(timezone.now().hour),
    }
    return render(request, "league/lobby.html", context)


@require_GET
def results(request: HttpRequest) -> HttpResponse:
    """All finished matches, newest first, by ladder and policy."""
    found = MatchFilter(request.GET)
    page = Paginator(found.qs, PAGE).get_page(request.GET.get("page"))
    context = {
        "tab": "watch",
        "filter": found,
        "page": page,
        "results": [describe_result(episode) for episode in page],
        "query": kept_query(request),
    }
    return render(request, "league/matches.html", context)


def headline(count: int) -> str:
    """Say what plays now; state.js says the same."""
    if count == 0:
        return "No table is in play just now"
    if count == 1:
        return "One table, and somebody is lying at it"
    number = WORDS[count] if count < len(WORDS) else str(count)
    return f"{number} tables, and somebody is lying at each"


def edition(hour: int) -> str:
    """Name the edition by the hour of the day, UTC."""
    return {0: "Night", 1: "Morning", 2: "Afternoon", 3: "Evening"}[hour // 6]


def choices() -> list[dict[str, str]]:
    """Return what tables may be filtered by: games, or the variants of the only one."""
    if len(GAMES) > 1:
        return [{"key": game.key, "label": game.title} for game in GAMES.values()]
    return [
        {"key": f"{game.key}/{variant.key}", "label": variant.title}
        for game in GAMES.values()
        for variant in game.variants.values()
    ]


def is_of(head: dict[str, Any], kind: str) -> bool:
    return kind in ("", head["game"], f"{head['game']}/{head['variant']}")


def kept_query(request: HttpRequest) -> str:
    """Return the page's filters as a query, without the page's number."""
    kept = request.GET.copy()
    kept.pop("page", None)
    return kept.urlencode()
