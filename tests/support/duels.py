"""A rater at work: the pair on the page, an answer, and a forecast derived again from the log."""

from __future__ import annotations

import numpy as np

from calibration.actions.duels import record_duel, show_duel
from calibration.models import Duel, Forecast, Observation, Rater
from calibration.posterior import fading, fit, predict, prior
from calibration.queries.evidence import difference, measured

type Chance = np.random.Generator


def shown(rater: Rater, chance: Chance) -> Duel:
    duel = show_duel(rater, chance)
    assert duel is not None
    return duel


def answer(rater: Rater, chance: Chance, choice: str = "") -> Observation:
    picked = choice or ("A" if chance.random() < 0.5 else "B")
    return record_duel(shown(rater, chance), picked, actor=rater.user)


def rederived(forecast: Forecast) -> tuple[float, int]:
    """Return P(A wins) from the observations before a forecast alone, from nothing."""
    stood = [
        one
        for one in Observation.objects.filter(rater=forecast.rater, number__lt=forecast.number)
        .select_related("duel")
        .order_by("number")
        if one.is_blind and (one.retracted_after is None or one.retracted_after >= forecast.number)
    ]
    scaling, d = forecast.scaling, len(measured(forecast.scaling))
    rows = [difference(scaling, one.duel.a_values, one.duel.b_values) for one in stood]
    differences = np.concatenate([np.empty((0, d)), *rows])
    a_won = np.array([float(one.picked == "A") for one in stood])
    weights = fading(len(stood), forecast.half_life)
    posterior = fit(differences, a_won, weights=weights) if stood else prior(d)
    asked = difference(scaling, forecast.duel.a_values, forecast.duel.b_values)
    return float(predict(posterior, asked)[0]), len(stood)
