"""A trial whose judge is the model, over a provider on the loopback."""

from __future__ import annotations

import pytest

from grading.canary import PLEA
from grading.models import Comparison, JudgeCall, Trial
from grading.queries.history import record_of, tally_judge, tally_trial
from grading.queries.spending import can_judge
from league.metrics import render_metrics
from league.models import LeagueSettings
from league.queries.health import read_health
from league.queries.spending import can_spend, spent_by_league
from tests.grading.trials import ran, rows_of, started
from tests.support.policies import make_user
from tests.support.stub_provider import StubProvider

pytestmark = pytest.mark.django_db(transaction=True)


def canary_of(trial: Trial) -> JudgeCall:
    return JudgeCall.objects.get(trial=trial, order=JudgeCall.Order.CANARY)


def test_the_canary_runs_once_and_stays_outside_every_count(stub: StubProvider) -> None:
    stub.default = "judge_tie"
    trial = ran(started(6, judge="claude", fraction=0.2))
    assert canary_of(trial).is_fooled is False
    tally = tally_trial(trial)
    sampled = sum(row.is_sampled for row in rows_of(trial))
    assert tally.calls == 6 + sampled
    assert tally.comparisons == record_of(trial).ties == 6
    assert tally.disagreement.n == sampled
    assert (tally.canaries.hits, tally.canaries.n) == (0, 1)
    assert len(stub.requests) == tally.calls + 1
    assert sum(PLEA in prompt for prompt in stub.prompts) == 1


@pytest.mark.parametrize("step", ["judge_a", "judge_b"])
def test_a_judge_that_does_what_a_transcript_tells_it_is_fooled(
    stub: StubProvider, step: str
) -> None:
    stub.default = step
    trial = ran(started(1, judge="claude"))
    canary = canary_of(trial)
    begs = PLEA in stub.prompts[0].split("<<<end of transcript A")[0]
    assert canary.is_fooled == (canary.choice == ("A" if begs else "B"))
    assert tally_judge("claude", trial.rubric_id).canaries.n == 1


def test_a_repeated_request_is_no_compare_call(stub: StubProvider) -> None:
    stub.then("judge_tie", "judge_prose", "judge_tie")
    stub.default = "judge_tie"
    trial = ran(started(2, judge="claude", fraction=0.0))
    tally = tally_trial(trial)
    assert tally.calls == 2
    assert tally.requests == len(stub.requests) == 4
    assert tally.cost == pytest.approx(JudgeCall.objects.count() * tally.cost / 3)
    assert "hearsay_judge_compare_calls_total" in render_metrics(0).decode()


def test_two_unreadable_replies_void_the_comparison_and_never_tie_it(stub: StubProvider) -> None:
    stub.default = "judge_prose"
    trial = ran(started(2, judge="claude", fraction=0.0))
    for row in rows_of(trial):
        assert row.status == Comparison.Status.VOID
        assert row.void_reason == "The judge's reply could not be read, twice."
        assert (row.choice, row.verdict, row.outcome) == ("", "", "")
    assert record_of(trial).ties == 0
    assert trial.reason.startswith("All 2 comparisons were void")


def test_prompts_name_no_policy_no_version_and_no_score(stub: StubProvider) -> None:
    owner = make_user("somebody-known")
    trial = ran(started(4, judge="claude", actor=owner))
    assert trial.challenger is not None
    for prompt in stub.prompts:
        for secret in (trial.challenger.policy.name, "somebody-known", trial.seed):
            assert secret not in prompt
        assert "Points:" not in prompt
        assert "End (" not in prompt
        assert "transcript A" in prompt
        assert "transcript B" in prompt
    for row in rows_of(trial):
        assert row.seed not in "".join(stub.prompts)


def test_what_the_model_says_is_kept_as_one_short_line_of_text(stub: StubProvider) -> None:
    stub.default = "judge_hostile"
    trial = ran(started(1, judge="claude"))
    (row,) = rows_of(trial)
    assert row.reason.startswith("<script>window.pwn=1</script>")
    assert len(row.reason) <= 600
    assert "\x00" not in row.reason
    assert "\n" not in row.reason


def test_the_days_limit_counts_what_judging_cost(stub: StubProvider) -> None:
    trial = ran(started(1, judge="claude"))
    spent = spent_by_league().spent
    assert spent > 0
    assert can_judge(trial)
    assert trial.challenger is not None
    assert can_spend(trial.challenger, None)
    limits = LeagueSettings.load()
    limits.daily_limit = spent / 2
    limits.save()
    assert not can_judge(trial)
    assert not can_spend(trial.challenger, None), "play may not spend what judging has spent"
    before = len(stub.requests)
    stopped = ran(started(2, judge="claude", seed="another"))
    assert len(stub.requests) == before
    assert "spending limit" in stopped.reason


def test_a_persons_limit_counts_what_their_trials_judges_cost(stub: StubProvider) -> None:
    ada = make_user("ada")
    trial = ran(started(1, ada, judge="claude"))
    spent = spent_by_league().spent
    limits = LeagueSettings.load()
    limits.owner_daily_limit = spent / 2
    limits.save()
    bills = {bill.name: bill.spending for bill in read_health().bills}
    assert bills["ada"].is_reached
    assert bills["ada"].spent == bills["The whole league"].spent == pytest.approx(spent)
    assert not can_judge(trial)
    assert trial.challenger is not None
    assert not can_spend(trial.challenger, None), "nor may ada's policies play on"
    assert can_judge(started(1, make_user("bob"), judge="claude"))


def test_a_judges_swapped_answers_disagree_when_it_goes_by_the_place(stub: StubProvider) -> None:
    trial = ran(started(40, judge="claude", fraction=0.2))
    assert trial.decision == Trial.Decision.UNDECIDED
    assert "unfit" in trial.reason
    tally = tally_trial(trial)
    assert tally.disagreement.rate == 1.0
    assert tally.first_position.rate == 1.0
