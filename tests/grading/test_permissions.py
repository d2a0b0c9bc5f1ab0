"""Who may do what, over HTTP: one row for each thing that changes a policy or a trial."""

from __future__ import annotations

import pytest
from django.test import Client

from grading.models import Trial
from league.models import AuditEntry, Episode, Policy
from tests.support.policies import make_policy, make_user
from tests.support.trials import make_trial, revise

pytestmark = pytest.mark.django_db
ACTS = (
    "policies/{slug}/champion/",
    "policies/{slug}/retire/",
    "policies/{slug}/restore/",
    "trials/{trial}/cancel/",
    "trials/{trial}/promote/",
    "trials/{trial}/undo/",
)
FORMS = ("policies/{slug}/revise/", "policies/{slug}/grade/", "policies/{slug}/try-out/")
REFUSED = {("ada", "undo"), ("boss", "champion")}
"""A promotion is undone by staff alone; a champion is chosen by its author alone."""
SENT = {"version": 2, "expected": 1}


@pytest.fixture
def trial() -> Trial:
    policy = make_policy("The Magpie", owner=make_user("ada"), baseline="bayes")
    revise(policy, safe=0.3)
    return make_trial(policy, "WL", comparisons=10, is_settled=False)


def address(path: str, trial: Trial) -> str:
    assert trial.challenger is not None
    return f"/{path.format(slug=trial.challenger.policy.slug, trial=trial.pk)}"


def rows() -> list[object]:
    """Return everything that an act could have changed."""
    return [
        list(Policy.objects.values_list("champion", "retired_at", "versions")),
        list(Trial.objects.values_list("status", "promotion")),
        Episode.objects.count(),
        AuditEntry.objects.count(),
    ]


@pytest.mark.parametrize("path", [*ACTS, *FORMS])
def test_a_stranger_is_asked_to_sign_in_and_another_author_is_refused(
    path: str, client: Client, trial: Trial
) -> None:
    target, before = address(path, trial), rows()
    answer = client.post(target, SENT)
    assert (answer.status_code, answer["location"].partition("?")[0]) == (302, "/accounts/login/")
    client.force_login(make_user("bob"))
    assert client.post(target, SENT).status_code == 403
    if path in FORMS:
        assert client.get(target).status_code == 403
    assert rows() == before


@pytest.mark.parametrize("path", ACTS)
@pytest.mark.parametrize("name", ["ada", "boss"])
def test_the_owner_and_staff_are_let_through(
    path: str, name: str, client: Client, trial: Trial
) -> None:
    assert trial.challenger is not None
    owner = trial.challenger.policy.owner
    assert owner is not None
    client.force_login(owner if name == "ada" else make_user("boss", is_staff=True))
    is_refused = (name, path.rpartition("/")[0].rpartition("/")[2]) in REFUSED
    answer = client.post(address(path, trial), SENT)
    assert answer.status_code == (403 if is_refused else 302)


@pytest.mark.parametrize("path", ACTS)
def test_an_act_needs_a_post_with_its_token(path: str, trial: Trial) -> None:
    assert trial.challenger is not None
    owner = trial.challenger.policy.owner
    assert owner is not None
    strict, before = Client(enforce_csrf_checks=True), rows()
    strict.force_login(owner)
    assert strict.get(address(path, trial)).status_code == 405
    assert strict.post(address(path, trial), SENT).status_code == 403
    assert rows() == before
