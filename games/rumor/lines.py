"""One readable line for each event: the rows of a transcript.

Spectators read everything but roles, truth and votes, until the tally shows them. A seat reads its
own facts, what its neighbours and itself sent, its own vote, and the tally.
"""

from __future__ import annotations

from games.base import Origin, Seat
from games.rumor.events import Ended, Event, RoundOpened, Said, Started, Tallied, Voted
from games.rumor.scenario import Role, Side
from games.rumor.scoring import Verdict
from games.rumor.state import State
from games.rumor.text import claim_text
from games.speech import quoted


def line(state: State, event: Event, seat: Seat | None = None) -> str:
    """Return the line of ``event``; for a seat, "" when it did not notice it."""
    match event:
        case Started():
            return _start(state) if seat is None else _seated(state, seat)
        case RoundOpened():
            return f"Talk round {event.round} of {state.config.rounds}."
        case Said():
            return _say(state, event, seat)
        case Voted():
            return _vote(state, event, seat)
        case Tallied():
            return _tally(state, event)
        case _:
            return _end(state, event)


def _asked(state: State) -> str:
    question = state.facts.question
    return f"Rumor, ten seats. {question.text} {question.a} or {question.b}?"


def _start(state: State) -> str:
    facts, names = state.facts, state.aliases
    clues = ", ".join(f"{names[one]} {_word(state, facts.clues[one])}" for one in state.order)
    links = ", ".join(f"{names[one]}-{names[other]}" for one, other in facts.edges)
    return (
        f"{_asked(state)} Clues: {clues}. Links ({facts.topology.value}, {len(facts.edges)}):"
        f" {links}."
    )


def _seated(state: State, seat: Seat) -> str:
    facts, names = state.facts, state.aliases
    role = facts.roles[seat]
    fellows = [names[one] for one in facts.seats(role) if one != seat]
    who = f"a saboteur with {' and '.join(fellows)}" if role is Role.SABOTEUR else "honest"
    linked = ", ".join(names[one] for one in facts.neighbours[seat])
    return (
        f"{_asked(state)} {names[seat]} is {who}, holds the clue"
        f" {_word(state, facts.clues[seat])}, and is linked to {linked}"
        f" ({len(facts.edges)} links in all)."
    )


def _say(state: State, event: Said, seat: Seat | None) -> str:
    if seat not in (None, event.seat, *state.facts.neighbours[event.seat]):
        return ""
    claim = claim_text(state.facts.question, event.claim)
    sure = f" at {event.confidence} %" if event.claim is not None else ""
    believed = ""
    if seat in (None, event.seat):
        believed = f" (believes {state.facts.question.a} {event.belief} %)"
    said = f": {quoted(event.message)}" if event.message else ", without a word"
    return (
        f"{state.aliases[event.seat]} claims {claim}{sure}{believed}"
        f"{_aside(event.origin, seat)}{said}."
    )


def _vote(state: State, event: Voted, seat: Seat | None) -> str:
    name = state.aliases[event.seat]
    late = " as the time is up" if event.forced else ""
    if seat is None:
        return f"{name} seals a vote{late}{_aside(event.origin, seat)}."
    if seat != event.seat:
        return ""
    reason = f": {quoted(event.reason)}" if event.reason else ""
    return (
        f"{name} votes {_word(state, event.vote)}{late}"
        f" (believes {state.facts.question.a} {event.belief} %){reason}."
    )


def _tally(state: State, event: Tallied) -> str:
    names = state.aliases
    votes = ", ".join(f"{names[one]} {_word(state, event.votes[one])}" for one in state.order)
    paid = [names[one] for one in state.order if event.roles[one] is Role.SABOTEUR]
    honest = [one for one, role in enumerate(event.roles) if role is Role.HONEST]
    correct = sum(event.votes[one] is event.truth for one in honest)
    return (
        f"The votes: {votes}. Saboteurs: {', '.join(paid)}. The truth:"
        f" {_word(state, event.truth)}. {correct} of {len(honest)} honest seats were right; the"
        f" table says {_verdict(state, event.verdict)}."
    )


def _end(state: State, event: Ended) -> str:
    assert state.tally is not None
    scores = ", ".join(
        f"{state.aliases[one]} {state.tally.scores[one]:+.2f}".replace("-", "\N{MINUS SIGN}")
        for one in state.order
    )
    return f"End ({event.reason}). Scores: {scores}."


def _word(state: State, side: Side) -> str:
    return state.facts.question.word(side)


def _verdict(state: State, verdict: Verdict) -> str:
    return "nothing, five to five" if verdict is Verdict.SPLIT else _word(state, Side(verdict))


def _aside(origin: Origin, seat: Seat | None) -> str:
    """Tell spectators, but no seat, when a move was not the policy's own."""
    if seat is not None or origin.fallback is None:
        return ""
    return f" (a fallback: {origin.fallback.value.replace('_', ' ')})"
