"""Heaps of dots: none is lost, none lies on another, and many stay as visible as few."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import numpy as np
import pytest

from calibration.drawings import HEAP_TALLEST, Dot, draw_heap


@pytest.mark.parametrize("width", [332, 720, 1200])
@pytest.mark.parametrize("n", [1, 33, 1_000, 10_000])
def test_every_forecast_is_a_dot_of_its_own_inside_the_drawing(n: int, width: int) -> None:
    chance = np.random.default_rng(n)
    dots = [Dot(p=p, is_last=place == n - 1) for place, p in enumerate(chance.beta(5, 3, n))]
    heap = draw_heap(dots, width=width)
    assert len(heap.marks) == n
    assert sum(outline.count("M") for _, outline in heap.outlines) == n
    assert {kind for kind, _ in heap.outlines} <= {"hit", "miss", "last"}
    assert len({(mark.x, mark.y) for mark in heap.marks}) == n
    for mark in heap.marks:
        assert heap.left <= mark.x - mark.r
        assert mark.x + mark.r <= heap.right
        assert heap.base - HEAP_TALLEST - 9 <= mark.y <= heap.base


@pytest.mark.parametrize(("n", "least"), [(33, 4.0), (1_000, 1.5), (10_000, 0.5)])
def test_dots_stand_abreast_rather_than_vanish(n: int, least: float) -> None:
    chance = np.random.default_rng(n)
    heap = draw_heap([Dot(p=p) for p in chance.beta(5, 3, n)], width=332)
    assert min(mark.r for mark in heap.marks) >= least
    assert heap.is_fine == (heap.marks[0].r < 2.4)


@pytest.mark.parametrize("width", [1200, 720, 332])
def test_a_dot_stands_on_its_side_of_the_middle_and_a_tie_on_it(width: int) -> None:
    ps = [0.0, 0.2, 0.499, 0.5, 0.5, 0.501, 0.8, 1.0]
    heap = draw_heap([Dot(p=p) for p in ps], width=width)
    assert (heap.misses, heap.ties, heap.hits) == (3, 2, 3)
    for mark in heap.marks:
        side = (mark.x > heap.middle) - (mark.x < heap.middle)
        assert side == (mark.p > 0.5) - (mark.p < 0.5)
        assert mark.kind == {-1: "miss", 0: "tie", 1: "hit"}[side]
    for one, other in combinations(heap.marks, 2):
        assert hypot(one.x - other.x, one.y - other.y) >= one.r + other.r - 0.2
