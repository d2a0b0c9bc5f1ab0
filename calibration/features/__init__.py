"""What a clip is, and what is measured of it, for each game.

A clip is one seat's play. Each game has one pure function that cuts a finished log into clips and
one that measures a seat in a log that still grows. A value is None where the play gives nothing to
measure (a seat that never bid has no boldness); it then stands at the middle of the scaling.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from calibration.features import liars_dice, rumor
from calibration.features.clip import Cut, Feature, Values

__all__ = ["MEASURES", "Cut", "Feature", "Measure", "Values", "measure_for"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """How one game is cut into clips and measured."""

    features: tuple[Feature, ...]
    cut: Callable[[Any, Sequence[Any]], list[Cut]]
    """From a configuration and the decoded events of a finished episode."""
    alike: str
    """What clips of one group share, in words: only they meet."""
    same_seed: str
    """What the same seat is given in two matches of one seed, in words."""
    so_far: Callable[[Any, Sequence[Any], int], Values] | None
    """One seat in a log that still grows; None where that would tell what is hidden."""

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(feature.key for feature in self.features)


MEASURES: Mapping[str, Measure] = {
    "liars-dice": Measure(
        features=liars_dice.FEATURES,
        cut=liars_dice.cut,
        alike="kind of hand",
        same_seed="the same hands",
        so_far=liars_dice.so_far,
    ),
    "rumor": Measure(
        features=rumor.FEATURES,
        cut=rumor.cut,
        alike="role",
        same_seed="the same role and clues",
        so_far=None,
    ),
}
"""By the game's key. A game without a row here has no duels."""


def measure_for(game: str) -> Measure:
    """Return a game's measure. Raises LookupError naming the games that have one."""
    try:
        return MEASURES[game]
    except KeyError:
        raise LookupError(f"expected one of {', '.join(MEASURES)}, got {game!r}") from None
