"""How the league is doing, and what needs a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import numpy as np
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db.models import Count, Max, Min, Q, Sum
from django.db.models.fields.json import KT
from django.db.models.functions import TruncHour
from django.utils import timezone

from games.base import Cause
from league.models import Episode, Event, Ladder, LeagueSettings, ModelCall, Seat
from league.queries.spending import Spending, calls_today, costs_beside_play

Status = Episode.Status
OPEN = (Status.QUEUED, Status.RUNNING)
SPAN = timedelta(hours=24)
QUEUE_PATIENCE = timedelta(minutes=10)
"""A match that waits longer has no worker."""
NO_CALLS: Mapping[str, Any] = {"cost": 0.0, "tokens": 0}
MOST_CALLS = 20_000
"""Newest first; more make no better quantiles."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Supply:
    """One ladder's supply of matches, now."""

    ladder: Ladder
    queued: int
    running: int
    finished: int
    """In the span."""
    oldest_wait: timedelta | None
    """Of the match that has been queued the longest."""

    @property
    def is_starved(self) -> bool:
        """It should have tables in play and has none."""
        return not self.ladder.is_paused and self.ladder.tables > 0 and not self.is_open

    @property
    def is_open(self) -> bool:
        return self.queued + self.running > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HourOfCalls:
    """The requests to the provider in one hour."""

    hour: datetime
    n: int
    median: float
    """Seconds."""
    slow: float
    """Seconds that 95 % of the calls kept within."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bill:
    """Money spent today (UTC) by somebody or on something, against its limit."""

    name: str
    spending: Spending
    tokens: int

    @property
    def share(self) -> float | None:
        """Return what is spent of the limit, 0 to 1; None without a limit."""
        if not self.spending.limit:
            return None
        return min(1.0, self.spending.spent / float(self.spending.limit))


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """The league over the last day."""

    now: datetime
    since: datetime
    is_matchmaking: bool
    has_model: bool
    counts: Mapping[str, int]
    """Episodes by status: queued and running now; finished, failed and void in the span."""
    stuck: tuple[Episode, ...]
    """Running without an event for longer than two calls may take, or queued for too long."""
    unrated: Mapping[str, int]
    """Matches that ended in the span and do not count, by reason."""
    throughput: tuple[tuple[datetime, int], ...]
    """Matches finished in each hour, the oldest first, empty hours included."""
    fallbacks: Mapping[str, Mapping[datetime, int]]
    """Cause -> hour -> decisions of prompt policies that a baseline played."""
    decisions: int
    """Decisions of prompt policies in matches that ended in the span."""
    outcomes: Mapping[str, int]
    """Calls in the span by what was wrong with the reply; the key is empty when it was played."""
    calls: tuple[HourOfCalls, ...]
    supplies: tuple[Supply, ...]
    bills: tuple[Bill, ...]
    """The league's first, then each ladder's, then each owner's."""

    @property
    def refused_credentials(self) -> int:
        return self.outcomes.get(Cause.CREDENTIALS, 0)

    @property
    def fallback_total(self) -> int:
        return sum(sum(hours.values()) for hours in self.fallbacks.values())


def read_health(now: datetime | None = None) -> Health:
    """Return the league's health over the 24 hours before ``now``."""
    now = now or timezone.now()
    since = now - SPAN
    ended = Episode.objects.filter(ended_at__gte=since, ended_at__lte=now)
    counts = Counter(_count(ended, "status"))
    counts.update(_count(Episode.objects.filter(status__in=OPEN), "status"))
    made, latencies = _calls(since)
    seats = Seat.objects.filter(
        episode__ended_at__gte=since, episode__ended_at__lte=now, version__baseline=""
    )
    return Health(
        now=now,
        since=since,
        is_matchmaking=LeagueSettings.load().is_matchmaking,
        has_model=bool(settings.ANTHROPIC_API_KEY),
        counts={status.value: counts.get(status.value, 0) for status in Status},
        stuck=tuple(find_stuck(now)),
        unrated=_count(
            ended.filter(purpose=Episode.Purpose.LADDER, status=Status.FINISHED, is_rated=False),
            "unrated_reason",
        ),
        throughput=tuple(_throughput(ended, since, now)),
        fallbacks=_fallbacks(since, now),
        decisions=seats.aggregate(n=Sum("decisions"))["n"] or 0,
        outcomes=made,
        calls=tuple(latencies),
        supplies=tuple(_supplies(ended, now)),
        bills=tuple(_bills()),
    )


def find_stuck(now: datetime) -> Sequence[Episode]:
    """Return the episodes that should have moved on: no event, or no worker, for too long."""
    silence = timedelta(
        seconds=2 * settings.CALL_TIMEOUT + settings.MOVE_SECONDS + settings.REVEAL_SECONDS + 60
    )
    moved = Max("events__created_at")
    running = (
        Episode.objects.filter(status=Status.RUNNING, started_at__lt=now - silence)
        .annotate(last_event_at=moved)
        .filter(Q(last_event_at=None) | Q(last_event_at__lt=now - silence))
    )
    waiting = Episode.objects.filter(status=Status.QUEUED, created_at__lt=now - QUEUE_PATIENCE)
    rows = [*running.select_related("ladder"), *waiting.select_related("ladder")]
    return sorted(rows, key=lambda episode: episode.pk)


def _count(rows: Any, field: str) -> dict[Any, int]:
    """Count rows by a field, the most frequent value first."""
    found = rows.order_by().values_list(field).annotate(n=Count("pk")).order_by("-n", field)
    return dict(found)


def hours(since: datetime, now: datetime) -> list[datetime]:
    """Return the start of every hour that the span touches."""
    first = since.replace(minute=0, second=0, microsecond=0)
    return [first + timedelta(hours=n) for n in range(int((now - first) / timedelta(hours=1)) + 1)]


def _throughput(ended: Any, since: datetime, now: datetime) -> list[tuple[datetime, int]]:
    by_hour = dict(
        ended.filter(status=Status.FINISHED)
        .order_by()
        .values_list(TruncHour("ended_at"))
        .annotate(n=Count("pk"))
    )
    return [(hour, by_hour.get(hour, 0)) for hour in hours(since, now)]


def _fallbacks(since: datetime, now: datetime) -> dict[str, dict[datetime, int]]:
    """Count the fallbacks in matches that ended in the span, by cause and hour of the event."""
    had_some = Seat.objects.filter(
        fallbacks__gt=0, episode__ended_at__gte=since, episode__ended_at__lte=now
    )
    rows = (
        Event.objects.filter(episode__in=had_some.order_by().values("episode"))
        .annotate(cause=KT("data__fallback"), hour=TruncHour("created_at"))
        .order_by()
        .values_list("cause", "hour")
        .annotate(n=Count("pk"))
    )
    found: dict[str, dict[datetime, int]] = {}
    causes = {cause.value for cause in Cause}  # databases differ in how they read a null
    for cause, hour, n in rows:
        if cause in causes:
            found.setdefault(cause, {})[hour] = n
    return dict(sorted(found.items(), key=lambda item: (-sum(item[1].values()), item[0])))


def _calls(since: datetime) -> tuple[dict[str, int], list[HourOfCalls]]:
    """Return the calls of the span by outcome, and their latencies by hour."""
    calls = ModelCall.objects.filter(created_at__gte=since)
    newest = calls.order_by("-created_at").values_list(TruncHour("created_at"), "latency")
    by_hour: dict[datetime, list[float]] = {}
    for hour, latency in newest[:MOST_CALLS]:
        by_hour.setdefault(hour, []).append(latency)
    quantiles = {hour: np.quantile(values, [0.5, 0.95]) for hour, values in by_hour.items()}
    return _count(calls, "outcome"), [
        HourOfCalls(hour=hour, n=len(by_hour[hour]), median=float(median), slow=float(slow))
        for hour, (median, slow) in sorted(quantiles.items())
    ]


def _supplies(ended: Any, now: datetime) -> list[Supply]:
    """Return every ladder's supply, from the open episodes and those of the span alone."""
    waiting = Episode.objects.filter(status__in=OPEN, ladder__isnull=False).order_by()
    open_now = {
        (ladder, status): (n, oldest)
        for ladder, status, n, oldest in waiting.values_list("ladder", "status").annotate(
            n=Count("pk"), oldest=Min("created_at")
        )
    }
    finished = _count(ended.filter(status=Status.FINISHED), "ladder")
    found = []
    for ladder in Ladder.objects.all():
        queued, oldest = open_now.get((ladder.pk, Status.QUEUED), (0, None))
        running, _ = open_now.get((ladder.pk, Status.RUNNING), (0, None))
        found.append(
            Supply(
                ladder=ladder,
                queued=queued,
                running=running,
                finished=finished.get(ladder.pk, 0),
                oldest_wait=now - oldest if oldest else None,
            )
        )
    return found


def _bills() -> list[Bill]:
    """Return today's spending of the league, every ladder with calls, and every owner who spent.

    Tokens are those of play alone.
    """
    limits = LeagueSettings.load()
    tokens = Sum("input_tokens") + Sum("output_tokens")
    tokens += Sum("cache_creation_tokens") + Sum("cache_read_tokens")
    sums = {"cost": Sum("cost"), "tokens": tokens}

    def bill(name: str, row: Mapping[str, Any], limit: Any, beside: float = 0.0) -> Bill:
        spending = Spending(spent=(row["cost"] or 0.0) + beside, limit=limit)
        return Bill(name=name, spending=spending, tokens=row["tokens"] or 0)

    today = calls_today().order_by()
    beside = costs_beside_play()
    whole = today.aggregate(**sums)
    found = [bill("The whole league", whole, limits.daily_limit, sum(beside.values()))]
    by_ladder = today.filter(episode__ladder__isnull=False)
    names = ("episode__ladder__title", "episode__ladder__daily_limit")
    found += [
        bill(row[names[0]], row, row[names[1]])
        for row in by_ladder.values(*names).annotate(**sums).order_by("-cost")
    ]
    owner = "version__policy__owner"
    played = {
        row[owner]: row
        for row in today.filter(**{f"{owner}__isnull": False}).values(owner).annotate(**sums)
    }
    names_of = get_user_model().objects.in_bulk({*played, *(pk for pk in beside if pk)})
    owners = [
        bill(user.get_username(), played.get(pk, NO_CALLS), limits.owner_daily_limit, beside[pk])
        for pk, user in names_of.items()
    ]
    return found + sorted(owners, key=lambda one: -one.spending.spent)
