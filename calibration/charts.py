"""The reliability diagram: what was said against what came, bucket by bucket."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import plotly.graph_objects as go

from calibration.scoring import Bucket
from league.charts.figure import Chart, Table, figure

SMALLEST, LARGEST = 10.0, 34.0
"""Pixels across a dot; its area grows with n."""
SIDE = 560


def reliability_chart(buckets: Sequence[Bucket], *, said: str, came: str) -> Chart:
    """Draw the buckets with forecasts; ``said`` and ``came`` name the axes."""
    drawn = [bucket for bucket in buckets if bucket.n]
    return Chart(
        key="reliability",
        title=headline(buckets),
        note="Dots grow with n; bars are 95 % Wilson intervals. On the dashed line a forecast is "
        "as confident as it deserves.",
        figure=_draw(drawn, said, came) if drawn else {},
        table=Table(
            header=("Bucket", "n", "Said", "Came", "95 % interval"),
            rows=tuple(_row(bucket) for bucket in buckets),
        ),
    )


def headline(buckets: Sequence[Bucket]) -> str:
    """Say which way the buckets miss, as far as their intervals tell."""
    if not any(bucket.n for bucket in buckets):
        return "Nothing to score yet"
    low = [_miss(bucket) for bucket in buckets if bucket.high <= 0.4]
    high = [_miss(bucket) for bucket in buckets if bucket.low >= 0.6]
    over_low, over_high = 1 in low, -1 in high
    if over_low and over_high:
        return "Too sure at both ends"
    if over_high:
        return "Too sure where it says much"
    if over_low:
        return "Too sure where it says little"
    if -1 in low or 1 in high:
        return "Not sure enough"
    return "No bucket leaves the diagonal out"


def _miss(bucket: Bucket) -> int:
    """Return 1 where more came than was said, -1 where less did, 0 where that is open."""
    if bucket.predicted is None or bucket.observed_95 is None:
        return 0
    if bucket.observed_95.low > bucket.predicted:
        return 1
    return -1 if bucket.observed_95.high < bucket.predicted else 0


def _row(bucket: Bucket) -> tuple[str | int, ...]:
    name = f"{100 * bucket.low:.0f} to {100 * bucket.high:.0f} %"
    if bucket.predicted is None or bucket.observed is None or bucket.observed_95 is None:
        return (name, 0, "–", "–", "–")
    low, high = bucket.observed_95.low, bucket.observed_95.high
    return (
        name,
        bucket.n,
        f"{100 * bucket.predicted:.1f} %",
        f"{100 * bucket.observed:.1f} %",
        f"{100 * low:.1f} to {100 * high:.1f} %",
    )


def _draw(drawn: Sequence[Bucket], said: str, came: str) -> dict[str, object]:
    most = max(bucket.n for bucket in drawn)
    xs = [100 * (bucket.predicted or 0.0) for bucket in drawn]
    ys = [100 * (bucket.observed or 0.0) for bucket in drawn]
    ends = [bucket.observed_95 for bucket in drawn]
    ups = [100 * end.high - y if end else 0.0 for end, y in zip(ends, ys, strict=True)]
    downs = [y - 100 * end.low if end else 0.0 for end, y in zip(ends, ys, strict=True)]
    sizes = [SMALLEST + (LARGEST - SMALLEST) * sqrt(bucket.n / most) for bucket in drawn]
    hovers = [
        f"said {x:.0f} %, came {y:.0f} %<br>n = {bucket.n:,}"
        for x, y, bucket in zip(xs, ys, drawn, strict=True)
    ]
    diagonal = go.Scatter(
        x=[0, 100],
        y=[0, 100],
        mode="lines",
        line={"dash": "dash", "width": 1.5},
        hoverinfo="skip",
        showlegend=False,
    )
    dots = go.Scatter(
        x=xs,
        y=ys,
        mode="markers+text",
        marker={"size": sizes},
        text=[f"  {bucket.n:,}" for bucket in drawn],
        textposition="middle right",
        error_y={"type": "data", "array": ups, "arrayminus": downs, "width": 5},
        hovertext=hovers,
        hoverinfo="text",
        cliponaxis=False,
        showlegend=False,
    )
    axis = {"range": [0, 100], "dtick": 20, "constrain": "domain"}
    return figure(
        [diagonal, dots],
        height=SIDE,
        xaxis={**axis, "title": {"text": said}},
        yaxis={**axis, "title": {"text": came}, "scaleanchor": "x"},
        annotations=[
            {
                "x": 13,
                "y": 20,
                "text": "as confident as it deserves",
                "textangle": -45,
                "showarrow": False,
            }
        ],
    )
