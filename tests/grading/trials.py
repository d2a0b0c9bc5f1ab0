"""Trials for tests: two versions of a baseline, and judges that do as they are told."""

from __future__ import annotations

import asyncio
from typing import Any

from django.utils import timezone

from grading.actions.trials import Plan, start_check, start_trial
from grading.check_judges import check_judge
from grading.judges.base import Exhibit, Judge, Verdict
from grading.models import Comparison, Trial
from grading.record import Choice, Outcome
from grading.runner import Bench, here, run
from grading.sequence import position_of
from league.actions.policies import Content, revise_policy
from league.models import Version
from tests.support.policies import make_policy

SHORT = {"mode": "dice", "talk": False, "deals": 2, "seats": 3}


def two_versions(
    challenger: tuple[float, float] = (0.15, 0.35),
    incumbent: tuple[float, float] = (0.55, 0.55),
    owner: Any = None,
) -> tuple[Version, Version]:
    """Return the second version of a new policy, and its first, the champion."""
    before: dict[str, Any] = {"challenge_below": incumbent[0], "safe": incumbent[1]}
    after = {"challenge_below": challenger[0], "safe": challenger[1]}
    policy = make_policy(owner=owner, baseline="bayes", **before)
    content = Content(baseline="bayes", parameters=after)
    version = revise_policy(owner, policy, content=content, based_on=1)
    first = policy.champion
    assert first is not None
    return version, first


def checked(judge: str | Judge, comparisons: int = 100, **plan: Any) -> Trial:
    """Run a check judge over all comparisons and return its trial."""
    plan = {"seed": "check", **plan}
    name = judge if isinstance(judge, str) else "check"
    trial = start_check(
        name,
        Plan(comparisons=comparisons, **plan),
        game="liars-dice",
        variant="silent",
        settings=SHORT,
    )
    fielded = check_judge(judge, "check") if isinstance(judge, str) else judge
    asyncio.run(run(trial.pk, bench=Bench(judge=fielded)))
    trial.refresh_from_db()
    return trial


def started(comparisons: int = 20, actor: Any = None, **plan: Any) -> Trial:
    """Queue a trial of two versions of one baseline at a silent table, two deals a match."""
    plan = {"seed": "trial", "variant": "silent", "settings": {"deals": 2}, **plan}
    return start_trial(actor, *two_versions(owner=actor), Plan(comparisons=comparisons, **plan))


def add_history(trial: Trial, pairs: int) -> None:
    """Store clean checks of the judge and rubric of ``trial``, as earlier trials leave them."""
    earlier = started(1, judge=trial.judge)
    earlier.rows.all().delete()
    Trial.objects.filter(pk=earlier.pk).update(status=Trial.Status.FINISHED)
    Comparison.objects.bulk_create(
        Comparison(
            trial=earlier,
            index=index,
            position=position_of(index),
            is_sampled=True,
            seed="",
            slot=0,
            status=Comparison.Status.JUDGED,
            verdict=Outcome.WIN,
            swapped_verdict=Outcome.WIN,
            outcome=Outcome.WIN,
            checked_at=timezone.now(),
        )
        for index in range(pairs)
    )


def ran(trial: Trial, judge: Judge | None = None, **bench: Any) -> Trial:
    """Run a trial in this thread, matches and all, and return it as it is now."""
    chosen = Bench(judge=judge, plays=here, **bench) if judge else None
    asyncio.run(run(trial.pk, plays=here, bench=chosen))
    trial.refresh_from_db()
    return trial


def rows_of(trial: Trial) -> list[Comparison]:
    return list(trial.rows.order_by("index"))


class Favours:
    """Prefers the transcript of the side that is dearer to it, whatever its place."""

    def __init__(self, dear: set[str]) -> None:
        self.dear = dear
        self.calls: list[tuple[str, str]] = []

    async def compare(self, a: Exhibit, b: Exhibit, rubric: str) -> Verdict:
        self.calls.append((a.transcript, b.transcript))
        return Verdict(choice=Choice.A if a.transcript in self.dear else Choice.B, reason="dear")
