"""The pages about trials. Each view reads the request, calls one action or query, and renders."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.validators import slug_re
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.registry import get_game
from grading.actions.promotions import promote_challenger, undo_promotion
from grading.actions.trials import cancel_trial, start_trial_once
from grading.exports import HEADER, comparison_rows, trial_json
from grading.forms import GradeForm, judges_on_offer, limit_for, versions_to_grade
from grading.models import Trial
from grading.pages import comparison_context, listed_context, trial_context
from grading.queries.estimates import estimate_cost
from grading.queries.trial_list import list_trials, read_listed
from grading.queries.trial_page import find_trial, read_mark, read_rows
from league import access
from league.actions.policies import Refused
from league.exports import csv_file
from league.models import Policy


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The latest trials, of all policies or of one."""
    slug = request.GET.get("policy", "")
    if slug and not slug_re.match(slug):  # PostgreSQL will not even look for a NUL
        raise Http404("no such policy")
    policy = get_object_or_404(Policy, slug=slug) if slug else None
    page = list_trials(policy, request.GET.get("page"))
    trials = listed_context(map(read_listed, page))
    return _page(request, "index.html", page=page, trials=trials, policy=policy)


@login_required
def grade(request: HttpRequest, slug: str) -> HttpResponse:
    """Start a trial of a version against its policy's champion."""
    policy = get_object_or_404(Policy.objects.select_related("owner", "champion"), slug=slug)
    access.require(access.can_grade(request.user, policy), "A version is graded by its owner.")
    if policy.champion is None or not versions_to_grade(policy):
        raise Http404("this policy has no version beside its champion")
    form = GradeForm(
        request.POST or None,
        policy=policy,
        game=get_game(policy.game),
        limit=limit_for(access.is_staff(request.user)),
        initial={"version": request.GET.get("version", "")},
    )
    if form.is_valid():
        version = get_object_or_404(policy.versions, number=form.cleaned_data["version"])
        trial = form.attempt(start_trial_once, request.user, version, policy.champion, form.plan)
        if trial is not None:
            return redirect(trial)
    estimate = estimate_cost(policy)
    prices = [(one.title, estimate.judges[one.key]) for one in judges_on_offer()]
    return _page(request, "grade.html", form=form, policy=policy, estimate=estimate, prices=prices)


@require_safe
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """A trial's page; its script asks ``live`` for news while it runs."""
    return _page(request, "trial.html", **_trial_context(request, _trial(pk)))


@require_safe
@never_cache
def live(request: HttpRequest, pk: int) -> HttpResponse:
    """The page's changing part, or 304 for a reader who has it."""
    trial = _trial(pk)
    mark = f'"{read_mark(request.user, trial)}{"-all" if "all" in request.GET else ""}"'
    known = get_conditional_response(request, etag=mark)
    response = known or _page(request, "_live.html", **_trial_context(request, trial))
    response["ETag"] = mark
    return response


@require_safe
def comparison(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """One comparison: what the judge said, and both matches side by side."""
    context = comparison_context(_trial(pk), number)
    if context is None:
        raise Http404("this trial has no such comparison")
    return _page(request, "comparison.html", **context)


@require_POST
@login_required
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Stop a trial where it is."""
    return _act(request, pk, cancel_trial, "The trial is stopped. What was judged stays.")


@require_POST
@login_required
def promote(request: HttpRequest, pk: int) -> HttpResponse:
    """Make the challenger champion, as the trial said."""
    return _act(request, pk, promote_challenger, "It is champion. The ladders seat it from now on.")


@require_POST
@login_required
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Give the place back to the incumbent."""
    access.require(access.can_undo_promotion(request.user), "A promotion is undone by staff.")
    return _act(request, pk, undo_promotion, "The promotion is undone.")


@require_safe
def json(request: HttpRequest, pk: int) -> HttpResponse:
    """A trial with its comparisons as JSON."""
    return JsonResponse(trial_json(_trial(pk)))


@require_safe
def csv(request: HttpRequest, pk: int) -> HttpResponse:
    """A trial's comparisons as CSV."""
    rows = comparison_rows(read_rows(_trial(pk)))
    return csv_file(f"trial-{pk}", HEADER, rows)


def _act(request: HttpRequest, pk: int, action: Any, done: str) -> HttpResponse:
    """Do one thing to a trial that its policy's owner or staff may do, and say so."""
    trial = _trial(pk)
    assert trial.challenger is not None
    assert isinstance(request.user, User)
    may = access.can_grade(request.user, trial.challenger.policy)
    access.require(may, "A trial is looked after by the policy's owner and staff.")
    try:
        action(request.user, trial)
        messages.success(request, done)
    except Refused as error:
        messages.error(request, error.message)
    return redirect(trial)


def _trial(pk: int) -> Trial:
    trial = find_trial(pk)
    if trial is None:
        raise Http404("no such trial")
    return trial


def _trial_context(request: HttpRequest, trial: Trial) -> dict[str, Any]:
    return trial_context(request.user, trial, shows_all="all" in request.GET)


def _page(request: HttpRequest, template: str, **context: object) -> HttpResponse:
    return render(request, f"grading/{template}", {"tab": "policies", **context})
