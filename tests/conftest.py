"""What every test shares: the order of the suite, and what a test may need from the machine."""

from __future__ import annotations

import getpass
import os
import random
import secrets
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import hypothesis
import numpy as np
import pytest
from asgiref.sync import SyncToAsync
from django.db import connections
from pytest_django import Settings

from tests.support.numbers import restart_numbers

os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")  # page tests hold a running loop

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
TEST_DATABASE_URL = os.environ.get(
    "TEST_DATABASE_URL", f"postgresql://{getpass.getuser()}@127.0.0.1:5432/postgres"
)
"""A PostgreSQL database where service tests may create databases of their own."""
TEST_REDIS_URL = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/9")


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Settings) -> None:
    """A password's hash is slow on purpose, and the tests make hundreds."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


hypothesis.settings.register_profile(
    "steady",
    derandomize=True,
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("steady")
"""The same examples in every run, however slow the machine; `--hypothesis-seed` tries others."""


@pytest.fixture(autouse=True)
def _same_chance_in_every_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw seeds, salts, seatings and deals of pairs from the test's own stream.

    What a test sees then depends neither on the day nor on the tests that ran before it.
    """
    restart_numbers()
    random.seed(0)
    drawn = random.Random(0)
    generator = np.random.default_rng
    monkeypatch.setattr(secrets, "token_hex", lambda size=32: drawn.randbytes(size).hex())
    monkeypatch.setattr(secrets, "randbelow", drawn.randrange)
    monkeypatch.setattr(
        np.random,
        "default_rng",
        lambda seed=None: generator(drawn.getrandbits(64) if seed is None else seed),
    )


@pytest.fixture(autouse=True)
def _close_connections_of_threads(request: pytest.FixtureRequest) -> Iterator[None]:
    """Close what queries off the loop opened: their thread outlives the test's database."""
    yield
    uses_database = "transactional_db" in request.fixturenames
    if uses_database or request.node.get_closest_marker("django_db"):
        SyncToAsync.single_thread_executor.submit(connections.close_all).result()


def answers(url: str, port: int) -> bool:
    """Say whether something listens where a URL points; ``port`` when it names none."""
    place = urlsplit(url)
    try:
        with socket.create_connection((place.hostname or "", place.port or port), timeout=1):
            return True
    except OSError:
        return False


def lacking(item: pytest.Item) -> tuple[str, str] | None:
    """Return what the machine lacks for a test, and the variable that makes it a failure."""
    if item.get_closest_marker("browser") and CHROMIUM is None:
        return "chromium is not installed", "HEARSAY_REQUIRE_BROWSER"
    if item.get_closest_marker("services"):
        for variable, url, port in (
            ("TEST_DATABASE_URL", TEST_DATABASE_URL, 5432),
            ("TEST_REDIS_URL", TEST_REDIS_URL, 6379),
        ):
            if not answers(url, port):
                return f"nothing answers at {variable}", "HEARSAY_REQUIRE_SERVICES"
    return None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run page tests last: an async test after a playwright page would meet its running loop."""
    browser_folder = Path(__file__).parent / "browser"
    for item in items:
        if browser_folder in item.path.parents:
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose needs the machine lacks; where they are required, fail it."""
    lack = lacking(item)
    if lack is None:
        return
    reason, variable = lack
    if os.environ.get(variable) == "1":
        pytest.fail(f"{reason}, and {variable}=1 requires it", pytrace=False)
    pytest.skip(reason)
