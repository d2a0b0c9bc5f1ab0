"""A judge over answered duels: what it is shown, what is stored once, how a run ends."""

from __future__ import annotations

import asyncio

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from pytest_django import Settings

from calibration.actions.clips import current_scaling, cut_clips
from calibration.actions.duels import rater_for, record_duel, undo_answer
from calibration.actions.judging import (
    RunRefused,
    next_duel,
    stop_run,
    take_run,
    write_verdict,
)
from calibration.exhibits import exhibit_of_clip
from calibration.jobs import MOST_VOIDS
from calibration.models import Clip, JudgedDuel, JudgeRun, Observation, Rater
from calibration.queries.agreement import answered_duels
from calibration.queries.spending import can_judge_duels
from grading.actions.answers import Heard
from grading.judges.base import Exhibit, JudgeFailed, Spent, Verdict
from grading.models import JudgeCall, Trial
from grading.queries.trends import read_pairs
from grading.record import Choice
from league.models import LeagueSettings, Version
from league.queries.spending import spent_by_league
from tests.support.judging import Scripted, answer, begin, judge
from tests.support.rumor import make_rumor

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
def test_a_run_keeps_its_own_count_whatever_a_later_run_answers(rater: Rater) -> None:
    answer(rater, "AB")
    unreadable = JudgeFailed("Unreadable.", Spent(cost=0.25))
    first = judge(begin(), Scripted([unreadable, Choice.TIE]))
    assert (first.judged, first.voids, first.cost) == (2, 1, 0.75)
    second = judge(begin(), Scripted([Choice.B]))
    assert (second.judged, second.voids, second.cost) == (1, 0, 0.5)
    first.refresh_from_db()
    assert (first.judged, first.voids) == (2, 1)
    late = Heard(choice=Choice.A, reason="", spent=Spent(cost=2.0))
    row = JudgedDuel.objects.get(run=second)
    assert not write_verdict(second, row.duel, late)
    row.refresh_from_db()
    assert (row.choice, row.cost) == ("B", 2.75)  # money spent is never lost
    second.refresh_from_db()
    assert (second.judged, second.cost) == (1, 2.5)


@pytest.mark.django_db(transaction=True)
def test_a_judge_that_gives_no_answer_again_and_again_ends_the_run(rater: Rater) -> None:
    answer(rater, "AB" * 5)
    down = JudgeFailed("The provider failed (timeout).")
    says: list[Choice | Exception] = [down, Choice.A, *[down] * 8]
    run = judge(begin(), Scripted(says))
    assert run.status == JudgeRun.Status.FAILED
    assert (run.judged, run.voids) == (MOST_VOIDS + 2, MOST_VOIDS + 1)
    assert run.error.endswith("The provider failed (timeout).")
    again = judge(begin(), Scripted([Choice.B] * 9))
    assert (again.status, again.judged) == (JudgeRun.Status.FINISHED, 9)


@pytest.mark.django_db(transaction=True)
def test_a_run_is_held_while_a_call_takes_long(
    rater: Rater, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("calibration.jobs.HOLD_SECONDS", 0.03)
    answer(rater, "A")
    run = begin()

    class Slow(Scripted):
        async def compare(self, a: Exhibit, b: Exhibit, rubric: str) -> Verdict:
            read = sync_to_async(JudgeRun.objects.get)
            first = (await read(pk=run.pk)).held_until
            async with asyncio.timeout(60):
                while (await read(pk=run.pk)).held_until == first:  # noqa: ASYNC110  # a row is all there is
                    await asyncio.sleep(0.01)
            return await super().compare(a, b, rubric)

    done = judge(run, Slow([Choice.A]))
    assert (done.status, done.voids) == (JudgeRun.Status.FINISHED, 0)


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
