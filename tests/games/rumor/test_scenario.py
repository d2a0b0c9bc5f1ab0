"""The draws: their shapes, their independence, and what pinning leaves alone."""

from __future__ import annotations

from collections import Counter

import pytest

from games.aliases import ALIASES
from games.base import Seat
from games.chance import stream
from games.rumor.scenario import (
    QUESTIONS,
    SEATS,
    Role,
    Side,
    Topology,
    cycle,
    draw,
    draw_clues,
    is_connected,
    rewire,
)

SEEDS = [f"seed {number}" for number in range(400)]


@pytest.mark.parametrize(
    ("topology", "links", "degrees"),
    [
        (Topology.RING, range(13, 14), range(2, 6)),
        (Topology.SMALLWORLD, range(20, 21), range(1, 7)),
        (Topology.CLUSTERS, range(13, 14), range(2, 5)),
        (Topology.HUB, range(10, 18), range(1, 10)),
    ],
)
def test_a_graph_is_as_its_topology_says(topology: Topology, links: range, degrees: range) -> None:
    for seed in SEEDS:
        drawn = draw(seed, topology=topology)
        assert len(drawn.edges) in links
        assert drawn.edges == tuple(sorted(set(drawn.edges)))
        assert all(one < other for one, other in drawn.edges)
        assert all(len(linked) in degrees for linked in drawn.neighbours)
        assert is_connected(drawn.edges)


def test_clusters_hang_on_one_bridge() -> None:
    for seed in SEEDS[:100]:
        edges = draw(seed, topology=Topology.CLUSTERS).edges
        cuts = [one for one in edges if not is_connected([e for e in edges if e != one])]
        assert len(cuts) == 1


def test_pinning_a_setting_never_changes_another_draw() -> None:
    for seed in SEEDS[:150]:
        free = draw(seed)
        for topology in Topology:
            for saboteurs in (2, 3):
                pinned = draw(seed, topology=topology, saboteurs=saboteurs)
                assert pinned.topology is topology
                assert len(pinned.seats(Role.SABOTEUR)) == saboteurs
                assert pinned.question == free.question
                assert pinned.truth is free.truth
                assert pinned.clues == free.clues
                if topology is free.topology:
                    assert pinned.edges == free.edges
                same = pinned.seats(Role.SABOTEUR) == free.seats(Role.SABOTEUR)
                assert same == (saboteurs == len(free.seats(Role.SABOTEUR)))


def test_the_ten_clues_point_at_the_truth() -> None:
    for seed in SEEDS:
        drawn = draw(seed)
        assert drawn.clues.count(drawn.truth) in (6, 7, 8)


def test_every_draw_is_even() -> None:
    """Counts stay within five standard errors of what is meant."""
    drawn = [draw(seed) for seed in SEEDS]
    few = len(SEEDS)
    for counts, kinds in (
        (Counter(one.question.a for one in drawn), len(QUESTIONS)),
        (Counter(one.truth for one in drawn), 2),
        (Counter(len(one.seats(Role.SABOTEUR)) for one in drawn), 2),
        (Counter(one.topology for one in drawn), 4),
    ):
        share = 1 / kinds
        error = 5 * (few * share * (1 - share)) ** 0.5
        assert len(counts) == kinds
        assert all(abs(count - few * share) < error for count in counts.values())
    roles = [sum(one.roles[seat] is Role.SABOTEUR for one in drawn) for seat in range(SEATS)]
    assert all(abs(count - few / 4) < 5 * (few * 0.25 * 0.75) ** 0.5 for count in roles)


def test_clues_are_redrawn_until_they_point_at_the_truth() -> None:
    draws = [draw_clues(Side.B, stream(seed, "clues")) for seed in SEEDS]
    assert all(clues.count(Side.B) in (6, 7, 8) for clues, _ in draws)
    assert {count for _, count in draws} >= {1, 2, 3}


def test_a_rewired_graph_stays_connected() -> None:
    ring = cycle([Seat(seat) for seat in range(SEATS)])
    path = ring - {(Seat(0), Seat(9))}
    for seed in SEEDS[:50]:
        rewired = rewire(path, stream(seed, "edges"))
        assert is_connected(rewired)
        assert len(rewired) == len(path)
        assert len(rewired & path) == len(path) - 1


def test_no_word_is_an_alias_and_no_two_questions_share_one() -> None:
    words = [word for one in QUESTIONS for word in (one.a, one.b)]
    assert len(set(words)) == 16
    assert all(" " not in word and word.isupper() for word in words)
    assert not {word.lower() for word in words} & {alias.lower() for alias in ALIASES}
