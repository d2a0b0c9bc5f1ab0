"""The site's look for Plotly: one template for each theme, in the colours of ``tokens.css``.

A test compares the colours with that file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

SANS = '"Libre Franklin", "Franklin Gothic Medium", "Helvetica Neue", Arial, sans-serif'
SERIF = '"Besley", "Rockwell", Georgia, serif'
MONO = '"Spline Sans Mono", "SFMono-Regular", Consolas, monospace'


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette:
    """The tokens of one theme that figures use, by their names in ``tokens.css``."""

    bg: str
    surface: str
    surface_2: str
    ink: str
    ink_2: str
    ink_3: str
    rule: str
    rule_2: str
    brass: str
    brass_fill: str
    good: str
    bad: str
    colorway: tuple[str, ...]
    """Seat colours, told apart in either theme; causes and outcomes take them in order."""


PAPER = Palette(
    bg="#F4EFE4",
    surface="#FCF9F2",
    surface_2="#EBE4D5",
    ink="#1D1A15",
    ink_2="#4F483D",
    ink_3="#655C4E",
    rule="#D3C9B5",
    rule_2="#8F8471",
    brass="#78540C",
    brass_fill="#D2A040",
    good="#1E683A",
    bad="#A3271B",
    colorway=("#23559B", "#AE3420", "#3A6A1C", "#6A3BA8", "#84461F", "#07686B", "#A52A6B"),
)
INK = Palette(
    bg="#12141A",
    surface="#1A1D24",
    surface_2="#232731",
    ink="#F0E9DA",
    ink_2="#C2BAAA",
    ink_3="#A39B8C",
    rule="#333946",
    rule_2="#6F7585",
    brass="#E5B95C",
    brass_fill="#DDAF50",
    good="#7CCB92",
    bad="#FF9482",
    colorway=("#9FC5FB", "#FFAA96", "#A0D672", "#D0B3F8", "#EBB48A", "#6FD8D3", "#F9A8D1"),
)


def template(palette: Palette) -> dict[str, Any]:
    """Return the Plotly template of a theme: what figures leave out, it gives."""
    text = {"family": SANS, "size": 14, "color": palette.ink_2}
    figures = {"family": MONO, "size": 12, "color": palette.ink_2}
    axis = {
        "gridcolor": palette.rule,
        "linecolor": palette.ink,
        "zerolinecolor": palette.rule_2,
        "tickcolor": palette.rule_2,
        "tickfont": figures,
        "title": {"font": text, "standoff": 12},
        "zeroline": False,
        "automargin": True,
        "ticklabelstandoff": 6,
    }
    return {
        "layout": {
            "font": text,
            "paper_bgcolor": palette.bg,
            "plot_bgcolor": palette.surface,
            "colorway": [palette.ink_2, *palette.colorway],
            "xaxis": axis,
            "yaxis": axis,
            "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
            "hoverlabel": {
                "bgcolor": palette.ink,
                "bordercolor": palette.ink,
                "font": {"family": SANS, "size": 14, "color": palette.bg},
                "align": "left",
            },
            "legend": {
                "traceorder": "normal",
                "orientation": "h",
                "y": 1.02,
                "yanchor": "bottom",
                "x": 0,
                "font": text,
            },
            "coloraxis": {
                "colorscale": [[0.0, palette.surface_2], [1.0, palette.ink]],
                "showscale": False,
            },
            "coloraxis2": {
                "colorscale": [[0.0, palette.bad], [0.5, palette.surface_2], [1.0, palette.good]],
                "showscale": False,
            },
            "shapedefaults": {"line": {"color": palette.brass_fill, "width": 3}},
            "annotationdefaults": {"font": text, "showarrow": False},
            "dragmode": False,
        },
        "data": {
            "bar": [{"marker": {"line": {"width": 0}}}],
            "box": [
                {"line": {"color": palette.ink_2, "width": 1.5}, "fillcolor": palette.surface_2}
            ],
            "scatter": [
                {
                    "marker": {"color": palette.ink, "size": 9},
                    "line": {"color": palette.ink, "width": 2},
                    "error_x": {"color": palette.ink, "thickness": 1.8, "width": 5},
                }
            ],
        },
    }
