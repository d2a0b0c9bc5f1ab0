"""What the database holds: the order of forecast and answer, and one of each."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, connections, models, transaction
from django.db.backends.sqlite3.base import DatabaseWrapper

from calibration.actions.duels import make_forecast, record_duel, skip_duel, undo_answer
from calibration.models import Duel, Forecast, Observation, Rater
from calibration.order import ORDER, hold, let_go, missing
from tests.support.duels import Chance, shown

type Field = models.Field[Any, Any]


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


@pytest.mark.parametrize(
    ("statement", "refusal"),
    [
        ("UPDATE calibration_observation SET picked = 'B'", "written once"),
        ("UPDATE calibration_observation SET duel_id = duel_id + 1", "written once"),
        ("UPDATE calibration_forecast SET p_a = 0.99", "written once"),
        ("UPDATE calibration_forecast SET made_at = '2020-01-01 00:00:00'", "written once"),
    ],
)
def test_no_statement_gets_around_it(
    duel: Duel, rater: Rater, statement: str, refusal: str
) -> None:
    record_duel(duel, "A", actor=rater.user)
    with pytest.raises(IntegrityError, match=refusal), transaction.atomic():
        execute(statement)
    assert Observation.objects.get().picked == "A"
    assert Forecast.objects.get().p_a == 0.5


@pytest.mark.parametrize(
    ("model", "refusal"),
    [(Forecast, "a forecast comes before its answer"), (Observation, "an answer needs the")],
)
def test_no_row_copied_in_sql_gets_around_it(
    duel: Duel, rater: Rater, model: type[models.Model], refusal: str
) -> None:
    """A late forecast, and a second answer of a number that was not forecast."""
    record_duel(duel, "A", actor=rater.user)
    table, columns = model._meta.db_table, columns_of(model) - {"id"}
    values = ["2" if name == "number" else name for name in columns]
    with pytest.raises(IntegrityError, match=refusal), transaction.atomic():
        execute(
            f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(values)} FROM {table}"
        )
    assert model._default_manager.count() == 1


def replacing(model: type[models.Model], **changes: str) -> str:
    """Return a statement that writes every row again with changes, over what is there."""
    columns = columns_of(model)
    values = [changes.get(name, name) for name in columns]
    table = model._meta.db_table
    return (
        f"INSERT OR REPLACE INTO {table} ({', '.join(columns)})"
        f" SELECT {', '.join(values)} FROM {table}"
    )


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite replaces rows")
@pytest.mark.parametrize(
    ("model", "changes", "refusal"),
    [
        (Observation, {"picked": "'B'"}, "an answer is written once"),
        (Observation, {"picked": "'B'", "id": "id + 1"}, "an answer is written once"),
        (Forecast, {"p_a": "0.99"}, "a forecast comes before its answer"),
        (Forecast, {"p_a": "0.99", "duel_id": "duel_id + 1"}, "a forecast is written once"),
    ],
)
def test_no_row_is_replaced(
    duel: Duel, rater: Rater, model: type[models.Model], changes: dict[str, str], refusal: str
) -> None:
    record_duel(duel, "A", actor=rater.user)
    before = list(model._default_manager.values())
    with pytest.raises(IntegrityError, match=refusal), transaction.atomic():
        execute(replacing(model, **changes))
    assert list(model._default_manager.values()) == before


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite replaces rows")
def test_a_forecast_is_not_replaced_before_its_answer_either(duel: Duel, rater: Rater) -> None:
    make_forecast(duel, rater, 1)
    with pytest.raises(IntegrityError, match="a forecast is written once"), transaction.atomic():
        execute(replacing(Forecast, p_a="0.99"))
    assert Forecast.objects.get().p_a == 0.5


def execute(statement: str) -> list[tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchall() if cursor.description else []


def columns_of(model: type[models.Model]) -> set[str]:
    return {str(field.column) for field in model._meta.concrete_fields}


# the triggers themselves

SCRATCH = {
    "ENGINE": "django.db.backends.sqlite3",
    "ATOMIC_REQUESTS": False,
    "AUTOCOMMIT": True,
    "CONN_HEALTH_CHECKS": False,
    "CONN_MAX_AGE": 0,
    "OPTIONS": {},
    "TIME_ZONE": None,
}
EXPECTED = {
    ("calibration_answer_once", "calibration_observation"),
    ("calibration_answer_second", "calibration_observation"),
    ("calibration_forecast_first", "calibration_forecast"),
    ("calibration_forecast_once", "calibration_forecast"),
}
ON_SQLITE = {
    ("calibration_answer_stays", "calibration_observation"),
    ("calibration_forecast_stays", "calibration_forecast"),
}


@pytest.mark.django_db
def test_the_migrated_database_has_these_triggers() -> None:
    listed = {
        "sqlite": "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger'",
        "postgresql": "SELECT trigger_name, event_object_table FROM information_schema.triggers",
    }
    found = execute(listed[connection.vendor])
    assert {row for row in found if row[1].startswith("calibration_")} == EXPECTED | (
        ON_SQLITE if connection.vendor == "sqlite" else set()
    )
    assert not missing(connection)


@pytest.mark.parametrize(
    ("model", "fixed"),
    [(Forecast, ORDER.FORECAST_FIXED), (Observation, ORDER.OBSERVATION_FIXED)],
)
def test_a_row_is_fixed_in_every_column_but_its_retraction(
    model: type[models.Model], fixed: tuple[str, ...]
) -> None:
    rest = columns_of(model) - set(fixed)
    assert rest == {name for name in rest if name.startswith("retracted_")}


@pytest.mark.django_db(transaction=True)
def test_migrate_puts_back_what_was_lost() -> None:
    rules = {rule[0]: rule for rule in ORDER.rules(connection.vendor)}
    with connection.schema_editor() as editor:
        ORDER.drop(editor, rules["calibration_answer_once"])
    assert [rule[0] for rule in missing(connection)] == ["calibration_answer_once"]
    call_command("migrate", verbosity=0)
    assert not missing(connection)


@pytest.mark.django_db
def test_a_later_migration_may_alter_either_table_on_sqlite(tmp_path: Path) -> None:
    """SQLite drops a table's triggers as it rebuilds it, and refuses while the other's name it."""
    scratch = DatabaseWrapper({**SCRATCH, "NAME": tmp_path / "scratch.sqlite3"}, "scratch")
    connections["scratch"] = scratch
    try:
        with scratch.schema_editor() as editor:
            editor.create_model(Forecast)
            editor.create_model(Observation)
        hold(scratch)
        assert not missing(scratch)
        let_go(scratch)
        for model, name in ((Forecast, "seen"), (Observation, "number")):
            after = models.BigIntegerField()
            after.set_attributes_from_name(name)
            after.model = model
            with scratch.schema_editor() as editor:
                editor.alter_field(model, cast("Field", model._meta.get_field(name)), after)
        assert len(missing(scratch)) == len(EXPECTED | ON_SQLITE)
        hold(scratch)
        assert not missing(scratch)
    finally:
        scratch.close()
        del connections["scratch"]
