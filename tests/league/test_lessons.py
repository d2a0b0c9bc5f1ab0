"""The worked deal: what the rules page says is what the rules do."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.test import RequestFactory

from league.queries.lessons import read_lesson


def test_the_worked_deal_is_legal_and_ends_in_a_called_bluff() -> None:
    lesson = read_lesson("liars-dice")
    assert lesson is not None
    verdict = lesson.frames[-1]["table"]["verdict"]
    held = sum(hand.count(verdict["face"]) for hand in lesson.frames[0]["table"]["hands"])
    assert verdict["actual"] == held < verdict["quantity"]
    assert verdict["winner"] == verdict["challenger"]
    assert [frame["seq"] for frame in lesson.frames] == [step.seq for step in lesson.steps]


def test_every_example_agrees_with_the_order_of_bids() -> None:
    lesson = read_lesson("liars-dice")
    assert lesson is not None
    legal = {example.bid: example.is_legal for example in lesson.facts["examples"]}
    assert legal == {
        "4 × fives": True,
        "5 × ones": True,
        "4 × fours": False,
        "4 × threes": False,
        "3 × sixes": False,
    }


def test_a_game_without_a_lesson_has_none() -> None:
    assert read_lesson("no-such-game") is None


def test_the_error_pages_render_without_a_database() -> None:
    request = RequestFactory().get("/")
    for name in ("500.html", "404.html", "403_csrf.html"):
        assert "<h1" in render_to_string(name, {}, request if name != "500.html" else None)
