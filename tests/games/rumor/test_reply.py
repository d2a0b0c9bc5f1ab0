"""What is read from a reply, what degrades, and the three things that make one unreadable."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.base import Seat
from games.errors import UnreadableAction
from games.rumor.reply import parse
from games.rumor.scenario import Side
from games.rumor.state import Ballot, Talk
from games.rumor.view import View, view
from tests.games.rumor.tables import A, B, advanced, spoken, started

TALKING = view(advanced(started()), Seat(0))


def voting() -> View:
    state = started()
    for _ in range(3):
        state = spoken(state, [A] * 10)
    return view(state, Seat(0))


VOTING = voting()


def talk(**fields: Any) -> Talk:
    action = parse(TALKING, json.dumps(fields))
    assert isinstance(action, Talk)
    return action


def ballot(**fields: Any) -> Ballot:
    action = parse(VOTING, json.dumps(fields))
    assert isinstance(action, Ballot)
    return action


NO_CLAIMS: tuple[object, ...] = ("none", "", None, "maybe", "1", 1, 2, True, [], {}, "AB")


@pytest.mark.parametrize(
    ("claim", "side"),
    [
        *[(word, A) for word in ("a", "A", " a ", "BROKEN", "broken", "Broken")],
        *[(word, B) for word in ("b", "B", "SOUND", "sound")],
        *[(other, None) for other in NO_CLAIMS],
    ],
)
def test_a_claim_is_a_letter_or_a_word_and_anything_else_is_none(
    claim: object, side: Side | None
) -> None:
    assert talk(claim=claim).claim is side


@pytest.mark.parametrize(
    ("given", "read"),
    [
        (70, 70),
        (70.4, 70),
        (70.6, 71),
        ("70", 70),
        (" 70.6 ", 71),
        (400, 100),
        (-3, 0),
        ("-3", 0),
        (1e400, 100),
        ("1" * 400, 100),
        ("high", 50),
        ("7_0", 50),
        ("٧", 50),
        (None, 50),
        (True, 50),
        ([70], 50),
    ],
)
def test_a_confidence_is_rounded_and_clamped_and_defaults_to_fifty(
    given: object, read: int
) -> None:
    assert parse(TALKING, f'{{"claim": "a", "confidence": {as_json(given)}}}').belief == read
    assert talk(claim="none", message="x").confidence == 50


def as_json(value: object) -> str:
    return "1e400" if value == 1e400 else json.dumps(value)


@pytest.mark.parametrize(
    ("fields", "belief"),
    [
        ({"claim": "a", "confidence": 80}, 80),
        ({"claim": "b", "confidence": 80}, 20),
        ({"claim": "none", "confidence": 80}, 50),
        ({"claim": "a"}, 50),
        ({"claim": "b", "confidence": 300}, 0),
        ({"claim": "b", "confidence": 80, "belief": "oops"}, 20),
        ({"claim": "b", "confidence": 80, "belief": 3}, 3),
        ({"claim": "b", "confidence": 80, "belief": 103}, 100),
        ({"claim": "b", "belief": -1}, 0),
    ],
)
def test_an_absent_belief_follows_the_claim(fields: dict[str, Any], belief: int) -> None:
    assert talk(**fields).belief == belief


@pytest.mark.parametrize(
    ("vote", "side"),
    [
        *[(word, A) for word in ("a", "A", 1, 1.0, "1", "BROKEN", "broken")],
        *[(word, B) for word in ("b", "B", 2, "2", "Sound")],
    ],
)
def test_a_vote_is_a_letter_a_number_or_a_word(vote: object, side: Side) -> None:
    assert ballot(vote=vote).vote is side


@pytest.mark.parametrize("vote", ["none", "", None, 0, 3, 1.5, True, [], "c", "AB"])
def test_a_ballot_without_a_vote_is_unreadable(vote: object) -> None:
    with pytest.raises(UnreadableAction, match='vote: expected "BROKEN" or "SOUND", got '):
        ballot(vote=vote)


def test_a_ballot_without_belief_or_reason() -> None:
    assert ballot(vote="b") == Ballot(vote=B, belief=50, reason="", notes=None)
    assert ballot(vote="b", belief=9.6, reason="r", notes="n") == Ballot(
        vote=B, belief=10, reason="r", notes="n"
    )


@pytest.mark.parametrize("reply", ["I say BROKEN.", "", '{"claim": "a"', "[]", "{}{}"])
def test_no_json_object_is_unreadable(reply: str) -> None:
    with pytest.raises(UnreadableAction, match="expected"):
        parse(TALKING, reply)


def test_talk_without_claim_and_message_is_unreadable_but_silence_is_legal() -> None:
    with pytest.raises(UnreadableAction, match="expected a claim or a message, got neither"):
        talk(confidence=80, belief=3, notes="x")
    silent = Talk(claim=None, confidence=50, belief=50)
    assert talk(claim="none", message="") == silent
    assert talk(claim="none") == silent
    assert talk(message="") == silent


@pytest.mark.parametrize("wrong", [7, [], {}, True, None])
def test_a_text_that_is_none_is_dropped(wrong: object) -> None:
    assert talk(claim="a", message=wrong, notes=wrong) == Talk(
        claim=A, confidence=50, belief=50, message="", notes=None
    )


def test_what_is_readable_is_read_among_prose_and_in_any_case() -> None:
    reply = 'I {think} so:\n```json\n{"CLAIM": "Sound", "Message": "hm"}\n```'
    assert parse(TALKING, reply) == Talk(claim=B, confidence=50, belief=50, message="hm")


@pytest.mark.parametrize(("sign", "end"), [("", 100), ("-", 0)])
def test_a_number_that_no_float_holds_is_a_number_like_any_other(sign: str, end: int) -> None:
    huge = f"{sign}{10**400}"
    reply = f'{{"claim": {huge}, "confidence": {huge}, "belief": {huge}}}'
    assert parse(TALKING, reply) == Talk(claim=None, confidence=end, belief=end)
    with pytest.raises(UnreadableAction, match="vote: expected"):
        parse(VOTING, f'{{"vote": {huge}}}')
