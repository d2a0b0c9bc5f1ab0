"""The pages about trials."""

from __future__ import annotations

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_the_list_says_what_a_trial_is_while_there_is_none(client: Client) -> None:
    page = client.get("/trials/")
    assert page.status_code == 200
    assert "No trial yet" in page.content.decode()
