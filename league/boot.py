"""Bringing a league up: its tables, and what it has from its first day. Safe at every start."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.core.management import call_command
from django.db import connection

from league.actions.house import set_up_league

LOCK = 0x4EA25A7
"""Number of PostgreSQL's advisory lock for this."""


def prepare_database() -> None:
    """Migrate and set the league up; processes that start together take turns."""
    with _alone():
        call_command("migrate", interactive=False, verbosity=0)
        set_up_league()


@contextmanager
def _alone() -> Iterator[None]:
    if settings.IS_SCALED:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
            try:
                yield
            finally:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
        return
    settings.VAR_DIR.mkdir(parents=True, exist_ok=True)
    with (settings.VAR_DIR / "migrate.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
