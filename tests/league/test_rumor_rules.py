"""The rules page of Rumor: its example is played by the rules, its band has the known figures."""

from __future__ import annotations

import pytest
from django.test import Client

from league.queries.headroom_band import HIGH, LANDMARKS, LOW, axis, interval
from league.queries.rumor_lesson import rumor_lesson

pytestmark = pytest.mark.django_db


def test_the_worked_match_is_one_of_the_rules_and_its_steps_fit_its_frames() -> None:
    lesson = rumor_lesson()
    kinds = [frame["kind"] for frame in lesson.frames]
    assert kinds == ["start", "say", "say", "say", "vote", "tally"]
    assert [step.seq for step in lesson.steps] == [frame["seq"] for frame in lesson.frames]
    tally = lesson.frames[-1]["table"]["tally"]
    assert f"{tally['correct']} of {tally['honest']}" in lesson.steps[-1].text
    names = [seat["alias"] for seat in lesson.head["seats"]]
    for slot, role in enumerate(tally["roles"]):
        if role == "saboteur":
            assert names[slot] in lesson.steps[-1].text
    assert all("saboteur" not in step.text for step in lesson.steps[:-1])


def test_the_band_lies_on_its_axis() -> None:
    places = [axis(mark.share) for mark in LANDMARKS]
    assert places == sorted(places)
    assert axis(LOW) == 0
    assert axis(HIGH) == 100


def test_an_interval_holds_its_share_and_narrows_with_n() -> None:
    few, many = interval(0.7, 10), interval(0.7, 1_000)
    assert few[0] < many[0] < 0.7 < many[1] < few[1]
    assert interval(1.0, 5)[1] <= 1.0 + 1e-12
    assert interval(0.0, 5)[0] + 1e-12 >= 0


def test_without_a_ranked_policy_the_page_says_how_to_get_there(client: Client) -> None:
    response = client.get("/rules/rumor/")
    assert response.status_code == 200
    text = response.content.decode()
    assert "Nobody has a rank in Rumor yet" in text
    for mark in LANDMARKS:
        assert mark.label in text
