from django.db import migrations, models


def count(apps, schema_editor):
    """Count what stands in the rows of earlier runs."""
    runs = apps.get_model("calibration", "JudgeRun").objects
    rows = apps.get_model("calibration", "JudgedDuel").objects
    for run in runs.all():
        own = rows.filter(run=run)
        cost = own.aggregate(total=models.Sum("cost"))["total"] or 0.0
        voids = own.filter(choice="").count()
        runs.filter(pk=run.pk).update(judged=own.count(), voids=voids, cost=cost)


class Migration(migrations.Migration):
    dependencies = [
        ("calibration", "0003_judge_answered_duels"),
    ]

    operations = [
        migrations.AddField(
            model_name="judgerun",
            name="judged",
            field=models.PositiveSmallIntegerField(
                default=0, help_text="Duels that it got through, answered or not."
            ),
        ),
        migrations.AddField(
            model_name="judgerun",
            name="voids",
            field=models.PositiveSmallIntegerField(
                default=0, help_text="Of these, duels without an answer that can be read."
            ),
        ),
        migrations.AddField(
            model_name="judgerun",
            name="cost",
            field=models.FloatField(default=0.0, help_text="US dollars"),
        ),
        migrations.RunPython(count, migrations.RunPython.noop),
    ]
