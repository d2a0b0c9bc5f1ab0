"""``manage.py acquisition-study``: compare the rules that choose pairs, on made-up raters."""
# ruff: noqa: N999  # the command is called with a hyphen

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from calibration.study import METRICS, Design, report, study
from games.base import Json

LEAST = {"seeds": 1, "duels": 1, "clips": 8, "features": 1}


class Command(BaseCommand):
    """Ask raters with known weights by each rule and print what each rule learned."""

    help = (
        "Compare the rules random, bald and thompson on raters with known weights, with common "
        "random numbers, in static and evolving pools."
    )
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        standard = Design()
        parser.add_argument("--seeds", type=int, default=standard.seeds, help="raters to make up")
        parser.add_argument("--duels", type=int, default=standard.duels, help="for each rater")
        parser.add_argument("--clips", type=int, default=standard.clips, help="in a pool")
        parser.add_argument("--features", type=int, default=standard.features)
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        sizes = {name: options[name] for name in LEAST}
        for name, least in LEAST.items():
            if sizes[name] < least:
                raise CommandError(
                    f"--{name}: expected an integer of at least {least}, got {sizes[name]}",
                    returncode=2,
                )
        design = Design(**sizes)
        runs = []
        for one in study(design):
            runs.append(one)
            if sys.stderr.isatty():
                self.stderr.write(f"\r{one.seed + 1} of {design.seeds} raters", ending="")
        if sys.stderr.isatty():
            self.stderr.write("")
        found = report(design, runs)
        self.stdout.write(json.dumps(found) if options["json"] else readable(found))


def readable(found: Json) -> str:
    """Return a report as lines for a person."""
    lines = [f"{found['seeds']} raters, {found['duels']} duels each, {found['features']} features"]
    for pool, rules in found["pools"].items():
        lines.append(f"\n{pool} pool")
        for rule, metrics in rules.items():
            lines += [f"  {rule:<9} {metric:<7} {_shown(metrics[metric])}" for metric in METRICS]
    return "\n".join(lines)


def _shown(value: Json) -> str:
    text = f"{value['mean']:.4f}"
    less = value["less_random"]
    if less is None or less["interval_95"] is None:
        return text
    low, high = less["interval_95"]
    return f"{text}   less random {less['mean']:+.4f} ({low:+.4f} to {high:+.4f})"
