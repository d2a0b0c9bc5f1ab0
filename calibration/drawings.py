"""Where things stand in the drawings of forecasts, in the units of their view boxes. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt


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
class Heap:
    """Every forecast as a dot, heaped up over its probability."""

    width: int
    height: float
    left: float
    right: float
    base: float
    """Where the heaps stand."""
    marks: Sequence[Mark]
    misses: int
    hits: int
    ties: int
    """Forecasts of exactly one half: neither."""
    is_fine: bool
    """The dots are too small for a line of the usual width."""

    @property
    def outlines(self) -> Sequence[tuple[str, str]]:
        """The dots as one path for each kind: ten thousand nodes would take a page seconds."""
        found: dict[str, list[str]] = {}
        for mark in self.marks:
            r = mark.r
            arcs = f"a{r} {r} 0 1 0 {2 * r:g} 0a{r} {r} 0 1 0 {-2 * r:g} 0"
            found.setdefault(mark.kind, []).append(f"M{mark.x - r:.2f} {mark.y}{arcs}")
        return [(kind, "".join(parts)) for kind, parts in found.items()]

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


def draw_heap(dots: Sequence[Dot], *, width: int) -> Heap:
    """Heap dots up over the chance given to what was picked; all are drawn, smaller when many."""
    left, right = 6.0, width - 6.0
    columns = _columns(dots, width)
    ties = sum(dot.p == 0.5 for dot in dots)
    slots = columns + (ties > 0)  # forecasts of one half stand on the line between the two halves
    room = (right - left) / slots
    heaps: list[list[Dot]] = [[] for _ in range(slots)]
    for dot in dots:
        column = min(columns - 1, int(dot.p * columns))
        heaps[column + (ties > 0 and dot.p > 0.5)].append(dot)
    tallest = max((len(heap) for heap in heaps), default=0)
    abreast, step = _packing(tallest, room)
    radius = min(7.2, 0.46 * step, 0.4 * room)
    base = HEAP_HEAD + max(90.0, step * ceil(tallest / abreast) + 8)
    marks = [
        Mark(
            x=round(left + room * (column + 0.5) + step * (place % abreast - (abreast - 1) / 2), 1),
            y=round(base - step * (place // abreast + 0.5) - 1, 1),
            r=round(max(radius, LAST_LEAST) if dot.is_last else radius, 2),
            kind=dot.kind,
            p=dot.p,
        )
        for column, heap in enumerate(heaps)
        for place, dot in enumerate(sorted(heap, key=lambda dot: dot.is_last))
    ]
    return Heap(
        width=width,
        height=round(base + 52, 1),
        left=left,
        right=right,
        base=round(base, 1),
        marks=marks,
        is_fine=radius < FINE,
        misses=sum(dot.p < 0.5 for dot in dots),
        hits=sum(dot.p > 0.5 for dot in dots),
        ties=ties,
    )


def _packing(tallest: int, room: float) -> tuple[int, float]:
    """Return how many dots stand abreast in a heap, and how far apart, so that dots are largest."""

    def step(abreast: int) -> float:
        across = 0.62 * room if abreast == 1 else 0.9 * room / abreast
        return min(across, 15.8, HEAP_TALLEST / max(1, ceil(tallest / abreast)))

    abreast = max(range(1, MOST_ABREAST + 1), key=step)
    return abreast, step(abreast)


def _columns(dots: Sequence[Dot], width: int) -> int:
    """Return an even number of columns, so that none lies across one half; more for more dots."""
    most = width // 12
    wanted = max(20, ceil(3 * sqrt(len(dots))))
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
