"""What judging answered duels costs: today, at most, and the next one as far as is known."""

from __future__ import annotations

from dataclasses import dataclass

from asgiref.sync import sync_to_async
from django.db.models import Avg, Sum

from calibration.models import JudgedDuel
from grading.judges import get_judge
from grading.queries.estimates import GUESS, known_price
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What a judge is going to ask for one duel."""

    dollars: float
    is_guess: bool = False
    """No call of a model judge is on record."""


def price_of_duel(judge: str, game: str) -> Price:
    """Return the mean of a judge's duels of a game, else of its calls in trials, else a guess."""
    if not get_judge(judge).is_model:
        return Price(dollars=0.0)
    rows = JudgedDuel.objects.filter(judge=judge, duel__rater__game=game, cost__gt=0)
    known = rows.aggregate(cost=Avg("cost"))["cost"]
    known = known_price() if known is None else known
    return Price(dollars=GUESS.cost(), is_guess=True) if known is None else Price(dollars=known)
