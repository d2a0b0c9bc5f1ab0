import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("grading", "0001_create_grading"),
        ("league", "0010_call_an_episode_a_match"),
    ]

    operations = [
        migrations.AlterField(
            model_name="comparison",
            name="challenger_episode",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="league.episode",
                verbose_name="challenger's match",
            ),
        ),
        migrations.AlterField(
            model_name="comparison",
            name="incumbent_episode",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="league.episode",
                verbose_name="incumbent's match",
            ),
        ),
    ]
