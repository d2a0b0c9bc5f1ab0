import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0009_index_ended_matches_by_status"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="episode",
            options={
                "ordering": ["-id"],
                "verbose_name": "match",
                "verbose_name_plural": "matches",
            },
        ),
        migrations.AlterField(
            model_name="episode",
            name="play_seconds",
            field=models.FloatField(default=0.0, help_text="Time on the match's clock."),
        ),
        migrations.AlterField(
            model_name="event",
            name="episode",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="events",
                to="league.episode",
                verbose_name="match",
            ),
        ),
        migrations.AlterField(
            model_name="ladder",
            name="episodes_per_hour",
            field=models.PositiveIntegerField(
                default=0,
                help_text="Most new matches an hour; 0 for no limit.",
                verbose_name="matches per hour",
            ),
        ),
        migrations.AlterField(
            model_name="ladder",
            name="max_fallback_share",
            field=models.FloatField(
                default=0.25,
                help_text="A match is unrated when more of a prompt policy's decisions were fallbacks.",
            ),
        ),
        migrations.AlterField(
            model_name="ladder",
            name="rated_episodes",
            field=models.PositiveIntegerField(
                default=0,
                editable=False,
                help_text="Matches in its standings.",
                verbose_name="rated matches",
            ),
        ),
        migrations.AlterField(
            model_name="leaguesettings",
            name="provisional_below",
            field=models.PositiveIntegerField(
                default=20, help_text="A policy with fewer rated matches has no rank yet."
            ),
        ),
        migrations.AlterField(
            model_name="modelcall",
            name="episode",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="calls",
                to="league.episode",
                verbose_name="match",
            ),
        ),
        migrations.AlterField(
            model_name="pairfact",
            name="episode",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="pair_facts",
                to="league.episode",
                verbose_name="match",
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="episode",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="seats",
                to="league.episode",
                verbose_name="match",
            ),
        ),
        migrations.AlterField(
            model_name="standing",
            name="episodes",
            field=models.PositiveIntegerField(default=0, verbose_name="matches"),
        ),
    ]
