from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0008_compare_names_by_their_look"),
    ]
    operations = [
        migrations.AddIndex(
            model_name="episode",
            index=models.Index(
                fields=["status", "-ended_at", "-id", "purpose"], name="episode_by_status_end"
            ),
        ),
    ]
