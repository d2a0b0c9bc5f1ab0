"""The staff's reliability diagrams: any game, rater, rule, stream and time, as page and files."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse

from calibration.acquisition import Rule
from calibration.charts import reliability_chart, telling
from calibration.queries.learning_page import STREAMS
from calibration.queries.reliability import (
    SPANS,
    Asked,
    believers,
    counted,
    games,
    raters,
    read_asked,
    read_asked_outcomes,
    score_rows,
)
from calibration.scoring import Calibration, calibrate_arrays, calibration_json
from league.charts.page import chart_page
from league.exports import csv_file

DUEL_AXES = ("the model said A wins, %", "A was picked, %")
BELIEF_AXES = ("it said A is the truth, %", "A was the truth, %")
HEADER = ("low", "high", "n", "predicted", "observed", "observed_low", "observed_high")


def show(request: HttpRequest) -> HttpResponse:
    """Show the diagram with its scores beside it."""
    asked, found, sources = _read(request)
    words = BELIEF_AXES if asked.is_beliefs else DUEL_AXES
    of = counted(found, sources, is_beliefs=asked.is_beliefs)
    chart = reliability_chart(found.reliability, said=words[0], came=words[1], of=of)
    context = {
        "title": "Reliability",
        "asked": asked,
        "chart": chart,
        "rows": score_rows(found),
        "telling": telling(found.reliability),
        "choices": _choices(),
        "files": [
            (name, f"{reverse(f'admin:reliability_{name.lower()}')}{asked.query}")
            for name in ("CSV", "JSON")
        ],
    }
    return chart_page(request, "admin/calibration/reliability.html", [chart], context)


def csv(request: HttpRequest) -> HttpResponse:
    """Answer with the five buckets as CSV."""
    _, found, _ = _read(request)
    rows = [
        (
            bucket.low,
            bucket.high,
            bucket.n,
            bucket.predicted,
            bucket.observed,
            bucket.observed_95.low if bucket.observed_95 else None,
            bucket.observed_95.high if bucket.observed_95 else None,
        )
        for bucket in found.reliability
    ]
    return csv_file("reliability", HEADER, rows)


def json(request: HttpRequest) -> HttpResponse:
    """Answer with the scores and buckets as JSON."""
    asked, found, sources = _read(request)
    chosen = {
        "game": asked.game,
        "rater": asked.rater or None,
        "rule": asked.rule or None,
        "provenance": asked.provenance or None,
        "policy": asked.policy or None,
        "since": asked.since.isoformat() if asked.since else None,
    }
    return JsonResponse(
        {"asked": chosen, "sources": sources, **calibration_json(found)},
        json_dumps_params={"indent": 1},
    )


def _read(request: HttpRequest) -> tuple[Asked, Calibration, int]:
    asked = read_asked(request.GET.dict())
    outcomes, sources = read_asked_outcomes(asked)
    return asked, calibrate_arrays(outcomes), sources


def _choices() -> dict[str, object]:
    return {
        "games": games(),
        "raters": raters(),
        "rules": [rule.value for rule in Rule],
        "streams": [(stream.value, label) for stream, label in STREAMS.items()],
        "spans": SPANS,
        "policies": believers(),
    }
