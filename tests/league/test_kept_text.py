"""A session that runs out while somebody writes costs nothing that was written."""

from __future__ import annotations

import html

import pytest
from django.contrib.auth.models import User
from django.test import Client

from league.models import Policy
from league.views import kept
from tests.support.policies import make_policy, make_user

pytestmark = pytest.mark.django_db
PASSWORD = "brass-and-felt-7"
TYPED = "Open low & watch who <folds>."


@pytest.fixture
def owner() -> User:
    user = make_user("corvid")
    user.set_password(PASSWORD)
    user.save()
    return user


def sign_in(client: Client, address: str) -> str:
    """Sign in on the page one was sent to, and return the page one lands on."""
    answer = client.post(
        address, {"login": "corvid", "password": PASSWORD, "next": address.partition("next=")[2]}
    )
    assert answer.status_code == 302
    page = client.get(answer.headers["Location"])
    assert page.status_code == 200
    return html.unescape(page.content.decode())


def test_a_new_policy_comes_back_after_signing_in_and_is_not_saved_yet(
    client: Client, owner: User
) -> None:
    typed = {"name": "The Magpie", "game": "liars-dice", "prompt": TYPED}
    answer = client.post("/policies/new/", typed)
    assert answer.headers["Location"].startswith("/accounts/login/?next=/policies/new/")
    assert "nothing was saved" in client.get(answer.headers["Location"]).content.decode()
    page = sign_in(client, answer.headers["Location"])
    assert TYPED in page
    assert 'value="The Magpie"' in page
    assert "not saved yet" in page
    assert not Policy.objects.exists()
    assert client.post("/policies/new/", typed).status_code == 302
    assert 'value="The Magpie"' not in client.get("/policies/new/").content.decode()


def test_a_revision_comes_back_with_the_version_it_started_from(
    client: Client, owner: User
) -> None:
    policy = make_policy("The Magpie", owner=owner)
    page = f"/policies/{policy.slug}/revise/"
    sent = {"prompt": TYPED, "comment": "calmer", "based_on": "1"}
    answer = client.post(page, sent)
    shown = sign_in(client, answer.headers["Location"])
    assert TYPED in shown
    assert 'value="calmer"' in shown
    assert policy.versions.count() == 1
    client.post(page, sent)
    assert policy.versions.get(number=2).prompt == TYPED


def test_somebody_elses_page_and_another_form_show_nothing_of_it(
    client: Client, owner: User
) -> None:
    other = make_policy("Slow Ledger", owner=make_user())
    answer = client.post(
        f"/policies/{other.slug}/revise/", {"prompt": TYPED, "comment": "", "based_on": "1"}
    )
    client.force_login(owner)
    assert client.get(answer.headers["Location"].partition("next=")[2]).status_code == 403
    assert TYPED not in html.unescape(client.get("/policies/new/").content.decode())


def test_what_is_kept_is_bounded_and_ends(
    client: Client, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.post("/policies/new/", {"prompt": "x" * 100_000, **{f"f{n}": "y" for n in range(50)}})
    fields = client.session[kept.KEY]["fields"]
    assert len(fields) == kept.MOST_FIELDS
    assert len(fields["prompt"]) == kept.LONGEST
    assert "csrfmiddlewaretoken" not in fields
    client.force_login(owner)
    monkeypatch.setattr(kept, "SECONDS", -1)
    assert "xxxx" not in client.get("/policies/new/").content.decode()
    assert kept.KEY not in client.session


def test_only_reading_asks_to_sign_in_and_keeps_nothing(client: Client) -> None:
    assert client.get("/policies/new/").status_code == 302
    assert kept.KEY not in client.session
