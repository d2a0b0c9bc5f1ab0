"""serve: the whole league in one process, or its web half where it is scaled."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.boot import prepare_database
from league.play.pace import expect_audience
from league.server import PortTaken, format_address, open_socket, serve_forever

DEFAULT_PORT = 8000


class Command(BaseCommand):
    """Migrate, set up, serve."""

    help = "Serve the league: pages, sockets and, without DATABASE_URL, the matches too."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="Address to listen at.")
        parser.add_argument(
            "--port",
            type=int,
            help=f"Port to listen at; by default {DEFAULT_PORT}, or the next free one.",
        )
        parser.add_argument(
            "--workers",
            type=int,
            default=settings.WORKERS,
            help="Matches played at once in this process; 0 serves only.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        prepare_database()
        self.serve(**options)

    def serve(self, *, host: str, port: int | None, workers: int, **options: Any) -> None:
        """Listen, say where, and serve until told to stop."""
        if workers < 0:
            raise CommandError(f"--workers: expected at least 0, got {workers}")
        wanted = DEFAULT_PORT if port is None else port
        try:
            listener = open_socket(host, wanted, is_fixed=port is not None)
        except PortTaken as error:
            raise CommandError(str(error)) from None
        if port is None and listener.getsockname()[1] != wanted:
            self.stdout.write(f"Port {wanted} is taken; using the next free one.")
        expect_audience()
        serve_forever(
            listener, workers=workers, announce=lambda: self.announce(format_address(listener))
        )

    def announce(self, address: str) -> None:
        """Say where the league is and who plays."""
        self.stdout.write(self.style.SUCCESS(f"Hearsay is at {address}"))
        if settings.IS_SCALED:
            self.stdout.write("This process serves; matches are played by `manage.py worker`.")
        if not settings.ANTHROPIC_API_KEY:
            self.stdout.write(
                "ANTHROPIC_API_KEY is not set: baselines play, prompt policies wait for a model."
            )
        self.stdout.write("Ctrl-C stops it; matches go on where they were at the next start.")
        self.stdout.flush()
