"""The rater's way: a pair, an answer, what the model had said, the next pair.

Every step is a plain form, and a page for each state of a pair. What is sent twice changes nothing:
the second one is shown what the first one did.
"""

from __future__ import annotations

import re

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from calibration.actions.duels import (
    AlreadyAnswered,
    DuelRefused,
    deal_duel,
    rater_for,
    record_duel,
    show_duel,
    skip_duel,
    undo_answer,
)
from calibration.models import Duel, Rater
from calibration.queries.duel_page import games_with_duels, read_duel_page
from calibration.queries.reveal import read_reveal
from calibration.views.posting import taken_by_post


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """What a duel is; who has rated before goes on where they were."""
    last = None
    if request.user.is_authenticated and "games" not in request.GET:
        last = Rater.objects.filter(user=request.user, answers__gt=0).order_by("-id").first()
    if last is not None:
        return redirect("play_duels", last.game)
    context = {"tab": "duels", "games": games_with_duels()}
    return render(request, "calibration/index.html", context)


@login_required
@never_cache
@require_GET
def play(request: HttpRequest, game: str) -> HttpResponse:
    """The pair that waits for this rater's answer, the next one when none does."""
    rater = _rater(request, game)
    duel = show_duel(rater)
    if duel is None:
        context = {"tab": "duels", "games": games_with_duels(), "rater": rater}
        return render(request, "calibration/no_pair.html", context)
    return _page(request, duel)


@login_required
@never_cache
@require_GET
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """One pair: to be answered, or answered and open."""
    duel = _own(request, pk)
    if duel.state == Duel.State.SHOWN:
        return _page(request, duel)
    if duel.state != Duel.State.ANSWERED:
        return redirect("play_duels", duel.rater.game)
    reveal = read_reveal(duel)
    deal_duel(duel.rater)  # the next pair is there when the rater goes on
    return render(request, "calibration/reveal.html", {"tab": "duels", "reveal": reveal})


@taken_by_post(lambda pk: redirect("duel", pk))
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Take A or B. A pair that has its answer keeps it and is shown with it."""
    duel, choice = _own(request, pk), request.POST.get("choice", "")
    try:
        record_duel(duel, choice, actor=_person(request))
    except AlreadyAnswered:
        kept = _own(request, pk).observation.picked  # read anew: it may be another tab's just now
        if kept != choice:
            messages.info(request, f"This pair had its answer before: {kept}. It stays.")
    except DuelRefused as refusal:
        messages.error(request, str(refusal))
        return redirect("play_duels", duel.rater.game)
    return redirect("duel", duel.pk)


@taken_by_post(lambda pk: redirect("duel", pk))
def skip(request: HttpRequest, pk: int) -> HttpResponse:
    """Lay a pair aside and go on."""
    duel = _own(request, pk)
    try:
        skip_duel(duel, actor=_person(request))
    except AlreadyAnswered:
        return redirect("duel", duel.pk)
    except DuelRefused as refusal:
        messages.error(request, str(refusal))
    return redirect("play_duels", duel.rater.game)


@taken_by_post(lambda game: redirect("play_duels", game))
def undo(request: HttpRequest, game: str) -> HttpResponse:
    """Take back the answer that the page means, if it is the last; its pair is shown again."""
    number = request.POST.get("answer", "")
    expected = int(number) if re.fullmatch(r"[0-9]{1,9}", number) else 0  # no answer has number 0
    try:
        again = undo_answer(_rater(request, game), actor=_person(request), expected=expected)
    except DuelRefused as refusal:
        messages.error(request, str(refusal))
        return redirect("play_duels", game)
    return redirect("duel", again.pk)


def _page(request: HttpRequest, duel: Duel) -> HttpResponse:
    context = {"tab": "duels", "page": read_duel_page(duel), "games": games_with_duels()}
    return render(request, "calibration/duel.html", context)


def _person(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


def _rater(request: HttpRequest, game: str) -> Rater:
    try:
        return rater_for(_person(request), game)
    except LookupError as unknown:
        raise Http404(str(unknown)) from None


def _own(request: HttpRequest, pk: int) -> Duel:
    """Return a pair that was dealt to this person; others' pairs are not there for them."""
    found = Duel.objects.select_related("rater", "observation", "forecast", "scaling").filter(
        rater__user=_person(request)
    )
    return get_object_or_404(found, pk=pk)
