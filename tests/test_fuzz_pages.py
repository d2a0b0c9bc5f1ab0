"""Whatever is asked of whichever address by whomever: no answer is a fault of the site."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from calibration.actions.clips import cut_clips
from calibration.actions.duels import rater_for
from calibration.actions.streams import start_comparison
from calibration.models import Comparison, Rater
from league.models import Ladder, Policy
from tests.support.duels import answer, shown
from tests.support.fuzz import Form, body, forms_of, spoiled, walk
from tests.support.judging import begin
from tests.support.league import a_ladder
from tests.support.policies import make_policy
from tests.support.rumor import make_rumor
from tests.support.stored import make_match
from tests.support.trials import make_trial, revise

type Known = dict[str, list[str]]
SEED = 1


@pytest.fixture
def known(db: None, settings: Settings) -> Known:
    """A league with something behind every kind of page, and values for the gaps of addresses."""
    settings.ANTHROPIC_API_KEY = "key-of-a-test"
    ladder = a_ladder()
    walker = User.objects.create_user("walker")
    User.objects.create_superuser("warden")
    _matches(ladder)
    policies = [make_policy("Walked", owner=walker), make_policy("Graded", owner=walker)]
    revision = revise(policies[0])
    revise(policies[1])
    make_trial(policies[0], "WWLTV", is_settled=False)
    make_trial(policies[1], "W" * 12, checked={1: True, 3: False})
    _duels(rater_for(walker, "liars-dice"))
    start_comparison(walker, revision, Comparison.Kind.SELF_REPORT)
    begin()
    settings.ANTHROPIC_API_KEY = ""
    slugs = [ladder.slug, *Policy.objects.filter(owner=walker).values_list("slug", flat=True)]
    return {
        "int": ["1", "2", "3", "4", "5", "6"],
        "slug": [*slugs, "liars-dice", "rumor", "bayes", "self-report", "results"],
        "path": ["1", "2", "league"],
        "str": ["1", "2"],
    }


def _matches(ladder: Ladder) -> None:
    for seed in ("5eed", "5eee"):
        cut_clips(make_match(seed=seed * 16, ladder=ladder))
    make_match(events=9, ladder=ladder)
    make_match(events=9, ladder=ladder, status="failed")
    make_rumor()
    make_rumor(events=20)


def _duels(rater: Rater) -> None:
    chance = np.random.default_rng(SEED)
    for _ in range(3):
        answer(rater, chance)
    shown(rater, chance)


@pytest.fixture(params=["", "walker", "warden"])
def client(request: pytest.FixtureRequest, known: Known) -> Client:
    """A browser of nobody, of a player, of staff."""
    client = Client(raise_request_exception=False)
    if request.param:
        client.force_login(User.objects.get(username=request.param))
    return client


def test_no_request_is_a_fault(known: Known, client: Client) -> None:
    chance = random.Random(SEED)
    forms: dict[Any, Form] = {}
    faults: list[Any] = []
    for method, address in walk(known, chance):
        if "logout" in address:
            continue
        answer: Any = client.generic(method, address)
        if answer.status_code >= 500:
            faults.append((method, address, answer.exc_info))
        if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
            page = answer.content.decode()
            forms |= {form.shape: form for form in forms_of(address, page)}
    sent = [form for form in forms.values() if "logout" not in form.action]
    assert sent
    for method, address, pairs in spoiled(sent, chance):
        answer = client.generic(method, address, **(body(pairs) if pairs else {}))
        if answer.status_code >= 500:
            faults.append((method, address, pairs, answer.exc_info))
    assert faults == []


@pytest.mark.parametrize("client", ["warden"], indirect=True)
@pytest.mark.parametrize("records", ["auth/user", "league/policy", "grading/trial"])
def test_a_forged_request_to_the_records_is_told_so(client: Client, records: str) -> None:
    address = f"/admin/{records}/"
    for chosen in ("x", "", "-1", "\u0661", "1e999", "9" * 30):
        answer = client.post(address, {"action": "delete_selected", "_selected_action": chosen})
        assert answer.status_code == 400, chosen
    # SQLite cannot look such a number up; PostgreSQL finds nothing.
    assert client.get(f"{address}?pk__in={'9' * 30}").status_code in (200, 302)
    assert client.get(f"{address}1/change/?_to_field=").status_code in (200, 302)
