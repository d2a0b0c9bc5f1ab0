"""What spectators are sent. Roles, truth and votes stand in no frame or export before the tally."""

from __future__ import annotations

from collections.abc import Sequence

from games.base import Audience, Json
from games.rumor.events import Event, Said, Started, Voted, encode, question_json
from games.rumor.rules import pending
from games.rumor.scenario import SEATS
from games.rumor.state import State
from games.shapes import origin_json

SEALED_IN_A_VOTE = ("vote", "belief", "reason")
SHOWN_ROUNDS = 2
"""So many of the last rounds' messages are in a frame."""


def export(event: Event, audience: Audience) -> Json:
    """Return the event as JSON: nothing sealed, and notes only where the audience may read them."""
    data = encode(event)
    if isinstance(event, Started):
        del data["sealed"]
    if isinstance(event, Voted):
        for name in SEALED_IN_A_VOTE:
            del data[name]
    if isinstance(event, Said | Voted) and event.seat not in audience.notes_of:
        del data["notes"]
    return data


def frame(state: State, event: Event, audience: Audience) -> Json:
    """Return {"kind", "event", "table"}; docs/architecture.md has the shape."""
    data = export(event, audience)
    return {"kind": data.pop("kind"), "event": data, "table": table(state)}


def table(state: State) -> Json:
    """Return the whole table as spectators see it: complete in itself and of bounded size."""
    facts = state.facts
    first_shown = max(0, len(state.rounds) - SHOWN_ROUNDS)
    return {
        "phase": state.phase.value,
        "question": question_json(facts.question),
        "topology": facts.topology.value,
        "edges": [list(edge) for edge in facts.edges],
        "clues": [clue.value for clue in facts.clues],
        "round": state.round,
        "rounds": state.config.rounds,
        "beliefs": [_by_slot([said.belief for said in spoken]) for spoken in state.rounds],
        "claims": [_by_slot([_claim(said) for said in spoken]) for spoken in state.rounds],
        "says": [
            _by_slot([_say(said) for said in spoken]) for spoken in state.rounds[first_shown:]
        ],
        "says_from": first_shown + 1,
        "to_act": list(pending(state)),
        "sealed": [seat < len(state.ballots) for seat in range(SEATS)],
        "tally": _tally(state),
    }


def _by_slot[T](said: Sequence[T]) -> list[T | None]:
    return [*said, *(None for _ in range(SEATS - len(said)))]


def _claim(said: Said) -> str | None:
    return None if said.claim is None else said.claim.value


def _say(said: Said) -> Json:
    return {
        "claim": _claim(said),
        "confidence": said.confidence,
        "message": said.message,
        **origin_json(said.origin),
    }


def _tally(state: State) -> Json | None:
    result, facts = state.tally, state.facts
    if result is None:
        return None
    return {
        "votes": [vote.value for vote in state.votes],
        "ballot_beliefs": [ballot.belief for ballot in state.ballots],
        "reasons": [ballot.reason for ballot in state.ballots],
        "roles": [role.value for role in facts.roles],
        "truth": facts.truth.value,
        "accuracy": result.accuracy,
        "correct": result.correct,
        "honest": result.honest,
        "verdict": result.verdict.value,
        "scores": list(result.scores),
        "local_wrong": list(result.local_wrong),
    }
