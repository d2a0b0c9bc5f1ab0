"""Rumor for thousands of tables at once, on arrays: what there is to win in it.

The scenarios are drawn by the rules' own ``scenario.draw``, so they are those of the seeds; play of
all-gossip and all-herd tables follows ``rumor.baselines`` in closed form. A test holds each table
to the rules engine, seed by seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from games.base import Json
from games.chance import stream
from games.rumor.baselines import CLAIM_ODDS, CLUE_ODDS
from games.rumor.scenario import SEATS, Role, Scenario, Topology, draw, draw_clues

ROUNDS = 5
"""Of the ladders' configuration."""

type Floats = NDArray[np.float64]
type Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """Many scenarios as arrays; the first axis is the table, the others are slots."""

    right: Bools
    """Whether a seat's clue is the truth."""
    is_honest: Bools
    linked: Bools
    """Symmetric, with a false diagonal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Headroom:
    """What each way to vote earns in collective accuracy, by table."""

    own_clue: Floats
    """Every honest seat votes its clue."""
    all_claims: Floats
    """The majority of ten claims, saboteurs lying; a tie counts half."""
    honest_clues: Floats
    """The majority of the honest seats' clues; a tie counts half."""
    gossip: Floats
    """Honest accuracy of an all-gossip table."""
    herd: Floats
    draws: Floats
    """Clue vectors drawn until one pointed at the truth."""


def seed_of(seed: str, number: int) -> str:
    """Return the seed of one table; the same as ``simulate`` gives its episodes."""
    return f"{seed}.{number}"


def scenarios(seed: str, count: int) -> Iterator[Scenario]:
    """Draw so many scenarios, one by one."""
    for number in range(count):
        yield draw(seed_of(seed, number))


def tables(drawn: Sequence[Scenario]) -> Tables:
    """Return scenarios as arrays."""
    right = [[clue is one.truth for clue in one.clues] for one in drawn]
    honest = [[role is Role.HONEST for role in one.roles] for one in drawn]
    linked = np.zeros((len(drawn), SEATS, SEATS), dtype=bool)
    places = [(table, a, b) for table, one in enumerate(drawn) for a, b in one.edges]
    table, a, b = np.array(places).T
    linked[table, a, b] = linked[table, b, a] = True
    return Tables(right=np.array(right), is_honest=np.array(honest), linked=linked)


def draws_of(seed: str, drawn: Sequence[Scenario]) -> Floats:
    """Return how many clue vectors each table's stream gave."""
    return np.array(
        [
            draw_clues(one.truth, stream(seed_of(seed, number), "clues"))[1]
            for number, one in enumerate(drawn)
        ],
        dtype=float,
    )


def headroom(drawn: Sequence[Scenario], draws: Floats) -> Headroom:
    """Return every column of the table for these scenarios."""
    arrays = tables(drawn)
    votes = signs(arrays.right)
    claims = first_claims(arrays)
    return Headroom(
        own_clue=honest_accuracy(arrays, votes),
        all_claims=majority_right(claims.sum(axis=1)),
        honest_clues=majority_right((votes * arrays.is_honest).sum(axis=1)),
        gossip=honest_accuracy(arrays, gossip_votes(arrays)),
        herd=honest_accuracy(arrays, herd_votes(arrays, ROUNDS)),
        draws=draws,
    )


# play, with +1 for the truth and -1 for the other answer


def signs(right: Bools) -> Floats:
    return np.where(right, 1.0, -1.0)


def first_claims(arrays: Tables) -> Floats:
    """Return what each seat claims in round 1: its clue, or for a saboteur its opposite."""
    return signs(arrays.right == arrays.is_honest)


def gossip_votes(arrays: Tables) -> Floats:
    """Return the votes of honest seats at an all-gossip table.

    Everybody claims in round 1 and only first claims count, so later rounds change nothing. The
    log-odds are never zero: no sum of the two weights is.
    """
    heard = np.einsum("tij,tj->ti", arrays.linked, first_claims(arrays))
    odds: Floats = CLUE_ODDS * signs(arrays.right) + CLAIM_ODDS * heard
    return np.sign(odds)


def herd_votes(arrays: Tables, rounds: int) -> Floats:
    """Return the votes of honest seats at an all-herd table: their claims of the last round."""
    own = signs(arrays.right)
    claims = first_claims(arrays)
    for _ in range(rounds - 1):
        balance = np.einsum("tij,tj->ti", arrays.linked, claims)
        followed = np.where(balance == 0, own, np.sign(balance))
        claims = np.where(arrays.is_honest, followed, claims)
    return claims


def honest_accuracy(arrays: Tables, votes: Floats) -> Floats:
    """Return by table the share of honest seats whose vote is the truth."""
    correct = ((votes > 0) & arrays.is_honest).sum(axis=1)
    return np.asarray(correct / arrays.is_honest.sum(axis=1), dtype=float)


def majority_right(balance: Floats) -> Floats:
    """Return 1 where the majority is for the truth, 0 where it is not, 1/2 on a tie."""
    return np.asarray((1 + np.sign(balance)) / 2, dtype=float)


# summing up: one table is one observation


def summarise(drawn: Sequence[Scenario], columns: Headroom) -> Json:
    """Return every column's mean, standard error and n: of all tables, and by what was drawn."""
    topology = np.array([one.topology.value for one in drawn])
    saboteurs = np.array([len(one.seats(Role.SABOTEUR)) for one in drawn])
    return {
        "all": _rows(columns, np.ones(len(drawn), dtype=bool)),
        "by_topology": {one.value: _rows(columns, topology == one.value) for one in Topology},
        "by_saboteurs": {str(one): _rows(columns, saboteurs == one) for one in (2, 3)},
    }


def _rows(columns: Headroom, chosen: Bools) -> Json:
    return {field.name: estimate(getattr(columns, field.name)[chosen]) for field in fields(columns)}


def estimate(values: Floats) -> Mapping[str, float | int | None]:
    """Return mean, standard error (None for fewer than two values) and n."""
    count = len(values)
    return {
        "mean": float(values.mean()) if count else None,
        "se": float(values.std(ddof=1)) / sqrt(count) if count > 1 else None,
        "n": count,
    }
