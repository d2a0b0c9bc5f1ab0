"""Many episodes between baselines, in memory, and what they come to.

Estimates carry their n and a 95 % interval in which one episode is one observation, because the
seats and deals of one episode are not independent of each other. A ratio's interval is that of
the ratio of two sums over episodes (Cochran, Sampling Techniques, 3rd ed., 6.3).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from games.base import FIRST_REPLY, AnyGame, Baseline, Json, Results
from games.chance import stream
from games.errors import BadSetting

Z = 1.959963984540054
"""The normal quantile of a two-sided 95 % interval."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fielded:
    """A baseline with its parameters, as it was asked for."""

    label: str
    """Such as ``bayes`` or ``bayes(0.10,0.30)``."""
    baseline: Baseline[Any, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One simulated episode."""

    results: Results
    decisions: int


# who sits


def parse_seats(game: AnyGame, text: str) -> tuple[Fielded, ...]:
    """Read seats such as ``bayes,bayes(0.10,0.30),pressure(pad=2)`` or ``gossip*8,herd*2``.

    Parameters stand in the baseline's order or by name, ``*n`` seats it n times. Raises BadSetting
    for what is not one.
    """
    seats: list[Fielded] = []
    for spec in re.split(r",(?![^(]*\))", text):
        name, star, times = spec.partition("*")
        if star and not re.fullmatch(r"\s*[1-9][0-9]?\s*", times, re.ASCII):
            raise BadSetting("seats", spec.strip(), "a baseline, or one as in gossip*10")
        seats += [_parse_seat(game, name.strip())] * (int(times) if star else 1)
    return tuple(seats)


def _parse_seat(game: AnyGame, spec: str) -> Fielded:
    match = re.fullmatch(r"([\w-]+)(?:\(([^()]*)\))?", spec)
    known = f"one of {', '.join(game.baselines)}, with parameters in parentheses if any"
    if match is None or match[1] not in game.baselines:
        raise BadSetting("seats", spec, known)
    names = [parameter.key for parameter in game.baselines[match[1]].parameters]
    given = [part.strip() for part in (match[2] or "").split(",") if part.strip()]
    if len(given) > len(names):
        raise BadSetting("seats", spec, f"at most {len(names)} parameters: {', '.join(names)}")
    parameters: dict[str, float] = {}
    for place, part in enumerate(given):
        name, _, number = part.rpartition("=")
        key = name.strip() or names[place]
        if key in parameters:
            raise BadSetting("seats", spec, f"{key} once")
        try:
            parameters[key] = float(number)
        except ValueError:
            raise BadSetting(key, number.strip(), "a number") from None
    return Fielded(label=spec, baseline=game.baseline(match[1], parameters))


# play


def play_scripted(
    game: AnyGame, config: Any, seed: str, seats: Sequence[Baseline[Any, Any]]
) -> Played:
    """Play one episode between baselines, by slot, to its end."""
    state = game.begin(config)
    seq = decisions = 0
    while True:
        event = game.next_event(state, seed)
        if event is not None:
            state = game.apply(state, event)
            seq += 1
            continue
        pending = game.pending(state)
        if not pending:
            return Played(results=game.results(state), decisions=decisions)
        made = [
            game.act(
                state,
                seat,
                seats[seat].decide(game.view(state, seat), stream(seed, "ties", seq + 1, seat)),
                FIRST_REPLY,
            )
            for seat in pending
        ]
        for event in made:
            state = game.apply(state, event)
        seq += len(made)
        decisions += len(made)


def simulate(
    game: AnyGame, config: Any, seed: str, seats: Sequence[Fielded], episodes: int
) -> Iterator[Played]:
    """Play episodes one by one; episode i has the seed ``<seed>.<i>``."""
    players = [fielded.baseline for fielded in seats]
    for number in range(episodes):
        yield play_scripted(game, config, f"{seed}.{number}", players)


# sum up


def summarise(game: AnyGame, seats: Sequence[Fielded], results: Sequence[Results]) -> Json:
    """Return per baseline its mean score and ratios, and the game's own figures, as JSON."""
    labels = list(dict.fromkeys(fielded.label for fielded in seats))
    return {
        **game.figures(results),
        "baselines": {
            label: _baseline_summary(
                game, [slot for slot, one in enumerate(seats) if one.label == label], results
            )
            for label in labels
        },
    }


def _baseline_summary(game: AnyGame, slots: Sequence[int], results: Sequence[Results]) -> Json:
    scores = [sum(one.scores[slot] for slot in slots) for one in results]
    summary = _estimate("mean_score", scores, [float(len(slots))] * len(scores), len(scores))
    for column in game.columns:
        if column.kind == "ratio":
            parts, wholes = (
                [sum(one.stats[slot][key] for slot in slots) for one in results]
                for key in (column.key, column.over)
            )
            summary |= _estimate(column.rate, parts, wholes, int(sum(wholes)))
    return summary


def _estimate(name: str, parts: Sequence[float], wholes: Sequence[float], n: int) -> Json:
    """Return sum(parts) / sum(wholes) with its n and interval, both None where there is none."""
    whole, count = sum(wholes), len(parts)
    if not whole:
        return {name: None, f"{name}_n": n, f"{name}_95": None}
    ratio = sum(parts) / whole
    interval = None
    if count > 1:
        squares = sum((part - ratio * of) ** 2 for part, of in zip(parts, wholes, strict=True))
        half = Z * sqrt(squares * count / (count - 1)) / whole
        interval = [ratio - half, ratio + half]
    return {name: ratio, f"{name}_n": n, f"{name}_95": interval}
