"""The chance that a bid is true, as one seat sees it.

With U unseen symbols, each showing the face with chance 1/faces, and k still needed beyond the
seat's own, it is P[Binomial(U, 1/faces) >= k]. The chance is a ratio of two whole numbers, so every
entry of a table is correctly rounded.

>>> round(tail(15, 6)[3], 12), round(tail(24, 10)[4], 12)
(0.467775133545, 0.214262239047)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from math import comb

from games.liars_dice.config import Config


@cache
def tail(unseen: int, faces: int) -> tuple[float, ...]:
    """Return P[Binomial(unseen, 1/faces) >= k] for k = 0..unseen."""
    ways = [comb(unseen, hits) * (faces - 1) ** (unseen - hits) for hits in range(unseen, -1, -1)]
    whole = faces**unseen
    return tuple(reversed([at_least / whole for at_least in accumulate(ways)]))


def p_true(config: Config, hand: Sequence[int], quantity: int, face: int) -> float:
    """Return the chance, from this hand alone, that at least ``quantity`` symbols show ``face``."""
    needed = quantity - hand.count(face)
    if needed <= 0:
        return 1.0
    if needed > config.unseen:
        return 0.0
    return tail(config.unseen, len(config.faces))[needed]
