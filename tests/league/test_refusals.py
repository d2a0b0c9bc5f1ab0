"""What a stranger is refused leaves no line in the log."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client


@pytest.mark.django_db
def test_a_strangers_refusals_do_not_fill_the_log(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    client.force_login(User.objects.create_user("stranger"))
    assert client.get("/admin/dashboard/").status_code in (302, 403)
    assert client.get("/nowhere/").status_code == 404
    assert [one for one in caplog.records if one.name == "django.request"] == []
