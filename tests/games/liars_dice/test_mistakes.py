"""What counts as a wrong decision once all hands are open."""

from __future__ import annotations

import pytest

from games.base import Seat
from games.liars_dice.config import Face, Quantity
from games.liars_dice.mistakes import mistake_rate
from games.liars_dice.state import Call, PlayedDeal, Verdict

HANDS = ((5, 5, 2, 3, 1), (5, 4, 4, 2, 1), (6, 6, 3, 2, 1))
"""Three fives, two fours, two sixes."""


def deal(*calls: tuple[int, int, int], challenger: int, is_forced: bool = False) -> PlayedDeal:
    """Return a deal of these bids (seat, quantity, face), the last of them challenged."""
    made = tuple(Call(Seat(seat), Quantity(many), Face(face)) for seat, many, face in calls)
    last = made[-1]
    counts = tuple(hand.count(last.face) for hand in HANDS)
    is_true = sum(counts) >= last.quantity
    return PlayedDeal(
        deal=0,
        opener=made[0].seat,
        hands=tuple(tuple(Face(face) for face in hand) for hand in HANDS),
        calls=made,
        verdict=Verdict(
            challenger=Seat(challenger),
            bidder=last.seat,
            quantity=last.quantity,
            face=last.face,
            actual=sum(counts),
            counts=counts,
            winner=last.seat if is_true else Seat(challenger),
            forced=is_forced,
        ),
    )


@pytest.mark.parametrize(
    ("played", "rates"),
    [
        # a true bid challenged: the challenger's one decision is wrong
        (deal((0, 3, 5), challenger=1), (0.0, 1.0, 0.0)),
        # a false bid challenged: the bidder's bid is wrong, the challenge right
        (deal((0, 4, 5), challenger=1), (1.0, 0.0, 0.0)),
        # seat 1 waves a false bid through (wrong) and bids falsely itself, challenged (wrong)
        (deal((0, 4, 5), (1, 5, 5), challenger=2), (0.0, 1.0, 0.0)),
        # seat 1 waves a true bid through (right) and bids falsely, challenged (wrong): 1 of 2
        (deal((0, 3, 5), (1, 4, 5), challenger=2), (0.0, 0.5, 0.0)),
        # a false bid that nobody challenged is not held against its bidder
        (deal((0, 4, 4), (1, 3, 5), challenger=2), (0.0, 0.5, 1.0)),
        # the cap's challenge is nobody's decision, though the bid it ends is its bidder's
        (deal((0, 3, 5), challenger=1, is_forced=True), (0.0, 0.0, 0.0)),
        (deal((0, 4, 5), challenger=1, is_forced=True), (1.0, 0.0, 0.0)),
    ],
)
def test_wrong_decisions_over_decisions(played: PlayedDeal, rates: tuple[float, ...]) -> None:
    assert tuple(mistake_rate([played], Seat(seat)) for seat in range(3)) == rates


def test_deals_are_pooled_and_no_decision_is_no_mistake() -> None:
    first = deal((0, 3, 5), challenger=1)
    second = deal((0, 3, 5), (1, 4, 5), challenger=2)
    assert mistake_rate([first, second], Seat(1)) == pytest.approx(2 / 3)
    assert mistake_rate([], Seat(0)) == 0.0
