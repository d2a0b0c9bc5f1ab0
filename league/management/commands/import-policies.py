"""``manage.py import-policies FILE``: enter every policy of a file, or none."""
# ruff: noqa: N999  # the command is called with a hyphen

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from games.base import AnyGame
from games.errors import BadSetting
from games.registry import GAMES, get_game
from league import policy_file
from league.actions.imports import import_policies

MOST_LINES = 50
"""Of one sort that are printed; who has more mends these first."""


class Command(BaseCommand):
    help = (
        f"{policy_file.__doc__}\n"
        "A name that the league already has is refused, so that a file is not imported twice by\n"
        "mistake. With --revise such a policy gets the file's content as its next version, which\n"
        "becomes champion at once; where nothing changed it stays as it is."
    )

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:
        kwargs["formatter_class"] = RawDescriptionHelpFormatter
        return super().create_parser(prog_name, subcommand, **kwargs)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--owner", metavar="USER", help="whose they are (default: the house)")
        parser.add_argument(
            "--game",
            default=next(iter(GAMES)),
            help=f"what they play: {', '.join(GAMES)} (default: %(default)s)",
        )
        parser.add_argument(
            "--revise", action="store_true", help="save new versions of policies that exist"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        game = _game(options["game"])
        owner = _owner(options["owner"])
        try:
            file = policy_file.load_policy_file(options["file"], game)
            outcomes = import_policies(file, game=game.key, owner=owner, revise=options["revise"])
        except policy_file.BadFile as error:
            raise CommandError(
                "\n".join([*first_of(error.problems), "Nothing was imported."]), returncode=2
            ) from None
        for line in first_of([f"{place}: ignored" for place in file.ignored]):
            self.stderr.write(line)
        for outcome in outcomes:
            self.stdout.write(f"{outcome.done}: {outcome.version}")


def first_of(lines: Sequence[str]) -> Sequence[str]:
    """Return the first lines, and how many more there are."""
    more = len(lines) - MOST_LINES
    return [*lines[:MOST_LINES], f"and {more:,} more"] if more > 0 else lines


def _game(key: str) -> AnyGame:
    try:
        return get_game(key)
    except BadSetting as error:
        raise CommandError(f"--{error}", returncode=2) from None


def _owner(name: str | None) -> User | None:
    if name is None:
        return None
    try:
        return User.objects.get(username=name)
    except User.DoesNotExist:
        raise CommandError(
            f"--owner: expected the name of a user, got {name!r}", returncode=2
        ) from None
