"""Everything that LEARNING shows a rater, and the copy of it as JSON (docs/calibration.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from calibration.features import measure_for
from calibration.models import Duel, Observation, Rater, Scaling
from calibration.posterior import Posterior
from calibration.queries.evidence import measured, read_evidence, read_settings
from calibration.queries.forecasts import Answered, Wanted, read_forecasts
from calibration.scoring import (
    Z95,
    Calibration,
    Outcomes,
    as_outcomes,
    calibrate_arrays,
    calibration_json,
)
from games.base import Json
from league.queries.frames import format_time

FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Weight:
    """What the model thinks that a rater makes of one feature; None when it is not measured."""

    key: str
    label: str
    meaning: str
    mean: float | None
    """Utility for each spread of the feature: above 0 the rater likes more of it."""
    low: float | None
    high: float | None
    """95 % interval."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Learning:
    """A rater's page."""

    game: str
    rule: str
    half_life: float | None
    answers: int
    """Blind answers that stand."""
    retracted: int
    unblind: int
    skipped: int
    outcomes: Outcomes
    """Oldest first."""
    weights: Sequence[Weight]
    """The surest first; features that are not measured last."""
    scaling: Scaling | None
    calibration: Calibration

    @property
    def hits(self) -> float:
        """Guesses that were right; one of exactly one half counts half."""
        scores = self.calibration.scores
        return 0.0 if scores is None else scores.was * scores.n

    @property
    def beats_a_coin(self) -> bool:
        scores = self.calibration.scores
        return scores is not None and scores.beats_a_coin


def read_learning(rater: Rater) -> Learning:
    """Return what the model has learned of a rater and how its forecasts did.

    The forecasts come with the evidence that the process keeps: with ten thousand behind it a page
    reads none of them again.
    """
    settings = read_settings(rater.game)
    scaling = Scaling.objects.filter(game=rater.game).order_by("-number").first()
    evidence = None if scaling is None else read_evidence(rater, scaling, settings.half_life)
    outcomes = as_outcomes([]) if evidence is None else evidence.answers.outcomes
    kept = Observation.objects.filter(rater=rater)
    return Learning(
        game=rater.game,
        rule=settings.acquisition,
        half_life=settings.half_life,
        answers=outcomes.n,
        retracted=kept.exclude(retracted_at=None).count(),
        unblind=kept.filter(retracted_at=None, is_blind=False).count(),
        skipped=rater.duels.filter(state=Duel.State.SKIPPED).count(),
        outcomes=outcomes,
        weights=[]
        if scaling is None or evidence is None
        else weights(rater.game, scaling, evidence.posterior),
        scaling=scaling,
        calibration=calibrate_arrays(outcomes),
    )


def weights(game: str, scaling: Scaling, posterior: Posterior) -> list[Weight]:
    """Return each feature's weight with its interval, the surest first."""
    found = dict(
        zip(
            (scaling.keys[place] for place in measured(scaling)),
            zip(posterior.mean, posterior.spread, strict=True),
            strict=True,
        )
    )
    rows = []
    for feature in measure_for(game).features:
        mean, spread = found.get(feature.key, (None, None))
        is_measured = mean is not None and spread is not None
        rows.append(
            Weight(
                key=feature.key,
                label=feature.label,
                meaning=feature.meaning,
                mean=float(mean) if is_measured else None,
                low=float(mean - Z95 * spread) if is_measured else None,
                high=float(mean + Z95 * spread) if is_measured else None,
            )
        )
    return sorted(rows, key=lambda row: (row.mean is None, -_certainty(row)))


def _certainty(row: Weight) -> float:
    if row.mean is None or row.low is None or row.high is None or row.high == row.low:
        return 0.0
    return abs(row.mean) / (row.high - row.low)


def read_learning_json(rater: Rater) -> Json:
    """Return the whole page as JSON, with every forecast."""
    forecasts = read_forecasts(Wanted(game=rater.game, user_id=rater.user_id))
    return learning_json(read_learning(rater), forecasts)


def learning_json(page: Learning, forecasts: Sequence[Answered]) -> Json:
    """Return a page as JSON, with its forecasts."""
    return {
        "format": FORMAT,
        "game": page.game,
        "rule": page.rule,
        "half_life": page.half_life,
        "answers": page.answers,
        "retracted": page.retracted,
        "unblind": page.unblind,
        "skipped": page.skipped,
        "calibration": calibration_json(page.calibration),
        "scaling": None
        if page.scaling is None
        else {
            "number": page.scaling.number,
            "clips": page.scaling.clips,
            "keys": page.scaling.keys,
            "centres": page.scaling.centres,
            "spreads": page.scaling.spreads,
        },
        "weights": [
            {
                "key": row.key,
                "label": row.label,
                "mean": row.mean,
                "interval_95": None if row.low is None else [row.low, row.high],
            }
            for row in page.weights
        ],
        "forecasts": [
            {
                "number": one.number,
                "at": format_time(one.answered_at),
                "p_a": one.p_a,
                "picked": one.picked,
                "p": one.p_a if one.picked == "A" else 1.0 - one.p_a,
                "seen": one.seen,
                "provenance": one.provenance,
                "is_random_check": one.is_random_check,
                "is_probe": one.is_probe,
            }
            for one in forecasts
        ],
    }
