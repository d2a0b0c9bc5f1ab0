"""The dashboard's figures: what was played, what a baseline had to play, how fast the model is."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import plotly.graph_objects as go

from league.charts.figure import Chart, Table, figure, text
from league.charts.latency import Latency, latency_lines
from league.charts.time_axis import HOUR, bar_width, time_axis
from league.figures import seconds_text
from league.queries.health import Health, hours

HEIGHT = 260
HOVER_MODE = "x unified"


def clock(hour: datetime) -> str:
    return f"{hour:%d %b, %H}:00"


def throughput(health: Health) -> Chart:
    """Matches finished in each hour."""
    total = sum(n for _, n in health.throughput)
    times = [hour.isoformat() for hour, _ in health.throughput]
    counts = [n for _, n in health.throughput]
    bars = go.Bar(
        x=times,
        y=counts,
        width=bar_width(HOUR),
        hovertemplate="%{y} matches in the hour from %{x|%H:%M}<extra></extra>",
        showlegend=False,
    )
    return Chart(
        key="throughput",
        title=f"{total:,} matches finished in 24 hours" if total else "No match has finished",
        note=f"{total / 24:.1f} an hour over the 24 hours. Ladder matches, try-outs and trials; "
        "hours in UTC.",
        figure=_over_time(health, [bars], "matches an hour") if total else {},
        table=Table(
            header=("Hour (UTC)", "Matches finished"),
            rows=tuple((clock(hour), n) for hour, n in health.throughput),
        ),
    )


def fallbacks(health: Health) -> Chart:
    """Decisions that a baseline played for a prompt policy, by cause."""
    total = health.fallback_total
    times = hours(health.since, health.now)
    bars = [
        go.Bar(
            name=f"{text(cause.replace('_', ' '))} {sum(by_hour.values()):,}",
            x=[hour.isoformat() for hour in times],
            y=[by_hour.get(hour, 0) for hour in times],
            width=bar_width(HOUR),
            hovertemplate="%{y}",
        )
        for cause, by_hour in health.fallbacks.items()
    ]
    share = f"{total / health.decisions:.1%}" if health.decisions else "–"
    return Chart(
        key="fallbacks",
        title=f"{share.replace('%', ' %')} of the decisions fell back" if total else "No fallbacks",
        note=f"{total:,} of {health.decisions:,} decisions of prompt policies were played by the "
        "fallback baseline, in matches of any kind that ended in the last 24 hours."
        if health.decisions
        else "No prompt policy sat in a match that ended in the last 24 hours.",
        figure=_over_time(health, bars, "decisions an hour", barmode="stack", hovermode=HOVER_MODE)
        if total
        else {},
        table=Table(
            header=("Cause", "Decisions"),
            rows=tuple(
                (cause.replace("_", " "), sum(by_hour.values()))
                for cause, by_hour in health.fallbacks.items()
            ),
        ),
    )


def latencies(health: Health) -> Chart:
    """How long the model takes to reply."""
    total = sum(row.n for row in health.calls)
    lines, unit = latency_lines(
        [Latency(start=row.hour, n=row.n, median=row.median, slow=row.slow) for row in health.calls]
    )
    middle = sorted(row.median for row in health.calls)
    return Chart(
        key="latencies",
        title=f"The model replies in about {seconds_text(middle[len(middle) // 2])}"
        if middle
        else "No model call",
        note=f"{total:,} calls in 24 hours, failed ones included. Hours in UTC.",
        figure=_over_time(health, lines, unit, hovermode=HOVER_MODE) if total else {},
        table=Table(
            header=("Hour (UTC)", "Calls", "Half within", "95 % within"),
            rows=tuple(
                (clock(row.hour), row.n, seconds_text(row.median), seconds_text(row.slow))
                for row in health.calls
            ),
        ),
    )


def _over_time(health: Health, traces: list[Any], unit: str, **layout: object) -> dict[str, object]:
    return figure(
        traces,
        height=HEIGHT,
        xaxis=time_axis(hours(health.since, health.now), HOUR),
        yaxis={"title": {"text": unit}, "rangemode": "tozero"},
        **layout,
    )
