"""The league in one process is killed or stopped, and started again: nothing is lost or doubled."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from tests.support.processes import League, Process, league

CREATE = """
episode = make_episode(
    purpose=Episode.Purpose.LADDER, ladder=make_ladder(is_paused=True), settings={"deals": 8},
    seed="a seed", is_paced=True,
)
LeagueSettings.objects.update_or_create(pk=1, defaults={"is_matchmaking": False})
answer = {"id": episode.pk, "log": reference_of(episode)}
"""


@pytest.fixture
def embedded(tmp_path: Path) -> Iterator[League]:
    variables = {
        "HEARSAY_VAR_DIR": str(tmp_path / "var"),
        "HEARSAY_MOVE_SECONDS": "0.1",
        "HEARSAY_REVEAL_SECONDS": "0.1",
    }
    with league(tmp_path, **variables) as one:
        yield one


def read(embedded: League, query: str, *values: Any) -> list[tuple[Any, ...]]:
    path = Path(embedded.variables["HEARSAY_VAR_DIR"]) / "hearsay.sqlite3"
    with closing(sqlite3.connect(path, timeout=20)) as connection:
        return connection.execute(query, values).fetchall()


def log(embedded: League, episode: int) -> list[Any]:
    query = "select seq, data from league_event where episode_id = ? order by seq"
    rows = read(embedded, query, episode)
    assert [seq for seq, _ in rows] == list(range(1, len(rows) + 1))
    return [json.loads(data) for _, data in rows]


def status(embedded: League, episode: int) -> str:
    return str(read(embedded, "select status from league_episode where id = ?", episode)[0][0])


def address(embedded: League, server: Process) -> str:
    """Wait until the server says where it is."""

    def said() -> Any:
        return re.search(r"Hearsay is at (\S+)", server.says())

    return str(embedded.wait(said, "an address").group(1))


@pytest.mark.parametrize("is_killed", [True, False], ids=["killed", "stopped"])
def test_a_league_goes_on_where_it_was(embedded: League, is_killed: bool) -> None:
    assert embedded.command("migrate").returncode == 0
    made = embedded.run(CREATE)
    first = embedded.start("serve", "--port", "0")

    def is_mid_deal() -> bool:
        found = log(embedded, made["id"])
        return len(found) >= 6 and found[-1]["kind"] == "bid"

    embedded.wait(is_mid_deal, "a deal under way")
    if is_killed:
        first.kill()
    else:
        assert first.stop(20) == 0, first.says()
    assert status(embedded, made["id"]) == "running"
    assert len(log(embedded, made["id"])) < len(made["log"])

    second = embedded.start("serve", "--port", "0")
    embedded.wait(lambda: status(embedded, made["id"]) == "finished", "a finished episode")
    assert log(embedded, made["id"]) == made["log"]
    assert read(embedded, "select attempts from league_episode") == [(2,)]
    counted = read(embedded, "select episodes from league_standing where episodes > 0")
    assert counted == [(1,)] * 4
    with urlopen(address(embedded, second) + "favicon.ico", timeout=20) as reply:
        assert reply.status == 200
    assert second.stop(20) == 0, second.says()
    assert "Traceback" not in second.says()
