"""The numbers in the heatmap's cells are read on every shade, in both themes."""

from __future__ import annotations

from typing import Any

import pytest

from league.charts.audit import KINDS, heatmap, value_of
from league.charts.audit import cells as cells_of
from league.charts.figure import THEMES
from league.charts.shade import contrast, readable, shade
from league.queries.audit import read_audit
from tests.support.league import a_ladder, a_match, a_policy

ENOUGH = 4.5
"""WCAG's AA for text of this size."""


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("theme", THEMES)
def test_every_number_stands_out_from_its_cell(kind: Any, theme: str) -> None:
    ladder = a_ladder()
    policies = [a_policy(name) for name in "abcd"]
    pairs = {
        (s, o): (4 * (1 + 4 * s + o), 1 + s + o, (1 + 4 * s + o) / 2, (s - o) * 4)
        for s in range(4)
        for o in range(4)
        if s != o
    }
    a_match(ladder, policies, pairs=pairs)
    table = read_audit(ladder)
    found = list(cells_of(table))
    drawn = heatmap(table, kind, lambda cell: "/").figure
    axis = drawn["layout"][kind.scale]
    scale = THEMES[theme]["layout"][kind.scale]["colorscale"]
    words = drawn["data"][1]
    colors = words["meta"]["colors"][theme]
    assert len(colors) == len(found) == len(pairs)
    assert list(zip(words["x"], words["y"], strict=True)) == [(c.column, c.row) for c in found]
    for cell, color in zip(found, colors, strict=True):
        at = (value_of(cell, kind) - axis["cmin"]) / (axis["cmax"] - axis["cmin"])
        assert contrast(color, shade(scale, at)) >= ENOUGH, (cell.row, cell.column)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("axis", ["coloraxis", "coloraxis2"])
def test_every_shade_of_a_scale_can_be_written_on(theme: str, axis: str) -> None:
    scale = THEMES[theme]["layout"][axis]["colorscale"]
    for step in range(101):
        ground = shade(scale, step / 100)
        assert contrast(readable(ground), ground) >= ENOUGH


def test_a_shade_is_mixed_between_its_stops() -> None:
    scale = [[0.0, "#FF0000"], [0.5, "#000000"], [1.0, "#00FF00"]]
    shades = [shade(scale, at) for at in (0.0, 0.25, 0.5, 1.0)]
    assert shades == ["#FF0000", "#800000", "#000000", "#00FF00"]
