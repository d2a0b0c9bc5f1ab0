"""Lists of trials: the latest of all, and those of one policy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet

from grading.evidence import evidence
from grading.judges import JUDGES
from grading.models import Trial
from grading.queries.trial_page import name_sides, state_of
from grading.record import WinRecord
from league.models import Policy

PER_PAGE = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """One trial in a list."""

    trial: Trial
    policy: Policy
    challenger: str
    incumbent: str
    judge: str
    state: str
    record: WinRecord
    evidence: float
    """The larger of the two directions."""
    threshold: float
    needed: int | None
    """Known once it has decided."""


def trials_of(policy: Policy | None) -> QuerySet[Trial]:
    """Return trials with their counts, newest first; runs of check judges are in no list."""
    found = Trial.objects.filter(is_check=False)
    if policy is not None:
        found = found.filter(challenger__policy=policy)
    return (
        found.select_related("challenger__policy", "incumbent__policy", "rubric")
        .annotate(
            wins=Count("rows", filter=Q(rows__outcome="win")),
            losses=Count("rows", filter=Q(rows__outcome="loss")),
            ties=Count("rows", filter=Q(rows__outcome="tie")),
        )
        .order_by("-pk")
    )


def list_trials(policy: Policy | None, page: str | None) -> Page[Any]:
    """Return one page of trials; ``read_listed`` reads each."""
    return Paginator(trials_of(policy), PER_PAGE).get_page(page)


def latest_of(policy: Policy, count: int) -> list[Listed]:
    """Return the latest trials of a policy's versions."""
    return [read_listed(trial) for trial in trials_of(policy)[:count]]


def read_listed(trial: Any) -> Listed:
    """Return a trial of ``trials_of`` as a list shows it."""
    challenger, incumbent = name_sides(trial)
    reading = trial.reading or {}
    return Listed(
        trial=trial,
        policy=trial.challenger.policy,
        challenger=challenger,
        incumbent=incumbent,
        judge=JUDGES[trial.judge].title if trial.judge in JUDGES else trial.judge,
        state=state_of(trial),
        record=WinRecord(wins=trial.wins, losses=trial.losses, ties=trial.ties),
        evidence=max(evidence(trial.wins, trial.losses), evidence(trial.losses, trial.wins)),
        threshold=1 / trial.alpha,
        needed=reading.get("needed"),
    )
