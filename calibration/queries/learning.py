"""Everything that LEARNING shows a rater, and the copy of it as JSON (docs/calibration.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from calibration.features import measure_for
from calibration.models import Duel, Observation, Rater, Scaling
from calibration.posterior import Posterior
from calibration.queries.evidence import measured, read_posterior, read_settings
from calibration.queries.forecasts import Answered, Wanted, read_forecasts, resolve
from calibration.scoring import Z95, Calibration, calibrate, calibration_json
from games.base import Json
from league.queries.frames import format_time

FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """One forecast, at the chance that it gave to what was picked."""

    number: int
    at: str
    p_a: float
    picked: str
    p: float
    seen: int
    provenance: str
    is_random_check: bool
    is_probe: bool

    @property
    def is_hit(self) -> bool:
        return self.p > 0.5


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
    dots: Sequence[Dot]
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
    """Return what the model has learned of a rater and how its forecasts did."""
    settings = read_settings(rater.game)
    forecasts = read_forecasts(Wanted(game=rater.game, user_id=rater.user_id))
    resolved = [resolve(one) for one in forecasts]
    scaling = Scaling.objects.filter(game=rater.game).order_by("-number").first()
    kept = Observation.objects.filter(rater=rater)
    return Learning(
        game=rater.game,
        rule=settings.acquisition,
        half_life=settings.half_life,
        answers=len(forecasts),
        retracted=kept.exclude(retracted_at=None).count(),
        unblind=kept.filter(retracted_at=None, is_blind=False).count(),
        skipped=rater.duels.filter(state=Duel.State.SKIPPED).count(),
        dots=[_dot(one, what.p) for one, what in zip(forecasts, resolved, strict=True)],
        weights=[]
        if scaling is None
        else weights(rater.game, scaling, read_posterior(rater, scaling, settings.half_life)),
        scaling=scaling,
        calibration=calibrate(resolved),
    )


def _dot(one: Answered, p: float) -> Dot:
    return Dot(
        number=one.number,
        at=format_time(one.answered_at),
        p_a=one.p_a,
        picked=one.picked,
        p=p,
        seen=one.seen,
        provenance=one.provenance,
        is_random_check=one.is_random_check,
        is_probe=one.is_probe,
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


def learning_json(page: Learning) -> Json:
    """Return the whole page as JSON."""
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
                "number": dot.number,
                "at": dot.at,
                "p_a": dot.p_a,
                "picked": dot.picked,
                "p": dot.p,
                "seen": dot.seen,
                "provenance": dot.provenance,
                "is_random_check": dot.is_random_check,
                "is_probe": dot.is_probe,
            }
            for dot in page.dots
        ],
    }
