"""What the messages did: shown after the end, never scored.

At a table of baselines the counterfactual is exact: the same table again with one seat muted (it
still votes), and the change in accuracy of the honest seats that are its neighbours and of those
that are not. A model cannot be asked again, so its tables show a stand-in that is only observed:
how the belief of each listener moved from the round of a message to the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean

from games.base import FIRST_REPLY, Baseline, Json, Seat
from games.chance import stream
from games.rumor.config import Config
from games.rumor.events import Event, Started
from games.rumor.rules import ALL_SEATS, act, apply, begin, next_event, pending
from games.rumor.scenario import Role
from games.rumor.state import Action, Phase, State, Talk
from games.rumor.view import View, view

MUTED = Talk(claim=None, confidence=50, belief=50)

type Player = Baseline[View, Action]


def aftermath(config: Config, events: Sequence[Event], players: Sequence[Player | None]) -> Json:
    """Return the counterfactuals of a table of baselines, or what was observed of another."""
    state = begin(config)
    for event in events:
        state = apply(state, event)
    scripted = [player for player in players if player is not None]
    # A clock that ran out would have to run out again at the same point: that is only observed.
    if len(scripted) == len(players) and not state.is_forced and isinstance(events[0], Started):
        return {
            "kind": "counterfactual",
            "seats": [_counterfactual(config, events[0], state, scripted, s) for s in ALL_SEATS],
        }
    return {"kind": "observed", "messages": list(_observed(state))}


# the counterfactual


def replay(
    config: Config, start: Started, players: Sequence[Player], muted: Seat | None = None
) -> State:
    """Play a set table to its end, with ``muted`` sending nothing."""
    state = apply(begin(config), start)
    while state.phase is not Phase.OVER:
        event = next_event(state, "")
        if event is not None:
            state = apply(state, event)
            continue
        asked = state
        for seat in pending(asked):
            action = players[seat].decide(view(asked, seat), stream("", "ties", seat))
            if seat == muted and isinstance(action, Talk):
                action = MUTED
            state = apply(state, act(asked, seat, action, FIRST_REPLY))
    return state


def _counterfactual(
    config: Config, start: Started, state: State, players: Sequence[Player], muted: Seat
) -> Json:
    silent, facts = replay(config, start, players, muted), state.facts
    linked = facts.neighbours[muted]
    others = [seat for seat in facts.seats(Role.HONEST) if seat != muted]
    return {
        "seat": muted,
        "neighbours": _change(state, silent, [seat for seat in others if seat in linked]),
        "others": _change(state, silent, [seat for seat in others if seat not in linked]),
    }


def _change(state: State, silent: State, seats: Sequence[Seat]) -> Json | None:
    """Return the accuracy of honest seats as it was and with the seat muted; None for no seats."""
    if not seats:
        return None
    spoken, muted = (
        fmean(one.votes[seat] is one.facts.truth for seat in seats) for one in (state, silent)
    )
    return {"n": len(seats), "spoken": spoken, "muted": muted, "change": spoken - muted}


# the observed stand-in


def _observed(state: State) -> Iterator[Json]:
    """Yield every message that was sent, with the beliefs of those who read it.

    ``toward`` is the mean move in points toward what the message claimed; None without a claim, and
    without a listener who stated a belief afterwards.
    """
    beliefs = [[said.belief for said in spoken] for spoken in state.closed_rounds]
    ballot = [vote.belief for vote in state.ballots if not vote.forced]
    after = [*beliefs[1:], ballot]
    for spoken, before, then in zip(state.closed_rounds, beliefs, after, strict=True):
        for said in spoken:
            if said.claim is None and not said.message:
                continue
            moves = [
                {"seat": one, "before": before[one], "after": then[one]}
                for one in state.facts.neighbours[said.seat]
                if one < len(then)
            ]
            sign = None if said.claim is None else 1 if said.claim.value == "a" else -1
            yield {
                "round": said.round,
                "seat": said.seat,
                "listeners": moves,
                "toward": None
                if sign is None or not moves
                else sign * fmean(one["after"] - one["before"] for one in moves),
            }
