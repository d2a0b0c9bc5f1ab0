"""How forecasts are scored once their answers came: proper scores, and the reliability diagram.

A forecast gives A a chance; later A or B comes. All scores are taken at ``p``, the chance that was
given to what came. Accuracy is no proper score (it cannot see sharpness, and a rule that asks near
one half pins it there), so it stands in the JSON as ``hit_rate`` and is shown nowhere.

Nothing to score gives None, never 0. Sums are exact (``fsum``), so that the order of a list
changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import fsum, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from games.base import Json

COIN_BRIER = 0.25
"""What always saying one half scores."""
EDGES = (0.2, 0.4, 0.6, 0.8)
"""Inner edges of the reliability buckets; a forecast on an edge falls in the bucket above."""
LEAST = 1e-6
"""For the log-loss alone, no chance counts as less. A chance of 1 costs nothing and needs no guard:
holding it under 1 - LEAST would move a log-loss by a millionth of a nat."""
ENOUGH = 20
"""Fewer forecasts never count as better than a coin, however well they did."""
Z95 = 1.959963984540054


class Side(StrEnum):
    """The two options of a forecast."""

    A = "A"
    B = "B"


class Provenance(StrEnum):
    """How an answer came."""

    DUEL = "duel"
    """A pair that the app dealt."""
    HEARD_EDIT = "heard_edit"
    """An author's revision, met blind beside its parent."""
    SELF_REPORT = "self_report"
    """An author's tick: "my edit is better"."""
    PERFORM_OFFER = "perform_offer"
    """A pick between two seats of a live match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """A forecast with what came."""

    p_a: float
    """The chance that it gave to A, in [0, 1]."""
    came: Side
    provenance: Provenance = Provenance.DUEL
    is_random_check: bool = False
    """The question was drawn uniformly, so that nothing chose it for what it would show."""

    def __post_init__(self) -> None:
        if not 0.0 <= self.p_a <= 1.0:
            raise ValueError(f"p_a: expected a chance in 0..1, got {self.p_a!r}")

    @property
    def p(self) -> float:
        """The chance given to what came."""
        return self.p_a if self.came is Side.A else 1.0 - self.p_a


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcomes:
    """Forecasts with what came, as arrays over n of them: ten thousand are scored at once."""

    p_a: NDArray[np.float64]
    """The chance that each gave to A."""
    a_came: NDArray[np.bool_]
    streams: NDArray[np.int8]
    """How each answer came, as a place in ``STREAMS``."""
    is_random_check: NDArray[np.bool_]

    @property
    def n(self) -> int:
        return self.p_a.size

    @property
    def p(self) -> NDArray[np.float64]:
        """The chance given to what came."""
        return np.where(self.a_came, self.p_a, 1.0 - self.p_a)

    def only(self, places: NDArray[np.bool_] | NDArray[np.int64]) -> Outcomes:
        """Return some of them, or all in another order."""
        return Outcomes(
            p_a=self.p_a[places],
            a_came=self.a_came[places],
            streams=self.streams[places],
            is_random_check=self.is_random_check[places],
        )

    def joined(self, others: Outcomes) -> Outcomes:
        """Return these, and others behind them."""
        return Outcomes(
            p_a=np.concatenate([self.p_a, others.p_a]),
            a_came=np.concatenate([self.a_came, others.a_came]),
            streams=np.concatenate([self.streams, others.streams]),
            is_random_check=np.concatenate([self.is_random_check, others.is_random_check]),
        )


STREAMS = tuple(Provenance)


def as_outcomes(forecasts: Sequence[Resolved]) -> Outcomes:
    """Return a list as arrays."""
    return Outcomes(
        p_a=np.array([one.p_a for one in forecasts], dtype=np.float64),
        a_came=np.array([one.came is Side.A for one in forecasts], dtype=np.bool_),
        streams=np.array([STREAMS.index(one.provenance) for one in forecasts], dtype=np.int8),
        is_random_check=np.array([one.is_random_check for one in forecasts], dtype=np.bool_),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A 95 % interval."""

    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """The scores of one list of forecasts."""

    n: int
    brier: float
    """Mean of (p - 1)^2; lower is better."""
    skill: float
    """1 - brier / 0.25: 1 is perfect and certain, 0 a coin, below 0 worse than a coin."""
    skill_95: Interval | None
    """Student's t, its spread never less than a coin's would be; None for fewer than two."""
    log_loss: float
    """Mean of -ln p, in nats. Never put side by side across rules, checks excepted."""
    hit_rate: float
    """The share of guesses that were right, under the name of the metric that it is."""
    expected: float
    """Mean of max(p_a, 1 - p_a): how sure the guesses were."""
    was: float
    """The share of guesses that were right; a forecast of exactly one half counts half."""

    @property
    def beats_a_coin(self) -> bool:
        """Whether there are enough forecasts, and the interval of the skill lies above 0."""
        return self.n >= ENOUGH and self.skill_95 is not None and self.skill_95.low > 0


def score(forecasts: Sequence[Resolved]) -> Scores | None:
    """Return the scores of a list, or None when there is nothing to score.

    >>> found = score([Resolved(p_a=p, came=Side.A) for p in (0.8, 0.6, 0.3)])
    >>> round(found.brier, 4), round(found.skill, 4), round(found.log_loss, 4)
    (0.23, 0.08, 0.646)
    """
    outcomes = as_outcomes(forecasts)
    return score_arrays(outcomes.p_a, outcomes.a_came)


def score_arrays(p_a: NDArray[np.float64], a_came: NDArray[np.bool_]) -> Scores | None:
    """Return the scores of n chances given to A beside whether A came, or None for none."""
    n = p_a.size
    if not n:
        return None
    p = np.where(a_came, p_a, 1.0 - p_a)
    losses = (p - 1.0) ** 2
    brier = fsum(losses) / n
    was = fsum(np.where(p_a == 0.5, 0.5, (p_a > 0.5) == a_came)) / n
    return Scores(
        n=n,
        brier=brier,
        skill=1.0 - brier / COIN_BRIER,
        skill_95=_skill_interval(p_a, losses, brier),
        log_loss=fsum(-np.log(np.maximum(p, LEAST))) / n,
        hit_rate=was,
        expected=fsum(np.maximum(p_a, 1.0 - p_a)) / n,
        was=was,
    )


def _skill_interval(
    p_a: NDArray[np.float64], losses: NDArray[np.float64], brier: float
) -> Interval | None:
    """Return Student's interval of the skill.

    A run of lucky answers has next to no spread of its own. So the spread is at least what answers
    by a coin would give: the loss of a forecast is then p^2 or (1 - p)^2, which are |2p - 1| apart.
    """
    n = p_a.size
    if n < 2:
        return None
    own = fsum((losses - brier) ** 2) / (n - 1)
    by_a_coin = fsum((p_a - 0.5) ** 2) / n
    error = sqrt(max(own, by_a_coin) / n) / COIN_BRIER
    half = float(stdtrit(n - 1, 0.975)) * error
    skill = 1.0 - brier / COIN_BRIER
    return Interval(low=skill - half, high=skill + half)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bucket:
    """One point of the reliability diagram; without forecasts it has no values."""

    low: float
    high: float
    """The bucket is [low, high), the last one [low, high]."""
    n: int
    predicted: float | None
    """Mean forecast: the model's claim."""
    observed: float | None
    """The share of times that A came: the evidence."""
    observed_95: Interval | None
    """Wilson's interval."""


def reliability(forecasts: Sequence[Resolved]) -> tuple[Bucket, ...]:
    """Return the five buckets over the chance given to A; each forecast falls in exactly one."""
    outcomes = as_outcomes(forecasts)
    return reliability_arrays(outcomes.p_a, outcomes.a_came)


def reliability_arrays(p_a: NDArray[np.float64], a_came: NDArray[np.bool_]) -> tuple[Bucket, ...]:
    """Return the buckets of n chances given to A beside whether A came."""
    fallen = np.searchsorted(EDGES, p_a, side="right")
    bounds = zip((0.0, *EDGES), (*EDGES, 1.0), strict=True)
    return tuple(
        _bucket(low, high, p_a[fallen == place], a_came[fallen == place])
        for place, (low, high) in enumerate(bounds)
    )


def _bucket(low: float, high: float, p_a: NDArray[np.float64], a_came: NDArray[np.bool_]) -> Bucket:
    n, came = p_a.size, int(a_came.sum())
    return Bucket(
        low=low,
        high=high,
        n=n,
        predicted=fsum(p_a) / n if n else None,
        observed=came / n if n else None,
        observed_95=wilson(came, n),
    )


def wilson(hits: int, n: int) -> Interval | None:
    """Return Wilson's 95 % interval of a share (Wilson 1927); None for no trials.

    >>> found = wilson(8, 10)
    >>> round(found.low, 4), round(found.high, 4)
    (0.4902, 0.9433)
    """
    if not n:
        return None
    share, weight = hits / n, Z95 * Z95 / n
    centre = (share + weight / 2) / (1 + weight)
    half = Z95 * sqrt(share * (1 - share) / n + weight / (4 * n)) / (1 + weight)
    return Interval(low=max(0.0, centre - half), high=min(1.0, centre + half))


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """Everything that is said of a list of forecasts."""

    scores: Scores | None
    checks: Scores | None
    """Over the random checks alone: pairs that nothing chose."""
    reliability: tuple[Bucket, ...]
    provenance: dict[Provenance, Scores]
    """The same scores by how the answer came; streams without answers are left out."""

    @property
    def check_n(self) -> int:
        return self.checks.n if self.checks else 0

    @property
    def check_skill(self) -> float | None:
        """The skill without an asterisk."""
        return self.checks.skill if self.checks else None

    @property
    def check_skill_95(self) -> Interval | None:
        return self.checks.skill_95 if self.checks else None

    @property
    def check_log_loss(self) -> float | None:
        """The only log-loss that may be compared across rules."""
        return self.checks.log_loss if self.checks else None


def calibrate(forecasts: Sequence[Resolved]) -> Calibration:
    """Score a list as a whole, over its random checks, by bucket and by stream.

    Only pairs that the app dealt can be checks; no other stream ever is one.
    """
    return calibrate_arrays(as_outcomes(forecasts))


def calibrate_arrays(forecasts: Outcomes) -> Calibration:
    """Score forecasts as arrays."""
    p_a, a_came = forecasts.p_a, forecasts.a_came
    by_stream = {stream: forecasts.streams == place for place, stream in enumerate(STREAMS)}
    checks = forecasts.is_random_check & by_stream[Provenance.DUEL]
    scores = {stream: score_arrays(p_a[of], a_came[of]) for stream, of in by_stream.items()}
    return Calibration(
        scores=score_arrays(p_a, a_came),
        checks=score_arrays(p_a[checks], a_came[checks]),
        reliability=reliability_arrays(p_a, a_came),
        provenance={stream: found for stream, found in scores.items() if found is not None},
    )


def scores_json(scores: Scores | None) -> Json | None:
    """Return scores as the JSON of pages and copies, or None."""
    if scores is None:
        return None
    return {
        "n": scores.n,
        "brier": scores.brier,
        "skill": scores.skill,
        "skill_95": interval_json(scores.skill_95),
        "log_loss": scores.log_loss,
        "hit_rate": scores.hit_rate,
        "expected": scores.expected,
        "was": scores.was,
    }


def calibration_json(found: Calibration) -> Json:
    """Return all of it as JSON; docs/calibration.md describes the fields."""
    return {
        "scores": scores_json(found.scores),
        "check_n": found.check_n,
        "check_skill": found.check_skill,
        "check_skill_95": interval_json(found.check_skill_95),
        "check_log_loss": found.check_log_loss,
        "reliability": [
            {
                "low": bucket.low,
                "high": bucket.high,
                "n": bucket.n,
                "predicted": bucket.predicted,
                "observed": bucket.observed,
                "observed_95": interval_json(bucket.observed_95),
            }
            for bucket in found.reliability
        ],
        "provenance": [
            {"provenance": stream.value, **(scores_json(scores) or {})}
            for stream, scores in found.provenance.items()
        ],
    }


def interval_json(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [interval.low, interval.high]
