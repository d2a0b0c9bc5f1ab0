"""Picks beside the dealt pairs: two seats of a live match, an edit and its parent."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from calibration.actions.duels import DuelRefused
from calibration.actions.streams import record_perform_offer, settle_comparison
from calibration.models import Comparison
from calibration.templatetags.calibration import chance
from league.models import Episode, Seat


@login_required
@require_POST
def perform_offer(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a pick between two seats of a live match, and say what the model had given it."""
    episode = get_object_or_404(Episode, pk=pk)
    seats = [_seat(episode, request.POST.get(name, "")) for name in ("a", "b")]
    try:
        answer = record_perform_offer(
            _person(request), episode, seats[0], seats[1], request.POST.get("choice", "")
        )
    except DuelRefused as refusal:
        messages.error(request, str(refusal))
    else:
        p_a = answer.forecast.p_a
        given = p_a if answer.picked == "A" else 1 - p_a
        alias = seats[0 if answer.picked == "A" else 1].alias
        messages.success(request, f"Noted: {alias}. The model had given it {chance(given)}.")
    return redirect("watch", episode.pk)


@login_required
@never_cache
@require_GET
def comparison(request: HttpRequest, pk: int) -> HttpResponse:
    """An edit beside its parent: being played, or ready to be judged blind, or on record."""
    get_object_or_404(Comparison, pk=pk, author=_person(request))
    found = settle_comparison(pk)
    if found.duel_id is not None:
        return redirect("duel", found.duel_id)
    return render(request, "calibration/comparison.html", {"tab": "policies", "comparison": found})


def _person(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


def _seat(episode: Episode, slot: str) -> Seat:
    wanted = int(slot) if slot.isascii() and slot.isdigit() and len(slot) < 4 else -1
    return get_object_or_404(episode.seats.select_related("version"), slot=wanted)
