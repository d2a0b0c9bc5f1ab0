"""What is refused: said in the words of the house, and without a line in the log for strangers."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import SuspiciousOperation
from django.test import Client, RequestFactory
from django.views import defaults

from tests.support.policies import make_policy, make_user


@pytest.mark.django_db
def test_a_strangers_refusals_do_not_fill_the_log(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    client.force_login(User.objects.create_user("stranger"))
    assert client.get("/admin/dashboard/").status_code in (302, 403)
    assert client.get("/nowhere/").status_code == 404
    assert [one for one in caplog.records if one.name == "django.request"] == []


@pytest.mark.django_db
def test_a_refusal_says_its_own_reason_and_what_to_do(client: Client) -> None:
    policy = make_policy(owner=make_user("tern"))
    client.force_login(make_user("ostler"))
    answer = client.get(f"{policy.get_absolute_url()}revise/")
    assert answer.status_code == 403
    page = answer.content.decode()
    assert "A policy is changed by its owner only." in page
    assert 'href="/policies/">Your policies</a>' in page


@pytest.mark.django_db
def test_the_address_of_a_button_opened_as_a_page_says_so(client: Client) -> None:
    address = f"{make_policy().get_absolute_url()}champion/"
    answer = client.get(address, headers={"accept": "text/html"})
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "Nothing was done." in answer.content.decode()
    assert client.get(address, headers={"accept": "application/json"}).content == b""
    assert client.head(address, headers={"accept": "text/html"}).content == b""


def test_faults_are_pages_of_the_house_without_a_database() -> None:
    request = RequestFactory().get("/")
    for answer in (
        defaults.server_error(request),
        defaults.bad_request(request, SuspiciousOperation("odd")),
    ):
        page = answer.content.decode()
        assert "league/base.css" in page or "base." in page
        assert 'href="/"' in page
        assert "odd" not in page
