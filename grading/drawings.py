"""The drawings of a trial's page as plain geometry; templates write them down as SVG.

Each is drawn twice, for wide and for narrow, so that no word in it falls under 12 px.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, log, log10

from grading.evidence import log_evidence
from grading.queries.trial_page import Row

TICKS = (0.01, 0.05, 0.2, 1.0, 5.0, 20.0, 100.0, 1e3, 1e4, 1e6, 1e9, 1e12)
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
FLOOR = log(0.05)
"""Evidence below this is drawn at the bottom: it says nothing more."""
NAME_LIMIT = 6
"""A longer name has no room beside its line."""
MOST_CELLS = 200
"""Comparisons in the strip of sides, the latest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A labelled place on an axis."""

    at: str
    label: str
    is_threshold: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """The evidence after every second comparison, for and against, on one logarithmic axis."""

    kind: str
    """wide or narrow"""
    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    middle: int
    width_of_plot: int
    height_of_band: str
    name: str
    """The challenger's, for its line."""
    label_at: str
    """Where the words of the band above the threshold stand."""
    one: str
    """Where evidence is 1 and says nothing."""
    pro: str
    contra: str
    x: str
    y: str
    contra_y: str
    pro_label: str
    contra_label: str
    label_x: str
    anchor: str
    rises: bool
    """The challenger leads: its line is the one with the mark."""
    ups: Sequence[Tick]
    acrosses: Sequence[Tick]


def evidence_path(rows: Sequence[Row]) -> list[tuple[int, float, float]]:
    """Return (comparisons, ln evidence for, ln evidence against) at every reading so far.

    Only the comparisons up to the first unsettled one count, as at the gate.
    """
    counts, wins, losses = [0], [0], [0]
    won = lost = 0
    for row in rows:
        if not row.outcome:
            break
        won += row.outcome == "won"
        lost += row.outcome == "lost"
        if row.number % 2 == 0:
            counts.append(row.number)
            wins.append(won)
            losses.append(lost)
    pro, contra = log_evidence(wins, losses), log_evidence(losses, wins)
    return [
        (n, max(float(a), FLOOR), max(float(b), FLOOR))
        for n, a, b in zip(counts, pro, contra, strict=True)
    ]


def draw_path(
    points: Sequence[tuple[int, float, float]],
    threshold: float,
    most: int,
    name: str,
    *,
    is_wide: bool,
) -> Path:
    """Lay the readings out; ``most`` is how many comparisons the trial may have."""
    width, height, left, margin = (590, 312, 50, 116) if is_wide else (332, 280, 46, 16)
    top, bottom, right = 16, height - 40, width - margin
    last = points[-1][0]
    span = min(most, max(20, 20 * ceil((last + 4) / 20)))
    highest = max(log(threshold * 4), *(max(a, b) for _, a, b in points)) + 0.3

    def across(n: float) -> float:
        return left + (right - left) * n / max(span, 1)

    def up(value: float) -> float:
        return top + (bottom - top) * (highest - value) / (highest - FLOOR)

    def line(side: int) -> str:
        places = (f"{across(point[0]):.1f} {up(point[side]):.1f}" for point in points)
        return "M" + "L".join(places)

    _, pro, contra = points[-1]
    pro_y, contra_y = up(pro), up(contra)
    x = across(last)
    is_cramped = not is_wide and x > width / 2
    near = abs(pro_y - contra_y) < 18
    rises = pro >= contra
    shift = 9 if near else 0
    step = max(1, ceil(span / (4 if is_wide else 3) / 10) * 10) if span > 10 else max(2, span // 2)
    return Path(
        kind="wide" if is_wide else "narrow",
        width=width,
        height=height,
        left=left,
        right=right,
        top=top,
        bottom=bottom,
        middle=(left + right) // 2,
        width_of_plot=right - left,
        height_of_band=f"{up(log(threshold)) - top:.1f}",
        name=name if len(name) <= NAME_LIMIT else "it",
        label_at=f"{top + 18}",
        one=f"{up(0):.1f}",
        pro=line(1),
        contra=line(2),
        x=f"{x:.1f}",
        y=f"{pro_y if rises else contra_y:.1f}",
        contra_y=f"{contra_y if rises else pro_y:.1f}",
        pro_label=f"{min(bottom - 4, pro_y + 5 + (-shift if rises else shift)):.1f}",
        contra_label=f"{min(bottom - 4, contra_y + 5 + (shift if rises else -shift)):.1f}",
        label_x=f"{x - 11 if is_cramped else x + 12:.1f}",
        anchor="end" if is_cramped else "start",
        rises=rises,
        ups=[
            Tick(at=f"{up(log(value)):.1f}", label=tick_label(value))
            for value in TICKS
            if FLOOR - 1e-9 <= log(value) <= highest and not _is_crowded(value, threshold, highest)
        ]
        + [Tick(at=f"{up(log(threshold)):.1f}", label=f"{threshold:g}", is_threshold=True)],
        acrosses=[Tick(at=f"{across(n):.1f}", label=str(n)) for n in range(0, span + 1, step)],
    )


def tick_label(value: float) -> str:
    """Write a tick so that it has room beside the axis.

    >>> tick_label(0.05), tick_label(100.0), tick_label(1e6)
    ('0.05', '100', '10⁶')
    """
    if value < 1e4:
        return f"{value:,g}"
    return "10" + f"{log10(value):.0f}".translate(RAISED)


def _is_crowded(value: float, threshold: float, highest: float) -> bool:
    """Say whether a tick would touch the threshold's own, or its neighbours on a tall axis."""
    if abs(log(value) - log(threshold)) < 0.09 * (highest - FLOOR):
        return True
    return highest > 12 and value in (0.05, 0.2, 5.0, 100.0, 1e3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One comparison in the strip: where the challenger sat, and how it ended."""

    row: Row
    kind: str
    """win, loss, tie or void"""
    letter: str
    x: str
    y: str
    text_x: str
    text_y: str
    stem: str
    """The line on which a swap check hangs."""
    swap_x: str
    swap_y: str
    result_x: str
    result_y: str
    tick_y: str
    has_tick: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """The two guides of one line of the strip, with their letters."""

    a: float
    b: float
    a_text: float
    b_text: float
    right: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Strip:
    """Where the challenger sat, comparison by comparison."""

    kind: str
    width: float
    height: float
    lines: Sequence[Line]
    cells: Sequence[Cell]


LETTERS = {"won": ("win", "W"), "lost": ("loss", "L"), "tied": ("tie", "="), "void": ("void", "–")}
PITCH, SIDE, GUTTER = 23.6, 19, 18
BLOCK = 106
"""Height of one line with its checks and numbers."""


def draw_strip(rows: Sequence[Row], per_line: int, kind: str) -> Strip:
    """Lay the settled comparisons out, ``per_line`` in a line."""
    settled = [row for row in rows if row.outcome][-MOST_CELLS:]
    cells = []
    for place, row in enumerate(settled):
        x = GUTTER + PITCH * (place % per_line)
        top = BLOCK * (place // per_line)
        y = top + (22 if row.comparison.position == "A" else 45)
        name, letter = LETTERS[row.outcome]
        middle = x + SIDE / 2
        cells.append(
            Cell(
                row=row,
                kind=name,
                letter=letter,
                x=f"{x:.1f}",
                y=f"{y}",
                text_x=f"{middle:.1f}",
                text_y=f"{y + 14.3:.1f}",
                stem=f"M{middle:.1f} {top + 16}V{top + 20}M{middle:.1f} {top + 66}V{top + 70}",
                swap_x=f"{middle - 7:.1f}",
                swap_y=f"{top + 1}",
                result_x=f"{middle - 8:.1f}",
                result_y=f"{top + 70}",
                tick_y=f"{top + 101}",
                has_tick=row.number % 10 == 0,
            )
        )
    count = max(1, ceil(len(settled) / per_line))
    widest = min(per_line, max(len(settled), 1)) if count == 1 else per_line
    lines = []
    for at in range(count):
        here = len(settled) - at * per_line
        top = BLOCK * at
        right = GUTTER + PITCH * min(per_line, max(here, 1))
        lines.append(
            Line(a=top + 31.5, b=top + 54.5, a_text=top + 37, b_text=top + 60, right=f"{right:.1f}")
        )
    is_short = widest < per_line
    width = GUTTER + PITCH * (per_line if is_short else widest) + 4
    return Strip(kind=kind, width=round(width, 1), height=BLOCK * count, lines=lines, cells=cells)


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """One decisive comparison that is there or missing."""

    x: float
    y: float
    is_done: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeBar:
    """Decisive comparisons against how many are needed, one box for each."""

    width: float
    height: float
    boxes: Sequence[Box]


PER_LINE, BOX_PITCH, BOX_LINE = 24, 12.6, 17
MOST_BOXES = 240


def draw_size(decisive: int, needed: int | None) -> SizeBar | None:
    """Lay the boxes out; None where no number, or too large a one, is needed."""
    if needed is None or needed > MOST_BOXES:
        return None
    boxes = [
        Box(
            x=round(0.7 + BOX_PITCH * (at % PER_LINE), 1),
            y=0.7 + BOX_LINE * (at // PER_LINE),
            is_done=at < decisive,
        )
        for at in range(needed)
    ]
    lines = ceil(needed / PER_LINE)
    return SizeBar(width=BOX_PITCH * PER_LINE, height=BOX_LINE * lines, boxes=boxes)
