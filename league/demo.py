"""What the demo adds to a new league: policies that differ, and a login for staff."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from league.actions.policies import Content, submit_policy
from league.models import Policy, record

STAFF = "staff"


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoPolicy:
    """A scripted policy of the demo."""

    name: str
    baseline: str
    parameters: dict[str, Any] = field(default_factory=dict)
    comment: str
    game: str = "liars-dice"


POLICIES = (
    DemoPolicy(
        name="Old Fox",
        baseline="bayes",
        parameters={"challenge_below": 0.10, "safe": 0.30},
        comment="Lets most bids pass and calls only the hopeless ones.",
    ),
    DemoPolicy(
        name="Cold Hands",
        baseline="bayes",
        parameters={"challenge_below": 0.25, "safe": 0.45},
        comment="Bids what it can stand by, and calls early.",
    ),
    DemoPolicy(
        name="The Magpie",
        baseline="pressure",
        parameters={"challenge_below": 0.20, "safe": 0.30, "pad": 1},
        comment="Always asks for one more than it has.",
    ),
    DemoPolicy(
        name="Brass Neck",
        baseline="pressure",
        parameters={"challenge_below": 0.15, "safe": 0.40, "pad": 2},
        comment="Two over its own read, with a straight face.",
    ),
    DemoPolicy(
        name="Doubting Tom",
        baseline="bayes",
        parameters={"challenge_below": 0.40, "safe": 0.55},
        comment="Believes nobody.",
    ),
)


@transaction.atomic
def enter_demo_policies() -> None:
    """Enter the policies that are not there yet."""
    for one in POLICIES:
        if Policy.named(one.game, one.name).exists():
            continue
        submit_policy(
            None,
            name=one.name,
            game=one.game,
            content=Content(baseline=one.baseline, parameters=one.parameters),
            owner=None,
            comment=one.comment,
        )


@transaction.atomic
def renew_staff_login() -> tuple[str, str, bool]:
    """Give the staff's account a new random password.

    Returns the name, the password, and whether an earlier password was replaced.
    """
    password = secrets.token_urlsafe(9)
    user, is_new = User.objects.get_or_create(username=STAFF)
    user.is_staff = user.is_superuser = user.is_active = True
    user.set_password(password)
    user.save()
    record(None, "renew login", STAFF)
    return STAFF, password, not is_new
