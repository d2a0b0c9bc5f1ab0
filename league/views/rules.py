"""The rules: of the league, and of each game with a deal that is played out."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from games.registry import GAMES
from league.models import PROMPT_LIMIT, LeagueSettings
from league.queries.lessons import read_lesson


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """What this league is, how a prompt is played, and how ranks are made."""
    context = {
        "tab": "rules",
        "games": [GAMES[key] for key in sorted(GAMES)],
        "prompt_limit": PROMPT_LIMIT,
        "provisional_below": LeagueSettings.load().provisional_below,
    }
    return render(request, "league/rules.html", context)


@require_GET
def show(request: HttpRequest, game: str) -> HttpResponse:
    """One game's rules, with a worked deal that the page can step through."""
    lesson = read_lesson(game)
    if game not in GAMES or lesson is None:
        raise Http404(f"no rules for {game!r}")
    context = {"tab": "rules", "game": GAMES[game], "lesson": lesson, **lesson.facts}
    return render(request, f"games/{game}/rules.html", context)
