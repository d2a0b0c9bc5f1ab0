"""Forecasts whose answers came, as the scores take them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from calibration.models import Forecast
from calibration.scoring import Provenance, Resolved, Side


class Answered(NamedTuple):
    """A forecast and its answer, as far as scores and drawings need them.

    A rater may have ten thousand: rows are read as these few columns and never as models, whose
    features alone would take seconds.
    """

    number: int
    """Of the rater's answers, from 1."""
    rater_id: int
    answered_at: datetime
    p_a: float
    pooled_p_a: float
    seen: int
    """Observations that the forecast had seen."""
    picked: str
    provenance: str
    is_random_check: bool
    is_probe: bool


COLUMNS = (
    "number",
    "rater_id",
    "observation__made_at",
    "p_a",
    "pooled_p_a",
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


def resolve(one: Answered, *, is_pooled: bool = False) -> Resolved:
    """Return a forecast with what came; ``is_pooled`` takes the model of all raters."""
    return Resolved(
        p_a=one.pooled_p_a if is_pooled else one.p_a,
        came=Side(one.picked),
        provenance=Provenance(one.provenance),
        is_random_check=one.is_random_check,
    )


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


def read_forecasts(wanted: Wanted) -> list[Answered]:
    """Return the wanted forecasts whose blind answers stand, oldest first."""
    chosen = {
        "rater__game": wanted.game,
        "rater__user": wanted.user_id,
        "duel__rule": wanted.rule,
        "duel__provenance": wanted.provenance,
        "observation__made_at__gte": wanted.since,
        "observation__made_at__lt": wanted.until,
    }
    given = {name: value for name, value in chosen.items() if value is not None}
    return [
        Answered._make(row) for row in answered_forecasts().filter(**given).values_list(*COLUMNS)
    ]
