"""Bringing a league up: its tables, and what it has from its first day. Safe at every start."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import closing, contextmanager

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from redis import Redis
from redis.exceptions import RedisError

from league.actions.house import set_up_league

PATIENCE = 5.0
"""Seconds that Redis has for its first answer."""
LOCK = 0x4EA25A7
"""Number of PostgreSQL's advisory lock for this."""


def prepare_database() -> None:
    """Migrate and set the league up; processes that start together take turns.

    Raises CommandError where a service cannot be reached.
    """
    check_services()
    with _alone():
        call_command("migrate", interactive=False, verbosity=0)
        set_up_league()


def check_services() -> None:
    """Reach the database and Redis once. Raises CommandError with the variable that says where."""
    if fault := why_no_access():
        raise CommandError(fault)
    if settings.REDIS_URL:
        try:
            with closing(_redis()) as client:
                client.ping()
        except RedisError as error:
            raise CommandError(f"REDIS_URL: no access to Redis: {_line(error)}") from None


def why_no_access() -> str:
    """Say in one line why the database cannot be reached; nothing when it can.

    What a driver says names the host and the role, never the password.
    """
    try:
        connection.ensure_connection()
    except DatabaseError as error:
        if settings.IS_SCALED:
            return f"DATABASE_URL: no access to the database: {_line(error)}"
        return (
            f"HEARSAY_VAR_DIR: no access to {settings.DATABASES['default']['NAME']}: {_line(error)}"
        )
    return ""


def check_tables() -> None:
    """Raise CommandError with what to do where the database is not as this code wants it."""
    if fault := why_no_tables():
        raise CommandError(fault)


def why_no_tables() -> str:
    """Say in one line that tables are missing or of an earlier release; nothing when all are there.

    Tables of a later release are not told from ours.
    """
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return ""
    lacks = "is from an earlier release" if executor.loader.applied_migrations else "has no tables"
    return f"The database {lacks}; run `uv run manage.py migrate`"


def _redis() -> Redis:
    return Redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE
    )


def _line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]


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
