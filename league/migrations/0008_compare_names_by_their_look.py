import re
import unicodedata

from django.db import migrations, models

# As league.name_key was when this was written.
UNSEEN = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]"
)


def name_key(name):
    seen = UNSEEN.sub("", unicodedata.normalize("NFKC", name))
    folded = unicodedata.normalize("NFKC", seen.casefold())
    return " ".join(unicodedata.normalize("NFKC", folded.casefold()).split())


def fill(apps, schema_editor):
    """Give each policy its key; of those that share one, all but the oldest get a number after it.

    No name changes. A space at a key's end stands in no key that is made from a name.
    """
    Policy = apps.get_model("league", "Policy")
    taken = set()
    for policy in list(Policy.objects.order_by("pk")):
        key = name_key(policy.name)
        if (policy.game, key) in taken or not key:
            key = f"{key} #{policy.pk} "
        taken.add((policy.game, key))
        Policy.objects.filter(pk=policy.pk).update(name_key=key)


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0007_count_barren_attempts'),
    ]

    operations = [
        migrations.AddField(
            model_name='policy',
            name='name_key',
            field=models.TextField(default='', editable=False),
            preserve_default=False,
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RemoveConstraint(
            model_name='policy',
            name='policy_name_once_per_game',
        ),
        migrations.AddConstraint(
            model_name='policy',
            constraint=models.UniqueConstraint(fields=('game', 'name_key'), name='policy_name_once_per_game'),
        ),
    ]
