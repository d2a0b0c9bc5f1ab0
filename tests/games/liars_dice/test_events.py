"""Stored events: what is not exactly an event is refused with its field."""

from __future__ import annotations

from typing import Any

import pytest

from games.aliases import ALIASES
from games.base import Json
from games.errors import ReplayMismatch
from games.liars_dice.config import configure, settings
from games.liars_dice.events import Dealt, Started, decode, encode
from games.liars_dice.rules import apply, begin
from games.liars_dice.state import Hand, State
from tests.games.liars_dice.tables import FOUR

START: Json = {
    "kind": "start",
    "config": settings(configure({})),
    "aliases": list(ALIASES[:4]),
    "order": [2, 0, 3, 1],
}
BID: Json = {
    "kind": "bid",
    "seat": 0,
    "quantity": 1,
    "face": 1,
    "say": None,
    "notes": None,
    "scripted": False,
    "retried": None,
    "fallback": "timeout",
}


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({**START, "config": {**START["config"], "seats": 9}}, "config.seats: expected"),
        ({**START, "config": {"seats": 4}}, "config: expected every setting"),
        ({**START, "config": []}, "config: expected an object"),
        ({**START, "aliases": [1, 2, 3, 4]}, "aliases: expected a text"),
        ({**START, "order": "2031"}, "order: expected a list"),
        ({**BID, "quantity": True}, "quantity: expected an integer, got True"),
        ({**BID, "scripted": 0}, "scripted: expected true or false"),
        ({**BID, "fallback": "bored"}, "fallback: expected a cause or null"),
        ({**BID, "say": 1}, "say: expected a text"),
        ({name: BID[name] for name in BID if name != "say"}, "missing or unknown fields say"),
        ({**BID, "mood": 1}, "missing or unknown fields mood"),
        ({**BID, "kind": "raise"}, "kind: expected one of start, deal, bid, challenge, end"),
    ],
)
def test_a_row_that_is_no_event_is_refused_with_its_field(row: Json, said: str) -> None:
    with pytest.raises(ReplayMismatch, match=said):
        decode(row)
    assert encode(decode(BID)) == BID


def seated() -> State:
    event = decode(START)
    return apply(begin(configure({})), event)


@pytest.mark.parametrize(
    "aliases", [ALIASES[:3], (*ALIASES[:3], "Nobody"), (ALIASES[0],) * 4, ALIASES[:5]]
)
def test_aliases_are_four_of_the_ten(aliases: tuple[str, ...]) -> None:
    event = decode(START)
    assert isinstance(event, Started)
    wrong = Started(config=event.config, aliases=aliases, order=event.order)
    with pytest.raises(ReplayMismatch, match="aliases"):
        apply(begin(configure({})), wrong)


@pytest.mark.parametrize("last", [(), ((1, 2, 3, 4),), ((0, 1, 2, 3, 4),), ((7, 1, 2, 3, 4),)])
def test_hands_are_whole_and_of_the_mode(last: Any) -> None:
    hands = (*FOUR[:3], *last)
    good: tuple[Hand, ...] = FOUR  # type: ignore[assignment]
    opener = seated().order[0]
    assert apply(seated(), Dealt(deal=0, opener=opener, hands=good)).hands == FOUR
    with pytest.raises(ReplayMismatch, match="hand"):
        apply(seated(), Dealt(deal=0, opener=opener, hands=hands))


def test_what_comes_out_of_turn_is_refused_by_phase() -> None:
    with pytest.raises(ReplayMismatch, match="expected Started while new, got BidMade"):
        apply(begin(configure({})), decode(BID))
    over = apply(seated(), decode({"kind": "end", "reason": "deadline", "deals_played": 0}))
    with pytest.raises(ReplayMismatch, match="expected no event while over"):
        apply(over, decode(BID))


@pytest.mark.parametrize("wrong", [{"opener": 3}, {"deal": 1}, {"deal": -1}])
def test_a_deal_is_the_next_one_and_opened_by_its_position(wrong: Json) -> None:
    row: Json = {"kind": "deal", "deal": 0, "opener": 2, "hands": [list(hand) for hand in FOUR]}
    assert apply(seated(), decode(row)).turn == 2
    with pytest.raises(ReplayMismatch, match=next(iter(wrong))):
        apply(seated(), decode({**row, **wrong}))
