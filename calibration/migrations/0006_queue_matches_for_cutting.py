import django.db.models.deletion
from django.db import migrations, models

WAITING = """
INSERT INTO calibration_uncut (episode_id, game)
SELECT e.id, e.game FROM league_episode e
WHERE e.status = 'finished' AND e.purpose IN ('ladder', 'tryout')
AND NOT EXISTS (SELECT 1 FROM calibration_clip c WHERE c.episode_id = e.id)
"""
"""Matches that finished before there was a queue."""


class Migration(migrations.Migration):
    dependencies = [
        ("calibration", "0005_refuse_replacement"),
        ("league", "0007_count_barren_attempts"),
    ]
    operations = [
        migrations.CreateModel(
            name="Uncut",
            fields=[
                (
                    "episode",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="league.episode",
                    ),
                ),
                ("game", models.CharField(max_length=40)),
            ],
            options={
                "ordering": ["-episode_id"],
                "indexes": [models.Index(fields=["game", "-episode"], name="uncut_by_game")],
            },
        ),
        migrations.RunSQL(WAITING, migrations.RunSQL.noop),
    ]
