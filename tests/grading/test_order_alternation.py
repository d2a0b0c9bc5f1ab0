"""Position bias is found, costs no promotion, and is not paid for twice: read from stored rows."""

from __future__ import annotations

import pytest

from grading.actions.trials import Plan, start_trial
from grading.evidence import Checks
from grading.judges.base import Exhibit, Verdict
from grading.models import Comparison, JudgeCall, Trial
from grading.queries.history import checks_for, own_checks, record_of, tally_trial
from grading.record import Choice, Outcome, Position, WinRecord, normalise
from league.actions.policies import Refused
from league.metrics import render_metrics
from tests.grading.trials import checked, ran, rows_of, started, two_versions

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_always_a_judge_is_detected_and_its_disagreement_reported() -> None:
    trial = checked("always-a", 100)
    tally = tally_trial(trial)
    assert tally.disagreement.n >= 8
    assert tally.disagreement.rate == 1.0
    assert tally.first_position.rate == 1.0
    assert own_checks(trial).is_unfit


@pytest.mark.parametrize("judge", ["always-a", "content"])
def test_compare_calls_stay_near_one_for_each_comparison(judge: str) -> None:
    trial = checked(judge, 100)
    rows = rows_of(trial)
    calls = JudgeCall.objects.filter(trial=trial)
    assert len(rows) == 100
    assert 1.0 <= calls.count() / 100 <= 1.2
    for judged in range(5, 101):
        made = calls.filter(comparison__index__lt=judged).count()
        assert 1.0 <= made / judged <= 1.2


def test_the_recorded_position_alternates_from_a() -> None:
    trial = checked("content", 100)
    assert [(row.index, row.position) for row in rows_of(trial)] == [
        (index, "A" if index % 2 == 0 else "B") for index in range(100)
    ]


def test_an_always_a_judge_leaves_the_record_at_half() -> None:
    trial = checked("always-a", 100)
    assert record_of(trial) == WinRecord(wins=50, losses=50)
    assert trial.decision == Trial.Decision.UNDECIDED
    for row in rows_of(trial):
        assert row.choice == "A"
        assert row.verdict == ("win" if row.position == "A" else "loss") == row.outcome


def test_a_content_driven_judge_hardly_ever_disagrees_with_itself() -> None:
    tally = tally_trial(checked("content", 100))
    assert tally.disagreement.n >= 8
    assert tally.disagreement.rate == 0.0


def test_a_judge_that_flips_a_third_is_measured_in_between() -> None:
    tally = tally_trial(checked("flip-0.3", 200, fraction=0.2))
    assert tally.disagreement.n >= 38
    assert tally.disagreement.interval.low < 0.3 < tally.disagreement.interval.high


def test_disagreement_is_a_metric_tagged_by_judge_and_rubric() -> None:
    ran(started(10, fraction=0.2), AlwaysFirst())
    text = render_metrics(0).decode()
    tags = '{judge="mistakes",rubric="sound-play-1"}'
    assert f"hearsay_judge_disagreement_ratio{tags} 1.0" in text
    assert f"hearsay_judge_first_position_ratio{tags} 1.0" in text
    assert f"hearsay_judge_comparisons_total{tags} 10.0" in text
    assert f"hearsay_judge_void_total{tags} 0.0" in text
    assert f"hearsay_judge_compare_calls_total{tags} {JudgeCall.objects.count()}.0" in text


def test_check_judges_stay_out_of_health_and_metrics() -> None:
    checked("always-a", 20)
    assert 'judge="' not in render_metrics(0).decode()
    assert checks_for(started(2)) == Checks()


def test_the_second_verdict_feeds_the_disagreement_and_never_the_record() -> None:
    trial = checked("always-a", 40)
    sampled = [row for row in rows_of(trial) if row.is_sampled]
    assert sampled
    for row in sampled:
        assert row.is_disagreement is True
        assert row.swapped_choice == "A"
        assert row.swapped_verdict == ("loss" if row.position == "A" else "win")
        assert row.outcome == row.verdict


def test_calling_it_equal_and_disagreeing_with_oneself_are_stored_apart() -> None:
    """Field case 28."""
    equal = checked(AlwaysTie(), 20, fraction=0.2)
    torn = checked("always-a", 20, path=Trial.Path.BOTH_ORDERS)
    assert {row.is_disagreement for row in rows_of(equal) if row.is_sampled} == {False}
    assert {row.is_disagreement for row in rows_of(torn)} == {True}
    assert (
        {row.outcome for row in rows_of(equal)} == {row.outcome for row in rows_of(torn)} == {"tie"}
    )
    assert own_checks(equal).disagreements == 0
    assert own_checks(torn).disagreements == 20


@pytest.mark.parametrize("comparisons", [50, 51])
def test_a_judge_that_always_says_first_promotes_nothing(comparisons: int) -> None:
    """Field case 27: an even count, an odd count."""
    trial = ran(started(comparisons, fraction=0.2, promotes=True), AlwaysFirst())
    assert trial.decision == Trial.Decision.UNDECIDED
    assert "unfit" in trial.reason
    assert trial.promotion is None
    record = record_of(trial)
    assert abs(record.wins - record.losses) <= 1
    assert tally_trial(trial).first_position.rate == 1.0


def test_a_stop_after_a_lucky_half_promotes_nothing() -> None:
    """Field case 27: whichever half of an always-first judge's answers one stops after."""
    trial = checked("always-a", 60)
    for judged in range(1, 61):
        record = record_of(trial, below=judged)
        assert abs(record.wins - record.losses) <= 1
    assert trial.decision != Trial.Decision.PROMOTE


def test_both_orders_ask_twice_and_count_what_agrees() -> None:
    trial = checked("content", 12, path=Trial.Path.BOTH_ORDERS)
    assert JudgeCall.objects.filter(trial=trial).count() == 24
    for row in rows_of(trial):
        assert row.verdict == row.swapped_verdict == row.outcome


def test_a_fraction_that_doubles_the_cost_is_refused_naming_the_tournament_path() -> None:
    with pytest.raises(Refused, match="tournament path") as refusal:
        start_trial(None, *two_versions(), Plan(fraction=0.5))
    assert refusal.value.field == "fraction"
    assert not Trial.objects.exists()


@pytest.mark.parametrize("comparisons", [7, 33])
@pytest.mark.parametrize("fraction", [0.05, 0.1, 0.2])
def test_sampled_rows_hold_both_parities_evenly(fraction: float, comparisons: int) -> None:
    trial = checked("content", comparisons, fraction=fraction)
    sampled = [row.index for row in rows_of(trial) if row.is_sampled]
    odd = sum(index % 2 for index in sampled)
    assert abs(len(sampled) - 2 * odd) <= 1
    assert abs(len(sampled) - fraction * comparisons) <= 2
    twice = JudgeCall.objects.filter(trial=trial, order=JudgeCall.Order.SWAPPED)
    assert sorted(twice.values_list("comparison__index", flat=True)) == sampled


def test_stored_verdicts_are_the_raw_ones_in_the_challengers_terms() -> None:
    trial = checked("coin", 30)
    rows = rows_of(trial)
    assert {row.choice for row in rows} == {"A", "B"}
    for row in rows:
        assert row.status == Comparison.Status.JUDGED
        assert row.outcome == normalise(Choice(row.choice), Position(row.position))
        assert Outcome(row.outcome)


class AlwaysFirst:
    async def compare(self, a: Exhibit, b: Exhibit, rubric: str) -> Verdict:
        return Verdict(choice=Choice.A, reason="the first one")


class AlwaysTie:
    async def compare(self, a: Exhibit, b: Exhibit, rubric: str) -> Verdict:
        return Verdict(choice=Choice.TIE, reason="equal")
