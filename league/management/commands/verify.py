"""verify: derive a match again from its seed."""

from __future__ import annotations

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Max, Min

from league.models import Episode
from league.verification import Verification, verify


class Command(BaseCommand):
    """Exit with 1 when anything differs."""

    help = "Derive a match's order, aliases, hands, results and audit again, and compare."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("episode", type=int, help="Number of the match.")
        parser.add_argument("--json", action="store_true", help="Print one JSON object.")

    def handle(self, *args: Any, episode: int, **options: Any) -> None:
        found = Episode.objects.filter(pk=episode).first()
        if found is None:
            raise CommandError(f"expected the number of a match ({known()}), got {episode}")
        outcome = verify(found)
        self.stdout.write(json.dumps(outcome.as_json()) if options["json"] else in_words(outcome))
        if not outcome.is_good:
            sys.exit(1)


def known() -> str:
    """Say which numbers there are."""
    ends = Episode.objects.aggregate(first=Min("pk"), last=Max("pk"))
    if ends["first"] is None:
        return "no match has been played in this database yet"
    return f"this database has {ends['first']} to {ends['last']}"


def in_words(outcome: Verification) -> str:
    """Return one line for each check, and the sum of them."""
    lines = [f"match {outcome.episode}, {outcome.events} events"]
    lines += [
        f"  {check.name}: {check.problem or 'as the seed and the rules have it'}"
        for check in outcome.checks
    ]
    if outcome.first_bad_event is not None:
        lines.append(f"the first event that differs is event {outcome.first_bad_event}")
    return "\n".join(lines)
