"""The order of forecast and answer, held by the database.

An answer needs the forecast of its own duel, there before it; a forecast cannot come after its
answer; neither is ever changed, but for being marked as retracted, once. ``calibration/order.py``
keeps these triggers through later migrations.
"""

from django.db import migrations

FORECAST_FIXED = (
    "id",
    "duel_id",
    "rater_id",
    "number",
    "p_a",
    "seen",
    "pooled_p_a",
    "pooled_seen",
    "scaling_id",
    "half_life",
    "made_at",
)
OBSERVATION_FIXED = (
    "id",
    "duel_id",
    "forecast_id",
    "rater_id",
    "number",
    "picked",
    "is_blind",
    "made_at",
)

LATE_FORECAST = "SELECT 1 FROM calibration_observation o WHERE o.duel_id = NEW.duel_id"
OWN_FORECAST = (
    "SELECT 1 FROM calibration_forecast f WHERE f.id = NEW.forecast_id"
    " AND f.duel_id = NEW.duel_id AND f.rater_id = NEW.rater_id AND f.number = NEW.number"
)
RULES = (
    # name, table, moment, condition that is refused, message
    (
        "calibration_forecast_first",
        "calibration_forecast",
        "INSERT",
        f"EXISTS ({LATE_FORECAST})",
        "a forecast comes before its answer",
    ),
    (
        "calibration_answer_second",
        "calibration_observation",
        "INSERT",
        f"NOT EXISTS ({OWN_FORECAST})",
        "an answer needs the forecast of its duel",
    ),
    (
        "calibration_forecast_once",
        "calibration_forecast",
        "UPDATE",
        "{forecast_changed}",
        "a forecast is written once",
    ),
    (
        "calibration_answer_once",
        "calibration_observation",
        "UPDATE",
        "{observation_changed}",
        "an answer is written once",
    ),
)


def changed(columns, differs):
    """Return the condition that a fixed column changes, or a retraction is taken back."""
    parts = [f"NEW.{column} {differs} OLD.{column}" for column in columns]
    parts.append(f"(OLD.retracted_at IS NOT NULL AND NEW.retracted_at {differs} OLD.retracted_at)")
    return " OR ".join(parts)


def rules(vendor):
    differs = "IS DISTINCT FROM" if vendor == "postgresql" else "IS NOT"
    for name, table, moment, refused, message in RULES:
        yield (
            name,
            table,
            moment,
            refused.format(
                forecast_changed=changed(FORECAST_FIXED, differs),
                observation_changed=changed(OBSERVATION_FIXED, differs),
            ),
            message,
        )


def create(schema_editor, rule):
    """Make one rule's trigger, anew if it is there."""
    drop(schema_editor, rule)
    name, table, moment, refused, message = rule
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            f"CREATE FUNCTION {name}() RETURNS trigger AS $$ BEGIN"
            f" IF {refused} THEN RAISE EXCEPTION '{message}'"
            " USING ERRCODE = 'integrity_constraint_violation'; END IF;"
            " RETURN NEW; END $$ LANGUAGE plpgsql"
        )
        schema_editor.execute(
            f"CREATE TRIGGER {name} BEFORE {moment} ON {table}"
            f" FOR EACH ROW EXECUTE FUNCTION {name}()"
        )
    else:
        schema_editor.execute(
            f"CREATE TRIGGER {name} BEFORE {moment} ON {table} WHEN {refused}"
            f" BEGIN SELECT RAISE(ABORT, '{message}'); END"
        )


def drop(schema_editor, rule):
    """Take one rule's trigger away, if it is there."""
    name, table, *_ = rule
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {name} ON {table}")
        schema_editor.execute(f"DROP FUNCTION IF EXISTS {name}()")
    else:
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {name}")


def hold(apps, schema_editor):
    for rule in rules(schema_editor.connection.vendor):
        create(schema_editor, rule)


def let_go(apps, schema_editor):
    for rule in rules(schema_editor.connection.vendor):
        drop(schema_editor, rule)


class Migration(migrations.Migration):
    dependencies = [
        ("calibration", "0001_create_calibration"),
    ]

    operations = [
        migrations.RunPython(hold, let_go),
    ]
