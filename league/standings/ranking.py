"""Ranks that do not claim more than the intervals do.

A contender's rank is one more than the number of contenders that are surely better: their whole
interval lies above its own. So equal ranks are shared, and neighbours whose intervals overlap are
not ordered. The worst rank still open is the number of contenders that are not surely worse.

Contenders that are tied to each other by no chain of shared tables form separate groups; a mean
says nothing across groups, so each group is ranked by itself.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """One version on a ladder, as far as ranks need it."""

    key: int
    episodes: int
    mean: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a contender stands within its group."""

    rank: int
    worst: int
    """The last rank that the intervals leave open; ``rank`` is the first."""
    group: int
    """0 for the group of the highest mean; contenders of different groups never met."""


def groups(keys: Iterable[int], met: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Return a label for each key, the same for two keys that a chain of meetings ties.

    >>> found = groups([1, 2, 3, 4], [(1, 2), (2, 9), (9, 3)])
    >>> found[1] == found[2] == found[3] != found[4]
    True
    """
    parent: dict[int, int] = {}

    def root(key: int) -> int:
        parent.setdefault(key, key)
        while parent[key] != key:
            parent[key] = parent[parent[key]]
            key = parent[key]
        return key

    for one, other in met:
        parent[root(one)] = root(other)
    return {key: root(key) for key in keys}


def places(
    contenders: Sequence[Contender], met: Iterable[tuple[int, int]], *, provisional_below: int
) -> Mapping[int, Place]:
    """Place every contender that can be ranked, by key.

    Left out are those with fewer than ``provisional_below`` episodes, and those without an
    interval: they have no rank, and nobody's rank counts them.
    """
    label = groups((contender.key for contender in contenders), met)
    peers: dict[int, list[Contender]] = {}
    for contender in sorted(contenders, key=lambda c: (-(c.mean or 0.0), c.key)):
        if contender.episodes >= provisional_below and contender.low is not None:
            peers.setdefault(label[contender.key], []).append(contender)
    found = {}
    for number, group in enumerate(peers.values()):
        lows = sorted(cast(float, c.low) for c in group)
        highs = sorted(cast(float, c.high) for c in group)
        for contender in group:
            surely_better = len(lows) - bisect_right(lows, cast(float, contender.high))
            surely_worse = bisect_left(highs, cast(float, contender.low))
            found[contender.key] = Place(
                rank=1 + surely_better, worst=len(group) - surely_worse, group=number
            )
    return found
