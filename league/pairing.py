"""Choosing who sits at the next table of a ladder: pure, from counts and a stream of chance.

The least seated entrant sits first. Every further seat goes to the entrant that has met those at
the table least (the sum over them), then to the one that was seated least, then to chance. So pair
counts stay even and newcomers catch up. One owner has at most one seat; policies of the house have
no owner. Seats that are left over go to the house's baselines, which may then sit more than once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice

from games.chance import Stream


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A champion that may be seated."""

    version: int
    owner: int | None
    """The account it belongs to; None for the house."""
    is_baseline: bool
    """A baseline of the house: it may fill empty seats."""
    seated: int
    """Matches it was given a seat in."""


def pair(one: int, other: int) -> tuple[int, int]:
    """Return the key of two versions' meetings: the lower id first."""
    return (one, other) if one < other else (other, one)


def seat_table(
    entrants: Sequence[Entrant],
    met: Mapping[tuple[int, int], int],
    seats: int,
    chance: Stream,
) -> tuple[int, ...] | None:
    """Return a version for each slot, or None when no table can be made.

    A table needs two different versions, and baselines of the house where the rest do not suffice.
    """
    table: list[Entrant] = []
    rest = chance.shuffled(entrants)
    while rest and len(table) < seats:
        best = min(
            rest,
            key=lambda entrant: (
                sum(met.get(pair(entrant.version, seated.version), 0) for seated in table),
                entrant.seated,
            ),
        )
        table.append(best)
        rest = [e for e in rest if e is not best and (e.owner is None or e.owner != best.owner)]
    fillers = sorted(
        (entrant for entrant in chance.shuffled(entrants) if entrant.is_baseline),
        key=lambda entrant: entrant.seated,
    )
    if len(table) < 2 or (len(table) < seats and not fillers):
        return None
    table.extend(islice(cycle(fillers), seats - len(table)))
    return tuple(entrant.version for entrant in chance.shuffled(table))
