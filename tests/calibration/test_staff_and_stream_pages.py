"""Reliability for staff, and the picks that are offered beside matches and revisions."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from calibration.actions.duels import record_duel, show_duel
from calibration.charts import headline, reliability_chart, telling
from calibration.models import Comparison, DuelSettings, Rater
from calibration.scoring import Resolved, Side, reliability
from league import extensions
from league.models import Episode, Version

pytestmark = pytest.mark.django_db
ADDRESS = "/admin/reliability/"


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("warden", password="warden-pass-1"))
    return client


def answer(rater: Rater, choices: str) -> None:
    for choice in choices:
        duel = show_duel(rater)
        assert duel is not None
        record_duel(duel, choice, actor=rater.user)


def test_reliability_is_for_staff(client: Client, rater: Rater) -> None:
    client.force_login(rater.user)
    for name in ("", "reliability.csv", "reliability.json"):
        assert client.get(ADDRESS + name).status_code == 302


def test_the_page_and_its_files_hold_the_same_numbers(staff: Client, rater: Rater) -> None:
    answer(rater, "ABBA")
    found = staff.get(f"{ADDRESS}reliability.json?rater={rater.user_id}").json()
    assert found["scores"]["n"] == sum(bucket["n"] for bucket in found["reliability"]) == 4
    assert found["asked"]["rater"] == str(rater.user_id)
    rows = list(
        csv.DictReader(io.StringIO(staff.get(f"{ADDRESS}reliability.csv").content.decode()))
    )
    assert [int(row["n"]) for row in rows] == [bucket["n"] for bucket in found["reliability"]]
    page = staff.get(f"{ADDRESS}?rater={rater.user_id}&rule=random").content.decode()
    assert "4 forecasts of 1 rater" in page
    assert "as confident as it deserves" in page


def test_each_choice_narrows_the_forecasts(staff: Client, rater: Rater) -> None:
    answer(rater, "AB")
    for choice in ("rule=bald", "provenance=perform_offer", "game=rumor", "game=beliefs"):
        assert staff.get(f"{ADDRESS}reliability.json?{choice}").json()["scores"] is None
        assert "Nothing to score here yet" in staff.get(f"{ADDRESS}?{choice}").content.decode()
    pooled = staff.get(f"{ADDRESS}reliability.json?rater=pooled&span=1").json()
    assert pooled["scores"]["n"] == 2
    assert staff.get(f"{ADDRESS}?rater=nobody&rule=x&span=y").status_code == 200


def test_the_finding_follows_the_intervals() -> None:
    assert headline(reliability([])) == "Nothing to score yet"
    assert headline(reliability(said(0.9, 50, 100))) == "Too sure where it says much"
    both = said(0.9, 50, 100) + said(0.1, 50, 100)
    assert headline(reliability(both)) == "Too sure at both ends"
    assert headline(reliability(said(0.65, 98, 100))) == "Not sure enough"
    assert headline(reliability(said(0.7, 7, 10))) == "No bucket leaves the diagonal out"


def said(p: float, came: int, n: int) -> list[Resolved]:
    return [Resolved(p_a=p, came=Side.A if i < came else Side.B) for i in range(n)]


def test_the_telling_bucket_is_the_one_that_misses_most_else_the_fullest() -> None:
    assert telling(reliability([])) is None
    fullest = telling(reliability(said(0.5, 5, 10) + said(0.7, 14, 20)))
    assert fullest is not None
    assert fullest.n == 20
    found = telling(reliability(said(0.9, 50, 100) + said(0.5, 100, 200) + said(0.1, 25, 100)))
    assert found is not None
    assert found.low == 0.8


def test_the_diagram_is_square_and_its_words_keep_away_from_the_dots() -> None:
    """Dots on the lower half of the diagonal leave room on the upper one, and the other way."""
    low = said(0.1, 10, 100) + said(0.3, 30, 100) + said(0.5, 50, 100)
    chart = reliability_chart(reliability(low), said="x", came="y", of="300 forecasts")
    layout = chart.figure["layout"]
    assert layout["meta"] == {"square": True}
    assert layout["annotations"][0]["x"] > 60
    assert chart.note.startswith("300 forecasts.")
    assert len(set(chart.figure["data"][1]["marker"]["size"])) == 1  # equal n, equal dots
    high = said(0.9, 90, 100) + said(0.7, 70, 100) + said(0.5, 50, 100)
    other = reliability_chart(reliability(high), said="x", came="y", of="")
    assert other.figure["layout"]["annotations"][0]["x"] < 40


def test_an_author_judges_an_edit_blind(client: Client, rater: Rater, settings: Any) -> None:
    settings.ANTHROPIC_API_KEY = "a-key"
    author = rater.user
    version = Version.objects.get(policy__name="The Magpie")
    version.policy.owner = author
    version.policy.save()
    edit = Version.objects.create(
        policy=version.policy, number=2, prompt="Count twice.", author=author
    )
    assert {step.key for step in extensions.steps_for(author, edit)} >= {
        "heard-edit",
        "self-report",
    }
    address = extensions.steps["heard-edit"].take(author, edit)
    client.force_login(author)
    assert "Both versions are playing" in client.get(address).content.decode()
    comparison = Comparison.objects.get()
    for one in (comparison.version_episode, comparison.parent_episode):
        assert one.purpose == Episode.Purpose.SELF_REPORT
    client.force_login(User.objects.create_user("heron"))
    assert client.get(address).status_code == 404


@pytest.mark.django_db
def test_the_list_of_settings_says_where_the_defaults_apply(client: Client) -> None:
    client.force_login(User.objects.create_superuser("keeper"))
    address = "/admin/calibration/duelsettings/"
    assert "Defaults apply to liars-dice and rumor" in client.get(address).content.decode()
    DuelSettings.objects.create(game="rumor")
    assert "Defaults apply to liars-dice:" in client.get(address).content.decode()
    DuelSettings.objects.create(game="liars-dice")
    assert "Defaults apply" not in client.get(address).content.decode()
