"""What a trial cannot be started with, and which field says so."""

from __future__ import annotations

from typing import Any

import pytest

from grading.actions.trials import Plan, start_trial
from league.actions.policies import Refused
from tests.grading.trials import two_versions

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("plan", "field"),
    [
        ({"judge": "always-a"}, "judge"),
        ({"comparisons": 0}, "comparisons"),
        ({"comparisons": 1_001}, "comparisons"),
        ({"variant": "loud"}, "variant"),
        ({"fraction": 0.21}, "fraction"),
        ({"settings": {"deals": 0}}, "settings"),
    ],
)
def test_a_plan_that_cannot_be_run_names_its_field(plan: dict[str, Any], field: str) -> None:
    with pytest.raises(Refused) as refusal:
        start_trial(None, *two_versions(), Plan(**plan))
    assert refusal.value.field == field


def test_a_trial_needs_two_versions_of_one_game() -> None:
    version, champion = two_versions()
    with pytest.raises(Refused, match="twice"):
        start_trial(None, version, version)
    with pytest.raises(Refused, match="expected 3 opponents, got 1"):
        start_trial(None, version, champion, Plan(opponents=(champion,)))
