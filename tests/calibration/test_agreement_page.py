"""People against a judge: the table, the page, its files, the command."""

from __future__ import annotations

import csv
import io
import json

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from calibration.actions.duels import rater_for
from calibration.models import JudgeRun, Rater
from calibration.queries.agreement import read_table
from grading.actions.rubrics import house_rubric
from grading.judges.base import JudgeFailed
from grading.record import Choice
from tests.support.judging import Scripted, answer, begin, judge

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
    page = client.get(ADDRESS).text
    assert "This judge has looked at no duel yet" in page
    assert "4 answered duels could be judged" in page
    fields = {"game": "liars-dice", "judge": "mistakes", "rubric": house_rubric().pk}
    refused = client.post(f"{ADDRESS}start/", {**fields, "wanted": "-1"}, follow=True)
    assert "expected a number from 1 to 500" in refused.text
    page = client.post(f"{ADDRESS}start/", {**fields, "wanted": 3}, follow=True).text
    assert "0 of 3" in page
    assert "Waiting" in page
    judge(JudgeRun.objects.get(), Scripted([Choice.A, Choice.B, Choice.B]))
    page = client.get(ADDRESS).text
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
def test_the_command_judges_here_and_prints_the_table(
    rater: Rater, capsys: pytest.CaptureFixture[str]
) -> None:
    answer(rater, "AB")
    call_command("judge-duels", judge="outcome", json=True)
    found = json.loads(capsys.readouterr().out)
    line = found["lines"][0]
    assert line["n"] + line["ties"] == 2
    assert JudgeRun.objects.get().status == JudgeRun.Status.FINISHED
