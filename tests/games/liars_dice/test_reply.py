"""Reading a model's reply: what is readable is read, the rest is refused (field case 23)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.errors import UnreadableAction
from games.liars_dice.reply import parse
from games.liars_dice.state import Action, Challenge
from tests.games.liars_dice.tables import bid

GOOD = '{"action": "bid", "quantity": 4, "face": 2, "say": null, "notes": null}'


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (GOOD, bid(4, 2)),
        ('{"action": "bid", "quantity": 4, "face": 2}', bid(4, 2)),
        ('{"action": "BID", "quantity": 4, "face": 2}', bid(4, 2)),
        ('{"action": "Raise", "quantity": "4", "face": " 2 "}', bid(4, 2)),
        ('{"action": "RAISE", "quantity": 4.0, "face": 2e0}', bid(4, 2)),
        ('{"action": "bid", "quantity": "-4", "face": -0.0}', bid(-4, 0)),
        ('{"Action": "bid", "Quantity": 4, "FACE": 2}', bid(4, 2)),
        ('{"action": "bid", "quantity": 4, "face": 2, "say": "x", "notes": "y"}',
         bid(4, 2, "x", "y")),
        ('{"action": "challenge", "quantity": null, "face": null}', Challenge()),
        ('{"action": "Call"}', Challenge()),
        ('{"action": "LIAR", "say": "Ha"}', Challenge(say="Ha")),
        ('{"action": "doubt", "notes": "n"}', Challenge(notes="n")),
        (f"I hold {{2, 2, 5}} and so: {GOOD} That is it.", bid(4, 2)),
        (f"```json\n{GOOD}\n```", bid(4, 2)),
        (f"{{my hand}} gives {GOOD}", bid(4, 2)),
        (f":{{ oh well {GOOD}", bid(4, 2)),
        (f"[{GOOD}]", bid(4, 2)),
        ('{"action": "challenge", "say": "a } and a {"}', Challenge(say="a } and a {")),
        ('{"action": "challenge", "why": {"deep": [1]}}', Challenge()),
    ],
)  # fmt: skip
def test_what_is_readable_is_read(reply: str, expected: Action) -> None:
    assert parse(reply) == expected


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("", "expected one JSON object, got none"),
        ("I bid four twos.", "expected one JSON object, got none"),
        ("{}", "action: expected"),
        (GOOD + GOOD, "expected one JSON object, got 2"),
        (f"[{GOOD}, {GOOD}]", "got 2"),
        (f"{{}} {GOOD}", "got 2"),
        ('{"action": "pass"}', "action: expected .* got 'pass'"),
        ('{"action": ["bid"]}', "action: expected"),
        ('{"quantity": 4, "face": 2}', "action: expected .* got nothing"),
        ('{"action": "bid", "quantity": 4}', "face: expected an integer, got nothing"),
        ('{"action": "bid", "quantity": "four", "face": 2}', "quantity: expected an integer"),
        ('{"action": "bid", "quantity": 4.5, "face": 2}', "quantity: expected an integer, got 4.5"),
        ('{"action": "bid", "quantity": "4.0", "face": 2}', "quantity: expected an integer"),
        ('{"action": "bid", "quantity": true, "face": 2}', "quantity: expected an integer"),
        ('{"action": "bid", "quantity": 1e999, "face": 2}', "quantity: expected an integer"),
        ('{"action": "bid", "quantity": NaN, "face": 2}', "broken"),
        ('{"action": "bid", "quantity": "²", "face": 2}', "quantity: expected an integer"),
        ('{"action": "bid", "quantity": "99999999999", "face": 2}', "quantity: expected"),
        ('{"action": "bid", "quantity": ' + "9" * 5000 + ', "face": 2}', "broken"),
        ('{"action": "bid", "action": "challenge"}', "broken"),
        ('{"action": "challenge", "say": 5}', "say: expected a text or null, got 5"),
        ('{"action": "challenge", "notes": {}}', "notes: expected a text or null"),
        ('{"plan": {"action": "challenge"}, "action": "bi', "broken"),
        ('{"action": "challenge"', "broken"),
        ('{"acti', "broken"),
        ("so {", "broken"),
        ('{"a":' * 30_000, "broken"),
        ('{"action": "' + "x" * 100 + '"}', "x…$"),
    ],
)
def test_anything_else_is_refused_with_what_was_expected(reply: str, said: str) -> None:
    with pytest.raises(UnreadableAction, match=said):
        parse(reply)


@pytest.mark.parametrize("value", [[], {}, "", "x", 1.5, True, None])
def test_no_field_takes_a_value_of_another_type(value: Any) -> None:
    for field in ("quantity", "face"):
        data = {"action": "bid", "quantity": 1, "face": 1, field: value}
        with pytest.raises(UnreadableAction, match=field):
            parse(json.dumps(data))
