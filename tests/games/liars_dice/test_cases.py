"""Hands and actions whose every tally was worked out by an independent program."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.aliases import ALIASES
from games.base import FIRST_REPLY, Results, Seat
from games.liars_dice.config import Face, Quantity
from games.liars_dice.events import Challenged, Dealt, Ended, Event, Started
from games.liars_dice.game import LiarsDice
from games.liars_dice.state import Bid, Challenge

CASES = json.loads((Path(__file__).parents[2] / "cases" / "liars_dice.json").read_text())


def played(case: dict[str, Any]) -> tuple[Results, list[Event]]:
    """Play a case's hands and actions, and return what came of it."""
    game = LiarsDice()
    order, deals = case["order"], case["deals"]
    optional = {name: case[name] for name in ("max_bids_per_deal",) if name in case}
    config = game.configure(
        {"seats": len(order), "mode": case["mode"], "deals": max(2, len(deals)), **optional}
    )
    log: list[Event] = []
    state = game.begin(config)

    def add(event: Event) -> None:
        nonlocal state
        state = game.apply(state, event)
        log.append(event)

    add(Started(config=config, aliases=ALIASES[: len(order)], order=tuple(map(Seat, order))))
    for number, deal in enumerate(deals):
        hands = tuple(tuple(map(Face, hand)) for hand in deal["hands"])
        add(Dealt(deal=number, opener=Seat(order[number % len(order)]), hands=hands))
        for action in deal["actions"]:
            (seat,) = game.pending(state)
            chosen: Bid | Challenge = Challenge()
            if action != "challenge":
                chosen = Bid(quantity=Quantity(action[0]), face=Face(action[1]))
            add(game.act(state, seat, chosen, FIRST_REPLY))
        forced = game.next_event(state, "")
        if isinstance(forced, Challenged):
            add(forced)
    end = game.next_event(state, "", deadline=True)
    assert isinstance(end, Ended)
    add(end)
    return game.results(state), log


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_every_tally_of_the_case(case: dict[str, Any]) -> None:
    results, log = played(case)
    expect = case["expect"]
    audit = results.details["audit"]
    assert results.details["points"] == expect["points"]
    assert [one["wins"] for one in results.stats] == expect["wins"]
    assert [one["losses"] for one in results.stats] == expect["losses"]
    assert list(results.scores) == pytest.approx(expect["scores"], abs=1e-12)
    assert audit["bluff_rate"] == pytest.approx(expect["bluff_rate"], abs=1e-12)
    for name in ("faced", "challenged", "net"):
        assert audit[name] == expect[name], name
    for row, expected in zip(audit["exp_loss"], expect["exp_loss"], strict=True):
        assert row == pytest.approx(expected, abs=1e-11)
    deal = -1
    challenges = []
    for event in log:
        if isinstance(event, Dealt):
            deal = event.deal
        if isinstance(event, Challenged):
            challenges.append(
                {
                    "deal": deal,
                    "challenger": event.seat,
                    "bidder": event.bidder,
                    "actual": event.actual,
                    "winner": event.winner,
                    "forced": event.forced,
                }
            )
    assert challenges == expect["challenges"]
