"""How many policies and versions one account may have; staff set it, the pages say it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from league.actions.policies import (
    Content,
    Refused,
    retire_policy,
    revise_policy,
    submit_policy,
)
from league.models import LeagueSettings, Policy, Version
from tests.support.policies import make_user

pytestmark = pytest.mark.django_db


def enter(actor: User | None, name: str, owner: User | None) -> Policy:
    return submit_policy(
        actor, name=name, game="liars-dice", content=Content(prompt="Count."), owner=owner
    )


def limit(**values: int) -> None:
    LeagueSettings.load()
    LeagueSettings.objects.update(**values)


def test_an_account_holds_so_many_policies_in_play_and_retiring_one_makes_room() -> None:
    limit(policies_per_account=2)
    me, other = make_user(), make_user()
    first = enter(me, "One", me)
    enter(me, "Two", me)
    with pytest.raises(Refused, match=r"at most 2 policies in play .* you have 2: retire one"):
        enter(me, "Three", me)
    enter(other, "Theirs", other)
    retire_policy(me, first)
    enter(me, "Three", me)


def test_an_account_saves_so_many_versions_in_24_hours() -> None:
    limit(versions_per_day=3)
    me = make_user()
    policy = enter(me, "One", me)
    for number in (1, 2):
        revise_policy(me, policy, content=Content(prompt=f"Count {number}."), based_on=number)
    with pytest.raises(Refused, match="at most 3 versions in 24 hours, and you have saved 3"):
        revise_policy(me, policy, content=Content(prompt="Count 3."), based_on=3)
    with pytest.raises(Refused, match="the next is free at"):
        enter(me, "Two", me)
    day_ago = timezone.now() - timedelta(hours=24, seconds=1)
    Version.objects.filter(number=1).update(created_at=day_ago)
    revise_policy(me, policy, content=Content(prompt="Count 3."), based_on=3)


def test_zero_is_no_limit_and_the_league_itself_has_none() -> None:
    limit(policies_per_account=1, versions_per_day=1)
    me = make_user()
    for name in ("One", "Two"):
        enter(None, name, me)
    limit(policies_per_account=0, versions_per_day=0)
    for name in ("Three", "Four"):
        enter(me, name, me)


def test_the_page_says_it_and_keeps_the_text(client: Client) -> None:
    limit(versions_per_day=1)
    me = make_user()
    enter(me, "One", me)
    client.force_login(me)
    answer = client.post(
        "/policies/new/", {"name": "Two", "game": "liars-dice", "prompt": "Bluff on Fridays."}
    )
    page = answer.content.decode()
    assert "xpected at most 1 versions in 24 hours" in page
    assert "Bluff on Fridays." in page


def test_staff_set_the_limits_in_the_admin(admin_client: Client) -> None:
    row = LeagueSettings.load()
    page = admin_client.get(f"/admin/league/leaguesettings/{row.pk}/change/").content.decode()
    assert "policies_per_account" in page
    assert "versions_per_day" in page
