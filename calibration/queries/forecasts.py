"""Forecasts whose answers came, as the scores take them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import numpy as np
from django.db.models import QuerySet

from calibration.models import Forecast
from calibration.scoring import STREAMS, Outcomes, Provenance

PLACES = {stream.value: place for place, stream in enumerate(STREAMS)}


class Answered(NamedTuple):
    """A forecast and its answer, as far as scores and drawings need them.

    A rater may have ten thousand: rows are read as these few columns and never as models, whose
    features alone would take seconds.
    """

    number: int
    """Of the rater's answers, from 1."""
    answered_at: datetime
    p_a: float
    seen: int
    """Observations that the forecast had seen."""
    picked: str
    provenance: str
    is_random_check: bool
    is_probe: bool


COLUMNS = (
    "number",
    "observation__made_at",
    "p_a",
    "seen",
    "observation__picked",
    "duel__provenance",
    "duel__is_random_check",
    "duel__is_probe",
)


def answered_forecasts(*, blind_only: bool = True) -> QuerySet[Forecast]:
    """Return forecasts with answers that stand, oldest first."""
    found = Forecast.objects.filter(retracted_at=None, observation__retracted_at=None)
    if blind_only:
        found = found.filter(observation__is_blind=True)
    return found.order_by("id")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which forecasts to score; None for all."""

    game: str | None = None
    user_id: int | None = None
    rule: str | None = None
    provenance: Provenance | None = None
    since: datetime | None = None
    until: datetime | None = None
    """Answers before this time."""


def _choose(wanted: Wanted) -> QuerySet[Forecast]:
    """Choose forecasts whose blind answers stand, oldest first."""
    chosen = {
        "rater__game": wanted.game,
        "rater__user": wanted.user_id,
        "duel__rule": wanted.rule,
        "duel__provenance": wanted.provenance,
        "observation__made_at__gte": wanted.since,
        "observation__made_at__lt": wanted.until,
    }
    given = {name: value for name, value in chosen.items() if value is not None}
    return answered_forecasts().filter(**given)


def read_forecasts(wanted: Wanted) -> list[Answered]:
    """Return the wanted forecasts whose blind answers stand, oldest first."""
    return [Answered._make(row) for row in _choose(wanted).values_list(*COLUMNS)]


def read_outcomes(wanted: Wanted, *, is_pooled: bool = False) -> tuple[Outcomes, int]:
    """Return the same with what came, as the scores take them, and of how many raters they are.

    ``is_pooled`` takes what the model of all raters said.
    """
    rows = _choose(wanted).values_list(
        "pooled_p_a" if is_pooled else "p_a",
        "observation__picked",
        "duel__provenance",
        "duel__is_random_check",
        "rater_id",
    )
    p_a, picked, streams, is_check, raters = zip(*rows, strict=True) if rows else ((),) * 5
    return outcomes_of(p_a, picked, streams, is_check), len(set(raters))


def outcomes_of(
    p_a: Sequence[float],
    picked: Sequence[str],
    streams: Sequence[str],
    is_random_check: Sequence[bool],
) -> Outcomes:
    """Return columns of rows as arrays."""
    return Outcomes(
        p_a=np.array(p_a, dtype=np.float64),
        a_came=np.array([one == "A" for one in picked], dtype=np.bool_),
        streams=np.array([PLACES[one] for one in streams], dtype=np.int8),
        is_random_check=np.array(is_random_check, dtype=np.bool_),
    )
