"""People and policies for tests."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from games.registry import GAMES
from league.actions.policies import Content, submit_policy
from league.models import Policy
from tests.support.numbers import next_number


def make_user(name: str = "", **fields: Any) -> User:
    """Create a person; ``is_staff=True`` makes one of the staff."""
    return User.objects.create_user(name or f"player-{next_number()}", **fields)


def make_policy(
    name: str = "",
    *,
    owner: User | None = None,
    prompt: str = "Count first, then bluff.",
    baseline: str = "",
    game: str = "liars-dice",
    **parameters: Any,
) -> Policy:
    """Enter a policy with one version: a prompt, or a baseline when one is named."""
    if not GAMES:
        pytest.skip("no game is registered yet")
    content = Content(prompt="" if baseline else prompt, baseline=baseline, parameters=parameters)
    return submit_policy(
        owner,
        name=name or f"Policy {next_number()}",
        game=game,
        content=content,
        owner=owner,
    )
