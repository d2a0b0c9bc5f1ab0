"""A setting that cannot be used stops the program, and the message begins with its name."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from league.environment import read_address, read_hosts, read_key, read_origins, read_redis
from tests.support.processes import ROOT

SCALED = {"SECRET_KEY": "only-for-tests", "REDIS_URL": "redis://127.0.0.1/9"}


def message_of(folder: Path, variables: dict[str, str]) -> str:
    """Return the last line that a start with these variables leaves."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("HEARSAY_")}
    done = subprocess.run(
        [sys.executable, "-c", "import league.settings"],
        cwd=ROOT,
        env=kept | {"HEARSAY_VAR_DIR": str(folder)} | variables,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode != 0
    return done.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HEARSAY_EPISODE_SECONDS", "nan"),
        ("HEARSAY_LOG_LEVEL", "loud"),
        ("HEARSAY_VAR_DIR", "/dev/null/var"),
        ("DATABASE_URL", "mysql://127.0.0.1/league"),
        ("DATABASE_URL", "postgresql://127.0.0.1:port/league"),
        ("DATABASE_URL", "postgresql://league:two/parts@127.0.0.1/league"),
        ("REDIS_URL", "redis://127.0.0.1:port/0"),
        ("DATABASE_URL", "postgresql://127.0.0.1"),
        ("REDIS_URL", "redis://"),
        ("REDIS_URL", "redis://127.0.0.1/first"),
        ("ANTHROPIC_BASE_URL", "no-address"),
        ("ANTHROPIC_BASE_URL", "https://"),
        ("ANTHROPIC_API_KEY", "two\nlines"),
        ("METRICS_TOKEN", "schlüssel"),
        ("CSRF_TRUSTED_ORIGINS", "league.example"),
        ("CSRF_TRUSTED_ORIGINS", "https://league.example/, https://other.example"),
        ("ALLOWED_HOSTS", "https://league.example"),
        ("ALLOWED_HOSTS", "league.example:8000"),
    ],
)
def test_the_message_names_the_variable(tmp_path: Path, name: str, value: str) -> None:
    message = message_of(tmp_path, {**SCALED, name: value})
    assert "two" not in message
    assert "schlüssel" not in message, "a secret is not shown"
    assert message.startswith(f"django.core.exceptions.ImproperlyConfigured: {name}: expected") or (
        message.startswith(f"django.core.exceptions.ImproperlyConfigured: {name}: ")
        and "not permitted" in message
    )


def test_linear_algebra_is_told_to_use_one_thread_before_it_is_loaded(tmp_path: Path) -> None:
    check = (
        "import os, sys, league.settings\n"
        "assert 'numpy' not in sys.modules\n"
        "assert os.environ['OPENBLAS_NUM_THREADS'] == '1'\n"
    )
    kept = {key: value for key, value in os.environ.items() if key != "OPENBLAS_NUM_THREADS"}
    kept["HEARSAY_VAR_DIR"] = str(tmp_path)
    subprocess.run([sys.executable, "-c", check], cwd=ROOT, env=kept, check=True, timeout=120)


def test_space_and_empty_parts_do_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOSTS", " league.example , .other.example,, [::1] ")
    monkeypatch.setenv("ORIGINS", "https://league.example:8443 ,")
    monkeypatch.setenv("KEY", " key-1_2 ")
    assert read_hosts("HOSTS", ()) == ["league.example", ".other.example", "[::1]"]
    assert read_hosts("NOT_SET", ["localhost"]) == ["localhost"]
    assert read_origins("ORIGINS") == ["https://league.example:8443"]
    assert (read_key("KEY"), read_address("NOT_SET"), read_redis("NOT_SET")) == (
        "key-1_2",
        None,
        "",
    )


def test_processes_that_start_together_share_one_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from league import settings

    for attempt in range(20):
        folder = tmp_path / str(attempt)
        folder.mkdir()
        monkeypatch.setattr(settings, "VAR_DIR", folder)
        line = Barrier(8)

        def read(line: Barrier = line) -> str:
            line.wait()
            return settings.kept_secret()

        with ThreadPoolExecutor(8) as threads:
            found = {future.result() for future in [threads.submit(read) for _ in range(8)]}
        (secret,) = found
        assert len(secret) > 40
        assert [file.name for file in folder.iterdir()] == ["secret_key"]
        assert (folder / "secret_key").stat().st_mode & 0o077 == 0
