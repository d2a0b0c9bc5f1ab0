"""``manage.py grade``: a whole trial from the command line."""

from __future__ import annotations

import asyncio
import json
from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q

from games.base import Json
from grading.actions.trials import Plan, start_trial
from grading.jobs import run_here
from grading.judges import DEFAULT, JUDGES
from grading.models import Rubric, Trial
from grading.queries.history import record_of, tally_trial
from grading.sequence import DEFAULT_FRACTION
from league.actions.policies import Refused
from league.boot import prepare_database
from league.models import Policy, Version
from league.name_key import name_key
from league.play.turn import Turn


class Command(BaseCommand):
    """Start a trial, run it to its end, print what came of it."""

    help = "Grade a version against another: play, judge, and say whether it is better."

    def add_arguments(self, parser: ArgumentParser) -> None:
        side = "a policy's address or name and a version, such as cold-arithmetic@8"
        parser.add_argument("--challenger", required=True, help=side)
        parser.add_argument("--incumbent", required=True, help=side)
        parser.add_argument("--judge", default=DEFAULT, help=f"one of {', '.join(JUDGES)}")
        parser.add_argument("--rubric", help="a rubric, such as sound-play or sound-play@2")
        parser.add_argument("--comparisons", type=int, default=100, help="at most so many")
        parser.add_argument("--fraction", type=float, default=DEFAULT_FRACTION)
        parser.add_argument("--path", choices=Trial.Path.values, default=Trial.Path.ALTERNATING)
        parser.add_argument("--variant", default="", help="of the game (default: the first)")
        parser.add_argument(
            "--opponents", help="who fills the other seats, such as bayes@1,bayes@1,pressure@1"
        )
        parser.add_argument("--seed", default="", help="makes the trial's scenarios repeatable")
        parser.add_argument(
            "--promote", action="store_true", help="move the champion if it says so"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, **options: Any) -> None:
        prepare_database()
        try:
            trial = start_trial(
                None,
                find_version(options["challenger"], "--challenger"),
                find_version(options["incumbent"], "--incumbent"),
                read_plan(options),
            )
        except Refused as error:
            raise CommandError(error.for_option()) from None
        self._say_who_plays()
        turn = Turn()
        try:
            asyncio.run(run_to_the_end(trial.pk, turn.take))
        finally:
            turn.give_back()
        report = report_on(Trial.objects.get(pk=trial.pk))
        if options["json"]:
            self.stdout.write(json.dumps(report))
        else:
            self.stdout.write("\n".join(f"{name:<18} {value}" for name, value in report.items()))

    def _say_who_plays(self) -> None:
        if settings.IS_SCALED and not has_workers():
            self.stderr.write("No worker runs: the matches wait for `manage.py worker`.")


def has_workers() -> bool:
    """Say whether a worker of the league on many machines was heard of lately."""
    from league.play.jobs_scaled import count_workers

    return count_workers() > 0


async def run_to_the_end(trial_id: int, plays: Callable[[], bool]) -> None:
    """Run a trial here, or wait for the server that took it first.

    Its matches are played here only while it is this process's turn: never beside a server or
    a worker that plays them too.
    """
    while not await run_here(trial_id, plays=plays):
        trial = await Trial.objects.aget(pk=trial_id)
        if trial.is_over:
            return
        await asyncio.sleep(1)


def read_plan(options: dict[str, Any]) -> Plan:
    """Return the plan that the options ask for. Raises CommandError."""
    others = options["opponents"]
    return Plan(
        judge=options["judge"],
        rubric=find_rubric(options["rubric"]) if options["rubric"] else None,
        comparisons=options["comparisons"],
        path=options["path"],
        fraction=options["fraction"],
        variant=options["variant"],
        opponents=(
            [find_version(one.strip(), "--opponents") for one in others.split(",")]
            if others
            else ()
        ),
        promotes=options["promote"],
        seed=options["seed"],
    )


def find_version(text: str, option: str) -> Version:
    """Return a policy's version named as ``policy@version``, by address or name.

    Raises CommandError naming the option and what is missing; without a version it is the champion.
    """
    name, at, number = text.rpartition("@")
    if not at:
        name, number = text, ""
    found = list(
        Policy.objects.select_related("champion__policy").filter(
            Q(slug=name) | Q(name=name) | Q(name_key=name_key(name))
        )[:2]
    )
    if len(found) != 1:
        how_many = "none" if not found else "more than one; use its address"
        raise CommandError(f"{option}: expected a policy called {name!r}, found {how_many}")
    versions = found[0].versions.select_related("policy")
    if not number:
        version = found[0].champion
    elif number.removeprefix("v").isdecimal():
        version = versions.filter(number=int(number.removeprefix("v"))).first()
    else:
        version = None
    if version is None:
        numbers = ", ".join(str(one.number) for one in versions.order_by("number"))
        raise CommandError(f"{option}: expected a version of {found[0]}: {numbers}; got {number!r}")
    return version


def find_rubric(text: str) -> Rubric:
    """Return a rubric by ``slug`` (its newest version) or ``slug@number``. Raises CommandError."""
    slug, _, number = text.partition("@")
    found = Rubric.objects.filter(slug=slug).order_by("-number")
    if number.isdecimal():
        found = found.filter(number=int(number))
    rubric = found.first()
    if rubric is None:
        known = ", ".join(f"{one.slug}@{one.number}" for one in Rubric.objects.all()) or "none yet"
        raise CommandError(f"--rubric: expected one of {known}, got {text!r}")
    return rubric


def report_on(trial: Trial) -> Json:
    """Return what a trial came to, from its rows."""
    tally, record, reading = tally_trial(trial), record_of(trial), trial.reading or {}
    return {
        "trial": trial.pk,
        "challenger": str(trial.challenger),
        "incumbent": str(trial.incumbent),
        "judge": trial.judge,
        "rubric": trial.rubric.label,
        "seed": trial.seed,
        "status": trial.status,
        "decision": trial.decision,
        "reason": trial.reason,
        "decided_after": trial.decided_after,
        "promoted": trial.promotion_id is not None,
        "record": {"wins": record.wins, "losses": record.losses, "ties": record.ties},
        "comparisons": tally.comparisons,
        "voids": tally.voids,
        "compare_calls": tally.calls,
        "sampled": tally.disagreement.n,
        "disagreement": tally.disagreement.rate,
        "first_position": tally.first_position.rate,
        **{key: reading.get(key) for key in ("evidence", "evidence_against", "decisive", "needed")},
        "cost": tally.cost,
    }
