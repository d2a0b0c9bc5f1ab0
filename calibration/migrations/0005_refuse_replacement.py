"""A row of forecast or answer is not replaced either.

``INSERT OR REPLACE`` deletes what is in its way without a word to the triggers that guard updates.
The row that it would put there is asked first, and that is where it is refused. PostgreSQL has no
such statement: its ``ON CONFLICT`` updates, and an update is refused already.
"""

from importlib import import_module

from django.db import migrations

ORDER = import_module("calibration.migrations.0002_hold_the_order")


LATE, WITHOUT_FORECAST = (rule[3] for rule in ORDER.RULES[:2])


def in_the_way(table, *keys):
    """Return the condition that a row would take the place of one that is there."""
    same = " OR ".join(f"({key})" for key in ("id = NEW.id", "duel_id = NEW.duel_id", *keys))
    return f"EXISTS (SELECT 1 FROM {table} WHERE {same})"


NUMBER = "rater_id = NEW.rater_id AND number = NEW.number"
FORECAST = in_the_way("calibration_forecast", NUMBER)
ANSWER = in_the_way("calibration_observation", "forecast_id = NEW.forecast_id", NUMBER)
RULES = (
    # as in migration 0002; what is refused there already keeps its message
    (
        "calibration_forecast_stays",
        "calibration_forecast",
        "INSERT",
        f"{FORECAST} AND NOT {LATE}",
        "a forecast is written once",
    ),
    (
        "calibration_answer_stays",
        "calibration_observation",
        "INSERT",
        f"{ANSWER} AND NOT {WITHOUT_FORECAST}",
        "an answer is written once",
    ),
)


def rules(vendor):
    return RULES if vendor == "sqlite" else ()


def hold(apps, schema_editor):
    for rule in rules(schema_editor.connection.vendor):
        ORDER.create(schema_editor, rule)


def let_go(apps, schema_editor):
    for rule in rules(schema_editor.connection.vendor):
        ORDER.drop(schema_editor, rule)


class Migration(migrations.Migration):
    dependencies = [
        ("calibration", "0004_count_what_a_run_did"),
    ]
    operations = [migrations.RunPython(hold, let_go)]
