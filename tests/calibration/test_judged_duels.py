"""A judge over answered duels: what it is shown, what is stored once, and what staff read."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from dataclasses import dataclass, field

import numpy as np
import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.test import Client
from pytest_django import Settings

from calibration.actions.clips import current_scaling, cut_clips
from calibration.actions.duels import rater_for, record_duel, show_duel, undo_answer
from calibration.actions.judging import (
    RunRefused,
    next_duel,
    start_run,
    stop_run,
    take_run,
    write_verdict,
)
from calibration.exhibits import exhibit_of_clip
from calibration.jobs import work_through
from calibration.models import Clip, Duel, JudgedDuel, JudgeRun, Observation, Rater
from calibration.queries.agreement import answered_duels, read_table
from calibration.queries.spending import can_judge_duels
from grading.actions.answers import Heard
from grading.actions.rubrics import house_rubric
from grading.judges.base import Exhibit, JudgeFailed, Spent, Verdict
from grading.models import JudgeCall, Trial
from grading.queries.trends import read_pairs
from grading.record import Choice
from league.models import LeagueSettings, Version
from league.queries.spending import spent_by_league
from tests.support.rumor import make_rumor

ADDRESS = "/admin/reliability/agreement/"


@dataclass
class Scripted:
    """Says what it is told to, in order, and keeps what it was shown; an error is raised."""

    says: list[Choice | Exception]
    seen: list[tuple[Exhibit, Exhibit]] = field(default_factory=list)

    async def compare(self, a: Exhibit, b: Exhibit, rubric: str) -> Verdict:
        self.seen.append((a, b))
        said = self.says[len(self.seen) - 1]
        if isinstance(said, Exception):
            raise said
        return Verdict(choice=said, reason="So it goes.", spent=Spent(requests=1, cost=0.5))


def answer(rater: Rater, choices: str) -> list[Duel]:
    found = []
    for turn, choice in enumerate(choices):
        duel = show_duel(rater, np.random.default_rng(turn))
        assert duel is not None
        record_duel(duel, choice, actor=rater.user)
        found.append(duel)
    return found


def begin(wanted: int = 10, judge: str = "mistakes", game: str = "liars-dice") -> JudgeRun:
    return start_run(game=game, judge=judge, rubric=house_rubric(), wanted=wanted)


def judge(run: JudgeRun, judge: Scripted | None = None) -> JudgeRun:
    taken = take_run("here", run.pk)
    assert taken is not None
    asyncio.run(work_through(taken, "here", judge))
    return JudgeRun.objects.get(pk=run.pk)


# what a judge is shown


@pytest.mark.django_db
def test_an_exhibit_is_one_deal_without_names_versions_notes_or_the_points_of_a_match(
    rater: Rater,
) -> None:
    policies = {version.policy.name for version in Version.objects.select_related("policy")}
    later = Clip.objects.filter(part__gt=0)
    assert later.exists()
    for clip in Clip.objects.select_related("episode", "seat"):
        shown = exhibit_of_clip(clip)
        kinds = [shown.game.encode(event)["kind"] for event in shown.events]
        assert (kinds[:2], kinds[-2:]) == (["start", "deal"], ["challenge", "end"])
        assert kinds.count("deal") == 1
        stored = clip.episode.events.filter(seq__range=(clip.first_seq, clip.last_seq))
        assert len(shown.events) == stored.count() + 2
        text = shown.transcript
        assert text.count("Deal ") == 1
        assert "Deal 1 of 1" in text
        assert shown.alias == clip.seat.alias
        assert not [word for word in (*policies, "Points:", "fallback", "End (") if word in text]
        assert all(getattr(event, "notes", None) is None for event in shown.events)
        assert sorted(shown.results.scores) != [0.0] * len(shown.results.scores)


@pytest.mark.django_db
def test_the_mistakes_of_a_deal_are_those_of_its_own_decisions(rater: Rater) -> None:
    """Deals of one seat, weighed by nothing else, differ from each other and from the match."""
    values = {exhibit_of_clip(clip).mistakes for clip in Clip.objects.filter(seat__slot=0)}
    assert len(values) > 1
    assert all(value is not None and 0.0 <= value <= 1.0 for value in values)


@pytest.mark.django_db
def test_in_rumor_an_exhibit_is_the_episode_and_hides_who_played() -> None:
    clips = cut_clips(make_rumor(rounds=3))
    policies = {version.policy.name for version in Version.objects.select_related("policy")}
    for clip in clips:
        shown = exhibit_of_clip(clip)
        text = shown.transcript
        assert not [name for name in (*policies, "Scores:", "End (") if name in text]
        assert text.startswith("Rumor, ten seats.")


# runs and rows


@pytest.mark.django_db(transaction=True)
def test_a_run_judges_the_newest_answered_duels_once_and_stays_out_of_trials_and_health(
    rater: Rater,
) -> None:
    duels = answer(rater, "ABAB")
    run = judge(begin(wanted=3))
    assert run.status == JudgeRun.Status.FINISHED
    assert run.holder == ""
    assert set(run.rows.values_list("duel_id", flat=True)) == {one.pk for one in duels[1:]}
    again = judge(begin(wanted=10))
    assert list(again.rows.values_list("duel_id", flat=True)) == [duels[0].pk]
    assert judge(begin()).rows.count() == 0
    assert JudgedDuel.objects.count() == 4
    assert not Trial.objects.exists()
    assert not JudgeCall.objects.exists()
    assert read_pairs() == []


@pytest.mark.django_db(transaction=True)
def test_the_database_keeps_one_row_for_a_duel_a_judge_and_a_rubric(rater: Rater) -> None:
    answer(rater, "A")
    judge(begin())
    row = JudgedDuel.objects.get()
    fields = {"duel": row.duel, "judge": row.judge, "rubric": row.rubric, "run": row.run}
    with pytest.raises(IntegrityError), transaction.atomic():
        JudgedDuel.objects.create(**fields, choice="B", judged_at=row.judged_at)
    heard = Heard(choice=Choice.TIE, reason="")
    assert not write_verdict(row.run, row.duel, heard)
    assert JudgedDuel.objects.get().choice == row.choice
    judge(begin(judge="outcome"))
    assert JudgedDuel.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_run_goes_on_where_a_dead_process_left_it(rater: Rater) -> None:
    answer(rater, "ABA")
    run = begin()
    taken = take_run("dead", run.pk)
    assert taken is not None
    duel = next_duel(taken)
    assert duel is not None
    write_verdict(taken, duel, Heard(choice=Choice.A, reason="Before."))
    assert take_run("here", run.pk) is None  # it is still held
    JudgeRun.objects.update(held_until="2020-01-01T00:00:00Z")
    heir = Scripted([Choice.A, Choice.B])
    assert judge(run, heir).status == JudgeRun.Status.FINISHED
    assert len(heir.seen) == 2
    assert JudgedDuel.objects.get(duel=duel).reason == "Before."


@pytest.mark.django_db(transaction=True)
def test_an_unreadable_answer_is_void_and_a_later_run_asks_once_more(rater: Rater) -> None:
    answer(rater, "AB")
    first = judge(begin(), Scripted([JudgeFailed("Unreadable.", Spent(cost=0.25)), Choice.TIE]))
    assert first.status == JudgeRun.Status.FINISHED
    assert sorted(JudgedDuel.objects.values_list("choice", flat=True)) == ["", "tie"]
    judge(begin(), Scripted([Choice.B]))
    assert sorted(JudgedDuel.objects.values_list("choice", flat=True)) == ["B", "tie"]
    assert JudgedDuel.objects.get(choice="B").cost == pytest.approx(0.75)


@pytest.mark.django_db(transaction=True)
def test_a_stopped_run_ends_after_the_duel_at_hand(rater: Rater) -> None:
    answer(rater, "AB")
    run = begin()

    class Stopping(Scripted):
        async def compare(self, a: Exhibit, b: Exhibit, rubric: str) -> Verdict:
            stop = sync_to_async(JudgeRun.objects.update)
            await stop(status=JudgeRun.Status.CANCELLED)
            return await super().compare(a, b, rubric)

    assert judge(run, Stopping([Choice.A])).rows.count() == 1
    assert not stop_run(run)


@pytest.mark.django_db
def test_a_run_is_bounded_one_at_a_time_and_of_a_judge_on_offer(
    rater: Rater, settings: Settings
) -> None:
    settings.ANTHROPIC_API_KEY = ""
    for wanted, name, game in (
        (0, "mistakes", "liars-dice"),
        (501, "mistakes", "liars-dice"),
        (5, "claude", "liars-dice"),
        (5, "coin", "liars-dice"),
        (5, "mistakes", "chess"),
    ):
        with pytest.raises(RunRefused):
            begin(wanted, name, game)
    begin()
    with pytest.raises(RunRefused, match="already"):
        begin()
    assert JudgeRun.objects.count() == 1


@pytest.mark.django_db
def test_retracted_unblind_and_live_picks_are_not_judged(rater: Rater) -> None:
    kept, _ = answer(rater, "AB")
    record_duel(undo_answer(rater, actor=rater.user), "A", actor=rater.user)
    assert [one.pk for one in answered_duels("liars-dice")] == [kept.pk]
    Clip.objects.filter(pk=kept.clip_a_id).update(is_partial=True)
    assert not answered_duels("liars-dice").exists()
    assert Observation.objects.count() == 3


@pytest.mark.django_db(transaction=True)
def test_what_it_cost_counts_towards_the_leagues_day(rater: Rater) -> None:
    answer(rater, "A")
    judge(begin(), Scripted([Choice.A]))
    assert spent_by_league().spent == pytest.approx(0.5)
    assert can_judge_duels()
    limits = LeagueSettings.load()
    limits.daily_limit = 0.4
    limits.save()
    assert not can_judge_duels()


# the table


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


@pytest.mark.django_db(transaction=True)
def test_both_rules_judge_clips_of_rumor(user: User) -> None:
    for n in range(2):
        cut_clips(make_rumor(rounds=3, seed=f"{n + 1:064x}"))
    assert current_scaling("rumor") is not None
    answer(rater_for(user, "rumor"), "AB")
    for name in ("mistakes", "outcome"):
        run = judge(begin(judge=name, game="rumor"))
        assert run.status == JudgeRun.Status.FINISHED, run.error
        assert "" not in run.rows.values_list("choice", flat=True)
        assert run.rows.count() == 2
