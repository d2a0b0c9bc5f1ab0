"""Who may do what: every rule starts from "no"."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.test import RequestFactory

from games.base import SPECTATOR
from league import access
from league.models import Episode, Policy, Seat
from tests.support.policies import make_policy, make_user

pytestmark = pytest.mark.django_db


def make_episode(*policies: Policy) -> Episode:
    episode = Episode.objects.create(
        purpose=Episode.Purpose.LADDER,
        game="liars-dice",
        variant="standard",
        settings={},
        seed="aa",
        salt="bb",
        commitment="cc",
    )
    for slot, policy in enumerate(policies):
        assert policy.champion is not None
        Seat.objects.create(
            episode=episode,
            slot=slot,
            position=slot,
            alias=f"A{slot}",
            version=policy.champion,
        )
    return episode


def test_notes_are_read_by_the_policys_owner_and_by_staff_only() -> None:
    owner, stranger, staff = make_user(), make_user(), make_user(is_staff=True)
    house = make_policy(baseline="bayes")
    episode = make_episode(house, make_policy(owner=owner), make_policy(owner=stranger), house)
    assert access.audience_for(owner, episode).notes_of == {1}
    assert access.audience_for(stranger, episode).notes_of == {2}
    assert access.audience_for(staff, episode).notes_of == {0, 1, 2, 3}
    assert access.audience_for(make_user(), episode) == SPECTATOR


def test_a_stranger_owns_nothing_not_even_what_nobody_owns() -> None:
    house = make_policy(baseline="bayes")
    nobody = AnonymousUser()
    assert access.audience_for(nobody, make_episode(house)) == SPECTATOR
    assert not access.owns(nobody, house)
    assert not access.can_edit(nobody, house)
    assert not access.can_read_prompt(nobody, house)


def test_a_deactivated_account_may_nothing() -> None:
    gone = make_user(is_staff=True, is_active=False)
    policy = make_policy(owner=gone)
    assert access.audience_for(gone, make_episode(policy)) == SPECTATOR
    assert not access.can_edit(gone, policy)
    assert not access.can_field_baseline(gone)


@pytest.mark.parametrize(
    ("rule", "owner", "staff", "staff_for_the_house"),
    [
        (access.can_edit, True, False, True),
        (access.can_retire, True, True, True),
        (access.can_try_out, True, True, True),
        (access.can_read_prompt, True, True, True),
    ],
)
def test_each_rule(
    rule: Callable[[object, Policy], bool], owner: bool, staff: bool, staff_for_the_house: bool
) -> None:
    author, other, official = make_user(), make_user(), make_user(is_staff=True)
    policy, house = make_policy(owner=author), make_policy(baseline="bayes")
    assert rule(author, policy) is owner
    assert rule(other, policy) is False
    assert rule(official, policy) is staff
    assert rule(official, house) is staff_for_the_house
    assert rule(other, house) is False


def test_a_page_for_staff_asks_strangers_to_sign_in_and_turns_players_away(
    rf: RequestFactory,
) -> None:
    page = access.require_staff(lambda request: HttpResponse("audit"))
    request = rf.get("/audit/?over=week")
    request.user = AnonymousUser()
    answer = page(request)
    assert (answer.status_code, answer["Location"]) == (
        302,
        "/accounts/login/?next=/audit/%3Fover%3Dweek",
    )
    request.user = make_user()
    with pytest.raises(PermissionDenied, match="for staff"):
        page(request)
    request.user = make_user(is_staff=True)
    assert page(request).status_code == 200
