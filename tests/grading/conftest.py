"""A provider on the loopback for the model judge."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from pytest_django import Settings

from tests.support import stub_provider
from tests.support.stub_provider import Step, StubProvider, running_stub

HOSTILE = "<script>window.pwn=1</script>\x00\n" + "x" * 2_000
ANSWERS = {
    "judge_a": Step(text='{"reason": "A counts.", "verdict": "A"}'),
    "judge_b": Step(text='{"reason": "B counts.", "verdict": "B"}'),
    "judge_tie": Step(text='{"reason": "Equal.", "verdict": "tie"}'),
    "judge_prose": Step(text="I think that A played better."),
    "judge_c": Step(text='{"reason": "Neither.", "verdict": "C"}'),
    "judge_half": Step(text='{"reason": "It', stop_reason="max_tokens"),
    "judge_cut": Step(text='{"reason": "A.", "verdict": "A"}', stop_reason="max_tokens"),
    "judge_hostile": Step(text=json.dumps({"reason": HOSTILE, "verdict": "B"})),
}


@pytest.fixture
def stub(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[StubProvider]:
    """Serve a stub provider that can judge, and point the settings at it."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setattr("grading.judges.claude.FIRST_PAUSE", 0.0001)
    for name, step in ANSWERS.items():
        monkeypatch.setitem(stub_provider.STEPS, name, step)
    with running_stub(default="judge_a") as stub:
        settings.ANTHROPIC_API_KEY = "key-of-a-test"
        settings.ANTHROPIC_BASE_URL = stub.url
        settings.REDIS_URL = ""
        settings.CALL_TIMEOUT = 5.0
        settings.MAX_REQUESTS_PER_MINUTE = settings.MAX_TOKENS_PER_MINUTE = 1_000_000_000
        yield stub
