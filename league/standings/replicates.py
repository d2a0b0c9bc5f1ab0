"""A mean with its interval, from resampled episodes.

Theory of operation. The seats of one table are not independent (their scores add up to a constant),
so the unit that is resampled is the episode. In replicate b of the Poisson bootstrap an episode
counts w times, with w drawn from Poisson(1); a version's replicate mean is the ratio of two sums
over its episodes, w x score over w x seats. Only the sums are kept, so adding an episode costs the
same whatever came before it, and nothing has to be drawn again to show a page.

The draws of an episode come from a stream named by its seed (`games.chance`). So every seat of the
table gets the same weights, an episode that is voided can be taken out again, and a rebuild on
another machine gives the same interval: the stream rests on ``random.Random.random``, which Python
promises to keep, where NumPy's generators may change their streams between versions.

Everything that is summed is first rounded to a multiple of 2^-30. Sums of such numbers are exact in
a double up to 2^22, four million seats, so the order in which episodes finish, and whether one was
added and taken out in between, changes not even the last bit.

Chamandy, Muralidharan, Najmi, Naidu, "Estimating Uncertainty for Massive Data Streams" (2012);
Hesterberg, "What Teachers Should Know About the Bootstrap" (2015), section 3.3.3, for the expanded
percentiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, factorial, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, stdtrit

from games.chance import stream

type Floats = NDArray[np.float64]

REPLICATES = 1_000
QUANTUM = 2.0**-30
_STEPS = np.cumsum([exp(-1) / factorial(k) for k in range(20)])
"""P[Poisson(1) <= k]; the last step is 1 in a double."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """The range that holds the mean in the given share of repetitions (95 % unless asked)."""

    low: float
    high: float


def exact(value: float) -> float:
    """Round to the nearest multiple of 2^-30, so that sums do not depend on their order.

    >>> exact(0.1) + exact(0.2) + exact(0.3) == exact(0.3) + exact(0.2) + exact(0.1)
    True
    """
    return round(value / QUANTUM) * QUANTUM


@lru_cache(maxsize=4_096)
def weights(seed: str) -> NDArray[np.uint8]:
    """Return how often the episode of that seed counts in each replicate, shape (REPLICATES,)."""
    uniforms = stream(seed, "bootstrap").uniforms(REPLICATES)
    counts = np.searchsorted(_STEPS, uniforms, side="right").astype(np.uint8)
    counts.setflags(write=False)
    return counts


def no_sums() -> Floats:
    """Return the sums of no episodes: row 0 of w x score, row 1 of w x seats."""
    return np.zeros((2, REPLICATES))


def sum_over(episodes: Sequence[tuple[str, Sequence[float]]]) -> Floats:
    """Return the sums of some episodes at once, each given as its seed and its seats' scores.

    They are, to the last bit, what adding one episode after another comes to.
    """
    if not episodes:
        return no_sums()
    drawn = np.array([weights(seed) for seed, _ in episodes], np.float64)
    scores = [sum(map(exact, held)) for _, held in episodes]
    seats = [float(len(held)) for _, held in episodes]
    return np.array([scores, seats]) @ drawn


def pack(sums: Floats) -> bytes:
    """Return sums as bytes: little-endian doubles, row after row."""
    return sums.astype("<f8").tobytes()


def unpack(data: bytes | memoryview) -> Floats:
    """Read packed sums; no bytes are no episodes. Raises ValueError for any other length."""
    if not len(data):
        return no_sums()
    flat = np.frombuffer(data, "<f8")
    if flat.size != 2 * REPLICATES:
        raise ValueError(f"replicates: expected {2 * REPLICATES} doubles, got {flat.size}")
    return flat.reshape(2, REPLICATES).astype(np.float64)


def interval(sums: Floats, episodes: int, level: float = 0.95) -> Interval | None:
    """Return the mean's interval, or None when the episodes do not tell: fewer than two.

    The percentiles are those of a t interval of the same episodes, seen from the bootstrap, whose
    spread is too small by sqrt((n - 1) / n): at n = 20 the outer 1.6 % instead of 2.5, at n = 200
    2.4. Replicates in which no episode counts have no mean and are left out.
    """
    if episodes < 2:
        return None
    counted = sums[1] > 0
    means = sums[0, counted] / sums[1, counted]
    tail = float(stdtrit(episodes - 1, (1 - level) / 2)) * sqrt(episodes / (episodes - 1))
    outer = float(ndtr(tail))
    low, high = np.quantile(means, [outer, 1 - outer])
    return Interval(low=float(low), high=float(high))
