"""Text that PostgreSQL takes otherwise than SQLite does."""

from __future__ import annotations

import pytest

from tests.services.test_workers import database_url, scaled  # noqa: F401  # fixtures
from tests.support.processes import League

pytestmark = pytest.mark.services

TWICE = """
from league.actions.policies import Content, Refused, submit_policy
answer = []
for name in ("Gro\\u00dfe Elster", "GRO\\u1e9eE ELSTER"):
    try:
        submit_policy(None, name=name, game="liars-dice", content=Content(prompt="x"), owner=None)
    except Refused as refusal:
        answer.append([refusal.field, "is taken" in refusal.message])
"""
"""The small letters of both names are the same; their capitals are not."""

NUL = """
from django.test import Client
paths = ("/trials/?policy=%00", "/matches/?policy=%00", "/?show=%00", "/ladders/?window=%00")
answer = [Client(HTTP_HOST="localhost").get(path).status_code for path in paths]
"""


def test_a_name_that_differs_only_in_case_is_refused_in_every_script(
    scaled: League,  # noqa: F811
) -> None:
    assert scaled.run(TWICE) == [["name", True]]


def test_a_nul_in_a_query_is_never_a_failure_of_ours(scaled: League) -> None:  # noqa: F811
    assert [status for status in scaled.run(NUL) if status >= 500] == []
