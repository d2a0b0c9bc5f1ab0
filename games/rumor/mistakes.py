"""How well a seat decided, once the masks are off: what a judge by mistakes reads.

An honest seat is measured by its mean Brier score over the beliefs that it stated, in talk and on
its ballot; what was voted for it as the time ran out is none of its own. A saboteur is measured by
the share of its honest neighbours that voted right, or, when it has none, by the honest accuracy.
"""

from __future__ import annotations

from statistics import fmean

from games.base import Seat
from games.rumor.scenario import Side
from games.rumor.state import State


def mistake_rate(state: State, seat: Seat) -> float:
    """Return a seat's rate in 0..1 for a tallied episode; 0 when it stated no belief."""
    assert state.tally is not None
    assert state.scenario is not None
    local_wrong = state.tally.local_wrong[seat]
    if local_wrong is not None:
        return 1 - local_wrong
    beliefs = [said.belief for talk in state.rounds for said in talk if said.seat == seat]
    beliefs += [vote.belief for vote in state.ballots if vote.seat == seat and not vote.forced]
    truth = 1.0 if state.scenario.truth is Side.A else 0.0
    return fmean((belief / 100 - truth) ** 2 for belief in beliefs) if beliefs else 0.0
