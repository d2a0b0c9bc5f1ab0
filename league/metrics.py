"""What a monitoring system reads at /metrics.

Two kinds. *Instruments* are counted in the process that does the work; where several processes on
one machine should be read together, set PROMETHEUS_MULTIPROC_DIR. *Totals* are read from the
database when somebody asks, so they are the league's own whichever process answers; those that
grow are counted from midnight in UTC, which a monitoring system takes for a counter's restart.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.db.models import Count, Q, Sum
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from games.base import Cause
from league.models import Episode, Event
from league.queries.spending import calls_today, start_of_day

FALLBACKS = Counter(
    "hearsay_process_fallbacks",
    "Decisions of this process that the fallback baseline made, by cause.",
    ["cause"],
)
CALLS = Counter(
    "hearsay_process_model_calls",
    "Requests that this process sent to the model's provider, by outcome.",
    ["outcome"],
)
CALL_SECONDS = Histogram(
    "hearsay_model_call_seconds",
    "Seconds from sending a request to its reply or failure.",
    buckets=(0.25, 0.5, 1, 2, 4, 8, 16, 32),
)
APPEND_SECONDS = Histogram(
    "hearsay_event_append_seconds",
    "Seconds to append the events of one step to the log.",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
)
totals_of: dict[str, Callable[[], Iterable[Metric]]] = {}
"""What the apps above the league read from the database when somebody asks."""
PLAYED = "played"
"""The outcome of a request whose reply was played."""


def add_totals(key: str, read: Callable[[], Iterable[Metric]]) -> None:
    """Have an app's totals shown too. Raises ValueError for a key that is taken."""
    if key in totals_of:
        raise ValueError(f"expected a key that is free, got {key!r} twice")
    totals_of[key] = read


class Totals(Collector):
    """The league's figures, read from the database."""

    def __init__(self, calls_in_flight: int) -> None:
        self.calls_in_flight = calls_in_flight

    def collect(self) -> Iterator[Metric]:
        yield _episodes()
        yield _fallbacks()
        yield from _calls()
        yield GaugeMetricFamily(
            "hearsay_model_calls_in_flight",
            "Requests to the model's provider that are running.",
            value=self.calls_in_flight,
        )
        for read in totals_of.values():
            yield from read()


def _episodes() -> Metric:
    family = GaugeMetricFamily("hearsay_episodes", "Episodes by status.", labels=["status"])
    counted = dict(
        Episode.objects.order_by()
        .values_list("status")
        .annotate(Count("pk"))
        .values_list("status", "pk__count")
    )
    for status in Episode.Status:
        family.add_metric([status], counted.get(status, 0))
    return family


def _fallbacks() -> Metric:
    family = CounterMetricFamily(
        "hearsay_fallbacks",
        "Decisions since midnight UTC that the fallback baseline made, by cause.",
        labels=["cause"],
    )
    today = start_of_day()
    active = Q(episode__ended_at__gte=today) | Q(episode__status=Episode.Status.RUNNING)
    counted = dict(
        Event.objects.filter(active, created_at__gte=today, data__fallback__in=list(Cause))
        .order_by()
        .values("data__fallback")
        .annotate(number=Count("pk"))
        .values_list("data__fallback", "number")
    )
    for cause in Cause:
        family.add_metric([cause], counted.get(cause, 0))
    return family


def _calls() -> Iterator[Metric]:
    by_outcome: dict[str, dict[str, Any]] = {
        row["outcome"] or PLAYED: dict(row)
        for row in calls_today()
        .order_by()
        .values("outcome")
        .annotate(
            number=Count("pk"),
            input=Sum("input_tokens"),
            cache_creation=Sum("cache_creation_tokens"),
            cache_read=Sum("cache_read_tokens"),
            output=Sum("output_tokens"),
            dollars=Sum("cost"),
        )
    }
    calls = CounterMetricFamily(
        "hearsay_model_calls",
        "Requests to the model's provider since midnight UTC, by outcome.",
        labels=["outcome"],
    )
    for outcome in (PLAYED, *Cause):
        calls.add_metric([outcome], by_outcome.get(outcome, {}).get("number", 0))
    yield calls
    tokens = CounterMetricFamily(
        "hearsay_model_tokens", "Tokens of those requests, by kind.", labels=["kind"]
    )
    for kind in ("input", "cache_creation", "cache_read", "output"):
        tokens.add_metric([kind], sum(row[kind] for row in by_outcome.values()))
    yield tokens
    yield CounterMetricFamily(
        "hearsay_model_cost_dollars",
        "Cost of those requests in US dollars, at the configured prices.",
        value=sum(row["dollars"] for row in by_outcome.values()),
    )


def render_metrics(calls_in_flight: int) -> bytes:
    """Return every metric in the text format of Prometheus."""
    totals = CollectorRegistry()
    totals.register(Totals(calls_in_flight))
    instruments = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        instruments = CollectorRegistry()
        MultiProcessCollector(instruments)  # type: ignore[no-untyped-call]  # has no annotations
    return generate_latest(totals) + generate_latest(instruments)
