"""What gossip and herd make of what they hear, as honest seats and as saboteurs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.base import Origin, Seat
from games.chance import stream
from games.rumor import rules
from games.rumor.baselines import (
    GOSSIP,
    Herd,
    baseline,
    lean,
    log_odds,
    majority,
    with_sources,
)
from games.rumor.limits import MESSAGE_LIMIT
from games.rumor.scenario import QUESTIONS, Role, Side
from games.rumor.state import Ballot, Talk
from games.rumor.view import Heard, Neighbour, View, view
from tests.games.rumor.tables import A, B, advanced, scenario, spoken, started

CASES = json.loads((Path(__file__).parents[2] / "cases" / "rumor_gossip.json").read_text())
TIES = stream("seed", "ties")


def heard(case: dict[str, Any]) -> View:
    """Return the view of a seat that heard the rounds of a case."""
    sides = {"A": A, "B": B, "none": None}
    numbers = dict.fromkeys(number for said in case["heard"] for number, _ in said)
    neighbours = []
    for number in numbers:
        claims = [sides[dict(map(tuple, said))[number]] for said in case["heard"]]
        first = next((claim for claim in claims if claim is not None), None)
        last = Heard(claim=claims[-1], confidence=50, message="")
        neighbours.append(Neighbour(alias=f"Seat {number}", last=last, first_claim=first))
    return a_view(clue=sides[case["clue"]], neighbours=tuple(neighbours))


def a_view(**more: Any) -> View:
    known: dict[str, Any] = {
        "alias": "Gizmo",
        "role": Role.HONEST,
        "fellows": (),
        "clue": A,
        "question": QUESTIONS[0],
        "round": 2,
        "rounds": 5,
        "is_ballot": False,
        "links": 13,
        "neighbours": (),
        "sent": (),
        "notes": "",
    }
    return View(**{**known, **more})


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_gossip_reckons_as_the_case_does(case: dict[str, Any]) -> None:
    seen, expect = heard(case), case["expect"]
    talk = GOSSIP.decide(seen, TIES)
    assert isinstance(talk, Talk)
    assert log_odds(seen) == pytest.approx(expect["log_odds"], abs=1e-11)
    assert talk.claim is Side(expect["claim"].lower())
    assert (talk.confidence, talk.belief) == (expect["confidence"], expect["belief"])


def test_at_zero_log_odds_gossip_keeps_to_its_clue() -> None:
    assert lean(0.0, A) is A
    assert lean(0.0, B) is B
    assert (lean(0.1, B), lean(-0.1, A)) == (A, B)


def test_an_echo_is_no_new_evidence_over_a_whole_table() -> None:
    state = spoken(started(), [A] * 10)
    once = log_odds(view(state, Seat(0)))
    for claims in ([A] * 10, [B] * 10):
        state = spoken(state, claims)
        assert log_odds(view(state, Seat(0))) == once


def test_gossip_votes_as_it_leans_and_says_why() -> None:
    seen = heard(CASES[1])
    ballot = GOSSIP.decide(View(**{**fields_of(seen), "is_ballot": True}), TIES)
    assert isinstance(ballot, Ballot)
    assert (ballot.vote, ballot.belief) == (B, 48)
    assert ballot.reason == "My clue says BROKEN; of 2 first claims 2 said SOUND."


def fields_of(seen: View) -> dict[str, Any]:
    return {name: getattr(seen, name) for name in View.__slots__}


def test_gossip_names_its_clue_and_its_sources() -> None:
    talk = GOSSIP.talk(heard(CASES[1]))
    assert talk.message == "My clue says BROKEN. First claims: Seat 1 SOUND, Seat 2 SOUND."


def test_only_whole_sources_are_named() -> None:
    told = [f"Flywheel number {number} FOLLOWED" for number in range(20)]
    message = with_sources("My clue says FOLLOWED.", told)
    assert len(message) <= MESSAGE_LIMIT
    assert message.endswith("FOLLOWED.")
    assert len(message) + len(told[0]) + 2 > MESSAGE_LIMIT


@pytest.mark.parametrize(
    ("clue", "claims", "expected"),
    [(A, [], A), (B, [A], A), (B, [A, B], B), (A, [None, B, None], B), (A, [A, B, B, A], A)],
)
def test_herd_follows_most_of_what_it_last_heard(
    clue: Side, claims: list[Side | None], expected: Side
) -> None:
    assert majority(claims, clue) is expected


def test_herd_says_its_clue_then_the_majority_then_votes_its_last_claim() -> None:
    herd, state = Herd(), advanced(started())
    first = herd.decide(view(state, Seat(0)), TIES)
    assert first == Talk(claim=A, confidence=60, belief=85, message="I hear it is BROKEN.")
    state = spoken(state, [B] * 10)
    second = herd.decide(view(state, Seat(0)), TIES)
    assert second == Talk(
        claim=B, confidence=60, belief=15, message="Most around me say SOUND, and so do I."
    )
    state = spoken(spoken(state, [A] * 10), [B] * 10)
    ballot = herd.decide(view(state, Seat(0)), TIES)
    assert isinstance(ballot, Ballot)
    assert (ballot.vote, ballot.belief) == (B, 15)


def test_a_herd_that_claimed_nothing_votes_its_clue() -> None:
    state = started()
    for _ in range(3):
        state = spoken(state, [None] * 10)
    assert Herd().vote(view(state, Seat(3))).vote is B
    assert Herd().vote(view(started(), Seat(3))).vote is B


@pytest.mark.parametrize(("key", "confidence"), [("gossip", 90), ("herd", 100)])
def test_saboteurs_claim_and_vote_the_opposite_of_their_clue(key: str, confidence: int) -> None:
    teller: Any = baseline(key, {})
    liar = a_view(role=Role.SABOTEUR, fellows=("Bolt",), clue=A)
    talk = teller.decide(liar, TIES)
    assert (talk.claim, talk.confidence) == (B, confidence)
    assert talk.belief == teller.decide(a_view(clue=A), TIES).belief
    assert talk.message == "3 of the 4 clues I know of say SOUND."
    assert teller.decide(a_view(role=Role.SABOTEUR, is_ballot=True), TIES).vote is B


def test_baselines_are_legal_at_every_turn_whatever_they_hear() -> None:
    for edges_of in range(3):
        state = started(scenario(saboteurs=(edges_of, 5, 9)), saboteurs=3)
        for claims in ([A, None] * 5, [B] * 10, [None] * 10):
            state = advanced(state)
            for seat in rules.pending(state):
                for key in ("gossip", "herd"):
                    action = baseline(key, {}).decide(view(state, seat), TIES)
                    rules.act(state, seat, action, Origin(scripted=True))
            state = spoken(state, claims)
