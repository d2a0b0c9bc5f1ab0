"""What the database holds: the order of forecast and answer, and one of each."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from calibration.actions.duels import make_forecast, record_duel, skip_duel, undo_answer
from calibration.models import Duel, Forecast, Observation, Rater
from tests.support.duels import Chance, shown


@pytest.fixture
def duel(rater: Rater, chance: Chance) -> Duel:
    return shown(rater, chance)


def observation_of(duel: Duel, forecast: Forecast, **values: Any) -> Observation:
    fields = {"duel": duel, "forecast": forecast, "rater": duel.rater, "number": forecast.number}
    return Observation(**{**fields, "picked": "A", **values})


def test_the_database_refuses_an_answer_without_its_forecast(
    duel: Duel, rater: Rater, chance: Chance
) -> None:
    forecast = make_forecast(duel, rater, 1)
    skip_duel(duel, actor=rater.user)
    other = shown(rater, chance)
    for answer_ in (
        observation_of(other, forecast),
        observation_of(duel, forecast, number=2),
        Observation(duel=duel, forecast_id=10**9, rater=rater, number=1, picked="A"),
    ):
        with (
            pytest.raises(IntegrityError, match="an answer needs the forecast"),
            transaction.atomic(),
        ):
            answer_.save()


def test_the_database_refuses_a_forecast_after_its_answer(duel: Duel, rater: Rater) -> None:
    one = record_duel(duel, "A", actor=rater.user)
    late: dict[str, Any] = dict(Forecast.objects.filter(pk=one.forecast_id).values()[0])
    late |= {"id": None, "number": 2}
    with pytest.raises(IntegrityError, match="a forecast comes before"), transaction.atomic():
        Forecast.objects.create(**late)


@pytest.mark.parametrize(
    "change", [{"p_a": 0.9}, {"seen": 7}, {"number": 9}, {"retracted_at": None}]
)
def test_the_database_lets_a_forecast_be_written_once(
    duel: Duel, rater: Rater, change: dict[str, Any]
) -> None:
    record_duel(duel, "A", actor=rater.user)
    undo_answer(rater, actor=rater.user)
    with pytest.raises(IntegrityError, match="a forecast is written once"), transaction.atomic():
        Forecast.objects.update(**change)


@pytest.mark.parametrize("change", [{"picked": "B"}, {"is_blind": False}])
def test_the_database_lets_an_answer_be_written_once(
    duel: Duel, rater: Rater, change: dict[str, Any]
) -> None:
    record_duel(duel, "A", actor=rater.user)
    with pytest.raises(IntegrityError, match="an answer is written once"), transaction.atomic():
        Observation.objects.update(**change)


def test_the_database_refuses_a_second_answer_and_a_second_forecast(
    duel: Duel, rater: Rater
) -> None:
    forecast = make_forecast(duel, rater, 1)
    with pytest.raises(IntegrityError), transaction.atomic():
        make_forecast(duel, rater, 2)
    observation_of(duel, forecast).save()
    with pytest.raises(IntegrityError), transaction.atomic():
        observation_of(duel, forecast).save()


def test_the_database_knows_no_check_but_a_dealt_pair(duel: Duel) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Duel.objects.filter(pk=duel.pk).update(provenance="self_report")
