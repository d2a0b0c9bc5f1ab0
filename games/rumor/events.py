"""The six events of an episode, and their JSON.

What nobody may see before the tally stands apart in the stored start, under ``sealed``, and is in
no export of it. Whether an event may happen is not decided here but in ``rules.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games import shapes
from games.base import FIRST_REPLY, Json, Origin, Seat
from games.errors import BadSetting, ReplayMismatch
from games.rumor.config import Config, configure, settings
from games.rumor.scenario import QUESTIONS, Question, Role, Scenario, Side, Topology
from games.rumor.scoring import Verdict
from games.shapes import ORIGIN, Reader, Shape, flag, integer, list_of, number, one_of, or_null


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """The table is set: the scenario, and who sits where under which alias."""

    config: Config
    aliases: tuple[str, ...]
    order: tuple[Seat, ...]
    scenario: Scenario


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundOpened:
    """A talk round begins; what was sent in the one before has arrived."""

    round: int
    """1-based."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A seat's part of a talk round. Claim, confidence and message go to its neighbours."""

    round: int
    seat: Seat
    claim: Side | None
    confidence: int
    """In percent."""
    belief: int
    """The seat's own chance of answer A, in percent."""
    message: str
    notes: str | None = None
    origin: Origin = FIRST_REPLY


@dataclass(frozen=True, slots=True, kw_only=True)
class Voted:
    """A sealed vote."""

    seat: Seat
    vote: Side
    belief: int
    reason: str
    forced: bool = False
    """The time was up and gossip voted; nobody chose it."""
    notes: str | None = None
    origin: Origin = FIRST_REPLY


@dataclass(frozen=True, slots=True, kw_only=True)
class Tallied:
    """The ballot is opened and the masks come off. Sequences are by slot."""

    votes: tuple[Side, ...]
    beliefs: tuple[int, ...]
    """As stated at the ballot."""
    reasons: tuple[str, ...]
    roles: tuple[Role, ...]
    clues: tuple[Side, ...]
    truth: Side
    accuracy: float
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """The episode is settled."""

    reason: str


type Event = Started | RoundOpened | Said | Voted | Tallied | Ended


def encode(event: Event) -> Json:
    """Return an event as JSON, with its ``kind``."""
    match event:
        case Started(scenario=scenario):
            return {
                "kind": "start",
                "config": settings(event.config),
                "aliases": list(event.aliases),
                "order": list(event.order),
                "question": question_json(scenario.question),
                "topology": scenario.topology.value,
                "edges": [list(edge) for edge in scenario.edges],
                "clues": [clue.value for clue in scenario.clues],
                "sealed": {
                    "truth": scenario.truth.value,
                    "roles": [role.value for role in scenario.roles],
                },
            }
        case RoundOpened():
            return {"kind": "round", "round": event.round}
        case Said():
            return {
                "kind": "say",
                "round": event.round,
                "seat": event.seat,
                "claim": None if event.claim is None else event.claim.value,
                "confidence": event.confidence,
                "belief": event.belief,
                "message": event.message,
                "notes": event.notes,
                **shapes.origin_json(event.origin),
            }
        case Voted():
            return {
                "kind": "vote",
                "seat": event.seat,
                "vote": event.vote.value,
                "belief": event.belief,
                "reason": event.reason,
                "forced": event.forced,
                "notes": event.notes,
                **shapes.origin_json(event.origin),
            }
        case Tallied():
            return {
                "kind": "tally",
                "votes": [vote.value for vote in event.votes],
                "beliefs": list(event.beliefs),
                "reasons": list(event.reasons),
                "roles": [role.value for role in event.roles],
                "clues": [clue.value for clue in event.clues],
                "truth": event.truth.value,
                "accuracy": event.accuracy,
                "verdict": event.verdict.value,
            }
        case _:
            return {"kind": "end", "reason": event.reason}


def question_json(question: Question) -> Json:
    return {"text": question.text, "a": question.a, "b": question.b}


def decode(data: Mapping[str, Any]) -> Event:
    """Read an event back. Raises ReplayMismatch naming the field that is not as it must be."""
    return shapes.decode(SHAPES, data)


def _config(name: str, value: Any) -> Config:
    if not isinstance(value, Mapping):
        shapes.refuse(name, "an object", value)
    try:
        config = configure(value)
    except BadSetting as error:
        raise ReplayMismatch(f"{name}.{error}") from None
    if settings(config) != dict(value):
        shapes.refuse(name, "every setting", value)
    return config


def _question(name: str, value: Any) -> Question:
    for question in QUESTIONS:
        if value == question_json(question):
            return question
    return shapes.refuse(name, "one of the eight questions", value)


def _edge(name: str, value: Any) -> tuple[Any, ...]:
    pair: tuple[Any, ...] = list_of(integer)(name, value)
    if len(pair) != 2:
        shapes.refuse(name, "pairs of seats", value)
    return pair


def _sealed(name: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, Mapping) or set(value) != set(_SEALED):
        shapes.refuse(name, "the truth and the roles", value)
    return {key: read(f"{name}.{key}", value[key]) for key, read in _SEALED.items()}


def _started(values: dict[str, Any]) -> Started:
    sealed = values.pop("sealed")
    facts = {name: values.pop(name) for name in ("question", "topology", "edges", "clues")}
    return Started(**values, scenario=Scenario(**facts, **sealed))


_side = one_of(Side, "a or b")
_roles = list_of(one_of(Role, "honest or saboteur"))
_SEALED: Mapping[str, Reader] = {"truth": _side, "roles": _roles}
_TEXT = shapes.text

SHAPES: Mapping[str, Shape[Event]] = {
    "start": Shape(
        {
            "config": _config,
            "aliases": list_of(_TEXT),
            "order": list_of(integer),
            "question": _question,
            "topology": one_of(Topology, "a topology"),
            "edges": list_of(_edge),
            "clues": list_of(_side),
            "sealed": _sealed,
        },
        _started,
    ),
    "round": Shape({"round": integer}, lambda values: RoundOpened(**values)),
    "say": Shape(
        {
            "round": integer,
            "seat": integer,
            "claim": or_null(_side),
            "confidence": integer,
            "belief": integer,
            "message": _TEXT,
            "notes": or_null(_TEXT),
            **ORIGIN,
        },
        lambda values: Said(**shapes.with_origin(values)),
    ),
    "vote": Shape(
        {
            "seat": integer,
            "vote": _side,
            "belief": integer,
            "reason": _TEXT,
            "forced": flag,
            "notes": or_null(_TEXT),
            **ORIGIN,
        },
        lambda values: Voted(**shapes.with_origin(values)),
    ),
    "tally": Shape(
        {
            "votes": list_of(_side),
            "beliefs": list_of(integer),
            "reasons": list_of(_TEXT),
            "roles": _roles,
            "clues": list_of(_side),
            "truth": _side,
            "accuracy": number,
            "verdict": one_of(Verdict, "a, b or split"),
        },
        lambda values: Tallied(**values),
    ),
    "end": Shape({"reason": _TEXT}, lambda values: Ended(**values)),
}
