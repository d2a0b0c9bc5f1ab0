"""The database under several writers."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections, transaction

from league.models import Episode
from tests.support.factories import make_episode

THREADS, TRANSACTIONS = 4, 60


@pytest.mark.django_db(transaction=True)
def test_four_threads_read_then_write_and_nothing_is_locked_out_or_lost() -> None:
    """240 of 240: a transaction that means to write takes the write lock at its start."""
    episode = make_episode()

    def add_one(_: int) -> None:
        with transaction.atomic():
            row = Episode.objects.select_for_update().get(pk=episode.pk)
            row.attempts += 1
            row.save(update_fields=["attempts"])

    def work(_: int) -> None:
        try:
            for number in range(TRANSACTIONS):
                add_one(number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(work, range(THREADS)))
    episode.refresh_from_db()
    assert episode.attempts == THREADS * TRANSACTIONS


@pytest.mark.skipif(connection.vendor != "sqlite", reason="these are settings of SQLite")
@pytest.mark.django_db(transaction=True)
def test_the_local_database_reads_while_it_writes() -> None:
    with connection.cursor() as cursor:
        for pragma, value in (("journal_mode", "wal"), ("foreign_keys", 1), ("synchronous", 1)):
            cursor.execute(f"PRAGMA {pragma}")
            assert cursor.fetchone() == (value,)
    assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
