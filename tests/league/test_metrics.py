"""What /metrics says, and to whom."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from league.models import Event, ModelCall
from tests.support.factories import make_episode, make_user, make_versions, play_out

pytestmark = pytest.mark.django_db(transaction=True)
AFAR: dict[str, Any] = {"REMOTE_ADDR": "203.0.113.9"}


def read(client: Client, **extra: Any) -> str:
    response = client.get("/metrics", **extra)
    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/plain")
    return response.content.decode()


def test_a_stranger_may_not_read_metrics(client: Client) -> None:
    assert client.get("/metrics", **AFAR).status_code == 403


def test_the_address_with_a_slash_answers_too(client: Client) -> None:
    """Bookmarks and monitoring of the time when it was the only one."""
    assert client.get("/metrics/", REMOTE_ADDR="127.0.0.1").status_code == 200
    assert client.get("/metrics/", **AFAR).status_code == 403


def test_this_very_machine_may(client: Client) -> None:
    assert "hearsay_episodes" in read(client, REMOTE_ADDR="127.0.0.1")


@pytest.mark.parametrize("header", ["X_FORWARDED_FOR", "FORWARDED", "X_REAL_IP", "VIA"])
def test_a_proxy_on_this_machine_may_not(client: Client, header: str) -> None:
    extra: dict[str, Any] = {f"HTTP_{header}": "127.0.0.1", "REMOTE_ADDR": "127.0.0.1"}
    assert client.get("/metrics", **extra).status_code == 403


def test_behind_https_this_machine_is_the_proxy(client: Client, settings: Settings) -> None:
    settings.IS_HTTPS = True
    assert client.get("/metrics", REMOTE_ADDR="127.0.0.1").status_code == 403


@pytest.mark.parametrize(
    ("token", "given", "status"),
    [
        ("s3cret", "Bearer s3cret", 200),
        ("s3cret", "Bearer s3cre", 403),
        ("s3cret", "s3cret", 403),
        ("", "Bearer ", 403),
        ("", "", 403),
        ("s3cret", "Bearer é", 403),
    ],
)
def test_the_token_opens_metrics(
    client: Client, settings: Settings, token: str, given: str, status: int
) -> None:
    settings.METRICS_TOKEN = token
    response = client.get("/metrics", HTTP_AUTHORIZATION=given, **AFAR)
    assert response.status_code == status


@pytest.mark.parametrize(("is_staff", "status"), [(True, 200), (False, 403)])
def test_staff_may_read_metrics_from_afar(client: Client, is_staff: bool, status: int) -> None:
    client.force_login(make_user("grace", is_staff=is_staff))
    assert client.get("/metrics", **AFAR).status_code == status


def test_totals_come_from_the_database(client: Client, settings: Settings) -> None:
    settings.ANTHROPIC_API_KEY = ""
    versions = make_versions("Play well.", "bayes", "bayes", "pressure")
    episode = play_out(make_episode(versions=versions))
    make_episode()
    for attempt, outcome in enumerate(("refused", ""), start=1):
        ModelCall.objects.create(
            episode=episode,
            slot=0,
            version=versions[0],
            seq=3,
            attempt=attempt,
            outcome=outcome,
            model="a-model",
            latency=1.0,
            input_tokens=100,
            output_tokens=10,
            cost=0.25,
        )
    text = read(client)
    fallbacks = sum(
        event.data.get("fallback") == "no_credentials"
        for event in Event.objects.filter(episode=episode)
    )
    assert fallbacks > 0
    for line in (
        'hearsay_episodes{status="finished"} 1.0',
        'hearsay_episodes{status="queued"} 1.0',
        'hearsay_episodes{status="failed"} 0.0',
        f'hearsay_fallbacks_total{{cause="no_credentials"}} {float(fallbacks)}',
        'hearsay_fallbacks_total{cause="timeout"} 0.0',
        'hearsay_model_calls_total{outcome="played"} 1.0',
        'hearsay_model_calls_total{outcome="refused"} 1.0',
        'hearsay_model_tokens_total{kind="input"} 200.0',
        'hearsay_model_tokens_total{kind="output"} 20.0',
        "hearsay_model_cost_dollars_total 0.5",
        "hearsay_model_calls_in_flight 0.0",
    ):
        assert line in text.splitlines()
    assert "hearsay_event_append_seconds_bucket" in text
    assert 'hearsay_process_fallbacks_total{cause="no_credentials"}' in text


def test_metrics_hold_no_names_prompts_or_seeds(client: Client, settings: Settings) -> None:
    settings.ANTHROPIC_API_KEY = ""
    episode = play_out(make_episode("A prompt of a policy.", "bayes", "bayes", "bayes"))
    text = read(client)
    for seat in episode.seats.select_related("version__policy"):
        assert seat.alias not in text
        assert seat.version.policy.name not in text
    assert episode.seed not in text
    assert "A prompt of a policy" not in text
