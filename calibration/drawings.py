"""Where things stand in the drawings of forecasts, in the units of their view boxes. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """One forecast, at the probability that it gave to what was picked."""

    p: float
    is_last: bool = False

    @property
    def kind(self) -> str:
        """A class of the drawing: a guess that was right is filled, a wrong one hollow."""
        if self.is_last:
            return "last"
        if self.p == 0.5:
            return "tie"
        return "hit" if self.p > 0.5 else "miss"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A dot in a drawing."""

    x: float
    y: float
    r: float
    kind: str
    p: float


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """Forecasts in order, answer by answer."""

    width: int
    height: int
    marks: Sequence[Mark]
    first: int
    """The number of the first answer that is drawn."""
    above: int
    """How many lie above a coin's."""

    @property
    def last(self) -> int:
        return self.first + len(self.marks) - 1

    @property
    def newest(self) -> Mark | None:
        return next((mark for mark in self.marks if mark.kind == "last"), None)


HISTORY_LEFT, HISTORY_RIGHT, HISTORY_TOP, HISTORY_BOTTOM = 42.0, 436.0, 12.0, 170.0


def draw_history(dots: Sequence[Dot], *, first: int = 1) -> History:
    """Place forecasts from left to right, 100 % on top."""
    room = HISTORY_RIGHT - HISTORY_LEFT
    step = min(14.0, room / max(1, len(dots) - 1))
    radius = max(2.6, min(3.8, 0.42 * step))
    marks = [
        Mark(
            x=round(HISTORY_LEFT + step * place, 1),
            y=round(HISTORY_BOTTOM - dot.p * (HISTORY_BOTTOM - HISTORY_TOP), 1),
            r=5.6 if dot.is_last else round(radius, 1),
            kind=dot.kind,
            p=dot.p,
        )
        for place, dot in enumerate(dots)
    ]
    above = sum(dot.p > 0.5 for dot in dots)
    return History(width=560, height=196, marks=marks, first=first, above=above)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """Dots of one kind, one upon the other: drawn as a line of dots, however many they are."""

    x: float
    y: float
    """Of the lowest."""
    n: int
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Heap:
    """Every forecast as a dot, heaped up over its probability."""

    width: int
    height: float
    left: float
    right: float
    base: float
    """Where the heaps stand."""
    stacks: Sequence[Stack]
    """All dots but the newest."""
    step: float
    """From one dot of a stack to the next."""
    radius: float
    newest: Mark | None
    misses: int
    hits: int
    ties: int
    """Forecasts of exactly one half: neither."""

    @property
    def n(self) -> int:
        return self.misses + self.ties + self.hits

    @property
    def is_fine(self) -> bool:
        """The dots are too small for a line of the usual width."""
        return self.radius < FINE

    @property
    def outlines(self) -> Sequence[tuple[str, str]]:
        """The stacks as one path for each kind: ten thousand nodes would take a page seconds.

        A dot stands at each start of a dash without length, so that a path is as long as there are
        stacks, and not dots.
        """
        found: dict[str, list[str]] = {}
        for stack in self.stacks:
            up = self.step * (stack.n - 1 + TAIL)
            found.setdefault(stack.kind, []).append(f"M{stack.x:g} {stack.y:g}v-{up:.2f}")
        return [(kind, "".join(parts)) for kind, parts in found.items()]

    @property
    def line(self) -> float:
        """The width of a hollow dot's line."""
        return FINE_LINE if self.is_fine else LINE

    @property
    def outer(self) -> float:
        """Across a hollow dot with its line."""
        return round(2 * self.radius + self.line, 2)

    @property
    def inner(self) -> float:
        """Across a hollow dot within its line."""
        return round(2 * self.radius - self.line, 2)

    @property
    def across(self) -> float:
        """Across a filled dot."""
        return round(2 * self.radius, 2)

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2

    @property
    def quarters(self) -> Sequence[tuple[float, str]]:
        room = self.right - self.left
        return [(round(self.left + room * share / 100, 1), f"{share} %") for share in (25, 75)]


HEAP_HEAD = 56.0
"""Room above the highest heap for the two counts."""
HEAP_TALLEST = 230.0
MOST_ABREAST = 12
LAST_LEAST = 2.4
"""The newest dot's radius at least, however many there are."""
FINE = 2.4
"""Dots of a smaller radius are drawn with a thin line."""
LINE, FINE_LINE = 1.5, 0.4
TAIL = 0.3
"""Of a step: a line goes on a little above its last dot, which no rounding then takes away."""


def draw_heap(given: NDArray[np.float64], *, width: int) -> Heap:
    """Heap up the chances given to what was picked, the newest last: each is a dot, smaller when
    many.
    """
    n, left, right = given.size, 6.0, width - 6.0
    columns = _columns(n, width)
    ties = int((given == 0.5).sum())
    slots = columns + (ties > 0)  # forecasts of one half stand on the line between the two halves
    room = (right - left) / slots
    places = np.minimum(columns - 1, (given * columns).astype(np.int64))
    places += (given > 0.5) & (ties > 0)
    counts = np.bincount(places, minlength=slots).tolist()
    tallest = max(counts, default=0)
    abreast, step = _packing(tallest, room)
    radius = min(7.2, 0.46 * step, 0.4 * room)
    base = HEAP_HEAD + max(90.0, step * ceil(tallest / abreast) + 8)

    def place(column: int, number: int) -> tuple[float, float]:
        """Return where a heap's dot stands; they fill it row by row."""
        across = step * (number % abreast - (abreast - 1) / 2)
        x = left + room * (column + 0.5) + across
        return round(x, 1), round(base - step * (number // abreast + 0.5) - 1, 1)

    newest = None
    if n:
        top = int(places[-1])
        counts[top] -= 1  # it lies on top of its heap
        x, y = place(top, counts[top])
        r = round(max(radius, LAST_LEAST), 2)
        newest = Mark(x=x, y=y, r=r, kind="last", p=float(given[-1]))
    stacks = []
    for column, count in enumerate(counts):
        kind = "miss" if column < columns // 2 else "hit"
        if ties and column == columns // 2:
            kind = "tie"
        for first in range(min(abreast, count)):
            x, y = place(column, first)
            stacks.append(Stack(x=x, y=y, n=ceil((count - first) / abreast), kind=kind))
    return Heap(
        width=width,
        height=round(base + 52, 1),
        left=left,
        right=right,
        base=round(base, 1),
        stacks=stacks,
        step=round(step, 3),
        radius=radius,
        newest=newest,
        misses=int((given < 0.5).sum()),
        hits=int((given > 0.5).sum()),
        ties=ties,
    )


def _packing(tallest: int, room: float) -> tuple[int, float]:
    """Return how many dots stand abreast in a heap, and how far apart, so that dots are largest."""

    def step(abreast: int) -> float:
        across = 0.62 * room if abreast == 1 else 0.9 * room / abreast
        return min(across, 15.8, HEAP_TALLEST / max(1, ceil(tallest / abreast)))

    abreast = max(range(1, MOST_ABREAST + 1), key=step)
    return abreast, step(abreast)


def _columns(n: int, width: int) -> int:
    """Return an even number of columns, so that none lies across one half; more for more dots."""
    most = width // 12
    wanted = max(20, ceil(3 * sqrt(n)))
    return min(most, wanted) // 2 * 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """An interval on an axis that has zero in the middle, in percent of the width."""

    low: float
    mid: float
    high: float


def draw_span(low: float, mid: float, high: float, reach: float) -> Span:
    """Place an interval on an axis from ``-reach`` to ``reach``, held inside it.

    >>> draw_span(-0.5, 0.0, 2.0, 1.0)
    Span(low=25.0, mid=50.0, high=100.0)
    """

    def at(value: float) -> float:
        return round(max(0.0, min(100.0, 50 + 50 * value / reach)), 1)

    return Span(low=at(low), mid=at(mid), high=at(high))


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A bar from the middle of an axis, in the units of a drawing that is 180 wide."""

    x: float
    width: float


BAR_MIDDLE, BAR_ROOM = 90.0, 86.0


def draw_lean(lean: float, reach: float) -> Bar:
    """Draw what leans to A as a bar to the left of the middle, and to B to the right.

    >>> draw_lean(0.5, 1.0), draw_lean(-1.0, 1.0)
    (Bar(x=47.0, width=43.0), Bar(x=90.0, width=86.0))
    """
    width = round(min(1.0, abs(lean) / reach) * BAR_ROOM, 1)
    return Bar(x=round(BAR_MIDDLE - width, 1) if lean > 0 else BAR_MIDDLE, width=width)
