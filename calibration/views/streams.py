"""Picks beside the dealt pairs: two seats of a live match, an edit and its parent."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from calibration.actions.duels import AlreadyAnswered, DuelRefused
from calibration.actions.streams import record_perform_offer, settle_comparison
from calibration.models import Comparison
from calibration.queries.edits import read_edit
from calibration.queries.offers import Offer, read_offer, read_standing_pick, read_told
from calibration.views.posting import taken_by_post
from league.models import Episode, Seat

STANDS = "This moment had your answer before. It stays."


@taken_by_post(lambda pk: redirect("watch", pk))
def perform_offer(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a pick between two seats of a live match, and show what the model had given it.

    A script that asked for the part alone is given it; a browser goes to the answer's own page, or
    back to the match with a sentence when the pick came too late.
    """
    episode, person = get_object_or_404(Episode, pk=pk), _person(request)
    a, b = (_seat(episode, request.POST.get(name, "")) for name in ("a", "b"))
    upto = _upto(episode, request.POST.get("seen", ""))
    found, note = None, ""
    try:
        choice = request.POST.get("choice", "")
        found = read_told(record_perform_offer(person, episode, a, b, choice, upto=upto))
    except AlreadyAnswered:
        found, note = read_told(read_standing_pick(person.pk, (a, b), upto)), STANDS
    except DuelRefused as refusal:
        found, note = read_offer(person, episode), str(refusal)
    if request.headers.get("X-Part") == "offer":
        return _offer_part(request, found, note)
    if note:
        messages.info(request, note)
    return redirect(found.told.duel if found and found.told else episode)


@never_cache
@require_GET
def offer(request: HttpRequest, pk: int) -> HttpResponse:
    """What a match asks just now, as a part of its page."""
    return _offer_part(request, read_offer(request.user, get_object_or_404(Episode, pk=pk)))


def _offer_part(request: HttpRequest, found: Offer | None, note: str = "") -> HttpResponse:
    return render(request, "calibration/_offer_part.html", {"offer": found, "note": note})


@login_required
@never_cache
@require_GET
def comparison(request: HttpRequest, pk: int) -> HttpResponse:
    """An edit beside its parent: being played, or ready to be judged blind, or on record."""
    get_object_or_404(Comparison, pk=pk, author=_person(request))
    found = settle_comparison(pk)
    if found.duel_id is not None:
        return redirect("duel", found.duel_id)
    return render(
        request, "calibration/comparison.html", {"tab": "policies", "edit": read_edit(found)}
    )


def _person(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


def _seat(episode: Episode, slot: str) -> Seat:
    wanted = int(slot) if slot.isascii() and slot.isdigit() and len(slot) < 4 else -1
    return get_object_or_404(episode.seats.select_related("version"), slot=wanted)


def _upto(episode: Episode, seen: str) -> int:
    """Read the number of the last event that the person had on the page."""
    wanted = int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 9 else 0
    return wanted if 0 < wanted <= episode.last_seq else episode.last_seq
