"""The reliability diagram: what was said against what came, bucket by bucket."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, sqrt

import plotly.graph_objects as go

from calibration.scoring import Bucket
from league.charts.figure import Chart, Table, figure
from league.charts.template import MONO, SERIF

SMALLEST, LARGEST = 10.0, 34.0
"""Pixels across a dot; its area grows with n."""
SIDE = 560


def reliability_chart(buckets: Sequence[Bucket], *, said: str, came: str, of: str) -> Chart:
    """Draw the buckets with forecasts; ``said`` and ``came`` name the axes, ``of`` the n."""
    drawn = [bucket for bucket in buckets if bucket.n]
    return Chart(
        key="reliability",
        title=headline(buckets),
        note=f"{of}. Dots grow with n; bars are 95 % Wilson intervals. On the dashed line a "
        "forecast is as confident as it deserves.",
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


def telling(buckets: Sequence[Bucket]) -> Bucket | None:
    """Return the bucket to tell of: the one that misses most beyond its interval, else the fullest.

    None where nothing was forecast.
    """
    missing = [bucket for bucket in buckets if _miss(bucket)]
    if missing:
        return max(missing, key=lambda one: abs((one.predicted or 0.0) - (one.observed or 0.0)))
    return max((bucket for bucket in buckets if bucket.n), key=lambda one: one.n, default=None)


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
    # The words of n stand where the plot has room.
    places = ["middle left" if x > 84 else "middle right" for x in xs]
    words = [f"n {bucket.n:,}" if i == 0 else f"{bucket.n:,}" for i, bucket in enumerate(drawn)]
    gap = "\N{NO-BREAK SPACE}" * 2
    hovers = [
        f"said {x:.0f} %, came {y:.0f} %<br>n = {bucket.n:,}"
        for x, y, bucket in zip(xs, ys, drawn, strict=True)
    ]
    diagonal = go.Scatter(
        x=[0, 100],
        y=[0, 100],
        mode="lines",
        line={"dash": "5px,4px", "width": 1.5},
        hoverinfo="skip",
        showlegend=False,
    )
    dots = go.Scatter(
        x=xs,
        y=ys,
        mode="markers+text",
        marker={"size": sizes},
        text=[f"{gap}{word}{gap}" for word in words],
        textposition=places,
        textfont={"family": MONO, "size": 13},
        error_y={"type": "data", "array": ups, "arrayminus": downs, "width": 5},
        hovertext=hovers,
        hoverinfo="text",
        cliponaxis=False,
        showlegend=False,
    )
    at, side = _room(list(zip(xs, ys, strict=True)))
    axis = {"range": [0, 100], "dtick": 20, "constrain": "domain", "showline": True}
    axis |= {"mirror": True, "linewidth": 1.4}
    return figure(
        [diagonal, dots],
        height=SIDE,
        xaxis={**axis, "title": {"text": said}},
        yaxis={**axis, "title": {"text": came}, "scaleanchor": "x"},
        annotations=[
            {
                "x": at,
                "y": at,
                "xshift": -13 * side,
                "yshift": 13 * side,
                "text": "as confident as it deserves",
                "font": {"family": SERIF, "size": 14, "style": "italic"},
                "textangle": -45,
                "showarrow": False,
            }
        ],
        margin={"t": 20, "r": 22},
        meta={"square": True},
    )


def _room(dots: Sequence[tuple[float, float]]) -> tuple[float, int]:
    """Return where on the diagonal its words have most room, and on which side: 1 above, -1 below.

    The words are taken as a line along the diagonal, beside it.
    """

    def room(at: float, side: int) -> float:
        line = [(at + t - 3 * side, at + t + 3 * side) for t in range(-18, 19, 3)]
        return min(hypot(x - one, y - other) for x, y in dots for one, other in line)

    places = [(at, side) for side in (1, -1) for at in (40.0, 60.0, 24.0, 76.0)]
    return max(places, key=lambda place: room(*place))
