"""Workers on PostgreSQL and Redis: they die, stop and collide, and no log shows it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from tests.conftest import TEST_DATABASE_URL, TEST_REDIS_URL
from tests.support.processes import League, league

pytestmark = pytest.mark.services

CREATE = """
ladder = make_ladder(is_paused=True)
episode = make_episode(
    purpose=Episode.Purpose.LADDER, ladder=ladder, settings={"deals": 8}, seed="a seed",
    is_paced=True,
)
answer = {"id": episode.pk, "log": reference_of(episode)}
"""
"""A table of baselines that moves slowly enough to be interrupted, and its log as it must be."""


def variables(url: str) -> dict[str, str]:
    """Return the settings of a scaled league whose dead workers are soon found."""
    return {
        "DATABASE_URL": url,
        "REDIS_URL": TEST_REDIS_URL,
        "SECRET_KEY": "only-for-tests",
        "HEARSAY_HEARTBEAT_SECONDS": "1",
        "HEARSAY_STALLED_SECONDS": "3",
        "HEARSAY_SUPPLY_SECONDS": "30",
        "HEARSAY_MOVE_SECONDS": "0.1",
        "HEARSAY_REVEAL_SECONDS": "0.1",
    }


PLAY = """
import pathlib, time
from league.play.runner import play
pathlib.Path(folder, "ready-{number}").touch()
while not pathlib.Path(folder, "go").exists():
    time.sleep(0.005)
asyncio.run(play({id}))
answer = True
"""


class Database:
    """The league's rows, read from outside."""

    def __init__(self, url: str) -> None:
        self.connection = psycopg.connect(url, autocommit=True)

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        return self.connection.execute(query, values).fetchall()

    def last(self, episode: int) -> int:
        return int(self.rows("select last_seq from league_episode where id = %s", episode)[0][0])

    def status(self, episode: int) -> str:
        return str(self.rows("select status from league_episode where id = %s", episode)[0][0])

    def attempts(self, episode: int) -> int:
        return int(self.rows("select attempts from league_episode where id = %s", episode)[0][0])

    def log(self, episode: int) -> list[Any]:
        query = "select seq, data from league_event where episode_id = %s order by seq"
        found = self.rows(query, episode)
        assert [seq for seq, _ in found] == list(range(1, len(found) + 1))
        return [data if isinstance(data, dict) else json.loads(data) for _, data in found]

    def jobs(self) -> list[tuple[Any, ...]]:
        query = "select status from procrastinate_jobs where task_name = 'play_match'"
        return self.rows(query)


DIED_AT_UPKEEP = """
    insert into procrastinate_jobs (queue_name, task_name, lock, args, status)
    select 'upkeep', task, lock, '{"timestamp": 0}', 'doing'
    from (values ('return_stalled', 'stalled'), ('supply_league', 'supply'),
                 ('sweep_matches', 'sweep')) as upkeep (task, lock)
    where not exists (select from procrastinate_jobs as other
                      where other.lock = upkeep.lock and other.status = 'doing')
"""
"""Every task of upkeep, as a worker leaves it that dies while it works on it."""


@pytest.fixture(scope="module")
def database_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A migrated database of this run's own."""
    name = f"hearsay_workers_{os.getpid()}"
    with psycopg.connect(TEST_DATABASE_URL, autocommit=True) as connection:
        connection.execute(f"drop database if exists {name} with (force)")
        connection.execute(f"create database {name}")
        url = urlunsplit(urlsplit(TEST_DATABASE_URL)._replace(path=f"/{name}"))
        with league(tmp_path_factory.mktemp("migrate"), **variables(url)) as one:
            migrated = one.command("migrate")
            assert migrated.returncode == 0, migrated.stderr
        yield url
        connection.execute(f"drop database {name} with (force)")


@pytest.fixture
def scaled(database_url: str, tmp_path: Path) -> Iterator[League]:
    with league(tmp_path, **variables(database_url)) as one:
        yield one


@pytest.fixture
def database(scaled: League, database_url: str) -> Iterator[Database]:
    database = Database(database_url)
    yield database
    database.connection.close()


def until_mid_deal(scaled: League, database: Database, episode: int, after: int = 6) -> None:
    """Wait until a deal beyond the first event numbers is under way."""

    def is_mid_deal() -> bool:
        return database.last(episode) >= after and database.log(episode)[-1]["kind"] == "bid"

    scaled.wait(is_mid_deal, "a deal under way")


def until_finished(scaled: League, database: Database, episode: int) -> None:
    scaled.wait(lambda: database.status(episode) == "finished", "a finished episode")


def counted(database: Database) -> list[int]:
    return [row[0] for row in database.rows("select episodes from league_standing")]


@pytest.fixture(autouse=True)
def _empty(database: Database) -> None:
    tables = "league_ladder, league_policy, procrastinate_jobs, procrastinate_workers"
    database.connection.execute(f"truncate {tables} cascade")


def test_a_worker_killed_in_mid_deal_loses_and_doubles_nothing(
    scaled: League, database: Database
) -> None:
    made = scaled.run(CREATE)
    first = scaled.start("worker")
    until_mid_deal(scaled, database, made["id"])
    first.kill()
    stored = database.last(made["id"])
    assert database.status(made["id"]) == "running"
    assert stored < len(made["log"])
    database.connection.execute(DIED_AT_UPKEEP)

    scaled.start("worker")
    until_finished(scaled, database, made["id"])
    assert database.log(made["id"]) == made["log"]
    assert database.attempts(made["id"]) == 2
    assert counted(database) == [1, 1, 1, 1]
    verified = scaled.command("verify", str(made["id"]))
    assert verified.returncode == 0, verified.stdout


def test_a_worker_that_is_told_to_stop_hands_over(scaled: League, database: Database) -> None:
    made = scaled.run(CREATE)
    first = scaled.start("worker")
    until_mid_deal(scaled, database, made["id"])
    assert first.stop() == 0, first.says()
    assert database.status(made["id"]) == "running"
    assert database.jobs() == [("todo",)], "the job is back at once, without waiting for a heart"

    scaled.start("worker")
    until_finished(scaled, database, made["id"])
    assert database.log(made["id"]) == made["log"]
    assert counted(database) == [1, 1, 1, 1]


def test_two_workers_on_one_episode_yield_one_log(scaled: League, database: Database) -> None:
    # As when the broker hands a job out again while it is being played: no lock holds them back.
    made = scaled.run(CREATE)
    players = [scaled.start_code(PLAY.format(id=made["id"], number=number)) for number in (1, 2)]
    scaled.wait(lambda: len(list(scaled.folder.glob("ready-*"))) == 2, "two players ready")
    (scaled.folder / "go").touch()
    assert [player.popen.wait(120) for player in players] == [0, 0], [one.says() for one in players]
    assert "Traceback" not in "".join(player.says() for player in players), "they leave quietly"
    assert database.status(made["id"]) == "finished"
    assert database.attempts(made["id"]) == 2
    assert database.log(made["id"]) == made["log"]
    assert counted(database) == [1, 1, 1, 1]


def test_a_rollback_enqueues_nothing_and_a_commit_enqueues_once(
    scaled: League, database: Database
) -> None:
    scaled.run(
        """
from django.db import transaction
from league.play.jobs import submit
try:
    with transaction.atomic():
        make_episode()
        raise RuntimeError("something else went wrong")
except RuntimeError:
    pass
answer = Episode.objects.count()
"""
    )
    assert database.jobs() == []
    made = scaled.run(
        """
from django.db import transaction
from league.play.jobs import submit
with transaction.atomic():
    episode = make_episode()
    submit(episode.pk)
    episode.refresh_from_db()
answer = episode.pk
"""
    )
    assert database.jobs() == [("todo",)]
    scaled.start("worker")
    until_finished(scaled, database, made)
    assert database.attempts(made) == 1


def test_an_episode_that_lost_its_job_is_submitted_again(
    scaled: League, database: Database
) -> None:
    made = scaled.run(CREATE)
    held = scaled.run(
        "answer = __import__('league.play.jobs_scaled', fromlist=['x']).submit_lost()"
    )
    assert held == []
    database.connection.execute("truncate procrastinate_jobs cascade")
    database.connection.execute("update league_episode set created_at = now() - interval '1 hour'")
    found = scaled.run(
        "answer = __import__('league.play.jobs_scaled', fromlist=['x']).submit_lost()"
    )
    assert found == [made["id"]]
    assert database.jobs() == [("todo",)]


def test_a_graded_trial_leaves_its_matches_to_the_workers(
    scaled: League, database: Database
) -> None:
    sides = scaled.run(
        """
from tests.grading.trials import two_versions
answer = [f"{one.policy.slug}@{one.number}" for one in two_versions()]
"""
    )
    grade = scaled.start(
        "grade", "--challenger", sides[0], "--incumbent", sides[1], "--comparisons", "4"
    )
    scaled.wait(lambda: "No worker runs" in grade.says(), "a word about the worker that lacks")
    scaled.start("worker")
    assert grade.popen.wait(120) == 0, grade.says()
    of_trial = "from league_episode where purpose = 'trial' group by 1, 2"
    assert database.rows(f"select status, attempts, count(*) {of_trial}") == [("finished", 1, 8)]
