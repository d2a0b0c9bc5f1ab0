"""Keeps the triggers that hold the order of forecast and answer through every migration.

They are those of migrations 0002 and 0005. SQLite rebuilds a table whose fields change: the
triggers of that table are lost with it, and the rebuilding fails while a trigger of the other table
names it. So on SQLite they are let go before migrations of this app, and after any ``migrate``
whatever is missing is put back. On PostgreSQL they simply stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.signals import post_migrate, pre_migrate

ORDER = import_module("calibration.migrations.0002_hold_the_order")
REPLACEMENT = import_module("calibration.migrations.0005_refuse_replacement")
TABLES = ("calibration_forecast", "calibration_observation")
LISTED = {
    "sqlite": "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT tgname, relname FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid"
    " WHERE NOT tgisinternal AND tgenabled <> 'D' AND pg_table_is_visible(c.oid)",
}
"""The triggers of a database with their tables, by its kind."""


def listen(app: AppConfig) -> None:
    """Keep the order whenever ``migrate`` is run."""
    pre_migrate.connect(_before, sender=app, dispatch_uid="order")
    post_migrate.connect(_after, sender=app, dispatch_uid="order")


def rules(vendor: str) -> list[tuple[str, ...]]:
    """Return every rule that a database of this kind holds, as the migrations write them."""
    return [*ORDER.rules(vendor), *REPLACEMENT.rules(vendor)]


def missing(connection: BaseDatabaseWrapper) -> Sequence[tuple[str, ...]]:
    """Return the rules that the database does not hold."""
    with connection.cursor() as cursor:
        cursor.execute(LISTED[connection.vendor])
        there = set(cursor.fetchall())
    return [rule for rule in rules(connection.vendor) if (rule[0], rule[1]) not in there]


def hold(connection: BaseDatabaseWrapper) -> None:
    """Put back what is missing. Nothing is done where there are no tables to hold."""
    wanting = missing(connection)
    if wanting and set(TABLES) <= set(connection.introspection.table_names()):
        with connection.schema_editor() as editor:
            for rule in wanting:
                ORDER.create(editor, rule)


def let_go(connection: BaseDatabaseWrapper) -> None:
    """Let SQLite rebuild the tables; ``hold`` comes after."""
    if connection.vendor == "sqlite":
        with connection.schema_editor() as editor:
            for rule in rules(connection.vendor):
                ORDER.drop(editor, rule)


def _before(*, using: str, plan: Sequence[tuple[Any, bool]], **_: Any) -> None:
    if any(migration.app_label == "calibration" for migration, _ in plan):
        let_go(connections[using])


def _after(*, using: str, **_: Any) -> None:
    hold(connections[using])
