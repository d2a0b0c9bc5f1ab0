"""The sample gate: is a challenger better than its incumbent, and is that known well enough?

Theory of operation. Let w and l be the challenger's decisive wins and losses, n = w + l.

- Evidence. Against "the challenger wins at most half" stands the mixture e-value with a uniform
  prior on (1/2, 1)::

      E = 2^(n+1) x B(w+1, l+1) x P[Beta(w+1, l+1) > 1/2]

  If the challenger is no better, E ever reaches 1/alpha with a chance of at most alpha, however
  often one looks (Ville's inequality), so a trial may stop as soon as it does. Swapping w and l
  gives the evidence against the challenger.
- Size. A judge that flips a share d of its answers makes one comparison worth (1 - d)^2 of a clean
  one, so n must reach n_min / (1 - d)^2. d is the upper end of the 90 % Wilson interval of the
  judge's disagreement with itself: few checks count as a bad judge, and none as no judge.
- Fitness. A judge whose interval lies above 1/2, from five checks on, contradicts itself more often
  than not: its trial stops undecided.

The gate is read after every second comparison: an odd count leaves the order effect uncancelled.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import ceil, exp, log, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.special import betaincc, betaln, ndtri

from grading.record import WinRecord

ALPHA = 0.05
"""The most trials of a challenger that is no better that may promote it."""
N_MIN = 20
"""Decisive comparisons that a judge without any noise would need."""
LEAST_CHECKS = 5
"""Sampled pairs before a judge can be called unfit."""
CONFIDENCE = 0.90
LARGEST_LOG = 700.0
"""Evidence is shown up to e^700; more would be no number any more."""


def log_evidence(wins: npt.ArrayLike, losses: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Return ln E for counts of any shape; minus infinity where E is too small for a number.

    Grünwald, de Heide, Koolen: Safe Testing (2024), section 2; a mixture over (1/2, 1).
    """
    won, lost = np.asarray(wins, dtype=float), np.asarray(losses, dtype=float)
    with np.errstate(divide="ignore"):
        tail = np.log(betaincc(won + 1, lost + 1, 0.5))
    result: npt.NDArray[np.float64] = (won + lost + 1) * log(2) + betaln(won + 1, lost + 1) + tail
    return result


def evidence(wins: int, losses: int) -> float:
    """Return E: how much the record speaks for the challenger; 1 says nothing.

    >>> [round(evidence(wins, losses), 4) for wins, losses in ((0, 0), (1, 0), (20, 5))]
    [1.0, 1.5, 48.5205]
    """
    return exp(min(float(log_evidence(wins, losses)), LARGEST_LOG))


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A share's interval, both ends in 0..1."""

    low: float
    high: float


def wilson(hits: int, trials: int, confidence: float = CONFIDENCE) -> Interval:
    """Return Wilson's score interval of a share; of nothing it is the whole of 0..1.

    Wilson, J. Am. Stat. Assoc. 22 (1927), 209-212.
    """
    if not 0 <= hits <= trials:
        raise ValueError(f"expected 0..{trials} hits, got {hits}")
    if trials == 0:
        return Interval(low=0.0, high=1.0)
    z = float(ndtri((1 + confidence) / 2))
    share, spread = hits / trials, z * z / trials
    middle = (share + spread / 2) / (1 + spread)
    half = z * sqrt(share * (1 - share) / trials + spread / (4 * trials)) / (1 + spread)
    return Interval(
        low=max(0.0, middle - half) if hits else 0.0,
        high=min(1.0, middle + half) if hits < trials else 1.0,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Checks:
    """How often a judge was asked again with the order swapped, and answered otherwise."""

    sampled: int = 0
    disagreements: int = 0

    @property
    def interval(self) -> Interval:
        return wilson(self.disagreements, self.sampled)

    @property
    def is_unfit(self) -> bool:
        return self.sampled >= LEAST_CHECKS and self.interval.low > 0.5


def size_needed(checks: Checks, n_min: float = N_MIN) -> float | None:
    """Return how many decisive comparisons a judge's noise calls for; None when none suffice."""
    worst = checks.interval.high
    return n_min / (1 - worst) ** 2 if worst < 1 else None


class Ruling(StrEnum):
    """What the gate says at one reading."""

    PROMOTE = "promote"
    KEEP = "keep"
    GO_ON = "go_on"
    UNFIT = "unfit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The gate at one moment, with all numbers that led to its ruling."""

    record: WinRecord
    checks: Checks
    evidence: float
    against: float
    """Evidence against the challenger."""
    threshold: float
    """What either must reach: 1 / alpha."""
    needed: float | None
    """Decisive comparisons that the size asks for; None while no number would do."""
    ruling: Ruling
    reason: str
    """One sentence for people."""

    @property
    def has_size(self) -> bool:
        return self.needed is not None and self.record.decisive >= self.needed

    def as_json(self) -> dict[str, Any]:
        """Return what is stored of a decision and printed by the commands."""
        interval = self.checks.interval
        return {
            "ruling": self.ruling.value,
            "reason": self.reason,
            "evidence": self.evidence,
            "evidence_against": self.against,
            "threshold": self.threshold,
            "decisive": self.record.decisive,
            "needed": None if self.needed is None else ceil(self.needed),
            "sampled": self.checks.sampled,
            "disagreements": self.checks.disagreements,
            "interval": [interval.low, interval.high],
        }


def read_gate(
    record: WinRecord, checks: Checks, *, alpha: float = ALPHA, n_min: float = N_MIN
) -> Reading:
    """Read the gate. ``checks`` are the judge's last ones, whichever trial they come from."""
    threshold = 1 / alpha
    pro, contra = evidence(record.wins, record.losses), evidence(record.losses, record.wins)
    needed = size_needed(checks, n_min)
    has_size = needed is not None and record.decisive >= needed
    if checks.is_unfit:
        ruling = Ruling.UNFIT
    elif has_size and pro >= threshold:
        ruling = Ruling.PROMOTE
    elif has_size and contra >= threshold:
        ruling = Ruling.KEEP
    else:
        ruling = Ruling.GO_ON
    return Reading(
        record=record,
        checks=checks,
        evidence=pro,
        against=contra,
        threshold=threshold,
        needed=needed,
        ruling=ruling,
        reason=_reason(ruling, record, checks, max(pro, contra), threshold, needed),
    )


def _reason(
    ruling: Ruling,
    record: WinRecord,
    checks: Checks,
    strongest: float,
    threshold: float,
    needed: float | None,
) -> str:
    noun = "check" if checks.sampled == 1 else "checks"
    contradicted = f"disagreed with itself in {checks.disagreements} of {checks.sampled} {noun}"
    if ruling is Ruling.UNFIT:
        return f"The judge is unfit: it {contradicted}."
    if ruling is not Ruling.GO_ON:
        side = "for" if ruling is Ruling.PROMOTE else "against"
        return (
            f"Evidence {strongest:.1f} {side} the challenger reaches {threshold:g}, "
            f"with {record.decisive} decisive comparisons of the {ceil(needed or 0)} needed."
        )
    if needed is None:
        if checks.sampled == 0:
            return "No comparison has been checked with the order swapped yet."
        return f"No number of comparisons suffices yet: the judge {contradicted}."
    if record.decisive < needed:
        return f"Needs {ceil(needed)} decisive comparisons because the judge {contradicted}."
    return f"Evidence {strongest:.1f} of the {threshold:g} needed."
