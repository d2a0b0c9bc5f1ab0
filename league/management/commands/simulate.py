"""``manage.py simulate``: play baselines against each other, in memory, without a database."""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.base import AnyGame, Json
from games.errors import BadSetting
from games.registry import GAMES, get_game
from games.simulation import Played, parse_seats, simulate, summarise

QUIET_SECONDS = 1.0
"""Progress is shown once a run takes longer than this, and as often."""
SETTINGS = ("mode", "deals", "hand_size", "max_bids_per_deal", "rounds")
"""Settings of the games that have an option of their own."""


class Command(BaseCommand):
    """Play episodes between baselines and print what came of them."""

    help = "Play episodes between scripted baselines in memory and print what came of them."
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help=f"one of {', '.join(GAMES)}")
        parser.add_argument(
            "--seats",
            required=True,
            help="baselines by slot, such as bayes,bayes(0.10,0.30),pressure*2",
        )
        parser.add_argument("--episodes", type=int, default=100)
        parser.add_argument("--variant", help="a ladder's variant (default: the first)")
        parser.add_argument("--mode", help="of the game, such as dice or poker")
        for name in SETTINGS[1:]:
            parser.add_argument(f"--{name.replace('_', '-')}", type=int)
        parser.add_argument("--seed", default="0", help="any text; the same seed plays the same")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            report = self._report(options)
        except BadSetting as error:
            raise CommandError(str(error)) from None
        if options["json"]:
            self.stdout.write(json.dumps(report))
        else:
            self.stdout.write(readable(report))

    def _report(self, options: dict[str, Any]) -> Json:
        game, episodes = get_game(options["game"]), options["episodes"]
        if episodes < 1:
            raise BadSetting("episodes", episodes, "an integer of at least 1")
        seats = parse_seats(game, options["seats"])
        config = configured(game, options, len(seats))
        played: list[Played] = []
        started = shown = time.perf_counter()
        for one in simulate(game, config, options["seed"], seats, episodes):
            played.append(one)
            if time.perf_counter() - shown > QUIET_SECONDS and sys.stderr.isatty():
                shown = time.perf_counter()
                self.stderr.write(f"\r{len(played):,} of {episodes:,} episodes", ending="")
        seconds = time.perf_counter() - started
        if shown != started:
            self.stderr.write("")
        summary = summarise(game, seats, [one.results for one in played])
        speed = {"deals_per_second": summary["deals"] / seconds} if "deals" in summary else {}
        return {
            "game": game.key,
            "settings": game.settings(config),
            "seed": options["seed"],
            "episodes": episodes,
            "decisions": sum(one.decisions for one in played),
            "seconds": seconds,
            **speed,
            **summary,
        }


def configured(game: AnyGame, options: dict[str, Any], seats: int) -> Any:
    """Return the configuration that the options ask for, for so many seats."""
    variant = options["variant"] or next(iter(game.variants))
    if variant not in game.variants:
        raise BadSetting("variant", variant, f"one of {', '.join(game.variants)}")
    given = {name: options[name] for name in SETTINGS if options[name] is not None}
    settings = {**game.variants[variant].settings, **given}
    config = game.configure(settings)
    if game.seats(config) != seats:
        if "seats" not in game.settings(config):
            raise BadSetting("seats", seats, f"{game.seats(config)} baselines")
        config = game.configure({**settings, "seats": seats})
    return config


def readable(report: Json) -> str:
    """Return a report as lines for a person."""
    rows = [f"{name:<18} {_number(value)}" for name, value in report.items() if _is_plain(value)]
    for label, summary in report["baselines"].items():
        rows.append(f"\n{label}")
        rows += [
            f"  {name:<18} {_with_interval(summary, name)}"
            for name in summary
            if f"{name}_95" in summary
        ]
    return "\n".join(rows)


def _is_plain(value: object) -> bool:
    return isinstance(value, int | float | str)


def _number(value: object) -> str:
    return f"{value:,.4f}" if isinstance(value, float) else f"{value}"


def _with_interval(summary: Json, name: str) -> str:
    if summary[name] is None:
        return "none"
    interval = summary[f"{name}_95"]
    shown = f" ({interval[0]:.4f} to {interval[1]:.4f})" if interval else ""
    return f"{summary[name]:.4f}{shown}, n = {summary[f'{name}_n']:,}"
