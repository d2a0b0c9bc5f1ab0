"""What judging answered duels has cost today, and whether it may cost more."""

from __future__ import annotations

from asgiref.sync import sync_to_async
from django.db.models import Sum

from calibration.models import JudgedDuel
from grading.queries.spending import judged_today
from league.models import LeagueSettings
from league.queries.spending import spent_by_league, start_of_day


def duels_judged_today() -> float:
    """Return today's dollars for judging answered duels."""
    rows = JudgedDuel.objects.filter(judged_at__gte=start_of_day())
    return rows.aggregate(total=Sum("cost"))["total"] or 0.0


def can_judge_duels() -> bool:
    """Say whether the model may be asked: the league's limit of a day holds for all of its calls.

    ``judged_today`` counts these calls too, once the app is ready.
    """
    limit = LeagueSettings.load().daily_limit
    return limit is None or spent_by_league().spent + judged_today() < float(limit)


async def may_judge_duels() -> bool:
    """Say the same off the event loop."""
    return await sync_to_async(can_judge_duels)()
