"""Ranks say no more than the intervals do."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from league.standings.ranking import Contender, places


def contender(key: int, low: float, high: float, episodes: int = 100) -> Contender:
    return Contender(key=key, episodes=episodes, mean=(low + high) / 2, low=low, high=high)


def chain(count: int) -> list[tuple[int, int]]:
    return [(key, key + 1) for key in range(count - 1)]


def test_neighbouring_ranks_that_are_noise_are_shared_with_their_range() -> None:
    """Field case 30, worked by hand: 0 and 1 overlap, 2 overlaps 1 only, 3 is surely last."""
    field = [
        contender(0, 0.55, 0.60),
        contender(1, 0.50, 0.57),
        contender(2, 0.48, 0.54),
        contender(3, 0.30, 0.40),
    ]
    found = places(field, chain(4), provisional_below=20)
    assert [(found[k].rank, found[k].worst) for k in range(4)] == [(1, 2), (1, 3), (2, 3), (4, 4)]


def test_intervals_that_touch_do_not_settle_an_order() -> None:
    found = places([contender(0, 0.5, 0.6), contender(1, 0.4, 0.5)], [(0, 1)], provisional_below=20)
    assert {(p.rank, p.worst) for p in found.values()} == {(1, 2)}


def test_provisional_contenders_have_no_rank_and_take_none() -> None:
    field = [contender(0, 0.9, 0.95, episodes=19), contender(1, 0.5, 0.6, episodes=20)]
    found = places(field, [(0, 1)], provisional_below=20)
    assert 0 not in found
    assert (found[1].rank, found[1].worst) == (1, 1)


def test_one_episode_has_no_interval_and_so_no_rank_whatever_the_threshold() -> None:
    lone = Contender(key=0, episodes=1, mean=0.9, low=None, high=None)
    assert places([lone, contender(1, 0.4, 0.5)], [(0, 1)], provisional_below=1).keys() == {1}


def test_groups_that_never_met_are_not_ranked_against_each_other() -> None:
    """Field case 29: the better means of group 0 say nothing about group 1."""
    field = [
        contender(0, 0.7, 0.8),
        contender(1, 0.6, 0.65),
        contender(2, 0.5, 0.55),
        contender(3, 0.2, 0.3),
    ]
    found = places(field, [(0, 1), (2, 3)], provisional_below=20)
    assert [(found[k].group, found[k].rank, found[k].worst) for k in range(4)] == [
        (0, 1, 1),
        (0, 2, 2),
        (1, 1, 1),
        (1, 2, 2),
    ]


def test_a_chain_through_a_version_that_is_no_longer_on_the_ladder_ties_two_together() -> None:
    field = [contender(0, 0.6, 0.7), contender(1, 0.4, 0.5)]
    found = places(field, [(0, 99), (99, 1)], provisional_below=20)
    assert found[1].group == 0
    assert found[1].rank == 2


def test_a_policy_that_never_lost_is_first_and_no_more() -> None:
    """Field case 29: a point interval at the top gives rank 1, not an infinite rating."""
    found = places([contender(0, 1, 1), contender(1, 0.4, 0.5)], [(0, 1)], provisional_below=20)
    assert (found[0].rank, found[0].worst) == (1, 1)


intervals = st.tuples(st.floats(0, 1), st.floats(0, 1)).map(sorted)


@given(st.lists(intervals, max_size=12))
def test_ranks_agree_with_their_definition(ends: list[list[float]]) -> None:
    field = [contender(key, low, high) for key, (low, high) in enumerate(ends)]
    found = places(field, chain(len(field)), provisional_below=20)
    for one in field:
        assert one.low is not None
        assert one.high is not None
        above = sum(other.low > one.high for other in field if other.low is not None)
        below = sum(other.high < one.low for other in field if other.high is not None)
        assert found[one.key].rank == 1 + above
        assert found[one.key].worst == len(field) - below
        assert found[one.key].rank <= found[one.key].worst
