"""The staff's page on judges: does one contradict itself, favour a side, fail, cost too much?"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from games.base import Json
from grading.charts import charts_of, ends, percent
from grading.queries.trends import Pair, Period, Trend, read_pairs, read_trend
from league.admin.asked import DEFAULT_SPAN, SPANS
from league.charts.page import chart_page
from league.exports import csv_file
from league.figures import seconds_text
from league.staff import Page, add_page

HEADER = (
    "judge",
    "rubric",
    "start",
    "comparisons",
    "voids",
    "checks",
    "disagreements",
    "decisive",
    "said_a",
    "calls",
    "requests",
    "tokens",
    "cost",
    "latency_median",
    "latency_95",
    "canaries",
    "canaries_fooled",
)


def show(request: HttpRequest) -> HttpResponse:
    """Show one judge under one rubric over time, and all of them side by side."""
    pairs, span, since = _asked(request)
    wanted = request.GET.get("judge", "")
    pair = next((one for one in pairs if one.key == wanted), pairs[0] if pairs else None)
    context: dict[str, Any] = {"title": "Judges", "pairs": pairs, "pair": pair}
    if pair is None:
        return chart_page(request, "admin/grading/judges.html", [], context)
    trends = {one.key: read_trend(one, since) for one in pairs}
    trend = trends[pair.key]
    charts = charts_of(trend)
    query = urlencode({"span": span})
    context |= {
        "span": span,
        "spans": SPANS,
        "trend": trend,
        "charts": charts,
        "tiles": tiles(trend),
        "rows": [row(one, trends[one.key], span) for one in pairs],
        "csv": f"{reverse('admin:judges_csv')}?{query}",
        "json": f"{reverse('admin:judges_json')}?{query}",
    }
    return chart_page(request, "admin/grading/judges.html", charts, context)


def tiles(trend: Trend) -> list[tuple[str, str, str]]:
    """Return the figures on top: words, value, and its n or interval."""
    total = trend.total
    ratio = total.calls_over_comparisons
    return [
        (
            "disagreement",
            percent(total.disagreement.rate),
            f"{ends(total.disagreement)}, n {total.disagreement.n}",
        ),
        (
            "share of A",
            percent(total.first_position.rate),
            f"{ends(total.first_position)}, n {total.first_position.n}",
        ),
        ("void", f"{total.voids:,}", f"of {total.comparisons:,} comparisons"),
        ("calls a comparison", f"{ratio:.2f}" if ratio else "–", f"{total.turned_calls:,} calls"),
        (
            "latency",
            seconds_text(total.median),
            "–" if total.slow is None else f"95 % within {seconds_text(total.slow)}",
        ),
        ("cost", f"${total.cost:,.2f}", f"{total.tokens:,} tokens"),
    ]


def row(pair: Pair, trend: Trend, span: str) -> dict[str, Any]:
    """Return a line of the table of all judges."""
    total = trend.total
    return {
        "pair": pair,
        "url": f"?{urlencode({'judge': pair.key, 'span': span})}",
        "trend": trend,
        "total": total,
        "disagreement": percent(total.disagreement.rate),
        "disagreement_ends": ends(total.disagreement),
        "first": percent(total.first_position.rate),
        "first_ends": ends(total.first_position),
        "latency": seconds_text(total.median),
        "canaries": f"{total.canaries.hits} of {total.canaries.n}" if total.canaries.n else "–",
    }


def export_csv(request: HttpRequest) -> HttpResponse:
    """Answer with every judge's periods as CSV."""
    return csv_file("judges", HEADER, list(_lines(request)))


def export_json(request: HttpRequest) -> HttpResponse:
    """Answer with the same as JSON."""
    lines: list[Json] = [dict(zip(HEADER, line, strict=True)) for line in _lines(request)]
    return JsonResponse({"periods": lines})


def _lines(request: HttpRequest) -> Iterator[tuple[str | float | None, ...]]:
    pairs, _, since = _asked(request)
    for pair in pairs:
        for period in read_trend(pair, since).periods:
            yield (pair.judge, pair.rubric.label, *_figures(period))


def _figures(period: Period) -> tuple[str | float | None, ...]:
    return (
        period.start.isoformat(),
        period.comparisons,
        period.voids,
        period.disagreement.n,
        period.disagreement.hits,
        period.first_position.n,
        period.first_position.hits,
        period.calls,
        period.requests,
        period.tokens,
        period.cost,
        period.median,
        period.slow,
        period.canaries.n,
        period.canaries.hits,
    )


def _asked(request: HttpRequest) -> tuple[list[Pair], str, datetime | None]:
    """Read the time that was asked for; what makes no sense is the default."""
    span = request.GET.get("span", "")
    span = span if span in SPANS else DEFAULT_SPAN
    since = None if span == "all" else timezone.now() - timedelta(days=int(span))
    return read_pairs(), span, since


add_page(
    Page(
        route="judges/",
        name="judges",
        view=show,
        title="Judges",
        position=4,
        summary="Does a judge contradict itself, favour a side, fail, or cost too much?",
    )
)
add_page(Page(route="judges/judges.csv", name="judges_csv", view=export_csv))
add_page(Page(route="judges/judges.json", name="judges_json", view=export_json))
