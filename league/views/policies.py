"""The policies' pages. Each view reads the request, calls one action or query, and renders."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from games.base import BaselineKind
from games.registry import GAMES, get_game
from league import access
from league.actions import policies as actions
from league.actions.tryouts import try_out as start_try_out
from league.extensions import boxes_for, steps
from league.forms.policies import (
    BaselineForm,
    PromptForm,
    ReviseBaselineForm,
    RevisePromptForm,
    TryOutForm,
)
from league.models import Policy, Version
from league.queries import policy_page
from league.views.kept import keeps_text, kept_text


@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """One's own policies; a stranger reads what a policy is and how to enter one."""
    return _page(request, "mine.html", lists=policy_page.read_lists(request.user))


@keeps_text
def submit(request: HttpRequest) -> HttpResponse:
    """Enter a policy that is a prompt."""
    form = PromptForm(request.POST or None, initial=_wished_game(request) | kept_text(request))
    if form.is_valid():
        policy = form.attempt(
            actions.submit_policy,
            _person(request),
            name=form.cleaned_data["name"],
            game=form.cleaned_data["game"],
            content=form.content,
            owner=_person(request),
        )
        if policy is not None:
            messages.success(request, f"{policy.name} is entered. v1 is its champion.")
            return redirect(policy)
    return _page(request, "submit.html", form=form, games=GAMES.values())


@keeps_text
def field_baseline(request: HttpRequest, game: str, key: str) -> HttpResponse:
    """Field a baseline with chosen parameters as a policy of the house."""
    access.require(access.can_field_baseline(request.user), "Baselines are fielded by staff.")
    kind = _baseline_kind(game, key)
    form = BaselineForm(request.POST or None, kind=kind, initial=kept_text(request))
    if form.is_valid():
        policy = form.attempt(
            actions.submit_policy,
            _person(request),
            name=form.cleaned_data["name"],
            game=game,
            content=form.content,
            owner=None,
        )
        if policy is not None:
            messages.success(request, f"{policy.name} is fielded for the house.")
            return redirect(policy)
    return _page(request, "submit.html", form=form, games=GAMES.values(), kind=form.kind)


@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """A policy's public page, with what only its owner and staff may read."""
    page = policy_page.read_page(request.user, _policy(slug))
    return _page(request, "policy.html", page=page, policy=page.policy)


@keeps_text
def revise(request: HttpRequest, slug: str) -> HttpResponse:
    """Save the next version."""
    policy = _editable(request, slug)
    latest = policy.versions.order_by("-number")[0]
    form = _revise_form(request, policy, latest)
    if form.is_valid():
        version = form.attempt(
            actions.revise_policy,
            _person(request),
            policy,
            content=form.content,
            comment=form.cleaned_data["comment"],
            based_on=form.cleaned_data["based_on"],
        )
        if version is not None:
            messages.success(request, f"v{version.number} is saved. The champion plays on.")
            for key in form.ticked:
                return _take(request, version, key)
            return redirect(policy)
        if form.is_outdated:
            form.rebase(latest)
    return _page(request, "revise.html", form=form, policy=policy, latest=latest)


@require_safe
@login_required
def diff(request: HttpRequest, slug: str) -> HttpResponse:
    """What changed between two versions."""
    policy = _policy(slug)
    access.require(
        access.can_read_prompt(request.user, policy), "Prompts are read by their owner and staff."
    )
    page = policy_page.read_diff(policy, request.GET.get("from", ""), request.GET.get("to", ""))
    return _page(request, "diff.html", policy=policy, page=page)


@require_POST
@login_required
def make_champion(request: HttpRequest, slug: str) -> HttpResponse:
    """Let a version play the ladders, by its author's word."""
    policy = _editable(request, slug)
    version = _version(policy, request.POST.get("version", ""))
    expected = _version(policy, request.POST.get("expected", ""))
    try:
        actions.promote(_person(request), version, expected=expected)
        messages.success(
            request, f"v{version.number} is champion. The ladders seat it from now on."
        )
    except actions.Refused as error:
        messages.error(request, error.message)
    return redirect(policy)


@require_POST
@login_required
def retire(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a policy out of play."""
    policy = _policy(slug)
    access.require(access.can_retire(request.user, policy), "A policy is retired by its owner.")
    actions.retire_policy(_person(request), policy)
    messages.success(request, f"{policy.name} is retired. Its record stays.")
    return redirect(policy)


@require_POST
@login_required
def restore(request: HttpRequest, slug: str) -> HttpResponse:
    """Put a policy back into play."""
    policy = _policy(slug)
    access.require(access.can_retire(request.user, policy), "A policy returns by its owner's word.")
    actions.restore_policy(_person(request), policy)
    messages.success(request, f"{policy.name} is back in play.")
    return redirect(policy)


@login_required
def try_out(request: HttpRequest, slug: str) -> HttpResponse:
    """Play an unrated match against the house's baselines, and go and watch it."""
    policy = _policy(slug)
    access.require(access.can_try_out(request.user, policy), "A policy is tried out by its owner.")
    form = TryOutForm(
        request.POST or None, policy=policy, game=get_game(policy.game), initial=_wished(request)
    )
    if form.is_valid():
        version = _version(policy, str(form.cleaned_data["version"]))
        variant = form.cleaned_data["variant"]
        episode = form.attempt(start_try_out, _person(request), version, variant=variant)
        if episode is not None:
            return redirect(episode)
    return _page(request, "try_out.html", form=form, policy=policy)


@require_POST
@login_required
def take_step(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Take a step that an app above the league offers with a version."""
    policy = _editable(request, slug)
    return _take(request, _version(policy, request.POST.get("version", "")), key)


def _take(request: HttpRequest, version: Version, key: str) -> HttpResponse:
    """Take a step with a version and go where it leads; else say why not on the policy's page."""
    step = steps.get(key)
    if step is None or not step.is_offered(_person(request), version):
        raise Http404("no such step for this version")
    if hindrance := step.hindrance(_person(request), version):
        messages.warning(request, hindrance)
        return redirect(version.policy)
    try:
        return redirect(step.take(_person(request), version))
    except actions.Refused as error:
        messages.error(request, error.message)
        return redirect(version.policy)


def _page(request: HttpRequest, template: str, **context: object) -> HttpResponse:
    return render(request, f"league/policies/{template}", {"tab": "policies", **context})


def _person(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


def _policy(slug: str) -> Policy:
    return get_object_or_404(Policy.objects.select_related("owner", "champion"), slug=slug)


def _editable(request: HttpRequest, slug: str) -> Policy:
    policy = _policy(slug)
    access.require(access.can_edit(request.user, policy), "A policy is changed by its owner only.")
    return policy


def _version(policy: Policy, number: str) -> Version:
    if not number.isdecimal() or len(number) > 9:
        raise Http404("expected the number of a version")
    return get_object_or_404(policy.versions.select_related("policy"), number=int(number))


def _revise_form(
    request: HttpRequest, policy: Policy, latest: Version
) -> RevisePromptForm | ReviseBaselineForm:
    data, typed = request.POST or None, kept_text(request)
    boxes = boxes_for(_person(request), latest)
    if latest.prompt:
        return RevisePromptForm(data, latest=latest, initial=typed, boxes=boxes)
    kind = _baseline_kind(policy.game, latest.baseline)
    return ReviseBaselineForm(data, latest=latest, kind=kind, initial=typed, boxes=boxes)


def _baseline_kind(game: str, key: str) -> BaselineKind:
    try:
        return GAMES[game].baselines[key]
    except KeyError:
        raise Http404("no such baseline") from None


def _wished_game(request: HttpRequest) -> dict[str, str]:
    return {"game": request.GET.get("game", "")}


def _wished(request: HttpRequest) -> dict[str, str]:
    return {key: request.GET[key] for key in ("version", "variant") if key in request.GET}
