"""``manage.py headroom``: what there is to win in Rumor, measured without a database."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.base import Json
from games.batch import rumor
from games.rumor.scenario import Scenario

EVERY = 500
"""Progress is shown after so many scenarios."""
MOST_SEEDS = 10_000_000
"""All scenarios are kept until the last is drawn."""
LABELS = {
    "own_clue": "own clue",
    "all_claims": "all claims",
    "honest_clues": "honest clues",
    "gossip": "all-gossip table",
    "herd": "all-herd table",
    "draws": "draws per scenario",
}


class Command(BaseCommand):
    """Draw scenarios of Rumor and print what each way to vote would earn."""

    help = (
        "Draw scenarios of Rumor and print the collective accuracy of voting one's own clue, of"
        " all claims, of the honest clues, and of all-gossip and all-herd tables."
    )
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seeds", type=int, default=6_000, help="scenarios to draw")
        parser.add_argument("--seed", default="0", help="any text; the same seed draws the same")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        seed, count = options["seed"], options["seeds"]
        if not 1 <= count <= MOST_SEEDS:
            raise CommandError(f"--seeds: expected 1 to {MOST_SEEDS:,}, got {count:,}")
        started = time.perf_counter()
        drawn = self._draw(seed, count)
        columns = rumor.headroom(drawn, rumor.draws_of(seed, drawn))
        report = {
            "game": "rumor",
            "rounds": rumor.ROUNDS,
            "seed": seed,
            "seeds": count,
            "seconds": time.perf_counter() - started,
            **rumor.summarise(drawn, columns),
        }
        self.stdout.write(json.dumps(report) if options["json"] else readable(report))

    def _draw(self, seed: str, count: int) -> list[Scenario]:
        drawn: list[Scenario] = []
        for scenario in rumor.scenarios(seed, count):
            drawn.append(scenario)
            if len(drawn) % EVERY == 0 or len(drawn) == count:
                self.stderr.write(f"\r{len(drawn):,} of {count:,} scenarios", ending="")
        self.stderr.write("")
        return drawn


def readable(report: Json) -> str:
    """Return a report as lines for a person."""
    groups = {
        f"all {report['seeds']:,} scenarios": report["all"],
        **report["by_topology"],
        **{f"{key} saboteurs": rows for key, rows in report["by_saboteurs"].items()},
    }
    return "\n\n".join(f"{title}\n{_table(rows)}" for title, rows in groups.items())


def _table(rows: Json) -> str:
    return "\n".join(f"  {LABELS[key]:<18} {_cell(row)}" for key, row in rows.items())


def _cell(row: Json) -> str:
    if row["mean"] is None:
        return "none, n = 0"
    error = "" if row["se"] is None else f" +- {row['se']:.4f}"
    return f"{row['mean']:.4f}{error}, n = {row['n']:,}"
