"""``manage.py judge-check``: run a judge with a known fault through the default path."""
# ruff: noqa: N999  # the command is called with a hyphen

from __future__ import annotations

import asyncio
import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.base import Json
from grading.actions.trials import Plan, start_check
from grading.check_judges import check_judge
from grading.models import Comparison, Trial
from grading.queries.history import record_of, tally_trial
from grading.runner import Bench, run
from grading.sequence import DEFAULT_FRACTION
from league.actions.policies import Refused
from league.boot import prepare_database

SCENARIO = {"mode": "dice", "talk": False, "deals": 2}


class Command(BaseCommand):
    """Run all comparisons, store them as a trial's are, and print what the rows say."""

    help = "Run a judge with a known fault through a trial and print what the trial finds."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--judge",
            required=True,
            help="always-a, always-b, coin, content, failing, or flip-x such as flip-0.3",
        )
        parser.add_argument("--comparisons", type=int, default=100)
        parser.add_argument("--fraction", type=float, default=DEFAULT_FRACTION)
        parser.add_argument("--path", choices=Trial.Path.values, default=Trial.Path.ALTERNATING)
        parser.add_argument("--seed", default="judge-check")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, **options: Any) -> None:
        prepare_database()
        try:
            report = check(**{key: options[key] for key in OPTIONS})
        except Refused as error:
            raise CommandError(error.for_option()) from None
        if options["json"]:
            self.stdout.write(json.dumps(report))
            return
        for name, value in report.items():
            if name != "positions":
                self.stdout.write(f"{name:<16} {value}")


OPTIONS = ("judge", "comparisons", "fraction", "path", "seed")


def check(*, judge: str, comparisons: int, fraction: float, path: str, seed: str) -> Json:
    """Run a check judge over all comparisons and return the report. Raises Refused."""
    try:
        fielded = check_judge(judge, seed)
    except ValueError as error:
        raise Refused("judge", str(error)) from None
    plan = Plan(comparisons=comparisons, fraction=fraction, path=path, seed=seed)
    trial = start_check(judge, plan, game="liars-dice", variant="silent", settings=SCENARIO)
    asyncio.run(run(trial.pk, bench=Bench(judge=fielded)))
    return report(Trial.objects.get(pk=trial.pk))


def report(trial: Trial) -> Json:
    """Return what the stored rows of a check say."""
    tally, record = tally_trial(trial), record_of(trial)
    rows = Comparison.objects.filter(trial=trial).order_by("index")
    return {
        "compare_calls": tally.calls,
        "comparisons": tally.comparisons,
        "sampled": tally.disagreement.n,
        "disagreement": tally.disagreement.rate,
        "first_position": tally.first_position.rate,
        "record": {"wins": record.wins, "losses": record.losses, "ties": record.ties},
        "positions": list(rows.values_list("position", flat=True)),
        "decision": trial.decision,
    }
