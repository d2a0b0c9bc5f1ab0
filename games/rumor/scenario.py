"""What a table of Rumor is about: a question, its truth, the roles, the graph and the clues.

Everything is drawn from streams of its own, in the order of the fields below, so that pinning the
topology or the number of saboteurs never changes another draw.

>>> free, pinned = draw("seed"), draw("seed", topology=Topology.RING, saboteurs=3)
>>> (free.question, free.truth, free.clues) == (pinned.question, pinned.truth, pinned.clues)
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from games.base import Seat
from games.chance import Stream, stream

SEATS = 10
SABOTEURS = (2, 3)
CLUE_CHANCE = 0.60
"""That a clue is the truth, before the vector is redrawn."""
TRUE_CLUES = range(6, 9)
"""How many of the ten clues point at the truth."""

type Edge = tuple[Seat, Seat]
"""Two linked seats, the lower slot first."""


class Side(StrEnum):
    """One of the two answers."""

    A = "a"
    B = "b"

    @property
    def other(self) -> Side:
        return Side.B if self is Side.A else Side.A


class Role(StrEnum):
    """What a seat is paid for."""

    HONEST = "honest"
    SABOTEUR = "saboteur"


class Topology(StrEnum):
    """How the graph is made."""

    RING = "ring"
    SMALLWORLD = "smallworld"
    CLUSTERS = "clusters"
    HUB = "hub"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A sentence to finish, and its two answers in one word each."""

    text: str
    a: str
    b: str

    def word(self, side: Side) -> str:
        return self.a if side is Side.A else self.b


QUESTIONS = (
    Question(text="The relay tower on Ash Hill is", a="BROKEN", b="SOUND"),
    Question(text="The night shipment was", a="STOLEN", b="DELAYED"),
    Question(text="The east gate was left", a="OPEN", b="BARRED"),
    Question(text="The foreman's ledger is", a="FORGED", b="GENUINE"),
    Question(text="The water in the cistern is", a="FOULED", b="CLEAN"),
    Question(text="The signal fire on the ridge was", a="LIT", b="DARK"),
    Question(text="The mine's lower gallery is", a="FLOODED", b="DRY"),
    Question(text="The courier who left at dawn was", a="FOLLOWED", b="ALONE"),
)


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """One table's facts. Sequences are by slot."""

    question: Question
    truth: Side
    roles: tuple[Role, ...]
    topology: Topology
    edges: tuple[Edge, ...]
    """Sorted."""
    clues: tuple[Side, ...]

    @cached_property
    def neighbours(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats that each seat is linked to, in slot order."""
        return neighbours(self.edges)

    def seats(self, role: Role) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat, held in enumerate(self.roles) if held is role)


def neighbours(edges: Iterable[Edge]) -> tuple[tuple[Seat, ...], ...]:
    """Return the seats that each seat is linked to, in slot order."""
    linked: list[list[Seat]] = [[] for _ in range(SEATS)]
    for one, other in edges:
        linked[one].append(other)
        linked[other].append(one)
    return tuple(tuple(sorted(seats)) for seats in linked)


def is_connected(edges: Iterable[Edge]) -> bool:
    """Return whether every seat can be reached from every other one."""
    linked, reached, fresh = neighbours(edges), {Seat(0)}, [Seat(0)]
    while fresh:
        for seat in linked[fresh.pop()]:
            if seat not in reached:
                reached.add(seat)
                fresh.append(seat)
    return len(reached) == SEATS


# the draws


def draw(seed: str, *, topology: Topology | None = None, saboteurs: int | None = None) -> Scenario:
    """Return the scenario of a seed; what is given is not drawn."""
    question = stream(seed, "question").choice(QUESTIONS)
    truth = stream(seed, "truth").choice((Side.A, Side.B))
    count = stream(seed, "saboteurs").choice(SABOTEURS) if saboteurs is None else saboteurs
    paid = frozenset(stream(seed, "roles").sample(range(SEATS), count))
    kind = stream(seed, "topology").choice(tuple(Topology)) if topology is None else topology
    nodes = stream(seed, "nodes").shuffled(map(Seat, range(SEATS)))
    edges = draw_edges(kind, nodes, stream(seed, "edges"))
    clues, _ = draw_clues(truth, stream(seed, "clues"))
    return Scenario(
        question=question,
        truth=truth,
        roles=tuple(Role.SABOTEUR if seat in paid else Role.HONEST for seat in range(SEATS)),
        topology=kind,
        edges=edges,
        clues=clues,
    )


def draw_clues(truth: Side, chance: Stream) -> tuple[tuple[Side, ...], int]:
    """Return the clues by slot, and how many vectors were drawn until one pointed at the truth."""
    draws = 0
    while True:
        draws += 1
        true = [chance.chance(CLUE_CHANCE) for _ in range(SEATS)]
        if sum(true) in TRUE_CLUES:
            return tuple(truth if one else truth.other for one in true), draws


def draw_edges(topology: Topology, nodes: Sequence[Seat], chance: Stream) -> tuple[Edge, ...]:
    """Return a connected graph over the seats in the order of ``nodes``."""
    match topology:
        case Topology.RING:
            ring = cycle(nodes)
            return _sorted({*ring, *chance.sample(_missing(ring), 3)})
        case Topology.SMALLWORLD:
            edges = {*cycle(nodes), *(edge(nodes[i - 2], nodes[i]) for i in range(SEATS))}
            for _ in range(2):
                edges = rewire(edges, chance)
            return _sorted(edges)
        case Topology.CLUSTERS:
            one, other = nodes[:5], nodes[5:]
            chords = {edge(one[0], one[2]), edge(other[0], other[2])}
            bridge = edge(chance.choice(one), chance.choice(other))
            return _sorted({*cycle(one), *cycle(other), *chords, bridge})
        case _:
            hubs = nodes[:3]
            spokes = {
                edge(node, hub)
                for node in nodes[3:]
                for hub in chance.sample(hubs, 1 + chance.chance(0.5))
            }
            return _sorted({*cycle(hubs), *spokes})


def edge(one: Seat, other: Seat) -> Edge:
    return (one, other) if one < other else (other, one)


def cycle(nodes: Sequence[Seat]) -> set[Edge]:
    """Return the links of a ring through ``nodes``."""
    return {edge(nodes[i - 1], nodes[i]) for i in range(len(nodes))}


def rewire(edges: set[Edge], chance: Stream) -> set[Edge]:
    """Return the links with one replaced by a missing one, still connected."""
    while True:
        dropped, added = chance.choice(_sorted(edges)), chance.choice(_missing(edges))
        rewired = edges - {dropped} | {added}
        if is_connected(rewired):
            return rewired


def _missing(edges: set[Edge]) -> list[Edge]:
    seats = [Seat(seat) for seat in range(SEATS)]
    return [(a, b) for a in seats for b in seats if a < b and (a, b) not in edges]


def _sorted(edges: Iterable[Edge]) -> tuple[Edge, ...]:
    return tuple(sorted(edges))
