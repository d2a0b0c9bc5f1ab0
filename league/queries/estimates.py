"""A mean with its n and its 95 % interval, and where to draw it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, sqrt
from statistics import fmean, stdev

from scipy.special import stdtrit


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A mean over ``n`` episodes. Without an interval ``low`` and ``high`` are None."""

    n: int
    mean: float
    low: float | None
    high: float | None


def estimate(values: Sequence[float], bounds: tuple[float, float]) -> Estimate:
    """Return the mean of one value per episode with Student's 95 % interval, within ``bounds``.

    One value has no interval. Episodes are independent, seats of one episode are not, so a caller
    gives one value for each episode. Raises ValueError for no values.

    >>> estimate([0.25, 0.75, 0.5, 0.5], (0.0, 1.0))
    Estimate(n=4, mean=0.5, low=0.17517..., high=0.82482...)
    """
    if not values:
        raise ValueError("expected at least one value, got none")
    n, mean = len(values), fmean(values)
    if n == 1:
        return Estimate(n=1, mean=mean, low=None, high=None)
    half = float(stdtrit(n - 1, 0.975)) * stdev(values) / sqrt(n)
    return Estimate(
        n=n, mean=mean, low=max(bounds[0], mean - half), high=min(bounds[1], mean + half)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """A stretch of scores to draw on; ``zero`` is the line that means break even."""

    low: float
    high: float
    zero: float

    def place(self, value: float | None) -> str:
        """Return where a value stands, in per cent of the axis, for an SVG attribute."""
        share = ((value or 0.0) - self.low) / (self.high - self.low)
        return f"{min(100.0, max(0.0, 100.0 * share)):.2f}%"


def axis_for(estimates: Iterable[Estimate], zero: float, step: float = 0.05) -> Axis:
    """Return an axis that holds all estimates and break even, with some room, in whole steps."""
    ends = [zero - step, zero + step]
    for one in estimates:
        ends += [end for end in (one.mean, one.low, one.high) if end is not None]
    return Axis(
        low=step * floor(min(ends) / step - 0.2),
        high=step * ceil(max(ends) / step + 0.2),
        zero=zero,
    )
