"""Scripted tables for the audit, one of whose policies may go easy on another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from games.base import Baseline, Origin, PairFact, Results, Seat
from games.chance import Stream, stream
from games.registry import get_game
from league.models import Episode, Event, Ladder, Policy
from league.softplay import Facts
from tests.support.league import a_match

GAME = get_game("liars-dice")
HONEST = GAME.baseline("bayes", {})
NEVER = GAME.baseline("bayes", {"challenge_below": 0.0, "safe": 0.0})
"""Bids on whatever stands; only the cap on bids makes it challenge."""

type Decide = Callable[[Any, Stream], Any]


@dataclass(frozen=True, slots=True)
class SparingOne:
    """Plays bayes, but never challenges the bids of one opponent."""

    friend: Seat

    def decide(self, view: Any, ties: Stream) -> Any:
        spares = view.standing is not None and view.standing.seat == self.friend
        return (NEVER if spares else HONEST).decide(view, ties)


def play_table(
    players: Sequence[Baseline[Any, Any]], seed: str, **settings: Any
) -> tuple[list[Any], Results]:
    """Play one match in memory and return its log and results."""
    config = GAME.configure(settings)
    state = GAME.begin(config)
    log: list[Any] = []
    while not GAME.is_over(state):
        event = GAME.next_event(state, seed)
        if event is None:
            (seat,) = GAME.pending(state)
            ties = stream(seed, "ties", len(log) + 1, seat)
            action = players[seat].decide(GAME.view(state, seat), ties)
            event = GAME.act(state, seat, action, Origin(scripted=True))
        state = GAME.apply(state, event)
        log.append(event)
    return log, GAME.results(state)


def facts_of(tables: Sequence[Sequence[PairFact]]) -> Facts:
    """Return the facts of matches in which seat k is policy k."""
    rows = [(match, fact) for match, pairs in enumerate(tables) for fact in pairs]

    def column(read: Callable[[PairFact], float], kind: type) -> Any:
        return np.array([read(fact) for _, fact in rows], dtype=kind)

    return Facts(
        episode=np.array([match for match, _ in rows], dtype=np.int64),
        policy=column(lambda fact: fact.seat, np.int64),
        other=column(lambda fact: fact.other, np.int64),
        faced=column(lambda fact: fact.faced, np.int64),
        challenged=column(lambda fact: fact.challenged, np.int64),
        forgone=column(lambda fact: fact.forgone, np.float64),
        net=column(lambda fact: fact.net, np.int64),
    )


def store_table(
    ladder: Ladder, policies: Sequence[Policy], log: list[Any], results: Results
) -> Episode:
    """Store a played match as the runner does: its log, seats and pair facts."""
    pairs = {
        (int(fact.seat), int(fact.other)): (fact.faced, fact.challenged, fact.forgone, fact.net)
        for fact in results.pairs
    }
    episode = a_match(ladder, policies, scores=results.scores, pairs=pairs)
    Event.objects.bulk_create(
        Event(episode=episode, seq=seq, kind=data["kind"], data=data)
        for seq, data in enumerate(map(GAME.encode, log), start=1)
    )
    return episode
