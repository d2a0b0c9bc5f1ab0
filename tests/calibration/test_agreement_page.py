"""People against a judge: the table, the page, its files, the command."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from calibration.actions.duels import rater_for
from calibration.actions.judging import next_duel, stop_run, take_run, write_verdict
from calibration.agreement import agree
from calibration.models import JudgeRun, Rater
from calibration.queries.agreement import Line, Table, read_table
from calibration.queries.agreement_page import finding
from calibration.queries.spending import Price, price_of_duel
from calibration.scoring import Side
from grading.actions.answers import Heard
from grading.actions.rubrics import house_rubric
from grading.judges.base import JudgeFailed, Spent
from grading.models import Rubric
from grading.record import Choice
from tests.support.judging import Scripted, answer, begin, judge


def text_of(response: Any) -> str:
    """Return a page's words without its tags."""
    return " ".join(re.sub(r"<[^>]+>", "", response.text).split())


ADDRESS = "/admin/reliability/agreement/"


@pytest.mark.django_db(transaction=True)
def test_the_table_is_people_against_the_judge_by_rater_and_pooled(rater: Rater) -> None:
    answer(rater, "AABB")
    other = rater_for(User.objects.create_user("finch"), "liars-dice")
    answer(other, "AB")
    # The newest are judged first: finch's B and A, then the rater's B, B, A, A.
    says: list[Choice | Exception] = [
        Choice.B,
        Choice.TIE,
        Choice.B,
        Choice.A,
        Choice.A,
        JudgeFailed("Unreadable."),
    ]
    judge(begin(), Scripted(says))
    table = read_table("liars-dice", "mistakes", house_rubric())
    everybody, finch, first = table.lines
    assert [line.rater for line in table.lines] == ["", "finch", "rater"]
    cells = [(o.agreement.both_a, o.agreement.person_a, o.agreement.judge_a, o.agreement.both_b)
             for o in table.lines]  # fmt: skip
    assert cells == [(1, 0, 1, 2), (0, 0, 0, 1), (1, 0, 1, 1)]
    assert [(o.ties, o.voids) for o in table.lines] == [(1, 1), (1, 0), (0, 1)]
    assert everybody.agreement.kappa == pytest.approx(0.5)
    assert finch.agreement.kappa is None
    assert first.agreement.kappa == pytest.approx(0.4)
    assert table.judged == 6


@pytest.mark.django_db
def test_the_page_its_files_and_its_buttons_are_for_staff(client: Client, rater: Rater) -> None:
    run = begin()
    client.force_login(rater.user)
    for name in ("", "agreement.csv", "agreement.json"):
        assert client.get(ADDRESS + name).status_code == 302
    fields = {"game": "liars-dice", "judge": "outcome", "rubric": run.rubric_id, "wanted": 5}
    assert client.post(f"{ADDRESS}start/", fields).status_code == 302
    assert client.post(f"{ADDRESS}{run.pk}/stop/").status_code == 302
    assert JudgeRun.objects.get().status == JudgeRun.Status.QUEUED


@pytest.mark.django_db(transaction=True)
def test_staff_start_a_run_see_it_move_and_read_the_table(client: Client, rater: Rater) -> None:
    answer(rater, "ABBA")
    client.force_login(User.objects.create_superuser("warden"))
    assert 'href="/admin/reliability/agreement/"' in client.get("/admin/reliability/").text
    page = text_of(client.get(ADDRESS))
    assert "This judge has looked at no duel yet" in page
    assert "4 answered duels could be judged" in page
    fields = {"game": "liars-dice", "judge": "mistakes", "rubric": house_rubric().pk}
    refused = client.post(f"{ADDRESS}start/", {**fields, "wanted": "-1"}, follow=True)
    assert "expected a number from 1 to 500" in refused.text
    page = text_of(client.post(f"{ADDRESS}start/", {**fields, "wanted": 3}, follow=True))
    assert "0 of 3" in page
    assert "Waiting" in page
    judge(JudgeRun.objects.get(), Scripted([Choice.A, Choice.B, Choice.B]))
    page = text_of(client.get(ADDRESS))
    assert "3 judged duels of 4 answered" in page
    assert "Finished" in page
    assert "All raters" in page
    found = client.get(f"{ADDRESS}agreement.json").json()
    assert [line["rater"] for line in found["lines"]] == [None, "rater"]
    assert found["lines"][0]["n"] == 3
    assert found["lines"][0]["kappa_95"] is not None
    rows = list(csv.DictReader(io.StringIO(client.get(f"{ADDRESS}agreement.csv").text)))
    assert [row["n"] for row in rows] == ["3", "3"]
    assert float(rows[1]["kappa"]) == pytest.approx(found["lines"][1]["kappa"])
    client.post(f"{ADDRESS}start/", {**fields, "wanted": 3})
    last = JudgeRun.objects.order_by("-pk")[0]
    assert "Stopped" in client.post(f"{ADDRESS}{last.pk}/stop/", follow=True).text


@pytest.mark.django_db(transaction=True)
def test_the_page_asks_for_news_while_a_run_is_open_and_is_told_when_there_is_none(
    client: Client, rater: Rater
) -> None:
    answer(rater, "AB")
    client.force_login(User.objects.create_superuser("warden"))
    run = begin()
    page = client.get(ADDRESS).text
    assert 'data-state="running"' in page
    assert '<noscript><meta http-equiv="refresh"' in page  # without a script it loads itself again
    live = f"{ADDRESS}live/"
    news = client.get(live)
    assert "0 of 2" in news.text
    known = {"If-None-Match": news.headers["ETag"]}
    assert client.get(live, headers=known).status_code == 304
    taken = take_run("here", run.pk)
    assert taken is not None
    duel = next_duel(taken)
    assert duel is not None
    write_verdict(taken, duel, Heard(choice=Choice.A, reason=""))
    news = client.get(live, headers=known)
    assert "1 of 2" in news.text
    assert f"Run {run.pk}: at work." in news.text
    stop_run(run)
    news = client.get(live, headers=known)
    assert 'data-state="over"' in news.text
    assert f"Run {run.pk}: stopped, 1 judged." in news.text
    assert "http-equiv" not in client.get(ADDRESS).text


@pytest.mark.django_db(transaction=True)
def test_the_page_says_why_a_run_stands_failed_or_gave_no_answer(
    client: Client, rater: Rater
) -> None:
    answer(rater, "AB")
    client.force_login(User.objects.create_superuser("warden"))
    run = begin()
    assert "No process has taken it up" not in client.get(ADDRESS).text
    JudgeRun.objects.update(created_at="2020-01-01T00:00:00Z")
    assert "No process has taken it up" in client.get(ADDRESS).text
    take_run("dead", run.pk)
    assert "Its process is gone" not in client.get(ADDRESS).text
    JudgeRun.objects.update(held_until="2020-01-01T00:00:00Z")
    assert "Its process is gone" in client.get(ADDRESS).text
    hostile = "<img src=x onerror=pwn()>"
    judge(run, Scripted([JudgeFailed(hostile, Spent(cost=0.5)), Choice.TIE]))
    page = client.get(ADDRESS).text
    assert "&lt;img src=x onerror=pwn()&gt;" in page
    assert hostile not in page
    assert "$0.50" not in page  # the run's whole cost stands there
    assert "$1.00" in page
    JudgeRun.objects.update(status=JudgeRun.Status.FAILED, error="Trace\nKeyError: 7")
    page = client.get(ADDRESS).text
    assert "KeyError: 7" in page
    assert "Trace" not in page


@pytest.mark.django_db(transaction=True)
def test_what_a_run_costs_is_said_before_it_is_started(
    client: Client, rater: Rater, settings: Settings
) -> None:
    settings.ANTHROPIC_API_KEY = ""
    answer(rater, "ABA")
    client.force_login(User.objects.create_superuser("warden"))
    page = client.get(ADDRESS).text
    assert "only judges that are rules can be asked" in page
    assert price_of_duel("mistakes", "liars-dice") == Price(dollars=0.0)
    settings.ANTHROPIC_API_KEY = "a-key"
    guess = price_of_duel("claude", "liars-dice")
    assert guess.is_guess
    assert f"about ${guess.dollars:.3f}, a guess" in client.get(ADDRESS).text
    judge(begin(judge="claude", wanted=2), Scripted([Choice.A, Choice.B]))
    assert price_of_duel("claude", "liars-dice") == Price(dollars=0.5)
    page = client.get(f"{ADDRESS}?judge=claude").text
    assert "about $0.500" in page
    assert '"claude": {"price": 0.5, "left": 1}' in page


def test_the_finding_follows_the_interval_of_kappa() -> None:
    def said(both: int, differ: int) -> str:
        pairs = [(Side.A, Side.A), (Side.B, Side.B)] * both
        pairs += [(Side.A, Side.B), (Side.B, Side.A)] * differ
        found = agree(pairs)
        line = Line(rater="", agreement=found, observed_95=None, ties=0, voids=0)
        return finding(
            Table(game="rumor", judge="mistakes", rubric=Rubric(), pooled=line, raters=[])
        )

    assert said(0, 0) == "Mistakes took no side yet"
    assert said(20, 2) == "Mistakes agrees with people, beyond chance"
    assert said(2, 20) == "Mistakes picks against people"
    assert said(11, 10) == "No more agreement with Mistakes than chance gives, so far"


@pytest.mark.django_db(transaction=True)
def test_the_command_judges_here_and_prints_the_table(
    rater: Rater, capsys: pytest.CaptureFixture[str]
) -> None:
    answer(rater, "AB")
    call_command("judge-duels", judge="outcome", json=True)
    out, err = capsys.readouterr()
    found = json.loads(out)
    line = found["lines"][0]
    assert line["n"] + line["ties"] == 2
    assert err.startswith("Judging liars-dice by outcome: at most 50 duels.")
    assert "2 judged, 0 without an answer" in err
    assert JudgeRun.objects.get().status == JudgeRun.Status.FINISHED
