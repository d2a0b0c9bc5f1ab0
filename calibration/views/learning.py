"""LEARNING: what the model made of one rater's answers, for that rater alone."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from calibration.actions.duels import rater_for
from calibration.models import Rater
from calibration.queries.duel_page import games_with_duels
from calibration.queries.learning import read_learning_json
from calibration.queries.learning_page import read_learning_page


@login_required
@never_cache
@require_GET
def show(request: HttpRequest, game: str) -> HttpResponse:
    """Every forecast as a dot, the scores, the weights, and how to read them."""
    page = read_learning_page(_rater(request, game))
    context = {"tab": "duels", "page": page, "games": games_with_duels()}
    return render(request, "calibration/learning.html", context)


@login_required
@never_cache
@require_GET
def json(request: HttpRequest, game: str) -> HttpResponse:
    """The same as JSON, with every forecast: what the page's button copies."""
    found = read_learning_json(_rater(request, game))
    return JsonResponse(found, json_dumps_params={"indent": 1, "ensure_ascii": False})


def _rater(request: HttpRequest, game: str) -> Rater:
    assert isinstance(request.user, User)
    try:
        return rater_for(request.user, game)
    except LookupError as unknown:
        raise Http404(str(unknown)) from None
