"""What the command line says and how it ends, before anything of the league is loaded."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.processes import ROOT

STOPPED = """
import runpy, sys
import django.core.management as management
def stop(arguments):
    raise KeyboardInterrupt
management.execute_from_command_line = stop
sys.argv = ["manage.py", "demo"]
runpy.run_path("manage.py", run_name="__main__")
"""


NOWHERE = {
    "DATABASE_URL": "postgresql://someone:brass-and-felt@127.0.0.1:1/league",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "SECRET_KEY": "tests-only",
}


def run(*arguments: str, **setting: str) -> subprocess.CompletedProcess[str]:
    """Run Python, by default with a setting that stops the league before it is loaded."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=os.environ | (setting or {"HEARSAY_LOG_LEVEL": "loud"}),
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.parametrize("command", ["demo", "serve", "worker"])
def test_the_first_line_comes_before_the_league_is_loaded(command: str) -> None:
    done = run("manage.py", command)
    assert done.returncode == 1
    assert done.stdout.startswith("Starting ")
    assert done.stdout.count("\n") == 1


@pytest.mark.parametrize("arguments", [("demo", "--help"), ("migrate",)])
def test_nothing_is_started_where_nothing_is_said(arguments: tuple[str, ...]) -> None:
    assert "Starting" not in run("manage.py", *arguments).stdout


def test_an_interrupt_ends_without_a_traceback() -> None:
    done = run("-c", STOPPED)
    assert done.returncode == 130
    assert done.stderr == ""


@pytest.mark.parametrize("arguments", [("migrate",), ("serve",), ("verify", "1")])
def test_a_database_out_of_reach_ends_in_one_line_that_names_the_variable(
    arguments: tuple[str, ...],
) -> None:
    done = run("manage.py", *arguments, **NOWHERE)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert "DATABASE_URL: no access to the database: " in line
    assert "brass-and-felt" not in line


@pytest.mark.parametrize("arguments", [("verify", "1"), ("changepassword", "wren")])
def test_a_database_without_tables_ends_in_one_line_that_names_the_step(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    done = run(
        "manage.py", *arguments, HEARSAY_VAR_DIR=str(tmp_path), DATABASE_URL="", REDIS_URL=""
    )
    assert done.returncode == 1
    assert done.stderr == "The database has no tables; run `uv run manage.py migrate`\n"


def test_a_file_that_is_no_database_ends_in_one_line_that_names_it(tmp_path: Path) -> None:
    file = tmp_path / "hearsay.sqlite3"
    file.write_text("brass and felt, " * 64)
    done = run("manage.py", "migrate", HEARSAY_VAR_DIR=str(tmp_path), DATABASE_URL="", REDIS_URL="")
    assert done.returncode == 1
    assert done.stderr == f"HEARSAY_VAR_DIR: no access to {file}: file is not a database\n"
