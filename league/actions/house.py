"""What a league has from its first day: its settings, its ladders, the policies of the house."""

from __future__ import annotations

from django.db import transaction

from games.base import AnyGame
from games.registry import GAMES
from league.models import Ladder, LeagueSettings, Policy, Version


@transaction.atomic
def set_up_league() -> None:
    """Make what is missing of the settings, a ladder for every variant, and the house's baselines.

    What exists is left as people changed it, so this may run at every start.
    """
    LeagueSettings.load()
    position = 0
    for game in GAMES.values():
        for variant in game.variants.values():
            position += 1
            Ladder.objects.get_or_create(
                slug=f"{game.key}-{variant.key}",
                defaults={
                    "game": game.key,
                    "variant": variant.key,
                    "title": f"{game.title} · {variant.title}",
                    "position": position,
                },
            )
        for key in game.baselines:
            field_baseline(game, key)


def field_baseline(game: AnyGame, key: str) -> Policy:
    """Return the house's policy that plays a baseline with its default parameters."""
    policy, is_new = Policy.objects.get_or_create(
        slug=f"{game.key}-{key}",
        defaults={"name": key, "game": game.key, "kind": Policy.Kind.SCRIPTED},
    )
    if is_new:
        parameters = {p.key: p.default for p in game.baselines[key].parameters}
        policy.champion = Version.objects.create(
            policy=policy, number=1, baseline=key, parameters=parameters
        )
        policy.save(update_fields=["champion"])
    return policy
