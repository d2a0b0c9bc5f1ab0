"""What judging has cost today, and whether it may cost more.

A judge's calls count towards the limits of the league and of the trial's author together with
those of play: neither may go on once their sum has reached one.
"""

from __future__ import annotations

from asgiref.sync import sync_to_async
from django.db.models import Sum

from grading.models import JudgeCall, Trial
from league.queries.spending import Costs, spent_by_league, spent_by_owner, start_of_day


def judged_today() -> Costs:
    """Return today's dollars for the judges of trials, by who asked for the trial."""
    calls = JudgeCall.objects.filter(created_at__gte=start_of_day()).order_by()
    rows = calls.values_list("trial__requested_by").annotate(Sum("cost"))
    return {owner: cost for owner, cost in rows if cost}


def can_judge(trial: Trial) -> bool:
    """Say whether the model may be asked: no limit of the league or of the trial's author."""
    if spent_by_league().is_reached:
        return False
    owner = trial.requested_by_id
    return owner is None or not spent_by_owner(owner).is_reached


async def may_judge(trial: Trial) -> bool:
    """Say the same off the event loop."""
    return await sync_to_async(can_judge)(trial)
