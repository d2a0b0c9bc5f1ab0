import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('calibration', '0006_queue_matches_for_cutting'),
        ('league', '0010_call_an_episode_a_match'),
    ]

    operations = [
        migrations.AlterField(
            model_name='clip',
            name='episode',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='clips', to='league.episode', verbose_name='match'),
        ),
        migrations.AlterField(
            model_name='clip',
            name='part',
            field=models.PositiveIntegerField(help_text='The deal, from 0; 0 for a whole match.'),
        ),
        migrations.AlterField(
            model_name='comparison',
            name='parent_episode',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='league.episode', verbose_name="parent's match"),
        ),
        migrations.AlterField(
            model_name='comparison',
            name='version_episode',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='league.episode', verbose_name="version's match"),
        ),
        migrations.AlterField(
            model_name='uncut',
            name='episode',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='league.episode', verbose_name='match'),
        ),
    ]
