"""The staff's charts of a judge's health over time. Texts in them are escaped."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import plotly.graph_objects as go

from grading.queries.history import Share
from grading.queries.trends import Period, Trend
from league.charts.figure import Chart, Table, figure
from league.charts.latency import Latency, latency_lines
from league.charts.time_axis import DAY, HOUR, bar_width, time_axis
from league.figures import seconds_text

HEIGHT = 300
BAND = {"dash": "dash", "width": 1}


def charts_of(trend: Trend) -> list[Chart]:
    """Return every chart of a judge's page, in order."""
    return [
        disagreement(trend),
        first_position(trend),
        voids(trend),
        calls(trend),
        latency(trend),
        cost(trend),
    ]


def percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f} %"


def ends(share: Share) -> str:
    """Write a share's 95 % interval."""
    if not share.n:
        return "–"
    return f"{100 * share.interval.low:.0f} to {percent(share.interval.high)}"


def disagreement(trend: Trend) -> Chart:
    """How often the judge contradicted itself when the order was swapped."""
    share = trend.total.disagreement
    noun = "check" if share.n == 1 else "checks"
    return _shares(
        trend,
        key="disagreement",
        title=f"It disagreed with itself in {share.hits} of {share.n} {noun}"
        if share.n
        else "It has not been asked again with the order swapped",
        note=f"{percent(share.rate)}, 95 % interval {ends(share)}. Above 50 % it is unfit."
        if share.n
        else "A tenth of the comparisons is judged a second time with A and B swapped.",
        unit="disagreement",
        of=lambda period: period.disagreement,
        line=0.5,
        header=("Checks", "Disagreed"),
    )


def first_position(trend: Trend) -> Chart:
    """How often the judge said A, which is half for one without a favourite side."""
    share = trend.total.first_position
    if not share.n:
        title = "No decisive answer yet"
    elif share.interval.low > 0.5 or share.interval.high < 0.5:
        title = f"It favours side {'A' if share.interval.low > 0.5 else 'B'}"
    else:
        title = "No favourite side in sight"
    return _shares(
        trend,
        key="first-position",
        title=title,
        note=f"It said A in {share.hits} of {share.n} decisive answers, {percent(share.rate)}, "
        f"95 % interval {ends(share)}. Sides turn about, so a fair judge says A in half of them."
        if share.n
        else "Sides turn about, so a fair judge says A in half of its decisive answers.",
        unit="share of A",
        of=lambda period: period.first_position,
        line=0.5,
        header=("Decisive", "Said A"),
    )


def _shares(
    trend: Trend,
    *,
    key: str,
    title: str,
    note: str,
    unit: str,
    of: Callable[[Period], Share],
    line: float,
    header: tuple[str, str],
) -> Chart:
    found = [(period, of(period)) for period in trend.periods if of(period).n]
    rates = [share.hits / share.n for _, share in found]
    dots = go.Scatter(
        x=[period.start.isoformat() for period, _ in found],
        y=rates,
        mode="markers",
        marker={"size": [min(18, 6 + share.n**0.5) for _, share in found]},
        error_y={
            "type": "data",
            "symmetric": False,
            "array": [s.interval.high - r for (_, s), r in zip(found, rates, strict=True)],
            "arrayminus": [r - s.interval.low for (_, s), r in zip(found, rates, strict=True)],
            "thickness": 1.5,
            "width": 0,
        },
        customdata=[(share.hits, share.n) for _, share in found],
        hovertemplate="%{customdata[0]} of %{customdata[1]}, %{y:.0%}<extra></extra>",
        showlegend=False,
    )
    rows = tuple(
        (moment(trend, period), share.n, share.hits, percent(share.rate), ends(share))
        for period, share in found
    )
    return Chart(
        key=key,
        title=title,
        note=note,
        figure=_over_time(
            trend,
            [dots],
            unit,
            yaxis={"title": {"text": unit}, "range": [-0.02, 1.02], "tickformat": ".0%"},
            shapes=[_level(line)],
        )
        if found
        else {},
        table=Table(header=(when(trend), *header, "Share", "95 % interval"), rows=rows),
    )


def voids(trend: Trend) -> Chart:
    """Comparisons without an answer that can be read."""
    total = trend.total
    share = percent(total.voids / total.comparisons if total.comparisons else None)
    return _bars(
        trend,
        key="voids",
        title=f"{total.voids:,} of {total.comparisons:,} comparisons are void"
        if total.voids
        else "No comparison is void",
        note=f"{share} had no answer that could be read, or could not be played.",
        unit="void comparisons",
        of=lambda period: period.voids,
        header=("Comparisons", "Void"),
        before=lambda period: period.comparisons,
    )


def calls(trend: Trend) -> Chart:
    """Compare calls over comparisons, which the sample holds between 1.0 and 1.2."""
    ratio = trend.total.calls_over_comparisons
    found = [
        (period, period.calls_over_comparisons)
        for period in trend.periods
        if period.calls_over_comparisons is not None
    ]
    dots = go.Scatter(
        x=[period.start.isoformat() for period, _ in found],
        y=[value for _, value in found],
        mode="lines+markers",
        customdata=[period.turned for period, _ in found],
        hovertemplate="%{y:.2f} calls a comparison, n %{customdata}<extra></extra>",
        showlegend=False,
    )
    return Chart(
        key="calls",
        title=f"{ratio:.2f} calls for each comparison" if ratio else "No call yet",
        note=f"{trend.total.turned_calls:,} calls about {trend.total.turned:,} comparisons whose "
        "sides turned about. 1.2 is the most that its checks may make of it; voids make it less.",
        figure=_over_time(
            trend,
            [dots],
            "calls a comparison",
            yaxis={"title": {"text": "calls a comparison"}, "rangemode": "tozero"},
            shapes=[_level(1.0), _level(1.2)],
        )
        if found
        else {},
        table=Table(
            header=(when(trend), "Comparisons", "Calls", "Calls a comparison"),
            rows=tuple(
                (moment(trend, period), period.turned, period.turned_calls, f"{value:.2f}")
                for period, value in found
            ),
        ),
    )


def latency(trend: Trend) -> Chart:
    """How long one compare call takes."""
    found = [
        Latency(start=period.start, n=period.calls, median=period.median, slow=period.slow)
        for period in trend.periods
        if period.median is not None and period.slow is not None
    ]
    total = trend.total
    lines, unit = latency_lines(found)
    return Chart(
        key="latency",
        title="No call yet"
        if total.median is None
        else f"It answers in about {seconds_text(total.median)}"
        if total.median
        else "It answers at once",
        note=f"{total.calls:,} compare calls, those without an answer included.",
        figure=_over_time(trend, lines, unit) if found else {},
        table=Table(
            header=(when(trend), "Calls", "Half within", "95 % within"),
            rows=tuple(
                (moment(trend, one), one.n, seconds_text(one.median), seconds_text(one.slow))
                for one in found
            ),
        ),
    )


def cost(trend: Trend) -> Chart:
    """What judging has cost."""
    total = trend.total
    return _bars(
        trend,
        key="cost",
        title=f"${total.cost:,.2f} for judging" if total.cost else "It costs nothing",
        note=f"{total.requests:,} requests and {total.tokens:,} tokens, canaries included.",
        unit="US dollars",
        of=lambda period: period.cost,
        header=("Requests", "US dollars"),
        before=lambda period: period.requests,
        form="{:.4f}",
    )


def _bars(
    trend: Trend,
    *,
    key: str,
    title: str,
    note: str,
    unit: str,
    of: Callable[[Period], float],
    header: tuple[str, str],
    before: Callable[[Period], int],
    form: str = "{}",
) -> Chart:
    bars = go.Bar(
        x=[period.start.isoformat() for period in trend.periods],
        y=[of(period) for period in trend.periods],
        width=bar_width(period_of(trend)),
        hovertemplate="%{y}<extra></extra>",
        showlegend=False,
    )
    return Chart(
        key=key,
        title=title,
        note=note,
        figure=_over_time(trend, [bars], unit)
        if any(of(period) for period in trend.periods)
        else {},
        table=Table(
            header=(when(trend), *header),
            rows=tuple(
                (moment(trend, period), before(period), form.format(of(period)))
                for period in trend.periods
            ),
        ),
    )


def period_of(trend: Trend) -> timedelta:
    return HOUR if trend.is_hourly else DAY


def when(trend: Trend) -> str:
    return "Hour (UTC)" if trend.is_hourly else "Day (UTC)"


def moment(trend: Trend, period: Period | Latency) -> str:
    return f"{period.start:%-d %b, %H:00}" if trend.is_hourly else f"{period.start:%-d %b %Y}"


def _level(at: float) -> dict[str, object]:
    return {
        "type": "line",
        "xref": "paper",
        "x0": 0,
        "x1": 1,
        "y0": at,
        "y1": at,
        "line": BAND,
    }


def _over_time(
    trend: Trend, traces: list[object], unit: str, **layout: object
) -> dict[str, object]:
    usual: dict[str, object] = {
        "height": HEIGHT,
        "xaxis": time_axis([period.start for period in trend.periods], period_of(trend)),
        "yaxis": {"title": {"text": unit}, "rangemode": "tozero"},
    }
    return figure(traces, **{**usual, **layout})
