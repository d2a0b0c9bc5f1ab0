"""The dashboard's numbers: what they count, and what they call for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.admin.dashboard import needs
from league.models import Episode, Event, LeagueSettings, ModelCall
from league.queries.health import find_stuck, hours, read_health
from tests.support.league import (
    a_ladder,
    a_match,
    a_policy,
    a_staff_member,
    a_standing,
    an_event,
)

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 30, 12, 30, tzinfo=UTC)


def a_call(episode: Episode, **values: Any) -> ModelCall:
    at = values.pop("at", timezone.now())
    fields = {"slot": 0, "seq": 1, "attempt": 1, "model": "m", "latency": 1.0, **values}
    version = episode.seats.get(slot=0).version
    call = ModelCall.objects.create(episode=episode, version=version, **fields)
    ModelCall.objects.filter(pk=call.pk).update(created_at=at)
    return call


def words(**fields: Any) -> str:
    return " ".join(need.sentence for need in needs(read_health(**fields)))


def test_every_hour_of_the_span_is_there_also_the_empty_ones() -> None:
    ladder = a_ladder()
    for minutes in (10, 20, 90):
        a_match(ladder, [], ended_at=NOW - timedelta(minutes=minutes))
    a_match(ladder, [], ended_at=NOW - timedelta(hours=25))
    health = read_health(NOW)
    assert len(health.throughput) == len(hours(NOW - timedelta(hours=24), NOW)) == 25
    assert sum(n for _, n in health.throughput) == health.counts["finished"] == 3
    assert health.throughput[-1] == (NOW.replace(minute=0), 2)


def test_fallbacks_are_counted_by_cause_and_hour_of_prompt_policies_only() -> None:
    policies = [a_policy("prompt"), a_policy("bayes", baseline="bayes")]
    episode = a_match(a_ladder(), policies, ended_at=NOW - timedelta(hours=1))
    episode.seats.filter(slot=0).update(fallbacks=2, decisions=10)
    episode.seats.filter(slot=1).update(decisions=10)
    an_event(episode, 1, seat=0, fallback="timeout")
    an_event(episode, 2, seat=0, fallback="refused")
    an_event(episode, 3, seat=1, fallback=None)
    an_event(episode, 4, kind="deal")
    Event.objects.update(created_at=NOW - timedelta(hours=1))
    health = read_health(NOW)
    hour = NOW.replace(minute=0) - timedelta(hours=1)
    assert health.fallbacks == {"refused": {hour: 1}, "timeout": {hour: 1}}
    assert (health.fallback_total, health.decisions) == (2, 10)


def test_a_match_is_stuck_when_nothing_happened_for_longer_than_two_calls(
    settings: Any,
) -> None:
    settings.CALL_TIMEOUT = 30.0
    ladder, long_ago = a_ladder(), NOW - timedelta(minutes=30)
    silent = a_match(ladder, [], status="running", ended_at=long_ago)
    lively = a_match(ladder, [], status="running", ended_at=long_ago)
    an_event(lively, 1)
    an_event(silent, 1)
    waiting = a_match(ladder, [], status="queued")
    fresh = a_match(ladder, [], status="queued")
    Event.objects.filter(episode=silent).update(created_at=long_ago)
    Event.objects.filter(episode=lively).update(created_at=NOW - timedelta(seconds=5))
    Episode.objects.filter(pk=waiting.pk).update(created_at=long_ago)
    Episode.objects.filter(pk=fresh.pk).update(created_at=NOW)
    assert list(find_stuck(NOW)) == [silent, waiting]


def test_refused_credentials_come_first() -> None:
    episode = a_match(a_ladder(), [a_policy("a")])
    a_call(episode, outcome="credentials")
    a_match(None, [], status="failed")
    found = list(needs(read_health()))
    assert found[0].is_urgent
    assert "refused our credentials 1 time " in found[0].sentence
    assert "1 match failed" in words()


def test_ladders_are_told_apart_as_paused_and_starved() -> None:
    a_ladder("paused", title="Sleepy", is_paused=True)
    a_ladder("empty", title="Hungry")
    a_match(a_ladder("fed", title="Happy"), [], status="queued")
    said = words()
    assert "Paused: Sleepy." in said
    assert "Hungry has no match queued or running." in said
    assert "Happy has" not in said
    LeagueSettings.objects.update(is_matchmaking=False)
    assert "Hungry" not in words()
    assert "Matchmaking is off" in words()


def test_spending_stands_against_its_limits() -> None:
    owner = a_staff_member("ada")
    ladder = a_ladder(title="Dear", daily_limit="1.00")
    LeagueSettings.load()
    LeagueSettings.objects.update(daily_limit="10.00", owner_daily_limit="4.00")
    episode = a_match(ladder, [a_policy("a", owner=owner)])
    a_call(episode, cost=1.25, input_tokens=100, output_tokens=7, cache_read_tokens=3)
    a_call(episode, seq=2, cost=5.0, at=timezone.now() - timedelta(days=2))
    bills = {bill.name: bill for bill in read_health().bills}
    assert bills["The whole league"].share == pytest.approx(0.125)
    assert bills["The whole league"].tokens == 110
    assert bills["Dear"].spending.is_reached
    assert bills["ada"].share == pytest.approx(1.25 / 4)
    assert "Dear reached its limit of $1.00 today" in words()


def test_latencies_and_outcomes_carry_their_n() -> None:
    episode = a_match(a_ladder(), [a_policy("a")])
    at = NOW - timedelta(minutes=10)
    for seq, latency in enumerate((1.0, 2.0, 3.0), start=1):
        a_call(episode, seq=seq, latency=latency, outcome="" if seq > 1 else "timeout", at=at)
    health = read_health(NOW)
    (hour,) = health.calls
    assert (hour.n, hour.median) == (3, 2.0)
    assert health.outcomes == {"": 2, "timeout": 1}


def test_every_number_leads_to_a_list_that_holds_as_many(client: Client) -> None:
    ladder, policies = a_ladder(), [a_policy("a"), a_policy("b")]
    for status, number in (("running", 1), ("queued", 2), ("finished", 3), ("failed", 4)):
        for _ in range(number):
            a_match(ladder, policies, status=status)
    a_match(ladder, policies, status="finished", ended_at=timezone.now() - timedelta(days=3))
    a_match(ladder, policies, is_rated=False, unrated_reason="credentials")
    a_match(None, policies, purpose="tryout", status="failed", is_rated=False)
    chief = a_staff_member(is_superuser=True)
    client.force_login(chief)
    page = client.get(reverse("admin:dashboard"))
    tiles = {words: (number, url) for words, number, url in page.context["tiles"]}
    assert tiles["finished, of any kind"][0] == 4  # the unrated one too
    _, seats = tiles.pop("moves by a fallback, in any match")  # its list is of seats
    assert client.get(seats).status_code == 200
    for name, (number, url) in tiles.items():
        assert client.get(url).context["cl"].result_count == number, name


def test_who_leads_is_said_with_interval_and_n(client: Client) -> None:
    ladder = a_ladder(title="Dice")
    a_standing(ladder, a_policy("Best"), 0.61, low=0.55, high=0.66, episodes=41)
    client.force_login(a_staff_member())
    page = client.get(reverse("admin:dashboard")).content.decode()
    assert "0.610 (0.55 to 0.66, n 41)" in page
    assert "nobody is ranked yet" not in page


def test_who_has_no_rank_yet_stands_behind_who_has_one_and_leads_nobody(client: Client) -> None:
    ladder = a_ladder(title="Dice")
    a_standing(ladder, a_policy("Lucky"), -0.2, low=-0.61, high=0.9, episodes=3)
    client.force_login(a_staff_member())
    page = client.get(reverse("admin:dashboard")).content.decode()
    assert "\N{MINUS SIGN}0.200 (\N{MINUS SIGN}0.61 to 0.90, n 3)" in page
    assert "nobody is ranked yet" in page
    a_standing(ladder, a_policy("Steady"), -0.4, low=-0.5, high=-0.3, episodes=60)
    page = client.get(reverse("admin:dashboard")).content.decode()
    assert "Steady" in page
    assert "Lucky" not in page


def test_a_page_without_figures_loads_no_plotly(client: Client) -> None:
    client.force_login(a_staff_member())
    assert "plotly-cartesian" not in client.get(reverse("admin:dashboard")).content.decode()
    a_match(a_ladder(), [a_policy("a")])
    assert "plotly-cartesian" in client.get(reverse("admin:dashboard")).content.decode()
