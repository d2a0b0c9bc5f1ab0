"""What a page carries for one figure, and how a text gets into one."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from typing import Any

import plotly.graph_objects as go

from league.charts.template import INK, PAPER, template

THEMES = {"paper": template(PAPER), "ink": template(INK)}
LONGEST_LABEL = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The same numbers as a figure, for who reads rather than looks."""

    header: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A figure with its words and its table."""

    key: str
    """Names the figure's elements on the page: letters and hyphens."""
    title: str
    """The finding or the question, in a sentence."""
    note: str
    """How to read it, with the n."""
    figure: dict[str, Any]
    """Plotly's data and layout as JSON values, without colours; empty when there is nothing."""
    table: Table
    links: tuple[str, ...] = field(default=())
    """Where a click on a point leads, by the first entry of its customdata."""


def text(value: object) -> str:
    """Return a text for a label, a tick or a hover: Plotly reads some HTML there, so escape it.

    >>> text("<b>bold</b> & $x$")
    '&lt;b&gt;bold&lt;/b&gt; &amp; &#36;x&#36;'
    """
    return html.escape(str(value), quote=False).replace("$", "&#36;").replace("%{", "%&#123;")


def label(name: str, longest: int = LONGEST_LABEL) -> str:
    """Return a name for an axis, cut where it would push the plot off the page."""
    return text(name if len(name) <= longest else f"{name[: longest - 1].rstrip()}…")


def figure(traces: list[Any], **layout: Any) -> dict[str, Any]:
    """Return a figure as JSON values, checked by Plotly and without Plotly's own template."""
    made = go.Figure(data=traces, layout={"template": None, **layout})
    plain: dict[str, Any] = made.to_plotly_json()
    plain["layout"].pop("template", None)
    return plain


def warm_up() -> None:
    """Make one figure of every kind and drop it: Plotly reads its rules at the first of each."""
    figure([go.Bar(), go.Box(), go.Heatmap(), go.Scatter()])


def payload(charts: list[Chart]) -> dict[str, Any]:
    """Return what the page's JSON block holds: both themes once, and every figure."""
    figures = {
        chart.key: {**chart.figure, "links": list(chart.links)} for chart in charts if chart.figure
    }
    return {"themes": THEMES, "figures": figures}
