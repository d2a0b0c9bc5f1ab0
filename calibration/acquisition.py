"""Which pair to ask about next, and when a pair is a probe.

Three rules. ``random`` draws uniformly over the pairs. ``bald`` takes the pair whose answer is
expected to tell most about the weights, less for clips and policies that the rater has met before.
``thompson`` draws two sets of weights from the posterior and lets the best clip of each meet.

A rule that chooses its pairs chooses what it is scored on, so one shown pair in ``check_every`` is
drawn uniformly all the same: the probe. The share is of pairs shown. A pair is dealt ahead for the
turn after those shown so far, so one that is thrown away unseen leaves the probe's turn where it
was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from calibration.posterior import Array, Posterior, draw, information

BALD_CANDIDATES = 400
"""Pairs that bald looks at; all of them where there are no more."""
TRIES = 64
"""Draws before the pairs that are left are counted out."""


class Rule(StrEnum):
    """How pairs are chosen."""

    RANDOM = "random"
    BALD = "bald"
    THOMPSON = "thompson"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """The clips that may meet. Sequences are by clip."""

    features: Array
    """Standardised, shape (clips, d)."""
    groups: NDArray[np.int64]
    """Only clips of one group meet."""
    policies: NDArray[np.int64]
    """Only clips of different policies meet."""
    met: frozenset[tuple[int, int]] = frozenset()
    """Pairs of clips (lower index first) that the rater has been shown: never asked again."""
    exposure: NDArray[np.int64] | None = None
    """How often the rater was shown each clip."""
    rivals: dict[tuple[int, int], int] = field(default_factory=dict)
    """How often the rater was shown each pair of policies (lower id first)."""

    @property
    def size(self) -> int:
        return len(self.groups)

    def may_meet(self, one: int, other: int) -> bool:
        return bool(
            self.groups[one] == self.groups[other]
            and self.policies[one] != self.policies[other]
            and (min(one, other), max(one, other)) not in self.met
        )

    def partners(self, one: int) -> NDArray[np.bool_]:
        """Return which clips may meet this one."""
        open_to: NDArray[np.bool_] = self.groups == self.groups[one]
        open_to &= self.policies != self.policies[one]
        for low, high in self.met:
            if one in (low, high):
                open_to[high if one == low else low] = False
        return open_to

    def pairs(self) -> list[tuple[int, int]]:
        """Return every pair that may meet; the list grows with the square of the clips."""
        met_by: dict[int, list[int]] = {}
        for low, high in self.met:
            met_by.setdefault(low, []).append(high)
        found: list[tuple[int, int]] = []
        for one in range(self.size):
            open_to = self.groups == self.groups[one]
            open_to &= self.policies != self.policies[one]
            open_to[: one + 1] = False
            open_to[met_by.get(one, [])] = False
            found += [(one, other) for other in np.flatnonzero(open_to).tolist()]
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalties:
    """How much less bald thinks of what the rater has met before; 0 for not at all."""

    repeat: float = 0.5
    """For each time that these two policies met before this rater."""
    exposure: float = 0.25
    """For each time that the rater was shown either clip."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """A pair, A first."""

    a: int
    b: int
    is_probe: bool
    """Drawn uniformly by a rule that chooses its pairs otherwise."""
    is_random_check: bool
    """Drawn uniformly, by whatever rule."""


def is_probe_due(shown: int, check_every: int) -> bool:
    """Return whether the pair after ``shown`` ones is drawn uniformly, whatever the rule.

    >>> [turn for turn in range(1, 31) if is_probe_due(turn - 1, 10)]
    [10, 20, 30]
    """
    return (shown + 1) % check_every == 0


def deal(
    rule: Rule,
    pool: Pool,
    posterior: Posterior,
    chance: np.random.Generator,
    *,
    shown: int,
    check_every: int = 10,
    penalties: Penalties = Penalties(),
) -> Deal | None:
    """Return the pair after ``shown`` shown ones, sides drawn at random; None when none is left."""
    is_probe = rule is not Rule.RANDOM and is_probe_due(shown, check_every)
    if rule is Rule.RANDOM or is_probe:
        pair = random_pair(pool, chance)
    elif rule is Rule.BALD:
        pair = bald_pair(pool, posterior, chance, penalties)
    else:
        pair = thompson_pair(pool, posterior, chance)
    if pair is None:
        return None
    a, b = pair if chance.random() < 0.5 else pair[::-1]
    return Deal(a=a, b=b, is_probe=is_probe, is_random_check=rule is Rule.RANDOM or is_probe)


def random_pair(pool: Pool, chance: np.random.Generator) -> tuple[int, int] | None:
    """Draw uniformly over the pairs that may meet; None when there is none."""
    for one, other in _draws(pool, chance):
        if one != other and pool.may_meet(one, other):
            return min(one, other), max(one, other)
    pairs = pool.pairs()
    return pairs[int(chance.integers(len(pairs)))] if pairs else None


def _draws(pool: Pool, chance: np.random.Generator) -> Iterator[tuple[int, int]]:
    if pool.size < 2:
        return
    for one, other in chance.integers(pool.size, size=(TRIES, 2)):
        yield int(one), int(other)


def bald_pair(
    pool: Pool, posterior: Posterior, chance: np.random.Generator, penalties: Penalties
) -> tuple[int, int] | None:
    """Return the pair that is expected to tell most, after the penalties; None without pairs."""
    pairs = _candidates(pool, chance)
    if not pairs:
        return None
    ones, others = np.array(pairs).T
    gain = information(posterior, pool.features[ones] - pool.features[others])
    if pool.exposure is not None:
        gain = gain / (1.0 + penalties.exposure * (pool.exposure[ones] + pool.exposure[others]))
    met = np.array([_meetings(pool, one, other) for one, other in pairs], dtype=np.float64)
    return pairs[int(np.argmax(gain / (1.0 + penalties.repeat * met)))]


def _candidates(pool: Pool, chance: np.random.Generator) -> Sequence[tuple[int, int]]:
    """Return some distinct pairs, drawn uniformly; every pair where there are not many."""
    if pool.size * (pool.size - 1) // 2 <= 4 * BALD_CANDIDATES:
        pairs = pool.pairs()
        if len(pairs) <= BALD_CANDIDATES:
            return pairs
        chosen = chance.choice(len(pairs), BALD_CANDIDATES, replace=False)
        return [pairs[index] for index in chosen]
    drawn: dict[tuple[int, int], None] = {}
    for one, other in chance.integers(pool.size, size=(4 * BALD_CANDIDATES, 2)):
        low, high = int(min(one, other)), int(max(one, other))
        if low != high and pool.may_meet(low, high):
            drawn[low, high] = None
            if len(drawn) == BALD_CANDIDATES:
                break
    return list(drawn) or pool.pairs()


def _meetings(pool: Pool, one: int, other: int) -> int:
    low, high = sorted((int(pool.policies[one]), int(pool.policies[other])))
    return pool.rivals.get((low, high), 0)


def thompson_pair(
    pool: Pool, posterior: Posterior, chance: np.random.Generator
) -> tuple[int, int] | None:
    """Return the best clip of one draw beside the best that may meet it of another."""
    first, second = draw(posterior, chance), draw(posterior, chance)
    for one in np.argsort(-(pool.features @ first), kind="stable"):
        open_to = pool.partners(int(one))
        if open_to.any():
            utilities = np.where(open_to, pool.features @ second, -np.inf)
            other = int(np.argmax(utilities))
            return min(int(one), other), max(int(one), other)
    return None
