"""What the model knows of a rater: observations as arrays, and the posterior that they give.

A process keeps what it read and where the search ended, so that one more answer reads one row and
costs a few steps. What is kept is never trusted: each time the database counts the rater's rows,
and what is new (another process's answers too) or was taken back is brought up to it, from the
posterior that was there. A new scaling or half-life starts from nothing.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

import numpy as np
from django.db.models import Count, Max, Q, QuerySet
from numpy.typing import NDArray

from calibration.models import DuelSettings, Observation, Rater, Scaling
from calibration.posterior import Array, Posterior, fading, fit, prior
from calibration.queries.forecasts import outcomes_of
from calibration.scoring import Outcomes

MOST_SPREADS = 4.0
"""A feature further from the middle counts as this far: one odd play decides nothing alone."""
KEPT = 512
"""Raters and pools whose evidence one process keeps at most."""
KEPT_ANSWERS = 500_000
"""And their answers, which take about 100 bytes each."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """Blind answers that stand, oldest first, as arrays over n answers."""

    ids: NDArray[np.int64]
    """Of the observations."""
    differences: Array
    """Features of A less those of B, shape (n, d)."""
    a_won: Array
    """1 where A was picked, 0 where B was."""
    outcomes: Outcomes
    """The forecasts before these answers, as the scores take them."""

    @property
    def n(self) -> int:
        return self.ids.size

    @property
    def last(self) -> int:
        """The newest one's id; 0 where there is none."""
        return int(self.ids.max(initial=0))

    def only(self, places: NDArray[np.bool_]) -> Answers:
        """Return some of them."""
        return Answers(
            ids=self.ids[places],
            differences=self.differences[places],
            a_won=self.a_won[places],
            outcomes=self.outcomes.only(places),
        )

    def joined(self, others: Answers) -> Answers:
        """Return these and others, in order."""
        ids = np.concatenate([self.ids, others.ids])
        order = np.argsort(ids, kind="stable")
        return Answers(
            ids=ids[order],
            differences=np.concatenate([self.differences, others.differences])[order],
            a_won=np.concatenate([self.a_won, others.a_won])[order],
            outcomes=self.outcomes.joined(others.outcomes).only(order),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Answers under one scaling, and the posterior that they give."""

    scaling_id: int
    half_life: float | None
    retracted: int
    """Answers that had been taken back when this was read."""
    answers: Answers
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


def read_evidence(rater: Rater, scaling: Scaling, half_life: float | None = None) -> Evidence:
    """Return the rater's blind answers that stand, and the posterior that they give."""
    rows = Observation.objects.filter(rater=rater)
    return _read(("rater", "", rater.pk), rows, scaling, half_life)


def read_posterior(rater: Rater, scaling: Scaling, half_life: float | None = None) -> Posterior:
    """Return the rater's posterior over all blind answers that stand."""
    return read_evidence(rater, scaling, half_life).posterior


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
    """Return what is kept, after the database said that it is all, or brought up to it.

    A row comes once and is taken back at most once (migration 0002), so that two equal counts mean
    equal rows.
    """
    stands = Q(is_blind=True, retracted_at=None)
    counts = rows.aggregate(
        retracted=Count("id", filter=~Q(retracted_at=None)),
        standing=Count("id", filter=stands),
        last=Max("id", filter=stands),
    )
    standing, last, retracted = counts["standing"], counts["last"] or 0, counts["retracted"]
    kept = _kept.get(key)
    if kept is None or (kept.scaling_id, kept.half_life) != (scaling.pk, half_life):
        kept = _nothing(scaling, half_life, retracted)
    answers = kept.answers
    if last > answers.last:
        new = rows.filter(stands, id__gt=answers.last, id__lte=last)
        answers = answers.joined(_load(new, scaling))
    if (answers.n, kept.retracted) != (standing, retracted):
        answers = _mended(answers, rows.filter(stands), scaling)
    found = replace(kept, answers=answers, retracted=retracted)
    if answers is not kept.answers:
        found = replace(found, posterior=_refit(kept, answers))
    _keep(key, found)
    return found


def _nothing(scaling: Scaling, half_life: float | None, retracted: int) -> Evidence:
    return Evidence(
        scaling_id=scaling.pk,
        half_life=half_life,
        retracted=retracted,
        answers=_as_arrays([], scaling),
        posterior=prior(len(measured(scaling))),
    )


def _mended(answers: Answers, rows: QuerySet[Observation], scaling: Scaling) -> Answers:
    """Drop what was taken back, and add what was committed after a row with a higher number."""
    ids = np.array(rows.order_by("id").values_list("id", flat=True), dtype=np.int64)
    stand = answers.only(np.isin(answers.ids, ids))
    missing = np.setdiff1d(ids, answers.ids)
    if not missing.size:
        return stand
    new = _load(rows.filter(id__gte=int(missing[0])), scaling)
    return stand.joined(new.only(np.isin(new.ids, missing)))


def _load(rows: QuerySet[Observation], scaling: Scaling) -> Answers:
    columns = (
        "id",
        "picked",
        "duel__a_values",
        "duel__b_values",
        "forecast__p_a",
        "duel__provenance",
        "duel__is_random_check",
    )
    return _as_arrays(list(rows.order_by("id").values_list(*columns)), scaling)


def _as_arrays(rows: Sequence[Sequence[Any]], scaling: Scaling) -> Answers:
    a = standardise(scaling, [row[2] for row in rows])
    b = standardise(scaling, [row[3] for row in rows])
    return Answers(
        ids=np.array([row[0] for row in rows], dtype=np.int64),
        differences=a - b,
        a_won=np.array([row[1] == "A" for row in rows], dtype=np.float64),
        outcomes=outcomes_of(
            [row[4] for row in rows],
            [row[1] for row in rows],
            [row[5] for row in rows],
            [row[6] for row in rows],
        ),
    )


def _refit(kept: Evidence, answers: Answers) -> Posterior:
    """Search on from the last posterior; without answers it is exactly what was known before."""
    if not answers.n:
        return prior(answers.differences.shape[1])
    return fit(
        answers.differences,
        answers.a_won,
        weights=fading(answers.n, kept.half_life),
        start=kept.posterior if kept.posterior.n else None,
    )


def _keep(key: tuple[str, str, int], found: Evidence) -> None:
    """Keep the newest evidence; what was used longest ago makes room."""
    with _lock:
        _kept[key] = found
        _kept.move_to_end(key)
        rows = sum(one.answers.n for one in _kept.values())
        while len(_kept) > KEPT or (rows > KEPT_ANSWERS and len(_kept) > 1):
            _, gone = _kept.popitem(last=False)
            rows -= gone.answers.n
