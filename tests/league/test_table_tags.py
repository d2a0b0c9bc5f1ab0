"""The template tags of tables, results and ladders."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import timezone

from league.queries.frames import format_time
from league.templatetags.tables import ago, interval, placing, reach, roster
from league.views.lobby import edition, headline

HOSTILE = "<img src=x onerror=window.pwn=1>"


def a_top(**row: object) -> dict[str, object]:
    fields = {
        "rank": 1,
        "policy": "The Magpie",
        "url": "/policies/the-magpie/",
        "mean": 0.55,
        "low": 0.5,
        "high": 0.6,
        "episodes": 34,
        "is_scripted": False,
    }
    return {
        "title": "Standard",
        "url": "/ladders/standard/",
        "provisional_below": 20,
        "nearest": None,
        "break_even": 0.5,
        "rows": [fields | row],
    }


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "just now"),
        (60, "1 minute ago"),
        (3_600, "1 hour ago"),
        (7_300, "2 hours ago"),
        (90_000, "1 day ago"),
    ],
)
def test_a_time_is_said_as_how_long_ago(seconds: int, text: str) -> None:
    assert ago(format_time(timezone.now() - timedelta(seconds=seconds))) == text


def test_an_interval_stays_in_its_picture_and_break_even_in_the_middle() -> None:
    rows = [{"low": 0.2, "high": 0.55}, {"low": 0.45, "high": 0.5}]
    far = reach(rows, 0.5)
    for row in rows:
        drawn = interval({**row, "mean": 0.5}, 0.5, far)
        left, right = map(float, re.findall(r"M([\d.]+) 9H([\d.]+)", drawn)[0])
        assert 0 < left < right < 100
        assert "M50.0 9h0" in drawn


def test_a_top_shows_its_interval_its_n_and_hostile_names_as_text() -> None:
    page = render_to_string("league/_top.html", {"top": a_top(policy=HOSTILE)})
    assert "0.550" in page
    assert "0.500 to 0.600" in page
    assert "34 rated matches" in page
    assert HOSTILE not in page
    assert "&lt;img" in page


def test_a_ladder_without_ranks_says_how_to_get_one() -> None:
    top = a_top() | {"rows": [], "nearest": 14}
    page = render_to_string("league/_top.html", {"top": top})
    assert "after 20 rated matches" in page
    assert "has played 14" in page


def test_the_headline_is_true() -> None:
    assert headline(0) == "No table is in play just now"
    assert headline(1) == "One table, and somebody is lying at it"
    assert headline(3) == "Three tables, and somebody is lying at each"
    assert headline(12) == "12 tables, and somebody is lying at each"
    assert [edition(hour) for hour in (0, 6, 12, 18)] == [
        "Night",
        "Morning",
        "Afternoon",
        "Evening",
    ]


def test_a_policy_with_several_seats_is_named_once_and_many_others_are_counted() -> None:
    seats = [{"policy": name} for name in ("herd", "gossip", "herd", "The Magpie")]
    assert roster(seats) == "herd × 2, gossip and The Magpie"
    assert roster(seats[:1]) == "herd"


def test_a_result_says_who_is_level_with_the_first_and_who_is_behind() -> None:
    def ranked(*scores: float | None) -> list[dict[str, Any]]:
        return [{"policy": f"p{n}", "score": score} for n, score in enumerate(scores)]

    assert placing(ranked(1.0, 0.5, 0.5)) == "ahead of p1 and p2"
    assert placing(ranked(1.0, 1.0, 0.5)) == "level with p1, ahead of p2"
    assert placing(ranked(1.0, 1.0)) == "level with p1"
    assert (
        placing(ranked(*[1.0] * 7, 0.9, 0.8, 0.7))
        == "level with six others, ahead of p7, p8 and p9"
    )
    assert placing(ranked(1.0, *[0.5] * 9)) == "ahead of nine others"
