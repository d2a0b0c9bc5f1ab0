"""What can be read on the shades of a colour scale: WCAG's luminance and contrast."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

BLACK, WHITE = "#000000", "#FFFFFF"
"""One of the two stands out by 4.5 to 1 from any colour; no token does from a middle grey."""


def shade(scale: Sequence[Sequence[object]], at: float) -> str:
    """Return the colour that Plotly gives to ``at`` (0 to 1), from stops of place and #RRGGBB."""
    stops = [(float(str(place)), _channels(str(color))) for place, color in scale]
    for (low, one), (high, other) in pairwise(stops):
        if at <= high:
            part = max(at - low, 0.0) / (high - low)
            mixed = (a + part * (b - a) for a, b in zip(one, other, strict=True))
            return "#" + "".join(f"{round(channel):02X}" for channel in mixed)
    return str(scale[-1][1])


def luminance(color: str) -> float:
    """Return the relative luminance of #RRGGBB, 0 to 1 (WCAG 2.2)."""
    parts = (channel / 255 for channel in _channels(color))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.2).

    >>> contrast("#000000", "#FFFFFF")
    21.0
    """
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def readable(ground: str) -> str:
    """Return black or white, whichever stands out more from ``ground``."""
    return max((BLACK, WHITE), key=lambda color: contrast(color, ground))


def _channels(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)
