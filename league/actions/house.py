"""What a league has from its first day: its settings, its ladders, the policies of the house."""

from __future__ import annotations

from django.db import transaction

from games.base import AnyGame
from games.registry import GAMES
from league.actions.policies import Content, submit_policy
from league.models import Ladder, LeagueSettings, Policy


@transaction.atomic
def set_up_league() -> None:
    """Make what is missing: the settings, a ladder for each variant, the house's baselines.

    What exists is left as people changed it, so this may run at every start.
    """
    LeagueSettings.load()
    ladders = [(game, variant) for game in GAMES.values() for variant in game.variants.values()]
    for position, (game, variant) in enumerate(ladders):
        Ladder.objects.get_or_create(
            slug=f"{game.key}-{variant.key}",
            defaults={
                "game": game.key,
                "variant": variant.key,
                "title": f"{game.title} · {variant.title}",
                "position": position,
            },
        )
    for game in GAMES.values():
        for key in game.baselines:
            field_baseline(game, key)


def field_baseline(game: AnyGame, key: str) -> Policy:
    """Return the house's own policy for a baseline, entered with its default parameters if new.

    A person may have taken the baseline's name before; the house then plays as "bayes (house)".
    """
    fielded = Policy.objects.filter(game=game.key, owner=None, kind=Policy.Kind.SCRIPTED)
    found = fielded.filter(versions__baseline=key).first()
    if found is not None:
        return found
    parameters = {parameter.key: parameter.default for parameter in game.baselines[key].parameters}
    return submit_policy(
        None,
        name=f"{key} (house)" if Policy.named(game.key, key).exists() else key,
        game=game.key,
        content=Content(baseline=key, parameters=parameters),
        owner=None,
        comment="A scripted baseline with its default parameters.",
    )
