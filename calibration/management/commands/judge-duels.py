"""``manage.py judge-duels``: have a judge look at answered duels, and print the agreement."""
# ruff: noqa: N999  # the command is called with a hyphen

from __future__ import annotations

import asyncio
import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from calibration.actions.judging import RunRefused, start_run
from calibration.features import MEASURES
from calibration.jobs import run_here
from calibration.models import JudgeRun
from calibration.models.judging import MOST_DUELS
from calibration.queries.agreement import read_table, table_json
from grading.actions.rubrics import house_rubric
from grading.judges import DEFAULT, JUDGES
from league.boot import prepare_database

LOOK_SECONDS = 1.0
"""Between two looks at how far a run is."""


class Command(BaseCommand):
    """Judge at most so many answered duels here, the newest first, and print the table."""

    help = "Have a judge look at answered duels, and print people against the judge."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", choices=list(MEASURES), default=next(iter(MEASURES)))
        parser.add_argument("--judge", choices=list(JUDGES), default=DEFAULT)
        parser.add_argument("--duels", type=int, default=50, help=f"at most, 1 to {MOST_DUELS}")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, **options: Any) -> None:
        prepare_database()
        rubric = house_rubric()
        game, judge = options["game"], options["judge"]
        try:
            run = start_run(game=game, judge=judge, rubric=rubric, wanted=options["duels"])
        except RunRefused as refusal:
            raise CommandError(str(refusal)) from None
        self.stderr.write(f"Judging {game} by {judge}: at most {run.wanted} duels.")
        asyncio.run(self._follow(run.pk))
        run = JudgeRun.objects.get(pk=run.pk)
        if run.status == JudgeRun.Status.FAILED:
            raise CommandError(run.error)
        found = table_json(read_table(game, judge, rubric))
        if options["json"]:
            self.stdout.write(json.dumps(found))
            return
        for line in found["lines"]:
            self.stdout.write(
                f"{line['rater'] or 'all raters':<24} n {line['n']:<5}"
                f" agreement {_figure(line['agreement'], line['agreement_95'])}"
                f"  kappa {_figure(line['kappa'], line['kappa_95'])}"
                f"  ties {line['ties']}, no answer {line['voids']}"
            )

    async def _follow(self, run_id: int) -> None:
        """Work through a run, and say on stderr how far it is whenever that has changed."""
        work = asyncio.create_task(run_here(run_id))
        told = 0
        while not work.done():
            await asyncio.wait([work], timeout=LOOK_SECONDS)
            run = await JudgeRun.objects.aget(pk=run_id)
            if run.judged != told:
                told = run.judged
                self.stderr.write(f"{told} judged, {run.voids} without an answer")
        await work


def _figure(value: float | None, ends: list[float] | None) -> str:
    if value is None or ends is None:
        return "–"
    return f"{value:.2f} ({ends[0]:.2f} to {ends[1]:.2f})"
