"""Streams: named, reproducible, uniform."""

from __future__ import annotations

from collections import Counter

import pytest

from games.chance import stream


def test_a_stream_is_its_seed_and_path() -> None:
    assert stream("a", "deal", 1).uniform() == stream("a", "deal", 1).uniform()
    names = [("a",), ("b",), ("a", "x"), ("a", "x", 1), ("a", "x", "1", 0), ("ax",)]
    assert len({stream(*name).uniform() for name in names}) == len(names)  # type: ignore[arg-type]


def test_draws_in_one_go_are_the_same_draws() -> None:
    one, other = stream("s"), stream("s")
    assert one.several_below(6, 20) == [other.below(6) for _ in range(20)]
    assert one.uniforms(20) == [other.uniform() for _ in range(20)]


def test_draws_are_uniform() -> None:
    draws = stream("uniform")
    counts = Counter(draws.below(4) for _ in range(4_000))
    assert sum((count - 1_000) ** 2 / 1_000 for count in counts.values()) < 16.3
    assert 0.45 < sum(draws.chance(0.5) for _ in range(2_000)) / 2_000 < 0.55
    orders = Counter(tuple(draws.shuffled("abc")) for _ in range(3_000))
    assert len(orders) == 6
    assert max(orders.values()) < 600


def test_samples_are_distinct_and_bounded() -> None:
    assert len(set(stream("s").sample(range(10), 10))) == 10
    assert stream("s").sample(range(10), 0) == []
    assert stream("s").choice(["only"]) == "only"
    for count in (-1, 11):
        with pytest.raises(ValueError, match=r"expected a count in 0\.\.10"):
            stream("s").sample(range(10), count)
    for n in (0, -1):
        with pytest.raises(ValueError, match="expected n >= 1"):
            stream("s").below(n)
        with pytest.raises(ValueError, match="expected n >= 1"):
            stream("s").several_below(n, 1)
