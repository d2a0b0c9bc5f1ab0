"""The axis that intervals are drawn on."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string

from league.queries.estimates import Estimate
from league.standings.axis import axis_for


def test_an_axis_holds_everything_in_order_and_marks_break_even() -> None:
    axis = axis_for([0.45, 0.52, 0.61], 0.5)
    places = [float(axis.at(value).rstrip("%")) for value in (0.45, 0.5, 0.52, 0.61)]
    assert places == sorted(places)
    assert places[0] > 0
    assert places[-1] < 100
    assert [tick.label for tick in axis.ticks if tick.is_break_even] == ["0.50"]


def test_without_values_break_even_stands_in_the_middle() -> None:
    axis = axis_for([], 0.5)
    assert float(axis.at(axis.even).rstrip("%")) == pytest.approx(50)


def test_what_lies_outside_is_kept_inside() -> None:
    axis = axis_for([0.4], 0.5)
    assert (axis.at(-9.0), axis.at(9.0)) == ("0.00%", "100.00%")


def test_break_even_is_drawn_where_no_tick_falls_on_it() -> None:
    axis = axis_for([0.3, 0.99], 0.5)
    assert not any(tick.is_break_even for tick in axis.ticks)
    row = Estimate(n=9, mean=0.6, low=0.3, high=0.99)
    drawn = render_to_string("league/ladders/_interval.html", {"sums": row, "axis": axis})
    assert f'class="iv__even" x1="{axis.at(0.5)}"' in drawn
