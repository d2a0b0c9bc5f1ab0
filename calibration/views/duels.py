"""The rater's way: a pair, an answer, what the model had said, the next pair."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from games.registry import GAMES


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """What a duel is, and the games that have some."""
    context = {"tab": "duels", "games": [GAMES[key] for key in sorted(GAMES)]}
    return render(request, "calibration/index.html", context)
