"""What a trial is going to cost, as far as earlier play and judging tell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import Avg, Q

from grading.judges import JUDGES
from grading.models import JudgeCall
from league.models import Policy, Seat
from league.play.prices import Tokens

GUESS = Tokens(input=9_000, output=250)
"""Of one call of a judge that has no record: two transcripts and a reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """US dollars for one comparison."""

    play: float | None
    """Both matches; None when the policy has never been played by a model."""
    judges: dict[str, float]
    """One compare call by judge."""
    is_guess: bool
    """No call of a model judge is on record, so its price is a guess."""

    def as_json(self) -> dict[str, Any]:
        return {"play": self.play or 0.0, "judges": self.judges}


def estimate_cost(policy: Policy) -> Estimate:
    """Return what one comparison of a policy's versions is going to cost."""
    play: float | None = 0.0
    if not policy.is_scripted:
        seats = Seat.objects.filter(version__policy=policy, model_decisions__gt=0)
        seat = seats.aggregate(cost=Avg("cost"))["cost"]
        play = None if seat is None else 2 * seat
    known = known_price()
    price = GUESS.cost() if known is None else known
    return Estimate(
        play=play if settings.ANTHROPIC_API_KEY else 0.0,
        judges={kind.key: price if kind.is_model else 0.0 for kind in JUDGES.values()},
        is_guess=known is None,
    )


def known_price() -> float | None:
    """Return the mean dollars of a model judge's compare calls; None when none is on record."""
    judged = JudgeCall.objects.filter(~Q(order=JudgeCall.Order.CANARY), cost__gt=0)
    known: float | None = judged.aggregate(cost=Avg("cost"))["cost"]
    return known
