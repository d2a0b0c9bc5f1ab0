"""What judging answered duels has cost today, and whether it may cost more."""

from __future__ import annotations

from asgiref.sync import sync_to_async
from django.db.models import Sum

from calibration.models import JudgedDuel
from league.queries.spending import Costs, spent_by_league, start_of_day


def duels_judged_today() -> Costs:
    """Return today's dollars for judging answered duels; they are the league's, nobody's own."""
    rows = JudgedDuel.objects.filter(judged_at__gte=start_of_day())
    return {None: rows.aggregate(total=Sum("cost"))["total"] or 0.0}


def can_judge_duels() -> bool:
    """Say whether the model may be asked: the limit of a day holds for all calls."""
    return not spent_by_league().is_reached


async def may_judge_duels() -> bool:
    """Say the same off the event loop."""
    return await sync_to_async(can_judge_duels)()
