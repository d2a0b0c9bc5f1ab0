"""A judge's health over time, under one rubric: what its stored answers say, hour by hour or day
by day. Check judges and canaries are in no count but the canaries' own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import numpy as np
from django.db.models import Count, F, Q
from django.db.models.functions import TruncDay, TruncHour
from django.utils import timezone

from grading.judges import JUDGES
from grading.models import Comparison, JudgeCall, Rubric, Trial
from grading.queries.history import Share, judged_pairs

HOURLY = timedelta(days=2)
"""A shorter time than this is told by the hour, a longer one by the day."""
MOST_CALLS = 50_000
"""Newest first; more make no better quantiles."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """What a judge did in an hour, a day, or all the time that was asked for."""

    start: datetime
    comparisons: int
    """Settled, void ones included."""
    voids: int
    disagreement: Share
    first_position: Share
    turned: int
    """Settled comparisons on the path where sides turn about."""
    turned_calls: int
    """Compare calls about them."""
    calls: int
    canaries: Share
    requests: int
    tokens: int
    cost: float
    median: float | None
    """Seconds of a compare call: half took at most so long."""
    slow: float | None
    """And 95 % at most so long."""

    @property
    def calls_over_comparisons(self) -> float | None:
        return self.turned_calls / self.turned if self.turned else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Trend:
    """One judge under one rubric over a time."""

    judge: str
    title: str
    rubric: Rubric
    is_hourly: bool
    periods: Sequence[Period]
    total: Period
    trials: int
    since: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A judge and a rubric that have been at work together."""

    judge: str
    rubric: Rubric

    @property
    def key(self) -> str:
        return f"{self.judge}:{self.rubric.label}"

    @property
    def title(self) -> str:
        name = JUDGES[self.judge].title if self.judge in JUDGES else self.judge
        return f"{name}, {self.rubric}"


def read_pairs() -> list[Pair]:
    """Return every judge and rubric that have been at work, by name."""
    rubrics = {rubric.pk: rubric for rubric in Rubric.objects.all()}
    return [Pair(judge=judge, rubric=rubrics[pk]) for judge, pk in judged_pairs()]


def read_trend(pair: Pair, since: datetime | None) -> Trend:
    """Return a judge's health under a rubric since a moment, or since the start."""
    mine = Q(trial__judge=pair.judge, trial__rubric=pair.rubric, trial__is_check=False)
    settled = Comparison.objects.filter(mine, settled_at__isnull=False)
    called = JudgeCall.objects.filter(mine)
    if since is not None:
        settled = settled.filter(settled_at__gte=since)
        called = called.filter(created_at__gte=since)
    is_hourly = since is not None and timezone.now() - since <= HOURLY
    cut = TruncHour if is_hourly else TruncDay
    counts: dict[datetime, Mapping[str, Any]] = {
        row["at"]: row
        for row in settled.annotate(at=cut("settled_at")).order_by().values("at").annotate(**COUNTS)
    }
    calls: dict[datetime, list[dict[str, Any]]] = defaultdict(list)
    for call in (
        called.annotate(at=cut("created_at"), path=F("trial__path"))
        .order_by("-pk")
        .values("at", "path", *CALL)[:MOST_CALLS]
    ):
        calls[call["at"]].append(call)
    moments = sorted({*counts, *calls})
    periods = [_period(at, counts.get(at, {}), calls.get(at, [])) for at in moments]
    every = [call for some in calls.values() for call in some]
    start = since or (moments[0] if moments else timezone.now())
    trials = Trial.objects.filter(judge=pair.judge, rubric=pair.rubric, is_check=False)
    return Trend(
        judge=pair.judge,
        title=pair.title,
        rubric=pair.rubric,
        is_hourly=is_hourly,
        periods=periods,
        total=_period(start, settled.aggregate(**COUNTS), every),
        trials=trials.filter(rows__in=settled).distinct().count(),
        since=since,
    )


CALL = ("order", "is_fooled", "requests", "latency", "cost", "input_tokens", "output_tokens")
IS_CHECKED = Q(checked_at__isnull=False)
COUNTS = {
    "comparisons_n": Count("pk"),
    "voids_n": Count("pk", filter=Q(status=Comparison.Status.VOID)),
    "turned_n": Count("pk", filter=Q(trial__path=Trial.Path.ALTERNATING)),
    "a_n": Count("pk", filter=Q(choice="A")),
    "decisive_n": Count("pk", filter=Q(choice__in=("A", "B"))),
    "pairs_n": Count("pk", filter=IS_CHECKED),
    "differ_n": Count("pk", filter=IS_CHECKED & ~Q(verdict=F("swapped_verdict"))),
}


def _period(start: datetime, counts: Mapping[str, Any], made: list[dict[str, Any]]) -> Period:
    compared = [call for call in made if call["order"] != JudgeCall.Order.CANARY]
    canaries = [call["is_fooled"] for call in made if call["is_fooled"] is not None]
    seconds = np.array([call["latency"] for call in compared])
    return Period(
        start=start,
        comparisons=counts.get("comparisons_n", 0),
        voids=counts.get("voids_n", 0),
        disagreement=Share(hits=counts.get("differ_n", 0), n=counts.get("pairs_n", 0)),
        first_position=Share(hits=counts.get("a_n", 0), n=counts.get("decisive_n", 0)),
        turned=counts.get("turned_n", 0),
        turned_calls=sum(call["path"] == Trial.Path.ALTERNATING for call in compared),
        calls=len(compared),
        canaries=Share(hits=sum(canaries), n=len(canaries)),
        requests=sum(call["requests"] for call in made),
        tokens=sum(call["input_tokens"] + call["output_tokens"] for call in made),
        cost=sum(call["cost"] for call in made),
        median=float(np.quantile(seconds, 0.5)) if len(seconds) else None,
        slow=float(np.quantile(seconds, 0.95)) if len(seconds) else None,
    )
