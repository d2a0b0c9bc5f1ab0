"""The axis of time under a chart that tells of hours or of days.

Left to itself Plotly sets ticks by the room there is: over a few days it marks every six hours, and
calls each of them "30 Nov". So the ticks are set here, at the starts of the periods that the chart
tells of, and no two of them read the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MOST_TICKS = 6
"""As many as stand beside each other on a phone."""
HOURS = (1, 2, 3, 6, 12)
"""Hours from tick to tick; further apart they stand by whole days."""
ROOM = 0.6
"""Of a period, before the first and after the last."""


def time_axis(starts: Sequence[datetime], period: timedelta) -> dict[str, Any]:
    """Return the x axis under periods of an hour or a day that start at ``starts``, in order.

    ``starts`` are in UTC and may have gaps; there is at least one.
    """
    ticks = _ticks(starts[0], starts[-1], period)
    return {
        "type": "date",
        "range": [
            (starts[0] - ROOM * period).isoformat(),
            (starts[-1] + ROOM * period).isoformat(),
        ],
        "tickvals": [tick.isoformat() for tick in ticks],
        "ticktext": _labels(ticks, period),
        "hoverformat": "%-d %b, %H:%M" if period < DAY else "%-d %b %Y",
        "showgrid": False,
    }


def bar_width(period: timedelta) -> float:
    """Return the width of a period's bar on such an axis: a lone bar has none of its own."""
    return 0.75 * period / timedelta(milliseconds=1)


def _ticks(first: datetime, last: datetime, period: timedelta) -> list[datetime]:
    if period < DAY:
        for hours in HOURS:
            start = first + (-first.hour % hours) * HOUR
            count = (last - start) // (hours * HOUR) + 1
            if count <= MOST_TICKS:
                return [start + place * hours * HOUR for place in range(count)]
        first += (-first.hour % 24) * HOUR
    days = (last - first) // DAY + 1
    every = -(-days // MOST_TICKS)
    return [first + place * DAY for place in range(0, days, every)]


def _labels(ticks: Sequence[datetime], period: timedelta) -> list[str]:
    """Write the hour with its day where there are several, the day with its year likewise."""
    if period < DAY:
        several = len({tick.date() for tick in ticks}) > 1
        return [f"{tick:%H:%M}<br>{tick:%-d %b}" if several else f"{tick:%H:%M}" for tick in ticks]
    several = len({tick.year for tick in ticks}) > 1
    return [f"{tick:%-d %b}<br>{tick:%Y}" if several else f"{tick:%-d %b}" for tick in ticks]
