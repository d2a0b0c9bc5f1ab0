"""A provider on the loopback for every test that wants one."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from pytest_django import Settings

from league.play.client import close_provider
from tests.support.stub_provider import StubProvider, running_stub


@pytest.fixture
async def stub(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[StubProvider]:
    """Serve a stub provider, point the settings at it, and wait little between failures."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setattr("league.play.claude.FIRST_PAUSE", 0.0001)
    with running_stub() as stub:
        settings.ANTHROPIC_API_KEY = "key-of-a-test"
        settings.ANTHROPIC_BASE_URL = stub.url
        settings.REDIS_URL = ""
        settings.CALL_TIMEOUT = 5.0
        settings.MAX_REQUESTS_PER_MINUTE = settings.MAX_TOKENS_PER_MINUTE = 1_000_000_000
        yield stub
        await close_provider()
