"""The soft-play heatmap: rows do the sparing, columns are spared, both in ladder order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import isfinite
from typing import Any, NamedTuple

import plotly.graph_objects as go

from league.charts.figure import THEMES, Chart, Table, figure, label, text
from league.charts.shade import readable, shade
from league.charts.template import MONO
from league.figures import signed_text
from league.models import Policy
from league.queries.audit import AuditTable
from league.softplay import Measure

ROW_HEIGHT = 44
WRAP = 58


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One thing that the heatmap can show."""

    key: str
    title: str
    scale: str
    """``coloraxis`` for amounts, ``coloraxis2`` for what can go either way."""


KINDS = {
    kind.key: kind
    for kind in (
        Kind(key="exp_loss", title="Given away per facing", scale="coloraxis"),
        Kind(key="challenged", title="Share challenged", scale="coloraxis"),
        Kind(key="faced", title="Facings", scale="coloraxis"),
        Kind(key="net", title="Points taken per match", scale="coloraxis2"),
    )
}


class Estimate(NamedTuple):
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One ordered pair that met: what the heatmap's hover and the table say of it."""

    policy: Policy
    other: Policy
    row: int
    column: int
    faced: int
    meetings: int
    exp_loss: Estimate
    challenged: Estimate
    net: Estimate
    net_total: int
    rest: float
    expected: float
    is_tested: bool
    is_flagged: bool

    @property
    def challenged_percent(self) -> str:
        return f"{100 * self.challenged.value:.0f} %"

    @property
    def net_signed(self) -> str:
        return signed_text(self.net_total)


def cells(table: AuditTable) -> Iterator[Cell]:
    """Yield the pairs that faced each other, by row and column."""
    sheet = table.sheet

    def at(measure: Measure, row: int, column: int) -> Estimate:
        parts = (measure.value, measure.low, measure.high)
        return Estimate(*(float(part[row, column]) for part in parts))

    for row, policy in enumerate(table.policies):
        for column, other in enumerate(table.policies):
            if row != column and sheet.faced[row, column]:
                yield Cell(
                    policy=policy,
                    other=other,
                    row=row,
                    column=column,
                    faced=int(sheet.faced[row, column]),
                    meetings=int(sheet.meetings[row, column]),
                    exp_loss=at(sheet.exp_loss, row, column),
                    challenged=at(sheet.challenged, row, column),
                    net=at(sheet.net, row, column),
                    net_total=int(sheet.net_total[row, column]),
                    rest=float(sheet.rest[row, column]),
                    expected=float(sheet.expected[row, column]),
                    is_tested=bool(sheet.tested[row, column]),
                    is_flagged=bool(sheet.flagged[row, column]),
                )


def sentence(cell: Cell, kind: Kind) -> str:
    """Say one cell in a sentence with its n and interval."""
    who, whom = cell.policy.name, cell.other.name
    matches = plural(cell.meetings, "match", "matches")
    met = f"{plural(cell.faced, 'facing')} in {matches}"
    if kind.key == "faced":
        return f"{who} could challenge {whom} {plural(cell.faced, 'time')}, in {matches}."
    if kind.key == "challenged":
        value, low, high = (100 * part for part in cell.challenged)
        span = f"95 %: {low:.0f} to {high:.0f} %"
        return f"{who} challenged {whom} in {value:.0f} % of {met} ({span})."
    if kind.key == "net":
        value, low, high = cell.net
        span = f"95 %: {signed_text(low, 2)} to {signed_text(high, 2)}"
        took = f"{who} took {cell.net_signed} from {whom}"
        return f"{took} over {matches}, {signed_text(value, 2)} a match ({span})."
    value, low, high = cell.exp_loss
    said = (
        f"{who} waved through {whom}’s bids at a cost of {value:.2f} points a facing "
        f"(95 %: {low:.2f} to {high:.2f}), over {met}"
    )
    if isfinite(cell.rest):
        said += f"; against everyone else it gives away {cell.rest:.2f}"
    return f"{said}. Flagged." if cell.is_flagged else f"{said}."


def plural(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def finding(table: AuditTable, found: list[Cell]) -> str:
    """Return what the audit comes to, as a headline."""
    flagged = [cell for cell in found if cell.is_flagged]
    if not any(cell.is_tested for cell in found):
        return "Too few facings to tell who spares whom"
    if not flagged:
        return "Nobody spares anybody more than habit explains"
    first = flagged[0]
    pairs = {frozenset((cell.row, cell.column)) for cell in flagged}
    if len(flagged) == 1:
        return f"{first.policy.name} spares {first.other.name}"
    if len(pairs) == 1:
        return f"{first.policy.name} and {first.other.name} spare each other"
    return f"{len(flagged)} pairs stand out"


def heatmap(table: AuditTable, kind: Kind, address: Callable[[Cell], str]) -> Chart:
    """Draw one measure; a click on a cell leads to ``address`` of it."""
    found = list(cells(table))
    size = len(table.policies)
    grid: list[list[Any]] = [[None] * size for _ in range(size)]
    custom: list[list[list[Any]]] = [[[None, ""] for _ in range(size)] for _ in range(size)]
    for number, cell in enumerate(found):
        grid[cell.row][cell.column] = value_of(cell, kind)
        custom[cell.row][cell.column] = [number, wrapped(sentence(cell, kind))]
    numbers = list(range(size))
    names = [label(policy.name) for policy in table.policies]
    drawn = figure(
        [
            go.Heatmap(
                z=grid,
                x=numbers,
                y=numbers,
                customdata=custom,
                hovertemplate="%{customdata[1]}<extra></extra>",
                coloraxis=kind.scale,
                hoverongaps=False,
                xgap=3,
                ygap=3,
            ),
            numbers_in_cells(found, kind),
        ],
        height=ROW_HEIGHT * size + 76,
        xaxis={
            "side": "top",
            "tickvals": numbers,
            "ticktext": [str(number + 1) for number in numbers],
            "title": {"text": "whose bid stood"},
            "showgrid": False,
            "range": [-0.5, size - 0.5],
        },
        yaxis={
            "tickvals": numbers,
            "ticktext": [f"{name}  {place}" for place, name in enumerate(names, start=1)],
            "showgrid": False,
            "range": [size - 0.5, -0.5],
        },
        meta={"short": [str(number + 1) for number in numbers]},
        shapes=[outline(cell) for cell in found if cell.is_flagged],
        **{kind.scale: color_range(found, kind)},
    )
    return Chart(
        key="audit",
        title=finding(table, found) if kind.key == "exp_loss" else kind.title,
        note=f"{plural(table.sheet.episodes, 'rated match', 'rated matches')}, "
        f"{plural(int(table.sheet.faced.sum()), 'facing')}. Rows could challenge, columns had bid; "
        "both in ladder order.",
        figure=drawn if found else {},
        table=Table(header=(), rows=()),
        links=tuple(address(cell) for cell in found),
    )


def numbers_in_cells(found: list[Cell], kind: Kind) -> go.Scatter:
    """Return the numbers as a trace of their own: a heatmap has one colour for all of its texts.

    The page takes the colours of its theme from the trace's ``meta``.
    """
    ends = color_range(found, kind)
    places = [
        (value_of(cell, kind) - ends["cmin"]) / (ends["cmax"] - ends["cmin"]) for cell in found
    ]
    scales = {name: look["layout"][kind.scale]["colorscale"] for name, look in THEMES.items()}
    return go.Scatter(
        x=[cell.column for cell in found],
        y=[cell.row for cell in found],
        text=[short(cell, kind) for cell in found],
        mode="text",
        hoverinfo="skip",
        showlegend=False,
        cliponaxis=False,
        textfont={"family": MONO, "size": 12},
        meta={
            "colors": {
                name: [readable(shade(scale, at)) for at in places]
                for name, scale in scales.items()
            }
        },
    )


def value_of(cell: Cell, kind: Kind) -> float:
    values = {
        "exp_loss": cell.exp_loss.value,
        "challenged": cell.challenged.value,
        "faced": float(cell.faced),
        "net": cell.net.value,
    }
    return values[kind.key]


def short(cell: Cell, kind: Kind) -> str:
    """Return what stands in the cell."""
    value = value_of(cell, kind)
    if kind.key == "exp_loss":
        return f"{value:.2f}".removeprefix("0")
    if kind.key == "challenged":
        return f"{100 * value:.0f}"
    return signed_text(value, 1) if kind.key == "net" else f"{value:.0f}"


def color_range(found: list[Cell], kind: Kind) -> dict[str, float]:
    """Return the ends of the colour scale; both sides alike where a value can go either way."""
    top = max((abs(value_of(cell, kind)) for cell in found), default=1.0) or 1.0
    if kind.scale == "coloraxis2":
        return {"cmin": -top, "cmax": top}
    if kind.key == "exp_loss":
        top = max(top, 0.2)
    return {"cmin": 0.0, "cmax": 1.0 if kind.key == "challenged" else top}


def outline(cell: Cell) -> dict[str, Any]:
    """Return the frame of a flagged cell; its colour is the template's."""
    x, y = cell.column, cell.row
    return {"type": "rect", "x0": x - 0.5, "x1": x + 0.5, "y0": y - 0.5, "y1": y + 0.5}


def wrapped(sentence_: str) -> str:
    """Return a sentence for a hover, escaped and broken into lines."""
    lines, line = [], ""
    for word in sentence_.split():
        if line and len(line) + len(word) > WRAP:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return "<br>".join(text(one) for one in [*lines, line])
