"""The order in which a judge sees the two sides, and which comparisons it sees twice.

Theory of operation. A judge may favour a place. On the alternating path the challenger is A in
comparisons 0, 2, 4 … and B in 1, 3, 5 …, so that the favour cancels over the sequence at no cost.
How often the judge contradicts itself when the order is swapped is measured on a sample, since
asking twice about every comparison would double the cost; the tournament path does just that.

The sample's k-th comparison (k = 1, 2, …) is drawn so that, with m comparisons judged,

- k <= m / 5 always, and |k - fraction x m| < 2 for every m: a window [k - 1/2, k + 1/2) / fraction
  for m, cut off below 5k, which leaves at least three places to draw from;
- each pair of draws holds one comparison of either parity, in an order that is drawn too. With an
  even stride the challenger would be A in every pair that is checked.

A sample is a function of the trial's seed alone, so a longer one continues a shorter one.
"""

from __future__ import annotations

from enum import StrEnum
from itertools import count
from math import ceil

from games.chance import stream
from grading.record import Position

DEFAULT_FRACTION = 0.1
LARGEST_FRACTION = 0.2


class Path(StrEnum):
    """How a trial's comparisons are judged."""

    ALTERNATING = "alternating"
    """One call each, sides turn about; a sample is judged again with the order swapped."""
    BOTH_ORDERS = "both_orders"
    """The tournament path: two calls each; answers that do not agree are a tie."""


class FractionRefused(ValueError):
    """A sampled fraction that is none, or that would cost like the tournament path."""


def check_fraction(fraction: float) -> float:
    """Return a sampled fraction that is allowed. Raises FractionRefused with the way out.

    >>> check_fraction(0.5)
    Traceback (most recent call last):
    grading.sequence.FractionRefused: fraction: expected 0 to 0.2, got 0.5: ...
    """
    if not 0 <= fraction <= LARGEST_FRACTION:
        raise FractionRefused(
            f"fraction: expected 0 to {LARGEST_FRACTION:g}, got {fraction:g}: to have every "
            "comparison judged in both orders, choose the tournament path (both_orders)"
        )
    return fraction


def position_of(index: int) -> Position:
    """Return the challenger's place in the comparison of that 0-based index."""
    return Position.B if index % 2 else Position.A


def draw_sample(seed: str, fraction: float, comparisons: int) -> frozenset[int]:
    """Return the 0-based indices below ``comparisons`` that are judged twice.

    Raises FractionRefused for a fraction outside 0..0.2.
    """
    check_fraction(fraction)
    drawn: list[int] = []
    for k in count(1):
        if fraction == 0 or _first(k, fraction) > comparisons:
            return frozenset(index for index in drawn if index < comparisons)
        parity = (_starts_odd(seed, (k - 1) // 2) + k - 1) % 2
        places = range(_first(k, fraction) - 1, ceil((k + 0.5) / fraction) - 1)
        fitting = [index for index in places if index % 2 == parity]
        drawn.append(stream(seed, "sample", k).choice(fitting))
    raise AssertionError("counting never ends")


def _first(k: int, fraction: float) -> int:
    """Return the least number of comparisons at which the k-th sampled one may be among them."""
    return ceil(max(k * (1 / LARGEST_FRACTION), (k - 0.5) / fraction))


def _starts_odd(seed: str, pair: int) -> int:
    return stream(seed, "sample order", pair).choice((0, 1))
