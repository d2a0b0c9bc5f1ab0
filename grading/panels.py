"""What grading adds to the league's pages: a step after saving, and a panel on a policy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.urls import reverse

from grading.forms import is_gradable, versions_to_grade
from grading.pages import listed_context
from grading.queries.trial_list import latest_of
from league import access
from league.extensions import MenuEntry, Panel, Step, register
from league.models import Policy, Version

LATEST = 5
NO_MODEL = (
    "No model is configured here, so a baseline would play for both versions, and a trial would"
    " compare nothing of your edit."
)


def offer_grading(user: User, version: Version) -> bool:
    return access.can_grade(user, version.policy) and is_gradable(version)


def hinders_grading(user: User, version: Version) -> str:
    """Say why no trial of a version can be started just now; empty when one can."""
    can_play = version.policy.is_scripted or bool(settings.ANTHROPIC_API_KEY)
    return "" if can_play else NO_MODEL


def go_grading(user: User, version: Version) -> str:
    """Return the form's address: what a trial costs is seen before it starts."""
    return f"{reverse('grade', args=[version.policy.slug])}?version={version.number}"


def trials_panel(user: access.Person, policy: Policy) -> Mapping[str, Any] | None:
    """Return a policy's latest trials; nothing where it has none and none could be started."""
    trials = latest_of(policy, LATEST)
    can_grade = (
        access.can_grade(user, policy) and policy.retired_at is None and versions_to_grade(policy)
    )
    if not trials and not can_grade:
        return None
    return {"policy": policy, "trials": listed_context(trials), "can_grade": can_grade}


def register_panels() -> None:
    register(
        Step(
            key="grade",
            label="Grade it against the champion",
            hint="Both versions play the same deals, and a judge says which played better.",
            is_offered=offer_grading,
            take=go_grading,
            hindrance=hinders_grading,
        ),
        MenuEntry(key="trials", label="Trials", url_name="trials", under="policies"),
        Panel(key="trials", template="grading/_panel.html", context=trials_panel),
    )
