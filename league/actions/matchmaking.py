"""Keeping every ladder supplied with matches, within its rate and the spending limits."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.chance import Stream, stream
from games.registry import get_game
from league.actions.episodes import create_episode
from league.actions.standings import count_seating, lock_ladder
from league.models import Episode, Ladder, LeagueSettings, Policy, Version
from league.pairing import Entrant, seat_table
from league.queries.spending import can_spend

ACTIVE = (Episode.Status.QUEUED, Episode.Status.RUNNING)


def supply_all(chance: Stream | None = None) -> list[Episode]:
    """Give every ladder that is not paused the matches it lacks; return those that were made.

    It costs little when nothing is lacking, so call it after each match and now and then.
    """
    if not LeagueSettings.load().is_matchmaking:
        return []
    chance = chance or stream(secrets.token_hex(16), "seating")
    ladders = Ladder.objects.filter(is_paused=False).values_list("pk", flat=True)
    return [episode for pk in list(ladders) for episode in supply(pk, chance)]


def supply(ladder_pk: int, chance: Stream) -> list[Episode]:
    """Make matches until ``tables`` of the ladder are queued or running; return them."""
    if not _lacking(Ladder.objects.get(pk=ladder_pk)):
        return []
    with transaction.atomic():
        # Under the lock another process's matches are seen, so two together never make too many.
        ladder = lock_ladder(ladder_pk)
        lacking = 0 if ladder.is_paused else _lacking(ladder)
        champions = available_champions(ladder) if lacking else []
        made = []
        for _ in range(lacking):
            versions = _next_table(ladder, champions, chance)
            if versions is None:
                break
            count_seating(ladder, [version.pk for version in versions])
            made.append(
                create_episode(purpose=Episode.Purpose.LADDER, ladder=ladder, versions=versions)
            )
    return made


def available_champions(ladder: Ladder) -> list[Version]:
    """Return the champions that may be seated now, by id.

    Prompt policies wait while no model is configured, and while a spending limit that concerns
    them is reached: a baseline would play for them, and the match would not count.
    """
    policies = Policy.objects.filter(
        game=ladder.game, retired_at__isnull=True, champion__isnull=False
    )
    if not settings.ANTHROPIC_API_KEY:
        policies = policies.filter(kind=Policy.Kind.SCRIPTED)
    champions = Version.objects.filter(pk__in=policies.values("champion")).select_related("policy")
    solvent: dict[int | None, bool] = {}
    found = []
    for version in champions.order_by("pk"):
        owner = version.policy.owner_id
        if not version.policy.is_scripted and owner not in solvent:
            solvent[owner] = can_spend(version, ladder)
        if version.policy.is_scripted or solvent[owner]:
            found.append(version)
    return found


def _lacking(ladder: Ladder) -> int:
    matches = ladder.episodes.filter(purpose=Episode.Purpose.LADDER)
    lacking = ladder.tables - matches.filter(status__in=ACTIVE).count()
    if lacking > 0 and ladder.episodes_per_hour:
        hour_ago = timezone.now() - timedelta(hours=1)
        made = matches.filter(created_at__gt=hour_ago).count()
        lacking = min(lacking, ladder.episodes_per_hour - made)
    return max(0, lacking)


def _next_table(
    ladder: Ladder, champions: Sequence[Version], chance: Stream
) -> list[Version] | None:
    game = get_game(ladder.game)
    config = game.configure({**game.variants[ladder.variant].settings, **ladder.settings})
    seated = dict(ladder.standings.values_list("version", "seated"))
    entrants = [
        Entrant(
            version=version.pk,
            owner=version.policy.owner_id,
            is_baseline=version.policy.is_scripted and version.policy.owner_id is None,
            seated=seated.get(version.pk, 0),
        )
        for version in champions
    ]
    met = {
        (one, other): made
        for one, other, made in ladder.meetings.values_list("one", "other", "made")
    }
    table = seat_table(entrants, met, game.seats(config), chance)
    by_pk = {version.pk: version for version in champions}
    return None if table is None else [by_pk[pk] for pk in table]
