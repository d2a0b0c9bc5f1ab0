"""One axis for all intervals of a ladder or a policy, in per cent of its width."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import ceil, floor

STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
MOST_TICKS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    label: str
    at: str
    is_break_even: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """A stretch of scores with its ticks."""

    low: float
    high: float
    even: float
    """What breaks even."""
    ticks: tuple[Tick, ...] = ()

    def at(self, value: float) -> str:
        """Return where a score stands, kept inside the axis, as an SVG length.

        >>> Axis(low=0.4, high=0.6, even=0.5).at(0.45)
        '25.00%'
        """
        share = (value - self.low) / (self.high - self.low)
        return f"{100 * min(1.0, max(0.0, share)):.2f}%"


def axis_for(values: Iterable[float], break_even: float) -> Axis:
    """Return an axis that holds the values and break even, with room at its ends."""
    ends = [*values, break_even]
    low, high = min(ends), max(ends)
    room = max(0.02, 0.08 * (high - low))
    low, high = low - room, high + room
    step = next((one for one in STEPS if (high - low) / one < MOST_TICKS), STEPS[-1])
    first, last = ceil(low / step), floor(high / step)
    bare = Axis(low=low, high=high, even=break_even)
    ticks = tuple(
        Tick(
            label=f"{number * step:.2f}".replace("-", "\N{MINUS SIGN}"),
            at=bare.at(number * step),
            is_break_even=abs(number * step - break_even) < 1e-9,
        )
        for number in range(first, last + 1)
    )
    return replace(bare, ticks=ticks)
