"""A service that gives no access stops the start in one line, with the variable that names it."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from pytest_django import Settings

from league.boot import check_services, check_tables

NOBODY = "redis://127.0.0.1:1/0"
REFUSED = 'connection to server at "127.0.0.1", port 1 failed: Connection refused'


@pytest.mark.django_db
@pytest.mark.parametrize("command", ["serve", "demo", "worker", "grade"])
def test_without_redis_nothing_starts(command: str, settings: Settings) -> None:
    settings.IS_SCALED = True
    settings.REDIS_URL = NOBODY
    sides = ("--challenger", "a", "--incumbent", "b") if command == "grade" else ()
    with pytest.raises(CommandError, match=r"^REDIS_URL: .*Connection refused\.?$"):
        call_command(command, *sides)


def test_without_the_database_nothing_starts(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise OperationalError(f"{REFUSED}\n\tIs the server running?")

    settings.IS_SCALED = True
    monkeypatch.setattr(connection, "ensure_connection", refuse)
    with pytest.raises(CommandError, match=f"^DATABASE_URL: .*: {REFUSED}$"):
        check_services()


@pytest.mark.django_db
def test_one_process_needs_no_service(settings: Settings) -> None:
    settings.IS_SCALED = False
    settings.REDIS_URL = ""
    check_services()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("missing", "fault"),
    [({}, "has no tables"), ({"app": "league"}, "is from an earlier release")],
)
def test_no_worker_plays_before_the_tables_are_there(
    missing: dict[str, str], fault: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_tables()
    MigrationRecorder.Migration.objects.filter(**missing).delete()
    settings.IS_SCALED = True
    monkeypatch.setattr("league.management.commands.worker.check_services", lambda: None)
    monkeypatch.setattr("league.management.commands.worker._work", pytest.fail)
    with pytest.raises(
        CommandError, match=rf"^The database {fault}; run `uv run manage.py migrate`"
    ):
        call_command("worker")
