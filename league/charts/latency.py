"""How long calls take, over time: as lines in the unit that reads best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import plotly.graph_objects as go

from league.figures import seconds_text

LONG = 1.0
"""Seconds. Where every call is shorter the axis is in milliseconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Latency:
    """The calls of one period."""

    start: datetime
    n: int
    median: float
    """Seconds: half took at most so long."""
    slow: float
    """And 95 % at most so long."""


def latency_lines(found: Sequence[Latency]) -> tuple[list[Any], str]:
    """Return the two lines, and the unit of their axis in words."""
    is_short = max((one.slow for one in found), default=LONG) < LONG
    factor = 1000 if is_short else 1
    lines = [
        go.Scatter(
            name=name,
            x=[one.start.isoformat() for one in found],
            y=[factor * value for value in values],
            mode="lines+markers",
            line={"dash": dash},
            customdata=[(seconds_text(v), one.n) for v, one in zip(values, found, strict=True)],
            hovertemplate="%{customdata[0]}, n %{customdata[1]}",
        )
        for name, values, dash in (
            ("half within", [one.median for one in found], "solid"),
            ("95 % within", [one.slow for one in found], "dot"),
        )
    ]
    return lines, "milliseconds" if is_short else "seconds"
