"""The staff's pages on grading: the judges' health, the records, and rubrics that grow."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from grading.actions.rubrics import house_rubric
from grading.models import Rubric, Trial
from grading.queries.trends import read_pairs, read_trend
from league.models import Policy
from tests.support.policies import make_policy, make_user
from tests.support.trials import make_trial, revise

pytestmark = pytest.mark.django_db
HOSTILE = "<img src=x onerror=pwn()>"
CHECKED = {1: True, 2: False, 3: True, 4: True}


@pytest.fixture
def policy() -> Policy:
    policy = make_policy("The Magpie", owner=make_user("corvid"), baseline="bayes")
    revise(policy, safe=0.3)
    return policy


@pytest.fixture
def chief(client: Client) -> Client:
    client.force_login(make_user("boss", is_staff=True, is_superuser=True))
    return client


def test_the_page_is_for_staff(client: Client) -> None:
    for path in ("", "judges.csv", "judges.json"):
        assert client.get(f"/admin/judges/{path}").status_code == 302
        client.force_login(make_user())
        assert client.get(f"/admin/judges/{path}").status_code == 302


def test_before_any_trial_the_page_says_where_health_comes_from(chief: Client) -> None:
    assert "No judge has been at work" in chief.get("/admin/judges/").content.decode()


def test_a_trend_counts_what_the_rows_say(policy: Policy) -> None:
    make_trial(policy, "WLTVWW", checked=CHECKED, comparisons=9, is_settled=False)
    (pair,) = read_pairs()
    total = read_trend(pair, None).total
    assert (total.comparisons, total.voids) == (6, 1)
    assert (total.disagreement.hits, total.disagreement.n) == (1, 3)  # the void one is no check
    # the challenger is A in 1, 3, 5 and B in 2, 4, 6: A in 1 (won), 2 (lost), 5 (won); B in 6
    assert (total.first_position.hits, total.first_position.n) == (3, 4)
    assert (total.calls, total.turned) == (10, 6)


def test_a_check_judge_is_in_no_health(policy: Policy) -> None:
    make_trial(policy, "WL", comparisons=9, is_check=True, is_settled=False)
    assert read_pairs() == []


def test_the_page_shows_every_figure_with_its_interval(chief: Client, policy: Policy) -> None:
    make_trial(policy, "WLTVWW", checked=CHECKED, comparisons=9, is_settled=False)
    page = chief.get("/admin/judges/").content.decode()
    assert "It disagreed with itself in 1 of 3 checks" in page
    assert "33 %, 95 % interval 6 to 79 %" in page
    assert "1 of 6 comparisons are void" in page
    assert "No favourite side in sight" in page
    assert page.count('class="chart__plot"') == 5  # it costs nothing, so there is nothing to draw


def test_an_unknown_judge_or_time_is_the_usual_one(chief: Client, policy: Policy) -> None:
    make_trial(policy, "WL", comparisons=9, is_settled=False)
    assert chief.get("/admin/judges/?judge=nobody:x&span=ever").status_code == 200


def test_the_files_hold_every_period(chief: Client, policy: Policy) -> None:
    make_trial(policy, "WLTVWW", checked=CHECKED, comparisons=9, is_settled=False)
    (period,) = json.loads(chief.get("/admin/judges/judges.json").content)["periods"]
    assert (period["judge"], period["rubric"]) == ("mistakes", house_rubric().label)
    assert (period["comparisons"], period["checks"], period["disagreements"]) == (6, 3, 1)
    lines = chief.get("/admin/judges/judges.csv").content.decode().splitlines()
    assert lines[1].startswith(f"mistakes,{house_rubric().label},")


def test_a_hostile_rubric_is_text(chief: Client, policy: Policy) -> None:
    rubric = house_rubric()
    Rubric.objects.filter(pk=rubric.pk).update(title=HOSTILE)
    make_trial(policy, "WL", checked={1: True}, comparisons=9, is_settled=False)
    assert HOSTILE not in chief.get("/admin/judges/").content.decode()
    for model in ("rubric", "trial", "comparison", "judgecall"):
        assert HOSTILE not in chief.get(f"/admin/grading/{model}/").content.decode()


def test_editing_a_rubric_saves_its_next_version(chief: Client, policy: Policy) -> None:
    first = house_rubric()
    trial = make_trial(policy, "WL", comparisons=9, is_settled=False)
    page = f"/admin/grading/rubric/{first.pk}/change/"
    assert chief.get(page).status_code == 200
    answer = chief.post(page, {"title": "Sound play", "text": "Prefer the bold."})
    assert answer.status_code == 302
    trial.refresh_from_db()
    assert trial.rubric == first
    assert trial.rubric.text.startswith("Prefer the seat")
    newest = Rubric.objects.get(slug=first.slug, number=2)
    assert newest.text == "Prefer the bold."
    assert newest.author is not None
    assert newest.author.get_username() == "boss"


def test_trials_are_acted_on_from_the_admin(chief: Client, policy: Policy) -> None:
    trial = make_trial(policy, "W" * 30, checked=dict.fromkeys(range(1, 21), True))
    page = "/admin/grading/trial/"
    for action, champion in (("promote", trial.challenger), ("undo", trial.incumbent)):
        chief.post(page, {"action": action, "_selected_action": [str(trial.pk)]})
        policy.refresh_from_db()
        assert policy.champion == champion, action


def test_a_seed_is_no_column_and_no_question(chief: Client, policy: Policy) -> None:
    trial = make_trial(policy, "WL", comparisons=9, is_settled=False)
    page = chief.get(f"/admin/grading/trial/{trial.pk}/change/").content.decode()
    assert trial.seed not in page
    asked = chief.get(f"/admin/grading/trial/?seed__startswith={trial.seed[:2]}")
    assert asked.status_code == 400
    assert Trial.objects.count() == 1


def test_a_short_latency_is_told_in_milliseconds(policy: Policy, chief: Client) -> None:
    trial = make_trial(policy, "WLWL", checked=CHECKED, comparisons=9, is_settled=False)
    trial.calls.update(latency=0.012)
    page = chief.get("/admin/judges/").content.decode()
    assert "It answers in about 12 ms" in page
    assert "0.0 s" not in page
