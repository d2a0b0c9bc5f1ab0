"""Answered duels, and a judge that says what a test tells it to."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import numpy as np

from calibration.actions.duels import record_duel, show_duel
from calibration.actions.judging import (
    start_run,
    take_run,
)
from calibration.jobs import hold_and_work
from calibration.models import Duel, JudgeRun, Rater
from grading.actions.rubrics import house_rubric
from grading.judges.base import Exhibit, Spent, Verdict
from grading.record import Choice


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
    asyncio.run(hold_and_work(taken, "here", judge))
    return JudgeRun.objects.get(pk=run.pk)
