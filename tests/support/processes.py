"""A league in processes of its own: what a test kills must not be the test."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.support.waiting import wait_until

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL")
PRELUDE = """
import asyncio, json, os
os.environ["DJANGO_SETTINGS_MODULE"] = "league.settings"
import django
django.setup()
from league.models import *
from tests.support.factories import *
from tests.support.reference import log_of, reference_of
"""


@dataclass(slots=True)
class Process:
    """A command that runs; its output is kept for the failure's message."""

    popen: subprocess.Popen[bytes]
    output: Path

    def kill(self) -> None:
        """End it as a power cut would."""
        self.popen.kill()
        self.popen.wait()

    def stop(self, seconds: float = 30.0) -> int:
        """Ask it to stop, and return how it ended. Fails when it does not within the time."""
        self.popen.send_signal(signal.SIGTERM)
        return self.popen.wait(seconds)

    def says(self) -> str:
        return self.output.read_text()


@dataclass(slots=True)
class League:
    """The environment that its processes share."""

    folder: Path
    variables: dict[str, str]
    processes: list[Process] = field(default_factory=list)

    @property
    def environment(self) -> dict[str, str]:
        kept = {key: value for key, value in os.environ.items() if not key.startswith("HEARSAY_")}
        for name in (*SETTINGS, "PYTHONDONTWRITEBYTECODE"):  # without it the second start is quick
            kept.pop(name, None)
        return kept | {"PYTHONUNBUFFERED": "1", "NO_COLOR": "1"} | self.variables

    def start(self, *arguments: str) -> Process:
        """Start a management command."""
        return self._start(arguments[0], "manage.py", *arguments)

    def start_module(self, module: str, *arguments: str) -> Process:
        """Start a program that is a module, such as daphne."""
        return self._start(module, "-m", module, *arguments)

    def start_code(self, code: str) -> Process:
        """Start a piece of code inside the league; ``folder`` is where it may leave files."""
        return self._start("code", "-c", f"{PRELUDE}\nfolder = {str(self.folder)!r}\n{code}")

    def _start(self, name: str, *arguments: str) -> Process:
        output = self.folder / f"{len(self.processes)}-{name}.log"
        with output.open("wb") as file:
            popen = subprocess.Popen(
                [sys.executable, *arguments],
                cwd=ROOT,
                env=self.environment,
                stdout=file,
                stderr=subprocess.STDOUT,
            )
        process = Process(popen, output)
        self.processes.append(process)
        return process

    def command(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a management command to its end, however it ends."""
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=180,
        )

    def run(self, code: str) -> Any:
        """Run a piece of code inside the league; return what it leaves in ``answer``."""
        done = subprocess.run(
            [sys.executable, "-c", f"{PRELUDE}\n{code}\nprint(json.dumps(answer))"],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=180,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.splitlines()[-1])

    def wait(self, read: Any, what: str) -> Any:
        """Wait for a condition; when it does not come, show what the processes said."""
        try:
            return wait_until(read, seconds=120, what=what)
        except AssertionError as error:
            said = "\n".join(f"--- {one.output.name}\n{one.says()}" for one in self.processes)
            raise AssertionError(f"{error}\n{said}") from None


@contextmanager
def league(folder: Path, **variables: str) -> Iterator[League]:
    """Yield a league; processes that still run at the end are killed."""
    one = League(folder, variables)
    try:
        yield one
    finally:
        for process in one.processes:
            if process.popen.poll() is None:
                process.kill()
