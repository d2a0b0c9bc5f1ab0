"""Try-outs: unrated, against the house, to watch at once, and not without end."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from league.actions.policies import Content, Refused, revise_policy
from league.actions.tryouts import try_out
from league.models import AuditEntry, Episode, Policy
from tests.support.policies import make_policy, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> User:
    return make_user("corvid")


@pytest.fixture
def policy(owner: User) -> Policy:
    return make_policy("The Magpie", owner=owner)


def over(episode: Episode, **fields: object) -> None:
    fields = {"status": Episode.Status.FINISHED, **fields}
    Episode.objects.filter(pk=episode.pk).update(**fields)


def test_a_try_out_is_unrated_and_seats_the_houses_baselines(owner: User, policy: Policy) -> None:
    episode = try_out(owner, policy.versions.get(), variant="silent")
    assert (episode.purpose, episode.variant, episode.ladder) == ("tryout", "silent", None)
    assert episode.is_rated is False
    assert episode.unrated_reason
    assert episode.requested_by == owner
    seated = [seat.version.policy for seat in episode.seats.select_related("version__policy")]
    assert seated[0] == policy
    assert all(one.is_scripted and one.owner is None for one in seated[1:])
    assert len({one.pk for one in seated}) > 2


def test_the_button_leads_to_the_watch_page_and_any_version_may_play(
    client: Client, owner: User, policy: Policy
) -> None:
    revise_policy(owner, policy, content=Content(prompt="two"), based_on=1)
    client.force_login(owner)
    answer = client.post("/policies/the-magpie/try-out/", {"version": "2", "variant": "poker"})
    episode = Episode.objects.get()
    assert answer.headers["Location"] == f"/matches/{episode.pk}/"
    assert episode.seats.get(slot=0).version.number == 2


def test_without_a_model_the_page_says_who_plays(
    client: Client, owner: User, policy: Policy, settings: Settings
) -> None:
    client.force_login(owner)
    url = "/policies/the-magpie/try-out/"
    settings.ANTHROPIC_API_KEY = ""
    assert "the fallback baseline will play this seat" in client.get(url).content.decode()
    settings.ANTHROPIC_API_KEY = "key"
    assert "fallback baseline will play" not in client.get(url).content.decode()


def test_two_at_once_and_so_many_an_hour(owner: User, policy: Policy, settings: Settings) -> None:
    settings.TRYOUTS_PER_HOUR = 3
    version = policy.versions.get()
    first = try_out(owner, version, variant="standard")
    second = try_out(owner, version, variant="poker")
    with pytest.raises(Refused, match="still being played"):
        try_out(owner, version, variant="silent")
    over(first)
    over(second)
    over(try_out(owner, version, variant="standard"))
    with pytest.raises(Refused, match=r"used this hour's 3 try-outs.* free in 60 minutes"):
        try_out(owner, version, variant="standard")
    over(first, created_at=timezone.now() - timedelta(minutes=61))
    assert try_out(owner, version, variant="standard")
    assert try_out(make_user(is_staff=True), version, variant="standard")


def test_a_form_that_is_sent_twice_starts_one_match(
    client: Client, owner: User, policy: Policy, settings: Settings
) -> None:
    settings.TRYOUTS_PER_HOUR = 2
    client.force_login(owner)
    sent = {"version": "1", "variant": "standard"}
    first, again = (client.post("/policies/the-magpie/try-out/", sent) for _ in range(2))
    episode = Episode.objects.get()
    assert first.headers["Location"] == again.headers["Location"] == f"/matches/{episode.pk}/"
    assert AuditEntry.objects.filter(verb="try out").count() == 1
    Episode.objects.update(last_seq=1)
    second = client.post("/policies/the-magpie/try-out/", sent)
    assert second.headers["Location"] != first.headers["Location"], "once it has begun, another"


def test_a_refusal_stands_on_the_page(client: Client, owner: User, policy: Policy) -> None:
    client.force_login(owner)
    for variant in ("poker", "silent"):
        try_out(owner, policy.versions.get(), variant=variant)
    answer = client.post("/policies/the-magpie/try-out/", {"version": "1", "variant": "standard"})
    assert "still being played" in answer.content.decode()


def test_strangers_try_nothing_out(client: Client, policy: Policy) -> None:
    client.force_login(make_user())
    assert client.post("/policies/the-magpie/try-out/").status_code == 403
    assert not Episode.objects.exists()


def test_an_unknown_variant_is_refused(owner: User, policy: Policy) -> None:
    with pytest.raises(Refused, match="expected one of standard"):
        try_out(owner, policy.versions.get(), variant="whist")
