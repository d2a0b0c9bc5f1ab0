"""Heaps of dots: none is lost, none lies on another, and many stay as visible as few."""

from __future__ import annotations

import re
from itertools import combinations
from math import floor, hypot

import numpy as np
import pytest

from calibration.drawings import HEAP_TALLEST, Heap, Mark, draw_heap


def dots_of(heap: Heap) -> list[Mark]:
    """Every dot of a drawing, those of a stack counted out."""
    stacked = [
        Mark(x=one.x, y=one.y - place * heap.step, r=heap.radius, kind=one.kind, p=0.0)
        for one in heap.stacks
        for place in range(one.n)
    ]
    return [*stacked, *([heap.newest] if heap.newest else [])]


@pytest.mark.parametrize("width", [332, 720, 1200])
@pytest.mark.parametrize("n", [1, 33, 1_000, 10_000])
def test_every_forecast_is_a_dot_of_its_own_inside_the_drawing(n: int, width: int) -> None:
    heap = draw_heap(np.random.default_rng(n).beta(5, 3, n), width=width)
    dots = dots_of(heap)
    assert heap.n == len(dots) == n
    assert {dot.kind for dot in dots} <= {"hit", "miss", "last"}
    assert len({(dot.x, round(dot.y, 1)) for dot in dots}) == n
    for dot in dots:
        assert heap.left <= dot.x - dot.r
        assert dot.x + dot.r <= heap.right
        assert heap.base - HEAP_TALLEST - 9 <= dot.y <= heap.base


@pytest.mark.parametrize("n", [33, 1_000, 10_000])
def test_the_lines_of_a_drawing_have_as_many_dots_as_there_are_forecasts(n: int) -> None:
    """A line of no-length dashes has a dot at its start and one for every whole step of it."""
    heap = draw_heap(np.random.default_rng(n).beta(5, 3, n), width=720)
    lines = [
        float(length)
        for _, outline in heap.outlines
        for length in re.findall(r"v-([\d.]+)", outline)
    ]
    assert sum(1 + floor(length / heap.step) for length in lines) == n - 1  # and the newest


@pytest.mark.parametrize("width", [332, 720, 1200])
def test_a_drawing_of_very_many_takes_less_than_a_letter_for_each(width: int) -> None:
    heap = draw_heap(np.random.default_rng(1).beta(5, 3, 10_000), width=width)
    assert sum(len(outline) for _, outline in heap.outlines) < heap.n


@pytest.mark.parametrize(("n", "least"), [(33, 4.0), (1_000, 1.5), (10_000, 0.5)])
def test_dots_stand_abreast_rather_than_vanish(n: int, least: float) -> None:
    heap = draw_heap(np.random.default_rng(n).beta(5, 3, n), width=332)
    assert heap.radius >= least
    assert heap.inner > 0
    assert heap.is_fine == (heap.radius < 2.4)


@pytest.mark.parametrize("width", [1200, 720, 332])
@pytest.mark.parametrize("newest", [0.2, 0.5, 1.0])
def test_a_dot_stands_on_its_side_of_the_middle_and_a_tie_on_it(width: int, newest: float) -> None:
    given = np.array([0.0, 0.2, 0.499, 0.5, 0.5, 0.501, 0.8, 1.0, newest])
    heap = draw_heap(given, width=width)
    assert heap.misses == 3 + (newest < 0.5)
    assert heap.ties == 2 + (newest == 0.5)
    assert heap.hits == 3 + (newest > 0.5)
    dots = dots_of(heap)
    for dot in dots:
        side = (dot.x > heap.middle) - (dot.x < heap.middle)
        if dot.kind == "last":
            assert side == (newest > 0.5) - (newest < 0.5)
        else:
            assert dot.kind == {-1: "miss", 0: "tie", 1: "hit"}[side]
    for one, other in combinations(dots, 2):
        assert hypot(one.x - other.x, one.y - other.y) >= one.r + other.r - 0.2


def test_without_forecasts_nothing_is_heaped() -> None:
    heap = draw_heap(np.array([]), width=720)
    assert (heap.n, heap.newest, list(heap.outlines)) == (0, None, [])
