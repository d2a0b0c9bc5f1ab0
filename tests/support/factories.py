"""People, policies, ladders and episodes for tests; and a way to play an episode at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from games.registry import GAMES, get_game
from league.actions.episodes import create_episode
from league.models import Episode, Ladder, Policy, Version
from league.play.runner import play
from tests.support.numbers import next_number
from tests.support.policies import make_policy, make_user

__all__ = ["make_episode", "make_ladder", "make_policy", "make_user", "make_versions", "play_out"]

GAME = "liars-dice"


def make_ladder(variant: str = "standard", *, game: str = GAME, **fields: Any) -> Ladder:
    """Create a ladder of a variant; fields override what the house would choose."""
    number = next_number()
    title = f"{get_game(game).variants[variant].title} {number}"
    defaults = {"slug": f"{game}-{variant}-{number}", "title": title}
    return Ladder.objects.create(game=game, variant=variant, **{**defaults, **fields})


def make_versions(*names: str, game: str = GAME) -> list[Version]:
    """Return one version for each name: a baseline's key makes a baseline, else a prompt."""
    if not GAMES:
        pytest.skip("no game is registered yet")
    baselines = get_game(game).baselines
    made: list[Version] = []
    for name in names:
        policy: Policy = (
            make_policy(baseline=name, game=game)
            if name in baselines
            else make_policy(prompt=name, game=game)
        )
        version = policy.champion
        assert version is not None, "the first version is champion at once"
        made.append(version)
    return made


def make_episode(
    *names: str,
    purpose: Episode.Purpose = Episode.Purpose.TRYOUT,
    versions: Sequence[Version] = (),
    ladder: Ladder | None = None,
    variant: str = "standard",
    game: str = GAME,
    **fields: Any,
) -> Episode:
    """Create a queued episode: by default four baselines at a standard table, two deals long.

    ``names`` are as in ``make_versions``; other fields are those of ``create_episode``.
    """
    names = names or ("bayes", "pressure", "bayes", "pressure")
    fields.setdefault("settings", {"deals": 2})
    if ladder is None:
        fields |= {"game": game, "variant": variant}
    return create_episode(
        purpose=purpose,
        ladder=ladder,
        versions=versions or make_versions(*names, game=game),
        **fields,
    )


def play_out(episode: Episode) -> Episode:
    """Play an episode to its end in this thread and return it as it is now."""
    async_to_sync(play)(episode.pk)
    episode.refresh_from_db()
    return episode
