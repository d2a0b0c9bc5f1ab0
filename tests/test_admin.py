"""The stock admin has every model of every app, each with filters and a search."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from league.models import LeagueSettings
from tests.support.policies import make_user

MODELS = [
    model
    for app in ("league", "grading", "calibration")
    for model in apps.get_app_config(app).get_models()
]
ONE_ROW = {LeagueSettings}
every_model = pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label_lower)


@every_model
def test_a_model_has_filters_and_a_search(model: type[Model]) -> None:
    shown = admin.site._registry[model]
    assert model in ONE_ROW or (shown.list_filter and shown.search_fields)


@pytest.mark.django_db
@every_model
def test_a_search_finds_nothing_rather_than_failing(client: Client, model: type[Model]) -> None:
    client.force_login(make_user("warden", is_staff=True, is_superuser=True))
    names = model._meta
    page = reverse(f"admin:{names.app_label}_{names.model_name}_changelist")
    for words in ("nobody's", "7", "9" * 40, "[]"):
        assert client.get(page, {"q": words}, follow=True).status_code == 200
