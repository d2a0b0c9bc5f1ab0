"""What a judge's stored answers say of it: its checks, its favourite side, its counts.

Everything is counted from rows each time, so trials that run at once share one history and none
can lose a count of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, F, Q, QuerySet

from grading.evidence import Checks, Interval, wilson
from grading.models import Comparison, JudgeCall, Trial
from grading.record import Choice, Outcome, WinRecord

LAST = 200
"""Sampled pairs that the gate looks back over."""


def checks_for(trial: Trial) -> Checks:
    """Return the last checks of a trial's judge and rubric, earlier trials included.

    A check judge has no history but its own run's.
    """
    pairs = Comparison.objects.filter(checked_at__isnull=False)
    if trial.is_check:
        pairs = pairs.filter(trial=trial)
    else:
        pairs = pairs.filter(
            trial__judge=trial.judge, trial__rubric=trial.rubric_id, trial__is_check=False
        )
    return _checks(pairs.order_by("-checked_at", "-pk")[:LAST])


def own_checks(trial: Trial) -> Checks:
    """Return the checks that a trial made itself."""
    return _checks(Comparison.objects.filter(trial=trial, checked_at__isnull=False))


def _checks(pairs: QuerySet[Comparison]) -> Checks:
    verdicts = list(pairs.values_list("verdict", "swapped_verdict"))
    return Checks(
        sampled=len(verdicts), disagreements=sum(first != second for first, second in verdicts)
    )


def record_of(trial: Trial, below: int | None = None) -> WinRecord:
    """Return the record over the comparisons with an index below ``below``, or over all."""
    rows = Comparison.objects.filter(trial=trial, status=Comparison.Status.JUDGED)
    if below is not None:
        rows = rows.filter(index__lt=below)
    return WinRecord.of(Outcome(outcome) for outcome in rows.values_list("outcome", flat=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """A share with its counts and its 95 % interval."""

    hits: int
    n: int

    @property
    def rate(self) -> float | None:
        return self.hits / self.n if self.n else None

    @property
    def interval(self) -> Interval:
        return wilson(self.hits, self.n, confidence=0.95)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """A judge's counts under one rubric, or over one trial."""

    comparisons: int
    """Comparisons that are settled, void ones included."""
    calls: int
    """Compare calls about them: a request that is sent again is none, nor is a canary."""
    voids: int
    disagreement: Share
    first_position: Share
    """How often it said A among the decisive answers to first calls."""
    canaries: Share
    """Canaries that fooled it."""
    requests: int
    tokens: int
    cost: float
    latency: float | None
    """Mean seconds of a compare call."""


def tally_trial(trial: Trial) -> Tally:
    return _tally(Comparison.objects.filter(trial=trial), JudgeCall.objects.filter(trial=trial))


def tally_judge(judge: str, rubric_id: int) -> Tally:
    """Return a judge's counts under a rubric over all trials; check judges are in none."""
    mine = Q(trial__judge=judge, trial__rubric=rubric_id, trial__is_check=False)
    return _tally(Comparison.objects.filter(mine), JudgeCall.objects.filter(mine))


def judged_pairs() -> list[tuple[str, int]]:
    """Return every judge and rubric that has been at work."""
    pairs = Trial.objects.filter(is_check=False).order_by("judge", "rubric")
    return list(pairs.values_list("judge", "rubric").distinct())


def _tally(rows: QuerySet[Comparison], calls: QuerySet[JudgeCall]) -> Tally:
    settled = rows.exclude(status=Comparison.Status.PENDING)
    counted = settled.aggregate(
        all=Count("pk"),
        voids=Count("pk", filter=Q(status=Comparison.Status.VOID)),
        a=Count("pk", filter=Q(choice=Choice.A)),
        decisive=Count("pk", filter=Q(choice__in=(Choice.A, Choice.B))),
        pairs=Count("pk", filter=Q(checked_at__isnull=False)),
        differ=Count("pk", filter=Q(checked_at__isnull=False) & ~Q(verdict=F("swapped_verdict"))),
    )
    made = list(
        calls.values(
            "order", "is_fooled", "requests", "latency", "cost", "input_tokens", "output_tokens"
        )
    )
    compared = [call for call in made if call["order"] != JudgeCall.Order.CANARY]
    canaries = [call for call in made if call["is_fooled"] is not None]
    seconds = [call["latency"] for call in compared]
    return Tally(
        comparisons=counted["all"],
        calls=len(compared),
        voids=counted["voids"],
        disagreement=Share(hits=counted["differ"], n=counted["pairs"]),
        first_position=Share(hits=counted["a"], n=counted["decisive"]),
        canaries=Share(hits=sum(bool(one["is_fooled"]) for one in canaries), n=len(canaries)),
        requests=sum(call["requests"] for call in made),
        tokens=sum(call["input_tokens"] + call["output_tokens"] for call in made),
        cost=sum(call["cost"] for call in made),
        latency=sum(seconds) / len(seconds) if seconds else None,
    )
