"""What the command line says and how it ends, before anything of the league is loaded."""

from __future__ import annotations

import os
import subprocess
import sys

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


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python with a setting that stops the league before it is loaded."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=os.environ | {"HEARSAY_LOG_LEVEL": "loud"},
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
