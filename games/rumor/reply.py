"""Reading a model's reply.

Two things make a reply unreadable: no JSON object, and nothing to go by (talk without claim and
message, a ballot without a vote). All else degrades: a number out of range is clamped, a field that
makes no sense counts as absent, and what is absent has its default.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from games.base import Json
from games.errors import UnreadableAction
from games.json_reply import find_object, shown
from games.rumor.scenario import Question, Side
from games.rumor.state import Action, Ballot, Talk
from games.rumor.view import View

EVEN = 50
"""The confidence where none was given, and the belief where nothing speaks for either answer."""
_NUMBER = re.compile(r"\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)\s*", re.ASCII)


def parse(view: View, reply: str) -> Action:
    """Read a reply. Raises UnreadableAction with what was expected and what came."""
    data = {key.lower(): value for key, value in find_object(reply).items()}
    return _ballot(view, data) if view.is_ballot else _talk(view, data)


def _talk(view: View, data: Json) -> Talk:
    if "claim" not in data and "message" not in data:
        raise UnreadableAction("expected a claim or a message, got neither")
    claim = read_side(view.question, data.get("claim"))
    confidence = read_percent(data.get("confidence"), EVEN)
    return Talk(
        claim=claim,
        confidence=confidence,
        belief=read_percent(data.get("belief"), _implied(claim, confidence)),
        message=_text(data, "message") or "",
        notes=_text(data, "notes"),
    )


def _ballot(view: View, data: Json) -> Ballot:
    answer = data.get("vote")
    vote = read_side(view.question, answer, numbered=True)
    if vote is None:
        a, b = view.question.a, view.question.b
        raise UnreadableAction(f'vote: expected "{a}" or "{b}", got {shown(answer)}')
    return Ballot(
        vote=vote,
        belief=read_percent(data.get("belief"), EVEN),
        reason=_text(data, "reason") or "",
        notes=_text(data, "notes"),
    )


def read_side(question: Question, value: object, *, numbered: bool = False) -> Side | None:
    """Return the answer that a value names by its letter or word, or ``numbered`` by 1 and 2."""
    names: Mapping[str, Side] = {
        "a": Side.A,
        question.a.lower(): Side.A,
        "b": Side.B,
        question.b.lower(): Side.B,
        **({"1": Side.A, "2": Side.B} if numbered else {}),
    }
    if isinstance(value, str):
        return names.get(value.strip().lower())
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if numbered and is_number:
        return Side.A if value == 1 else Side.B if value == 2 else None
    return None


def read_percent(value: object, default: int) -> int:
    """Return an integer in 0..100 from a number or a numeric text, else the default."""
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        value = float(value)
    if not isinstance(value, int | float) or isinstance(value, bool):
        return default
    return round(min(100, max(0, value)))


def _implied(claim: Side | None, confidence: int) -> int:
    if claim is None:
        return EVEN
    return confidence if claim is Side.A else 100 - confidence


def _text(data: Mapping[str, Any], name: str) -> str | None:
    value = data.get(name)
    return value if isinstance(value, str) else None
