"""A mean with its n and its 95 % interval, over whichever of a policy's matches one asks about.

The interval is the ladder's own (`league.standings.replicates`): the same matches have the same
interval, whether a standing keeps their sums or a page asks for a part of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from league.standings.replicates import interval, sum_over

type Played = tuple[str, Sequence[float]]
"""One episode: its seed, and the scores of the policy's seats in it, at least one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A mean over the seats of ``n`` episodes; without an interval its ends are None."""

    n: int
    mean: float
    low: float | None
    high: float | None

    @property
    def ends(self) -> list[float]:
        """What an axis must hold to show it."""
        return [end for end in (self.mean, self.low, self.high) if end is not None]


def estimate(episodes: Sequence[Played]) -> Estimate:
    """Return the mean over the seats of some episodes with its 95 % interval.

    Whole episodes are resampled, because the seats of one are not independent; one episode has no
    interval. Raises ValueError for none.

    >>> estimate([("5eed", [0.75]), ("5a17", [0.25, 0.5])])
    Estimate(n=2, mean=0.5, low=0.375, high=0.75)
    """
    if not episodes:
        raise ValueError("expected at least one episode, got none")
    scores = [score for _, held in episodes for score in held]
    found = interval(sum_over(episodes), len(episodes))
    return Estimate(
        n=len(episodes),
        mean=sum(scores) / len(scores),
        low=found.low if found else None,
        high=found.high if found else None,
    )
