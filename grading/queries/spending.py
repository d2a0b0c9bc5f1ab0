"""What judging has cost today, and whether it may cost more.

A judge's calls count towards the league's limit for a day together with those of play.
"""

from __future__ import annotations

from collections.abc import Callable

from asgiref.sync import sync_to_async
from django.db.models import Sum

from grading.models import JudgeCall, Trial
from league.models import LeagueSettings
from league.queries.spending import spent_by_league, spent_by_owner, start_of_day

_others: list[Callable[[], float]] = []


def add_judging(cost_today: Callable[[], float]) -> None:
    """Count what an app above spends on judging today towards the league's limit."""
    _others.append(cost_today)


def judged_today(owner_id: int | None = None) -> float:
    """Return today's dollars for judging: over the league, or in one person's trials."""
    calls = JudgeCall.objects.filter(created_at__gte=start_of_day())
    if owner_id is not None:
        calls = calls.filter(trial__requested_by=owner_id)
    spent: float = calls.aggregate(total=Sum("cost"))["total"] or 0.0
    return spent + (sum(cost() for cost in _others) if owner_id is None else 0.0)


def can_judge(trial: Trial) -> bool:
    """Say whether the model may be asked: no limit of the league or of the trial's author."""
    limits = LeagueSettings.load()
    owner = trial.requested_by_id
    if limits.daily_limit is not None:
        spent = spent_by_league().spent + judged_today()
        if spent >= float(limits.daily_limit):
            return False
    if limits.owner_daily_limit is not None and owner is not None:
        spent = spent_by_owner(owner).spent + judged_today(owner)
        return spent < float(limits.owner_daily_limit)
    return True


async def may_judge(trial: Trial) -> bool:
    """Say the same off the event loop."""
    return await sync_to_async(can_judge)(trial)
