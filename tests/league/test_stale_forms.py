"""A form whose token is missing or stale: nothing is done, and what was typed comes back."""

from __future__ import annotations

import html
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from grading.models import Rubric
from league.models import Policy, Version
from tests.support.policies import make_policy, make_user

pytestmark = pytest.mark.django_db
TYPED = "</textarea><script>pwn()</script> Open low & watch who <folds>."
OURS: dict[str, Any] = {"HTTP_ORIGIN": "http://testserver"}
FOREIGN: list[dict[str, Any]] = [
    {},
    {"HTTP_ORIGIN": "null"},
    {"HTTP_ORIGIN": "http://["},
    {"HTTP_ORIGIN": "https://evil.example"},
    {"HTTP_ORIGIN": "http://testserver.evil.example"},
]
NEW = {"name": "The Magpie", "game": "liars-dice", "prompt": TYPED}


@pytest.fixture
def owner() -> User:
    return make_user("corvid")


@pytest.fixture
def strict(owner: User) -> Client:
    client = Client(enforce_csrf_checks=True)
    client.force_login(owner)
    return client


def test_a_new_policy_stands_in_its_form_again_and_is_saved_by_its_button_only(
    strict: Client,
) -> None:
    answer = strict.post("/policies/new/?game=rumor", NEW, **OURS)
    assert answer.headers["Location"] == "/policies/new/?game=rumor"
    assert not Policy.objects.exists()
    page = strict.get(answer.headers["Location"]).content.decode()
    assert "nothing was saved" in page
    assert "<script>pwn" not in page
    assert TYPED in html.unescape(page)
    assert 'value="The Magpie"' in page
    token = strict.cookies["csrftoken"].value
    assert strict.post("/policies/new/", {**NEW, "csrfmiddlewaretoken": token}).status_code == 302
    assert Policy.objects.get().name == "The Magpie"
    assert 'value="The Magpie"' not in strict.get("/policies/new/").content.decode()


def test_a_revision_from_before_a_sign_in_elsewhere_comes_back(strict: Client, owner: User) -> None:
    policy = make_policy("The Magpie", owner=owner)
    page = f"/policies/{policy.slug}/revise/"
    strict.get(page)
    stale = strict.cookies["csrftoken"].value
    strict.get("/accounts/login/")
    strict.force_login(owner)
    strict.cookies["csrftoken"] = "b" * 32
    sent = {"prompt": TYPED, "comment": "calmer", "based_on": "1", "csrfmiddlewaretoken": stale}
    assert strict.post(page, sent, **OURS).headers["Location"] == page
    shown = html.unescape(strict.get(page).content.decode())
    assert TYPED in shown
    assert 'value="calmer"' in shown
    assert Version.objects.count() == 1


@pytest.mark.parametrize("headers", FOREIGN)
def test_no_other_site_puts_its_words_into_ours(
    strict: Client, owner: User, headers: dict[str, Any]
) -> None:
    answer = strict.post("/policies/new/", NEW, **headers, HTTP_REFERER="https://evil.example/")
    assert answer.status_code == 403
    page = html.unescape(answer.content.decode())
    assert "Nothing was done" in page
    assert "Open low" not in page
    assert "evil.example" not in page
    assert "Open low" not in html.unescape(strict.get("/policies/new/").content.decode())


@pytest.mark.parametrize(
    ("address", "fields"),
    [
        ("/accounts/login/", {"login": "corvid", "password": "brass-7"}),
        ("/accounts/signup/", {"username": "tern", "password1": "brass-7", "password2": "brass-7"}),
        ("/accounts/password/change/", {"oldpassword": "brass-7", "password1": "brass-7"}),
        ("/admin/login/", {"username": "corvid", "password": "brass-7"}),
        ("/admin/auth/user/add/", {"username": "brass-7", "password1": "brass-7"}),
        ("/admin/grading/rubric/add/", {"api_key": "brass-7", "Password": "brass-7"}),
    ],
)
def test_no_password_is_said_or_kept(
    strict: Client, owner: User, address: str, fields: dict[str, str]
) -> None:
    User.objects.update(is_staff=True, is_superuser=True)
    answer = strict.post(address, fields, **OURS)
    assert answer.status_code == 403
    assert "brass-7" not in answer.content.decode()
    assert "brass-7" not in str(dict(strict.session))


def test_what_staff_typed_for_a_row_is_given_back_to_copy(strict: Client) -> None:
    User.objects.update(is_staff=True, is_superuser=True)
    before = Rubric.objects.count()
    answer = strict.post(
        "/admin/grading/rubric/add/",
        {"text": TYPED, "_save": "Save"},
        **OURS,
        HTTP_REFERER="http://testserver/admin/grading/rubric/add/",
    )
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "<script>pwn" not in page
    assert TYPED in html.unescape(page)
    assert 'href="http://testserver/admin/grading/rubric/add/"' in page
    assert Rubric.objects.count() == before


def test_a_button_does_nothing_and_leads_back_to_its_page(strict: Client, owner: User) -> None:
    policy = make_policy("The Magpie", owner=owner)
    here = f"http://testserver{policy.get_absolute_url()}"
    answer = strict.post(f"/policies/{policy.slug}/retire/", **OURS, HTTP_REFERER=here)
    assert answer.status_code == 403
    assert f'href="{here}"' in answer.content.decode()
    policy.refresh_from_db()
    assert policy.retired_at is None


@pytest.mark.parametrize("encoding", ["utf-16", "rot13", "base64"])
def test_a_form_in_another_encoding_cannot_be_read_and_is_no_fault(
    strict: Client, encoding: str
) -> None:
    strict.get("/policies/new/")  # brings the cookie, so that the token is looked for
    kind = f"application/x-www-form-urlencoded; charset={encoding}"
    answer = strict.generic("POST", "/policies/new/", b"name=x", content_type=kind, **OURS)
    assert answer.status_code == 400
    assert "text/html" in answer.headers["Content-Type"]
