"""The rules of Rumor.

Theory of operation. The start fixes the scenario: a question with two answers, which of them is
true, two or three saboteurs, a graph, and a clue for each of the ten seats. Then come ``rounds``
talk rounds. In each, all ten seats speak at the same time: a claim, a confidence and a message to
their neighbours, a belief for nobody. What is sent in round r is read in round r + 1. After the
last round all ten vote at the same time, sealed; then the votes, the roles and the truth are shown
(``Tallied``) and the episode ends ``complete``. When the time is up, at whatever point before the
tally, gossip votes at once for each seat that has not voted, and the episode ends ``deadline``.

The decisions of one batch enter the log in slot order. The table at the foot of the page says which
event may come in which phase; everything else is refused. What nobody decides (``next_event``) is a
function of the seed and of the log before it, so a log can be checked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any

from games.aliases import ALIASES
from games.base import Origin, Seat
from games.chance import stream
from games.errors import IllegalAction, ReplayMismatch
from games.rumor.baselines import GOSSIP
from games.rumor.config import Config
from games.rumor.events import Ended, Event, RoundOpened, Said, Started, Tallied, Voted
from games.rumor.limits import MESSAGE_LIMIT, NOTES_LIMIT, REASON_LIMIT
from games.rumor.scenario import SABOTEURS, SEATS, TRUE_CLUES, Role, draw, is_connected
from games.rumor.scoring import Tally, tally
from games.rumor.state import Action, Ballot, Phase, State, Talk
from games.rumor.view import view
from games.speech import clean_line, clean_notes

COMPLETE = "complete"
DEADLINE = "deadline"
PERCENT = range(101)
ALL_SEATS = tuple(Seat(seat) for seat in range(SEATS))


class Rule(StrEnum):
    """The rules that an action can break."""

    OVER = "over"
    TURN = "turn"
    TALK = "talk"
    BALLOT = "ballot"
    CONFIDENCE = "confidence"
    BELIEF = "belief"


# what nobody decides


def aliases(seed: str) -> tuple[str, ...]:
    """Return each slot's alias: all ten, in an order that tells nothing."""
    return tuple(stream(seed, "aliases").shuffled(ALIASES))


def order(seed: str) -> tuple[Seat, ...]:
    """Return the slots by table position."""
    return tuple(stream(seed, "order").shuffled(ALL_SEATS))


def next_event(state: State, seed: str, *, deadline: bool = False) -> Event | None:
    """Return the event that nobody decides, or None when seats must act or all is over."""
    match state.phase:
        case Phase.NEW:
            config = state.config
            return Started(
                config=config,
                aliases=aliases(seed),
                order=order(seed),
                scenario=draw(seed, topology=config.topology, saboteurs=config.saboteurs),
            )
        case Phase.WAITING | Phase.TALKING:
            if deadline:
                return forced_vote(state)
            return None if state.is_round_open else RoundOpened(round=len(state.rounds) + 1)
        case Phase.VOTING:
            if len(state.ballots) == SEATS:
                return opened(state)
            return forced_vote(state) if deadline or state.is_forced else None
        case Phase.TALLIED:
            return Ended(reason=DEADLINE if state.is_forced else COMPLETE)
        case _:
            return None


def forced_vote(state: State) -> Voted:
    """Return gossip's vote for the first seat that has not voted."""
    seat = Seat(len(state.ballots))
    ballot = GOSSIP.vote(view(state, seat))
    return Voted(
        seat=seat, vote=ballot.vote, belief=ballot.belief, reason=ballot.reason, forced=True
    )


def opened(state: State) -> Tallied:
    """Return the tally of a full ballot."""
    facts, result = state.facts, counted(state)
    return Tallied(
        votes=state.votes,
        beliefs=tuple(ballot.belief for ballot in state.ballots),
        reasons=tuple(ballot.reason for ballot in state.ballots),
        roles=facts.roles,
        clues=facts.clues,
        truth=facts.truth,
        accuracy=result.accuracy,
        verdict=result.verdict,
    )


def counted(state: State) -> Tally:
    """Return what the votes of a full ballot came to."""
    facts = state.facts
    return tally(state.votes, facts.roles, facts.edges, facts.truth)


# what seats may do


def pending(state: State) -> tuple[Seat, ...]:
    """Return the seats that must speak in the open round, or vote."""
    if state.is_round_open:
        return ALL_SEATS[len(state.rounds[-1]) :]
    if state.phase is Phase.VOTING and not state.is_forced:
        return ALL_SEATS[len(state.ballots) :]
    return ()


def act(state: State, seat: Seat, action: Action, origin: Origin) -> Said | Voted:
    """Turn an action into its event. Raises IllegalAction naming the rule it breaks."""
    if state.phase is Phase.OVER:
        raise IllegalAction(Rule.OVER, "expected no action: the episode is over")
    if seat not in pending(state):
        raise IllegalAction(Rule.TURN, "expected no action: this seat is not asked now")
    _check_percent(Rule.BELIEF, action.belief)
    notes = None if action.notes is None else clean_notes(action.notes, NOTES_LIMIT)
    if state.phase is Phase.VOTING:
        if not isinstance(action, Ballot):
            raise IllegalAction(Rule.BALLOT, "expected a vote: the talk is over")
        return Voted(
            seat=seat,
            vote=action.vote,
            belief=action.belief,
            reason=_line(action.reason, REASON_LIMIT),
            notes=notes,
            origin=origin,
        )
    if not isinstance(action, Talk):
        raise IllegalAction(Rule.TALK, "expected talk: the ballot is not open yet")
    _check_percent(Rule.CONFIDENCE, action.confidence)
    return Said(
        round=len(state.rounds),
        seat=seat,
        claim=action.claim,
        confidence=action.confidence,
        belief=action.belief,
        message=_line(action.message, MESSAGE_LIMIT),
        notes=notes,
        origin=origin,
    )


def _check_percent(rule: Rule, value: int) -> None:
    if value not in PERCENT:
        raise IllegalAction(rule, f"{rule.value}: expected an integer in 0..100, got {value!r}")


def _line(text: str, limit: int) -> str:
    return clean_line(text, limit) or ""


# the fold


def begin(config: Config) -> State:
    """Return the state before the first event."""
    return State(config=config, phase=Phase.NEW)


def apply(state: State, event: Event) -> State:
    """Fold one event in. Raises ReplayMismatch when it may not come here or is not so."""
    transition = TRANSITIONS.get((state.phase, type(event)))
    if transition is None:
        allowed = [kind.__name__ for phase, kind in TRANSITIONS if phase is state.phase]
        raise ReplayMismatch(
            f"expected {' or '.join(allowed) or 'no event'} while {state.phase.value},"
            f" got {type(event).__name__}"
        )
    return transition(state, event)


def _expect(name: str, expected: object, got: object) -> None:
    if expected != got:
        raise ReplayMismatch(f"{name}: expected {expected!r}, got {got!r}")


def _start(state: State, event: Started) -> State:
    config, facts = state.config, event.scenario
    _expect("config", config, event.config)
    _expect("order", list(ALL_SEATS), sorted(event.order))
    _expect("aliases", sorted(ALIASES), sorted(event.aliases))
    _expect("seats with a role", SEATS, len(facts.roles))
    _expect("seats with a clue", SEATS, len(facts.clues))
    if facts.topology is not (config.topology or facts.topology):
        _expect("topology", config.topology, facts.topology)
    paid = facts.roles.count(Role.SABOTEUR)
    if paid not in (SABOTEURS if config.saboteurs is None else (config.saboteurs,)):
        raise ReplayMismatch(f"roles: expected the configured saboteurs, got {paid}")
    if facts.clues.count(facts.truth) not in TRUE_CLUES:
        raise ReplayMismatch(f"clues: expected {TRUE_CLUES!r} true ones, got {facts.clues!r}")
    if not all(0 <= one < other < SEATS for one, other in facts.edges):
        raise ReplayMismatch(f"edges: expected pairs of slots, got {facts.edges!r}")
    _expect("edges", tuple(sorted(set(facts.edges))), facts.edges)
    if not is_connected(facts.edges):
        raise ReplayMismatch("edges: expected a connected graph, got one in parts")
    return replace(
        state, phase=Phase.WAITING, aliases=event.aliases, order=event.order, scenario=facts
    )


def _round(state: State, event: RoundOpened) -> State:
    if state.is_round_open:
        raise ReplayMismatch("expected the open round to go on, got another round")
    _expect("round", len(state.rounds) + 1, event.round)
    return replace(state, phase=Phase.TALKING, rounds=(*state.rounds, ()))


def _say(state: State, event: Said) -> State:
    if not state.is_round_open:
        raise ReplayMismatch("expected the next round, got one more say in this one")
    *closed, spoken = state.rounds
    _expect("round", len(state.rounds), event.round)
    _expect("seat", len(spoken), event.seat)
    _check_stored("belief", event.belief)
    _check_stored("confidence", event.confidence)
    _expect("message", _line(event.message, MESSAGE_LIMIT), event.message)
    said = (*spoken, event)
    is_last = len(closed) + 1 == state.config.rounds and len(said) == SEATS
    return replace(
        state,
        phase=Phase.VOTING if is_last else Phase.TALKING,
        rounds=(*closed, said),
        notes=_noted(state, event),
    )


def _vote(state: State, event: Voted) -> State:
    if len(state.ballots) == SEATS:
        raise ReplayMismatch("expected the tally, got one more vote")
    _expect("seat", len(state.ballots), event.seat)
    if event.forced:
        _expect("a forced vote", forced_vote(state), event)
    elif state.phase is not Phase.VOTING or state.is_forced:
        raise ReplayMismatch("expected a forced vote or none, got one that a seat made")
    _check_stored("belief", event.belief)
    _expect("reason", _line(event.reason, REASON_LIMIT), event.reason)
    return replace(
        state,
        phase=Phase.VOTING,
        ballots=(*state.ballots, event),
        is_forced=event.forced,
        notes=_noted(state, event),
    )


def _tally(state: State, event: Tallied) -> State:
    _expect("votes before the tally", SEATS, len(state.ballots))
    _expect("tally", opened(state), event)
    return replace(state, phase=Phase.TALLIED, tally=counted(state))


def _end(state: State, event: Ended) -> State:
    _expect("reason", DEADLINE if state.is_forced else COMPLETE, event.reason)
    return replace(state, phase=Phase.OVER, reason=event.reason)


def _check_stored(name: str, value: int) -> None:
    if value not in PERCENT:
        raise ReplayMismatch(f"{name}: expected 0..100, got {value!r}")


def _noted(state: State, event: Said | Voted) -> tuple[str, ...]:
    """Check what was noted, and return every seat's notes from now on."""
    if event.notes is None:
        return state.notes
    _expect("notes", clean_notes(event.notes, NOTES_LIMIT), event.notes)
    return (*state.notes[: event.seat], event.notes, *state.notes[event.seat + 1 :])


TRANSITIONS: Mapping[tuple[Phase, type[Any]], Callable[[State, Any], State]] = {
    (Phase.NEW, Started): _start,
    (Phase.WAITING, RoundOpened): _round,
    (Phase.WAITING, Voted): _vote,
    (Phase.TALKING, Said): _say,
    (Phase.TALKING, RoundOpened): _round,
    (Phase.TALKING, Voted): _vote,
    (Phase.VOTING, Voted): _vote,
    (Phase.VOTING, Tallied): _tally,
    (Phase.TALLIED, Ended): _end,
}
