"""A trial's life over real matches: decided once, resumed anywhere, ended with its reason."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from grading.actions.promotions import promote_challenger, undo_promotion
from grading.actions.trials import Plan, cancel_trial, start_trial
from grading.check_judges import Failing, Hanging
from grading.evidence import Checks
from grading.jobs import TrialRunner, free_trials, hold_and_run, let_go, take
from grading.judges.base import Exhibit, Judge, Verdict
from grading.models import Comparison, JudgeCall, Trial
from grading.queries.history import checks_for, own_checks, record_of
from grading.record import Choice
from grading.runner import Bench, here, run
from league.actions.policies import Outdated, Refused, promote
from league.models import Episode, Promotion
from tests.grading.trials import add_history, ran, rows_of, started, two_versions
from tests.support.policies import make_policy, make_user
from tests.support.waiting import await_until

pytestmark = pytest.mark.django_db(transaction=True)

UNFINISHED = (Episode.Status.QUEUED, Episode.Status.RUNNING)


def champion_of(trial: Trial) -> Any:
    assert trial.challenger is not None
    trial.challenger.policy.refresh_from_db()
    return trial.challenger.policy.champion


# decisions


def test_the_better_of_a_known_pair_is_promoted_when_its_author_chose_so() -> None:
    author = make_user()
    trial = started(120, actor=author, promotes=True, settings={"deals": 6})
    add_history(trial, 100)
    trial = ran(trial)
    assert trial.decision == Trial.Decision.PROMOTE
    assert champion_of(trial) == trial.challenger
    promotion = trial.promotion
    assert promotion is not None
    assert promotion.is_graded
    assert promotion.actor == author
    assert trial.decided_after is not None
    assert trial.decided_after % 2 == 0
    assert 20 <= trial.decided_after < 120
    assert trial.reading is not None
    assert trial.reading["needed"] < 25, "a judge with a record need not prove itself anew"
    assert not Episode.objects.filter(status__in=UNFINISHED).exists()


def test_the_worse_of_a_known_pair_is_kept_out() -> None:
    worse, better = two_versions((0.55, 0.55), (0.15, 0.35))
    shape: dict[str, Any] = {"variant": "silent", "settings": {"deals": 6}}
    plan = Plan(comparisons=120, seed="trial", promotes=True, **shape)
    trial = start_trial(None, worse, better, plan)
    add_history(trial, 100)
    trial = ran(trial)
    assert trial.decision == Trial.Decision.KEEP
    assert trial.promotion is None
    assert champion_of(trial) == better


def test_both_sides_of_a_comparison_share_their_scenario() -> None:
    trial = ran(started(4))
    for row in rows_of(trial):
        mine, theirs = row.challenger_episode, row.incumbent_episode
        assert mine is not None
        assert theirs is not None
        for name in ("game", "variant", "seed", "settings"):
            assert getattr(mine, name) == getattr(theirs, name)
        seats = [list(one.seats.order_by("slot")) for one in (mine, theirs)]
        for first, second in zip(*seats, strict=True):
            assert (first.alias, first.position) == (second.alias, second.position)
            if first.slot == row.slot:
                assert (first.version, second.version) == (trial.challenger, trial.incumbent)
            else:
                assert first.version == second.version
        assert not mine.is_rated
        assert not mine.is_paced
    assert len({row.seed for row in rows_of(trial)}) == 4


def test_comparisons_that_run_out_leave_the_trial_undecided() -> None:
    trial = ran(started(5))
    assert trial.status == Trial.Status.FINISHED
    assert trial.decision == Trial.Decision.UNDECIDED
    assert trial.reason.startswith("All 5 comparisons are used up.")
    assert trial.decided_after == 5


# judges that fail


class Nonsense:
    async def compare(self, a: Exhibit, b: Exhibit, rubric: str) -> Verdict:
        raise ZeroDivisionError("nonsense")


@pytest.mark.parametrize(
    ("judge", "says"),
    [
        (Failing(), "could not be read, twice"),
        (Hanging(), "did not answer within"),
        (Nonsense(), "The judge broke: ZeroDivisionError"),
    ],
)
def test_a_judge_without_answers_voids_comparisons_and_ends_undecided(
    judge: Judge, says: str
) -> None:
    trial = ran(started(40), judge, patience=0.01)
    assert trial.status == Trial.Status.FINISHED
    assert trial.decision == Trial.Decision.UNDECIDED
    assert "The last 10 comparisons were void" in trial.reason
    assert says in trial.reason
    judged = trial.rows.exclude(status=Comparison.Status.PENDING)
    assert judged.count() == 10
    for row in judged:
        assert (row.status, row.choice, row.outcome) == (Comparison.Status.VOID, "", "")
        assert says in row.void_reason
    assert record_of(trial).decisive == record_of(trial).ties == 0


class FailsNow:
    """Fails in every third call, else prefers A."""

    def __init__(self) -> None:
        self.calls = 0

    async def compare(self, a: Exhibit, b: Exhibit, rubric: str) -> Verdict:
        self.calls += 1
        if self.calls % 3 == 0:
            raise ZeroDivisionError
        return Verdict(choice=Choice.A, reason="first")


def test_void_comparisons_stay_outside_the_record_and_the_checks() -> None:
    trial = ran(started(12, fraction=0.2), FailsNow())
    rows = rows_of(trial)
    voids = [row for row in rows if row.status == Comparison.Status.VOID]
    record = record_of(trial)
    assert voids
    assert record.decisive + record.ties == 12 - len(voids)
    checked = [row for row in rows if row.verdict and row.swapped_verdict]
    assert own_checks(trial).sampled == len(checked)
    assert not [row for row in voids if row.checked_at]


def test_a_prompt_that_baselines_played_for_is_not_judged(settings: Settings) -> None:
    """When the credentials are gone after the start, every decision of a prompt is a fallback."""
    better = make_policy(prompt="Count twice.").champion
    other = make_policy(prompt="Count once.").champion
    assert better is not None
    assert other is not None
    settings.ANTHROPIC_API_KEY = "key-of-a-test"
    trial = start_trial(None, better, other, Plan(comparisons=20, variant="silent"))
    settings.ANTHROPIC_API_KEY = ""
    trial = ran(trial)
    assert trial.decision == Trial.Decision.UNDECIDED
    assert "a baseline played" in trial.reason
    assert not JudgeCall.objects.filter(trial=trial).exists()


# crashes and company


class DiesAfter:
    """Is killed in its n-th call, as the process would be; before that it prefers A."""

    def __init__(self, calls: int) -> None:
        self.left = calls
        self.answered = 0

    async def compare(self, a: Exhibit, b: Exhibit, rubric: str) -> Verdict:
        if self.left == 0:
            raise asyncio.CancelledError
        self.left -= 1
        self.answered += 1
        return Verdict(choice=Choice.A if self.answered % 2 else Choice.TIE, reason="so far")


@pytest.mark.parametrize("calls", [0, 1, 2, 3, 5])
def test_a_crash_loses_no_stored_answer_and_asks_for_none_twice(calls: int) -> None:
    trial = started(8, fraction=0.2)
    first = DiesAfter(calls)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(run(trial.pk, bench=Bench(judge=first, plays=here)))
    before = list(JudgeCall.objects.order_by("pk").values_list("comparison", "order", "choice"))
    # Two comparisons are judged at once: an answer on its way to the database may be lost, or land
    # after the crash; what is lost is asked for again, what is stored never is.
    assert calls - 2 <= len(before) <= first.answered == calls
    second = DiesAfter(100)
    trial = ran(trial, second)
    assert trial.status == Trial.Status.FINISHED
    made = JudgeCall.objects.filter(trial=trial)
    assert (
        list(made.order_by("pk").values_list("comparison", "order", "choice"))[: len(before)]
        == before
    )
    assert made.count() == 8 + sum(row.is_sampled for row in rows_of(trial))
    assert made.count() - calls <= second.answered <= made.count() - len(before)
    assert [row.index for row in rows_of(trial)] == list(range(8))
    assert Episode.objects.count() == 16


class Tied:
    async def compare(self, a: Exhibit, b: Exhibit, rubric: str) -> Verdict:
        await asyncio.sleep(0)
        return Verdict(choice=Choice.TIE, reason="equal")


def test_two_processes_at_one_trial_write_each_answer_once() -> None:
    trial = started(6, fraction=0.2)

    async def both() -> None:
        bench = Bench(judge=Tied(), plays=here)
        await asyncio.gather(run(trial.pk, bench=bench), run(trial.pk, bench=bench))

    asyncio.run(both())
    trial.refresh_from_db()
    assert trial.status == Trial.Status.FINISHED
    assert record_of(trial).ties == 6
    assert Episode.objects.count() == 12
    sampled = sum(row.is_sampled for row in rows_of(trial))
    assert JudgeCall.objects.filter(trial=trial).count() == 6 + sampled


def test_two_trials_at_once_share_the_judges_history() -> None:
    trials = [started(20, fraction=0.2, seed=f"trial {number}") for number in range(2)]

    async def both() -> None:
        bench = Bench(judge=Tied(), plays=here)
        await asyncio.gather(*(run(trial.pk, bench=bench) for trial in trials))

    asyncio.run(both())
    own = [own_checks(trial).sampled for trial in trials]
    assert min(own) >= 3
    for trial in trials:
        assert checks_for(trial) == Checks(sampled=sum(own), disagreements=0)


def test_a_judges_history_looks_back_over_its_last_200_pairs() -> None:
    trial = started(1)
    now = timezone.now()
    verdicts = [("win", "loss")] * 30 + [("win", "win")] * 200
    Comparison.objects.bulk_create(
        Comparison(
            trial=trial,
            index=index,
            position="A",
            is_sampled=True,
            seed="",
            slot=0,
            status=Comparison.Status.JUDGED,
            verdict=verdict,
            swapped_verdict=swapped,
            outcome=verdict,
            checked_at=now,
        )
        for index, (verdict, swapped) in enumerate(verdicts)
    )
    assert checks_for(trial) == Checks(sampled=200, disagreements=0)
    other = started(1, judge="outcome")
    assert checks_for(other) == Checks(), "another judge has a history of its own"


def test_a_trial_is_held_by_one_process_and_free_again_when_it_falls_silent() -> None:
    trial = started(2)
    assert free_trials() == [trial.pk]
    assert take(trial.pk, "one")
    assert free_trials() == []
    assert not take(trial.pk, "two")
    assert take(trial.pk, "one", seconds=-1), "its holder may renew it"
    assert free_trials() == [trial.pk]
    assert take(trial.pk, "two")
    let_go(trial.pk, "one")
    assert free_trials() == []
    let_go(trial.pk, "two")
    assert free_trials() == [trial.pk]
    assert asyncio.run(hold_and_run(trial.pk, plays=here))
    assert free_trials() == []
    trial.refresh_from_db()
    assert (trial.status, trial.holder) == (Trial.Status.FINISHED, "")


def test_the_runner_takes_up_what_is_started_and_hands_over_when_told_to_stop() -> None:
    async def serve() -> None:
        runner = TrialRunner()
        task = asyncio.create_task(runner.run())
        trial = await asyncio.to_thread(in_a_thread, lambda: started(2))
        rows = Trial.objects.filter(pk=trial.pk)
        await await_until(rows.filter(rows__isnull=False).aexists, what="comparisons")
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert await rows.filter(status=Trial.Status.RUNNING, held_until=None).aexists()

    asyncio.run(serve())


# promotion


def decided(**plan: Any) -> Trial:
    """Return a finished trial that says promote, as the gate would leave it."""
    trial = started(2, **plan)
    Trial.objects.filter(pk=trial.pk).update(
        status=Trial.Status.FINISHED, decision=Trial.Decision.PROMOTE, reason="Evidence."
    )
    trial.refresh_from_db()
    return trial


def in_a_thread[T](work: Any) -> Any:
    try:
        return work()
    finally:
        connection.close()


def test_two_requests_at_once_promote_once() -> None:
    trial, staff = decided(), make_user(is_staff=True)

    def attempt(_: int) -> str:
        try:
            return str(promote_challenger(staff, trial).pk)
        except Refused as error:
            return error.message

    with ThreadPoolExecutor(4) as pool:
        said = list(pool.map(lambda number: in_a_thread(lambda: attempt(number)), range(4)))
    assert len([one for one in said if one.isdecimal()]) == 1
    assert Promotion.objects.filter(version=trial.challenger).count() == 1
    assert champion_of(trial) == trial.challenger


def test_a_promotion_is_undone_once() -> None:
    trial, staff = decided(), make_user(is_staff=True)
    promote_challenger(staff, trial)
    undo_promotion(staff, trial)
    assert champion_of(trial) == trial.incumbent
    with pytest.raises(Refused, match="undone already"):
        undo_promotion(staff, trial)
    with pytest.raises(Refused, match="has promoted its challenger already"):
        promote_challenger(staff, trial)


def test_a_champion_that_was_moved_meanwhile_stays() -> None:
    trial = decided(promotes=True)
    assert trial.challenger is not None
    promote(None, trial.challenger, expected=trial.incumbent)
    with pytest.raises(Outdated):
        promote_challenger(None, trial)
    trial.refresh_from_db()
    assert trial.promotion is None


def test_an_undecided_trial_promotes_nothing() -> None:
    trial = ran(started(2))
    with pytest.raises(Refused, match="nothing to promote"):
        promote_challenger(None, trial)
    with pytest.raises(Refused, match="has promoted nothing"):
        undo_promotion(None, trial)


# stopping and starting


def test_a_cancelled_trial_stops_and_its_matches_leave_play() -> None:
    trial = started(10)

    class Cancels:
        async def compare(self, a: Exhibit, b: Exhibit, rubric: str) -> Verdict:
            await asyncio.to_thread(in_a_thread, lambda: stop_once(trial))
            return Verdict(choice=Choice.A, reason="late")

    trial = ran(trial, Cancels())
    assert trial.status == Trial.Status.CANCELLED
    assert "stopped" in trial.reason
    assert not Episode.objects.filter(status__in=UNFINISHED).exists()
    assert not JudgeCall.objects.exists(), "an answer that comes after the end is not taken"
    with pytest.raises(Refused, match="over already"):
        cancel_trial(None, trial)


def stop_once(trial: Trial) -> None:
    try:
        cancel_trial(None, trial)
    except Refused:
        return
