"""One deal of one seat of Liar's Dice or Liar's Poker, measured with all hands open.

The honest estimate of a face is what a seat holds of it plus its share of the unseen symbols.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean

from calibration.features.clip import Cut, Feature, Values
from games.liars_dice.config import Config
from games.liars_dice.events import BidMade, Challenged, Dealt, Event
from games.liars_dice.odds import p_true

FEATURES = (
    Feature(
        key="boldness",
        label="bold bids",
        meaning="Mean of the bids' quantities over the honest estimate from the seat's own hand.",
    ),
    Feature(key="bluffs", label="bluffs", meaning="Bids that were false, with all hands open."),
    Feature(
        key="soundness",
        label="sound bids",
        meaning="Mean chance of the seat's bids, from its own hand, in 0..1.",
    ),
    Feature(
        key="challenged", label="challenging", meaning="1 when the seat made the challenge, else 0."
    ),
    Feature(
        key="challenge_right",
        label="challenging rightly",
        meaning="1 for a challenge that was right, 0 for a wrong one; nothing without one.",
    ),
    Feature(
        key="given_away",
        label="value given away",
        meaning="Expected points forgone by bidding where a challenge was worth more.",
    ),
    Feature(key="turns", label="staying in the bidding", meaning="Bids that the seat made."),
    Feature(key="talk_length", label="long talk", meaning="Mean characters said with each move."),
    Feature(
        key="talk_contradicted",
        label="talk that the hand contradicts",
        meaning="Claims to hold more of a face than the seat held.",
    ),
    Feature(key="points", label="winning points", meaning="Points of the deal: 1, 0 or -1."),
)


@dataclass(slots=True)
class _Deal:
    """One deal as its events tell it."""

    number: int
    first_seq: int
    hands: tuple[tuple[int, ...], ...]
    moves: list[BidMade | Challenged] = field(default_factory=list)
    last_seq: int = 0

    @property
    def is_settled(self) -> bool:
        return bool(self.moves) and isinstance(self.moves[-1], Challenged)

    def seats(self) -> list[int]:
        """Return the seats that chose something; a challenge forced by the cap is no choice."""
        return sorted({move.seat for move in self.moves if not _is_forced(move)})


def cut(config: Config, events: Sequence[Event]) -> list[Cut]:
    """Return a clip for each seat that acted in each settled deal."""
    return [
        Cut(
            seat=seat,
            part=deal.number,
            group=config.mode.value,
            first_seq=deal.first_seq,
            last_seq=deal.last_seq,
            values=_values(config, deal, seat),
        )
        for deal in _deals(events)
        if deal.is_settled
        for seat in deal.seats()
    ]


def so_far(config: Config, events: Sequence[Event], seat: int) -> Values:
    """Return a seat's values over the deals so far, the open one included: means over deals."""
    rows = [_values(config, deal, seat) for deal in _deals(events) if seat in deal.seats()]
    found: dict[str, float | None] = {}
    for feature in FEATURES:
        known = [value for row in rows if (value := row[feature.key]) is not None]
        found[feature.key] = fmean(known) if known else None
    return found


def _deals(events: Sequence[Event]) -> list[_Deal]:
    deals: list[_Deal] = []
    for seq, event in enumerate(events, start=1):
        if isinstance(event, Dealt):
            deals.append(_Deal(number=event.deal, first_seq=seq, hands=event.hands))
        elif isinstance(event, BidMade | Challenged):
            deals[-1].moves.append(event)
        else:
            continue
        deals[-1].last_seq = seq
    return deals


def _is_forced(move: BidMade | Challenged) -> bool:
    return isinstance(move, Challenged) and move.forced


def _values(config: Config, deal: _Deal, seat: int) -> Values:
    hand = deal.hands[seat]
    bids = [move for move in deal.moves if isinstance(move, BidMade) and move.seat == seat]
    own = [move for move in deal.moves if move.seat == seat and not _is_forced(move)]
    said = [move.say or "" for move in own]
    end = deal.moves[-1]
    verdict = end if isinstance(end, Challenged) else None
    chosen = verdict if verdict is not None and verdict in own else None
    return {
        "boldness": _mean([bid.quantity / _honest(config, hand, bid.face) for bid in bids]),
        "bluffs": float(sum(_count(deal, bid.face) < bid.quantity for bid in bids)),
        "soundness": _mean([p_true(config, hand, bid.quantity, bid.face) for bid in bids]),
        "challenged": float(chosen is not None),
        "challenge_right": None if chosen is None else float(chosen.winner == seat),
        "given_away": _given_away(config, deal, seat),
        "turns": float(len(bids)),
        "talk_length": _mean([float(len(say)) for say in said]) if config.talk else None,
        "talk_contradicted": float(sum(contradicted(say, hand) for say in said))
        if config.talk
        else None,
        "points": _points(verdict, seat),
    }


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None


def _honest(config: Config, hand: Sequence[int], face: int) -> float:
    return hand.count(face) + config.unseen / len(config.faces)


def _count(deal: _Deal, face: int) -> int:
    return sum(hand.count(face) for hand in deal.hands)


def _given_away(config: Config, deal: _Deal, seat: int) -> float:
    """Sum max(0, 1 - 2 p) over the bids that the seat raised instead of challenging."""
    lost, standing = 0.0, None
    for move in deal.moves:
        if isinstance(move, BidMade):
            if standing is not None and move.seat == seat:
                chance = p_true(config, deal.hands[seat], standing.quantity, standing.face)
                lost += max(0.0, 1.0 - 2.0 * chance)
            standing = move
    return lost


def _points(verdict: Challenged | None, seat: int) -> float | None:
    if verdict is None:
        return None
    if seat not in (verdict.seat, verdict.bidder):
        return 0.0
    return 1.0 if verdict.winner == seat else -1.0


NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_PLURALS = {word + "s": value for value, word in enumerate(NUMBERS[:10])}
_PLURALS |= {"sixes": 6, "zeroes": 0}
_COUNT = rf"(?P<count>\d{{1,2}}|{'|'.join(NUMBERS[1:])})"
_FACE = rf"(?P<face>\d(?:'?s)|{'|'.join(_PLURALS)})"
_CLAIM = re.compile(
    rf"\b(?:i|i've|i’ve|we)\s+(?:\w+\s+)?(?:have|hold|got|see|keep|holding)\s+(?:\w+\s+)?"
    rf"{_COUNT}\s+(?:x\s+|of\s+)?{_FACE}\b",
    re.IGNORECASE,
)


def contradicted(say: str, hand: Sequence[int]) -> int:
    """Return how many claims of a hand ("I hold three fives") it does not bear out.

    >>> contradicted("I hold three fives, and I have two 6s.", [5, 5, 6, 6, 1])
    1
    """
    return sum(
        _number(claim["count"]) > hand.count(_face(claim["face"])) for claim in _CLAIM.finditer(say)
    )


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else NUMBERS.index(word.lower())


def _face(word: str) -> int:
    lowered = word.lower()
    return _PLURALS[lowered] if lowered in _PLURALS else int(lowered[0])
