"""One seat's episode of Rumor, measured once the masks are off."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean

from calibration.features.clip import Cut, Feature, Values
from games.rumor.config import Config
from games.rumor.events import Event, Said, Started, Tallied, Voted
from games.rumor.scenario import Side, neighbours

FEATURES = (
    Feature(
        key="claims_clue",
        label="telling its own clue",
        meaning="Share of the seat's claims that agree with its clue, in 0..1.",
    ),
    Feature(
        key="changes",
        label="changing its claim",
        meaning="Times that the claim turned from one answer to the other.",
    ),
    Feature(
        key="silences", label="making no claim", meaning="Talk rounds in which it claimed nothing."
    ),
    Feature(
        key="sources",
        label="naming sources",
        meaning="Mean number of other seats named in a message.",
    ),
    Feature(
        key="confidence",
        label="confidence",
        meaning="Mean confidence stated in the talk rounds, in 0..1.",
    ),
    Feature(
        key="belief_brier",
        label="beliefs far from the truth",
        meaning="Mean Brier score of its private beliefs, the ballot's included: 0.25 is a coin.",
    ),
    Feature(
        key="neighbours_right",
        label="neighbours voting right",
        meaning="Share of its neighbours that voted the truth, in 0..1.",
    ),
    Feature(
        key="vote_right", label="voting right", meaning="1 when its own vote was the truth, else 0."
    ),
    Feature(
        key="message_length", label="long messages", meaning="Mean characters of its messages."
    ),
)


def cut(config: Config, events: Sequence[Event]) -> list[Cut]:
    """Return a clip for each seat of a tallied episode, grouped by role."""
    started = next((event for event in events if isinstance(event, Started)), None)
    tally = next((event for event in events if isinstance(event, Tallied)), None)
    if started is None or tally is None:
        return []
    linked = neighbours(started.scenario.edges)
    return [
        Cut(
            seat=seat,
            part=0,
            group=role.value,
            first_seq=1,
            last_seq=len(events),
            values=_values(started, events, tally, linked[seat], seat),
        )
        for seat, role in enumerate(tally.roles)
    ]


def _values(
    started: Started,
    events: Sequence[Event],
    tally: Tallied,
    beside: Sequence[int] | frozenset[int],
    seat: int,
) -> Values:
    said = [event for event in events if isinstance(event, Said) and event.seat == seat]
    voted = [
        event
        for event in events
        if isinstance(event, Voted) and event.seat == seat and not event.forced
    ]
    claims = [event.claim for event in said if event.claim is not None]
    others = [alias for slot, alias in enumerate(started.aliases) if slot != seat]
    beliefs = [one.belief for one in said] + [one.belief for one in voted]
    truth = 1.0 if tally.truth is Side.A else 0.0
    return {
        "claims_clue": _mean([float(claim is tally.clues[seat]) for claim in claims]),
        "changes": float(sum(one is not other for one, other in pairwise(claims))),
        "silences": float(len(said) - len(claims)),
        "sources": _mean([float(named(event.message, others)) for event in said]),
        "confidence": _mean([event.confidence / 100 for event in said]),
        "belief_brier": _mean([(belief / 100 - truth) ** 2 for belief in beliefs]),
        "neighbours_right": _mean([float(tally.votes[one] is tally.truth) for one in beside]),
        "vote_right": float(tally.votes[seat] is tally.truth) if voted else None,
        "message_length": _mean([float(len(event.message)) for event in said]),
    }


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None


def named(message: str, aliases: Sequence[str]) -> int:
    """Return how many of the aliases a message names, each once.

    >>> named("Gizmo says so, and gizmo heard Bolt.", ["Gizmo", "Bolt", "Cog"])
    2
    """
    return sum(
        re.search(rf"\b{re.escape(alias)}\b", message, re.IGNORECASE) is not None
        for alias in aliases
    )
