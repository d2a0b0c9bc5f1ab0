"""Grading in the admin: rubrics grow by versions, promotions are undone, answers are only read."""

from __future__ import annotations

import pytest
from django.test import Client

from grading.actions.promotions import promote_challenger
from grading.actions.rubrics import house_rubric
from grading.models import Rubric, Trial
from tests.grading.trials import started
from tests.support.policies import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(make_user("warden", is_staff=True, is_superuser=True))
    return client


def test_an_edited_rubric_is_its_next_version(staff: Client) -> None:
    first = house_rubric()
    trial = started(1)
    form = {"title": "Sound play", "text": "Prefer the bolder seat."}
    answer = staff.post(f"/admin/grading/rubric/{first.pk}/change/", form)
    assert answer.status_code == 302
    first.refresh_from_db()
    second = Rubric.objects.get(slug=first.slug, number=2)
    assert second.text == "Prefer the bolder seat."
    assert first.text != second.text
    trial.refresh_from_db()
    assert trial.rubric == first
    assert house_rubric() == second
    assert second.author is not None


def test_a_promotion_is_undone_from_the_admin(staff: Client) -> None:
    trial = started(1)
    Trial.objects.filter(pk=trial.pk).update(
        status=Trial.Status.FINISHED, decision=Trial.Decision.PROMOTE, reason="Evidence."
    )
    promote_challenger(None, trial)
    staff.post("/admin/grading/trial/", {"action": "undo", "_selected_action": [str(trial.pk)]})
    trial.refresh_from_db()
    assert trial.undone_at is not None
    assert trial.incumbent is not None
    assert trial.incumbent.policy.champion == trial.incumbent


@pytest.mark.parametrize("model", ["rubric", "trial", "comparison", "judgecall"])
def test_every_list_opens(staff: Client, model: str) -> None:
    started(1)
    assert staff.get(f"/admin/grading/{model}/").status_code == 200


def test_a_trials_page_opens_and_cannot_be_edited(staff: Client) -> None:
    trial = started(1)
    page = staff.get(f"/admin/grading/trial/{trial.pk}/change/").content.decode()
    assert 'name="decision"' not in page
