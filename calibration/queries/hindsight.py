"""Why a forecast leaned as it did, told after its answer.

The model that made a forecast is fitted again from the answers that it had seen, and from nothing
else: the blind ones with a lower number, of which an answer that was taken back counts for the
forecasts that were made before it was. The fit must give the stored forecast again; where it does
not, nothing is claimed about it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from django.db.models import Q

from calibration.drawings import Bar, draw_lean
from calibration.features import MEASURES, Feature
from calibration.models import Duel, Forecast, Observation, Rater, Scaling
from calibration.posterior import Posterior, fading, fit, predict, prior
from calibration.queries.evidence import (
    difference,
    measured,
    read_evidence,
    read_settings,
    standardise,
)

CLOSE = 1e-6
"""A fit from nothing agrees with the warm-started one that made the forecast to this."""
LEAST = 0.005
"""A lean of less is none: it reads as 0.00."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One feature of both clips, and what it did to the forecast."""

    feature: Feature
    a: float | None
    b: float | None
    """As measured; None where a clip gives nothing to measure, which stands at the middle."""
    lean: float | None
    """Utility that it gave A over B, in log-odds; None for a feature that is not measured."""

    bar: Bar | None

    @property
    def side(self) -> str:
        """Which clip it spoke for; empty where that is nothing to speak of."""
        if self.lean is None or abs(self.lean) < LEAST:
            return ""
        return "A" if self.lean > 0 else "B"

    @property
    def why_not(self) -> str:
        """Say why it was not weighed: it was the same in every clip that the scaling rests on."""
        if self.a is None or self.b is None:
            bare = "A" if self.a is None else "B"
            return f"nothing to measure in {bare}, and equal wherever it is measured"
        if self.a != self.b:
            return "equal in every clip when the scale was set"
        return "equal wherever it is measured"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hindsight:
    """What was measured of a pair, and why the model leaned."""

    reasons: Sequence[Reason]
    """What leaned most comes first; in the order of the game's features before any answer."""
    total: float | None
    """The sum of the leans in log-odds; None where they cannot be told."""
    p_a: float
    seen: int
    """Answers that the forecast had seen."""

    @property
    def is_told(self) -> bool:
        """Is there a lean to explain?"""
        return self.seen > 0 and self.total is not None

    @property
    def finding(self) -> str:
        """Say in a line what the section shows."""
        if self.seen == 0:
            return "It had nothing to lean on"
        if self.total is None:
            return "What was measured"
        if abs(self.total) < LEAST:
            return "It leaned to neither"
        return f"Why it leaned to {'A' if self.total > 0 else 'B'}"


def read_hindsight(duel: Duel) -> Hindsight:
    """Return the reasons of an answered duel's forecast."""
    forecast = duel.forecast
    leans = _leans(duel, forecast)
    reach = max([LEAST, *(abs(lean) for lean in (leans or {}).values())])
    reasons = []
    for feature in MEASURES[duel.rater.game].features:
        a, b = duel.a_values.get(feature.key), duel.b_values.get(feature.key)
        lean = None if leans is None else leans.get(feature.key)
        if a is None and b is None:
            continue
        bar = None if lean is None else draw_lean(lean, reach)
        reasons.append(Reason(feature=feature, a=a, b=b, lean=lean, bar=bar))
    return Hindsight(
        reasons=sorted(reasons, key=lambda one: -abs(one.lean or 0.0)),
        total=None if leans is None else sum(leans.values()),
        p_a=forecast.p_a,
        seen=forecast.seen,
    )


def _leans(duel: Duel, forecast: Forecast) -> dict[str, float] | None:
    scaling = forecast.scaling
    asked = difference(scaling, duel.a_values, duel.b_values)
    posterior = posterior_before(duel.rater, forecast)
    said = float(predict(posterior, asked)[0])
    if posterior.n != forecast.seen or abs(said - forecast.p_a) > CLOSE:
        return None
    keys = [scaling.keys[place] for place in measured(scaling)]
    return dict(zip(keys, (posterior.mean * asked[0]).tolist(), strict=True))


def posterior_before(rater: Rater, forecast: Forecast) -> Posterior:
    """Return the posterior that made a forecast, fitted from the answers that came before it."""
    return _from_kept(rater, forecast) or _from_nothing(rater, forecast)


def _from_kept(rater: Rater, forecast: Forecast) -> Posterior | None:
    """Fit to the answers that the process keeps; None where those are not the ones that were seen.

    What stands now stood then, so that equal counts mean the same answers.
    """
    scaling = Scaling.objects.filter(game=rater.game).order_by("-number").first()
    half_life = read_settings(rater.game).half_life
    if scaling is None or (scaling.pk, half_life) != (forecast.scaling_id, forecast.half_life):
        return None
    answers = read_evidence(rater, scaling, half_life).answers
    before = answers.only(answers.ids < forecast.observation.pk)
    if before.n != forecast.seen or not before.n:
        return None
    return fit(before.differences, before.a_won, weights=fading(before.n, half_life))


def _from_nothing(rater: Rater, forecast: Forecast) -> Posterior:
    stood = Q(retracted_after=None) | Q(retracted_after__gte=forecast.number)
    rows = list(
        Observation.objects.filter(stood, rater=rater, is_blind=True, number__lt=forecast.number)
        .order_by("id")
        .values_list("picked", "duel__a_values", "duel__b_values")
    )
    scaling = forecast.scaling
    if not rows:
        return prior(len(measured(scaling)))
    differences = standardise(scaling, [row[1] for row in rows]) - standardise(
        scaling, [row[2] for row in rows]
    )
    a_won = np.array([float(row[0] == "A") for row in rows])
    return fit(differences, a_won, weights=fading(len(rows), forecast.half_life))
