"""How well a seat decided, with all hands open: what a judge by mistakes reads.

A decision is a facing that was answered (the cap's forced challenge is none) or a bid that was
made. Wrong is a false bid waved through, a true bid challenged, and a false bid of one's own that
was challenged. Judging by the chance from one's own hand would be another thing, and a worse one:
a bid is evidence about the bidder's hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from games.base import Seat
from games.liars_dice.state import PlayedDeal


def mistake_rate(deals: Iterable[PlayedDeal], seat: Seat) -> float:
    """Return a seat's wrong decisions over its decisions, 0 when it made none."""
    wrong = decisions = 0
    for deal in deals:
        verdict = deal.verdict
        for standing, answer in pairwise(deal.calls):
            if answer.seat == seat:
                decisions += 1
                wrong += not _is_true(deal, standing.quantity, standing.face)
        is_false = verdict.actual < verdict.quantity
        if verdict.challenger == seat and not verdict.forced:
            decisions += 1
            wrong += not is_false
        decisions += sum(call.seat == seat for call in deal.calls)
        wrong += verdict.bidder == seat and is_false
    return wrong / decisions if decisions else 0.0


def _is_true(deal: PlayedDeal, quantity: int, face: int) -> bool:
    return sum(hand.count(face) for hand in deal.hands) >= quantity
