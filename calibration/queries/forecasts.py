"""Forecasts whose answers came, as the scores take them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from calibration.models import Forecast
from calibration.scoring import Provenance, Resolved, Side


def answered_forecasts(*, blind_only: bool = True) -> QuerySet[Forecast]:
    """Return forecasts with answers that stand, oldest first."""
    found = Forecast.objects.filter(retracted_at=None, observation__retracted_at=None)
    if blind_only:
        found = found.filter(observation__is_blind=True)
    return found.select_related("observation", "duel").order_by("id")


def resolve(forecast: Forecast, *, is_pooled: bool = False) -> Resolved:
    """Return a forecast with what came; ``is_pooled`` takes the model of all raters."""
    return Resolved(
        p_a=forecast.pooled_p_a if is_pooled else forecast.p_a,
        came=Side(forecast.observation.picked),
        provenance=Provenance(forecast.duel.provenance),
        is_random_check=forecast.duel.is_random_check,
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


def read_forecasts(wanted: Wanted) -> QuerySet[Forecast]:
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
    return answered_forecasts().filter(**given)
