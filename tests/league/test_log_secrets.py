"""At its most talkative the log still holds no key, password, cookie, token or prompt."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from league.models import Episode
from league.play.runner import play
from tests.support.factories import make_episode, make_versions
from tests.support.stub_provider import StubProvider, running_stub

PASSWORD, WRONG, TOKEN = "marsh-harrier-9", "marsh-warbler-8", "token-of-metrics-7"
FAILURES = ("unauthorized", "overloaded", "bad_request", "html", "hostile", "refuse")


@pytest.fixture
def stub(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[StubProvider]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with running_stub() as stub:
        settings.ANTHROPIC_API_KEY = "key-of-a-test"
        settings.ANTHROPIC_BASE_URL = stub.url
        settings.REDIS_URL = ""
        settings.METRICS_TOKEN = TOKEN
        settings.SECRET_KEY = "secret-of-a-test"
        settings.MOVE_SECONDS = 0.0
        settings.REVEAL_SECONDS = 0.0
        yield stub


def sign_in(client: Client) -> list[str]:
    """Sign in at the second try, read the metrics; return what must not be written down."""
    fields = {"login": "bittern", "password": WRONG}
    client.post("/accounts/login/", fields)
    assert client.post("/accounts/login/", {**fields, "password": PASSWORD}).status_code == 302
    for token in (TOKEN, f"{TOKEN}x"):
        headers = {"authorization": f"Bearer {token}"}
        client.get("/metrics/", headers=headers, REMOTE_ADDR="203.0.113.9")
    client.post("/accounts/login/", fields, headers={"origin": "https://evil.example"})
    hashed = User.objects.get(username="bittern").password
    return [PASSWORD, WRONG, TOKEN, hashed, client.cookies["sessionid"].value]


@pytest.mark.django_db(transaction=True)
def test_no_secret_is_logged(
    stub: StubProvider,
    client: Client,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level("DEBUG")
    User.objects.create_user("bittern", password=PASSWORD)
    secrets = sign_in(client)
    versions = make_versions("Heron prompt.", "bayes", "bayes", "bayes")
    episode = make_episode(versions=versions)
    stub.then(*FAILURES)
    async_to_sync(play)(episode.pk)
    assert Episode.objects.get(pk=episode.pk).status == Episode.Status.FINISHED
    assert stub.requests
    written = caplog.text + "".join(capfd.readouterr())
    assert str(episode.pk) in written
    for secret in (*secrets, "key-of-a-test", "secret-of-a-test", "Heron prompt", "window.pwn"):
        assert secret not in written
