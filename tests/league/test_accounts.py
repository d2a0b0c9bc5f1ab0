"""Accounts: a name and a password, errors that keep the name, and limits on guessing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.urls import NoReverseMatch, reverse

from league.forms.account import SignUpForm
from tests.support.policies import make_user

pytestmark = pytest.mark.django_db

PASSWORD = "cards-at-night-9"


@pytest.fixture(autouse=True)
def fresh_limits() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def sign_up(client: Client, name: str, **fields: str) -> str:
    data = {"username": name, "password1": PASSWORD, "password2": PASSWORD, **fields}
    return client.post("/accounts/signup/", data).content.decode()


def test_signing_up_leads_to_ones_policies(client: Client) -> None:
    data = {"username": "corvid", "password1": PASSWORD, "password2": PASSWORD}
    answer = client.post("/accounts/signup/", data)
    assert answer.headers["Location"] == "/policies/"
    assert User.objects.get().username == "corvid"
    assert "You have no policy yet" in client.get("/policies/").content.decode()


@pytest.mark.parametrize(
    ("name", "fields", "message"),
    [
        ("tern", {}, "already"),
        ("TERN", {}, "already"),
        ("\uff34\uff45\uff32\uff4e", {}, "already"),
        ("ter\u3164n", {}, "already"),
        ("stra\u00dfe", {}, "already"),
        ("\uff28ouse", {}, "can not be used"),
        ("\u3164\u115f", {}, "can not be used"),
        ("house", {}, "can not be used"),
        ("a" * 31, {}, "Expected at most 30 characters, got 31."),
        ("a b", {}, "valid username"),
        ("<b>", {}, "valid username"),
        ("newcomer", {"password2": "another-one-9"}, "same password"),
        ("newcomer", {"password1": "12345678", "password2": "12345678"}, "common"),
    ],
)
def test_a_bad_sign_up_keeps_the_name_and_says_why(
    client: Client, name: str, fields: dict[str, str], message: str
) -> None:
    make_user("tern")
    make_user("STRASSE")
    page = sign_up(client, name, **fields)
    assert message in page
    assert f'value="{name}"' in page.replace("&lt;", "<").replace("&gt;", ">")
    assert PASSWORD not in page
    assert User.objects.count() == 2


def test_a_sign_up_that_is_sent_twice_at_once_makes_one_account(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_user("tern")
    monkeypatch.setattr(SignUpForm, "clean_username", lambda form: form.cleaned_data["username"])
    data = {"username": "tern", "password1": PASSWORD, "password2": PASSWORD}
    answer = client.post("/accounts/signup/", data, follow=True)
    assert answer.redirect_chain == [("/accounts/login/", 302)]
    assert "made a moment ago" in answer.content.decode()
    assert User.objects.count() == 1


def test_signing_in_goes_where_one_was_going_and_nowhere_else(client: Client) -> None:
    make_user("tern", password=PASSWORD)
    data = {"login": "tern", "password": PASSWORD}
    inside = client.post("/accounts/login/", {**data, "next": "/policies/new/"})
    assert inside.headers["Location"] == "/policies/new/"
    client.logout()
    outside = client.post("/accounts/login/", {**data, "next": "https://evil.example/"})
    assert outside.headers["Location"] == "/policies/"


def test_guessing_a_password_is_slowed(client: Client) -> None:
    make_user("tern", password=PASSWORD)
    for number in range(5):
        client.post("/accounts/login/", {"login": "tern", "password": f"guess {number}"})
    page = client.post("/accounts/login/", {"login": "tern", "password": PASSWORD})
    assert "Too many failed login attempts" in page.content.decode()


def test_sign_ups_from_one_address_are_limited(client: Client) -> None:
    for number in range(20):
        client.post("/accounts/signup/", {"username": f"bot{number}"})
    answer = client.post("/accounts/signup/", {"username": "bot"})
    assert answer.status_code == 429
    assert "Too many" in answer.content.decode()


def test_a_password_is_changed_by_who_knows_it(client: Client) -> None:
    user = make_user("tern", password=PASSWORD)
    client.force_login(user)
    new = {"password1": "paper-and-ink-7", "password2": "paper-and-ink-7"}
    url = "/accounts/password/change/"
    assert "current password" in client.post(url, {"oldpassword": "x", **new}).content.decode()
    assert client.post(url, {"oldpassword": PASSWORD, **new}).status_code == 302
    user.refresh_from_db()
    assert user.check_password("paper-and-ink-7")


def test_the_pages_that_need_an_e_mail_are_not_served(client: Client) -> None:
    for name in ("account_email", "account_reset_password"):
        with pytest.raises(NoReverseMatch):
            reverse(name)
    for url in ("/accounts/login/", "/accounts/signup/", "/accounts/inactive/"):
        page = client.get(url).content.decode()
        assert "<h1" in page
        assert "email" not in page.lower().replace("e-mail", "")


def test_an_account_without_a_password_is_offered_one(client: Client) -> None:
    person = User.objects.create_user("Wren")
    assert not person.has_usable_password()
    client.force_login(person)
    reply = client.get("/accounts/password/change/", follow=True)
    assert "A first password" in reply.text
    words = "lantern quay ninety-two"
    client.post("/accounts/password/set/", {"password1": words, "password2": words})
    person.refresh_from_db()
    assert person.check_password(words)
