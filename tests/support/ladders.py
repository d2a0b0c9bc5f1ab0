"""Ladders, champions and finished episodes for tests, without playing a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from league.models import Episode, Ladder, Policy, Seat, Version
from tests.support.numbers import next_number

ALIASES = ("Sprocket", "Gizmo", "Ratchet", "Widget", "Bolt", "Piston")


def make_ladder(**fields: Any) -> Ladder:
    """Create a ladder of Liar's Dice, Standard."""
    defaults = {
        "slug": f"ladder-{next_number()}",
        "title": "Liar’s Dice · Standard",
        "game": "liars-dice",
        "variant": "standard",
    }
    return Ladder.objects.create(**{**defaults, **fields})


def make_champion(
    name: str = "", *, owner: User | None = None, baseline: str = "", **fields: Any
) -> Version:
    """Create a policy with one version, its champion; rows only, nothing is checked."""
    number = next_number()
    policy = Policy.objects.create(
        name=name or f"Policy {number}",
        slug=f"policy-{number}",
        game="liars-dice",
        kind=Policy.Kind.SCRIPTED if baseline else Policy.Kind.PROMPT,
        owner=owner,
        **fields,
    )
    version = Version.objects.create(
        policy=policy, number=1, baseline=baseline, prompt="" if baseline else "Count first."
    )
    policy.champion = version
    policy.save()
    return version


def make_finished(
    ladder: Ladder | None,
    results: Sequence[tuple[Version, float]],
    *,
    seats: Sequence[dict[str, Any]] | None = None,
    **fields: Any,
) -> Episode:
    """Create a finished, rated ladder episode with a score for each seat; it is not counted."""
    number = next_number()
    defaults = {
        "purpose": Episode.Purpose.LADDER,
        "game": "liars-dice",
        "variant": "standard",
        "settings": {},
        "seed": f"seed {number}",
        "salt": "salt",
        "commitment": "c",
        "status": Episode.Status.FINISHED,
        "started_at": timezone.now(),
        "ended_at": timezone.now(),
    }
    episode = Episode.objects.create(ladder=ladder, **{**defaults, **fields})
    Seat.objects.bulk_create(
        Seat(
            episode=episode,
            slot=slot,
            position=slot,
            alias=ALIASES[slot],
            version=version,
            score=score,
            **(seats[slot] if seats else {}),
        )
        for slot, (version, score) in enumerate(results)
    )
    return episode
