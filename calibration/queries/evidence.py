"""What the model knows of a rater: observations as arrays, and the posterior that they give.

A process keeps what it read and where the search ended, so that one more answer reads one row and
costs a few steps. What is kept is checked against the rater's own counters and dropped when they
say otherwise (an undo, another process's answers, a new scaling).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any

import numpy as np
from django.db.models import Count, Max, Q, QuerySet

from calibration.models import DuelSettings, Observation, Rater, Scaling
from calibration.posterior import Array, Posterior, fading, fit, prior

MOST_SPREADS = 4.0
"""A feature further from the middle counts as this far: one odd play decides nothing alone."""
KEPT = 512
"""Raters and pools whose evidence one process keeps."""


def measured(scaling: Scaling) -> list[int]:
    """Return the places of the features that a scaling measures."""
    return [place for place, spread in enumerate(scaling.spreads) if spread is not None]


def standardise(scaling: Scaling, rows: list[Mapping[str, Any]]) -> Array:
    """Return the measured features, shape (rows, d), in spreads from the middle.

    A value that is missing stands at the middle.
    """
    places = measured(scaling)
    keys = [scaling.keys[place] for place in places]
    centres = np.array([scaling.centres[place] for place in places], dtype=float)
    spreads = np.array([scaling.spreads[place] for place in places], dtype=float)
    raw = np.array([[row.get(key) for key in keys] for row in rows], dtype=float)
    raw = raw.reshape(len(rows), len(keys))
    far = (raw - centres) / spreads
    held: Array = np.clip(np.nan_to_num(far, nan=0.0), -MOST_SPREADS, MOST_SPREADS)
    return held


def difference(scaling: Scaling, a: Mapping[str, Any], b: Mapping[str, Any]) -> Array:
    """Return the standardised features of A less those of B, shape (1, d)."""
    both = standardise(scaling, [a, b])
    return both[:1] - both[1:]


@dataclass(slots=True)
class Evidence:
    """The observations behind one posterior, oldest first."""

    scaling_id: int
    half_life: float | None
    retractions: int
    last: int
    """The highest row that was read."""
    differences: Array
    a_won: Array
    posterior: Posterior


_kept: OrderedDict[tuple[str, str, int], Evidence] = OrderedDict()
_lock = Lock()


def forget_evidence() -> None:
    """Drop what was kept; for tests, and after restoring a database."""
    with _lock:
        _kept.clear()


def read_settings(game: str) -> DuelSettings:
    """Return a game's settings; the defaults where staff have set none."""
    return DuelSettings.objects.filter(game=game).first() or DuelSettings(game=game)


def read_posterior(rater: Rater, scaling: Scaling, half_life: float | None = None) -> Posterior:
    """Return the rater's posterior over all blind answers that stand."""
    rows = Observation.objects.filter(rater=rater)
    return _read(("rater", "", rater.pk), rows, scaling, half_life).posterior


def read_pooled_posterior(game: str, scaling: Scaling, half_life: float | None = None) -> Posterior:
    """Return the posterior of all raters of a game taken as one person."""
    rows = Observation.objects.filter(rater__game=game)
    return _read(("game", game, 0), rows, scaling, half_life).posterior


def _read(
    key: tuple[str, str, int],
    rows: QuerySet[Observation],
    scaling: Scaling,
    half_life: float | None,
) -> Evidence:
    stands = Q(is_blind=True, retracted_at=None)
    counts = rows.aggregate(
        retractions=Count("id", filter=~Q(retracted_at=None)),
        standing=Count("id", filter=stands),
        last=Max("id"),
    )
    kept = _kept.get(key)
    facts = (scaling.pk, half_life, counts["retractions"])
    if (
        kept is None
        or (kept.scaling_id, kept.half_life, kept.retractions) != facts
        or kept.last > (counts["last"] or 0)
    ):
        kept = _nothing(scaling, half_life, counts["retractions"])
    found = _extend(kept, rows.filter(stands), scaling)
    if len(found.a_won) != counts["standing"]:
        # A row with a lower number was committed after a higher one had been read.
        found = _extend(
            _nothing(scaling, half_life, counts["retractions"]), rows.filter(stands), scaling
        )
    _keep(key, found)
    return found


def _nothing(scaling: Scaling, half_life: float | None, retractions: int) -> Evidence:
    d = len(measured(scaling))
    return Evidence(
        scaling_id=scaling.pk,
        half_life=half_life,
        retractions=retractions,
        last=0,
        differences=np.empty((0, d)),
        a_won=np.empty(0),
        posterior=prior(d),
    )


def _extend(kept: Evidence, standing: QuerySet[Observation], scaling: Scaling) -> Evidence:
    new = list(
        standing.filter(id__gt=kept.last)
        .order_by("id")
        .values_list("id", "picked", "duel__a_values", "duel__b_values")
    )
    if not new:
        return kept
    a = standardise(scaling, [row[2] for row in new])
    b = standardise(scaling, [row[3] for row in new])
    differences = np.concatenate([kept.differences, a - b])
    a_won = np.concatenate([kept.a_won, [float(row[1] == "A") for row in new]])
    start = kept.posterior if kept.posterior.n else None
    weights = fading(len(a_won), kept.half_life)
    return Evidence(
        scaling_id=kept.scaling_id,
        half_life=kept.half_life,
        retractions=kept.retractions,
        last=new[-1][0],
        differences=differences,
        a_won=a_won,
        posterior=fit(differences, a_won, weights=weights, start=start),
    )


def _keep(key: tuple[str, str, int], found: Evidence) -> None:
    with _lock:
        _kept[key] = found
        _kept.move_to_end(key)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
