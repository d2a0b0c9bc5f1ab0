"""Keeping every ladder supplied with matches."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.chance import Stream, stream
from games.registry import get_game
from league.actions.episodes import create_episode
from league.actions.standings import count_seating, lock_ladder
from league.models import Episode, Ladder, LeagueSettings, Policy, Standing, Version
from league.pairing import Entrant, seat_table

ACTIVE = (Episode.Status.QUEUED, Episode.Status.RUNNING)


def supply_all(chance: Stream | None = None) -> list[Episode]:
    """Give every ladder that is not paused the matches it lacks; returns those that were made."""
    if not LeagueSettings.load().is_matchmaking:
        return []
    chance = chance or stream(secrets.token_hex(16), "seating")
    ladders = Ladder.objects.filter(is_paused=False).values_list("pk", flat=True)
    return [episode for pk in ladders for episode in supply(pk, chance)]


@transaction.atomic
def supply(ladder_pk: int, chance: Stream) -> list[Episode]:
    """Make matches until ``tables`` of the ladder are queued or running.

    The ladder's row is locked first, so two processes that supply at once never make too many.
    """
    ladder = lock_ladder(ladder_pk)
    made = []
    for _ in range(_lacking(ladder)):
        versions = _next_table(ladder, chance)
        if versions is None:
            break
        made.append(
            create_episode(purpose=Episode.Purpose.LADDER, ladder=ladder, versions=versions)
        )
        count_seating(ladder, [version.pk for version in versions])
    return made


def _lacking(ladder: Ladder) -> int:
    matches = ladder.episodes.filter(purpose=Episode.Purpose.LADDER)
    lacking = ladder.tables - matches.filter(status__in=ACTIVE).count()
    if ladder.episodes_per_hour:
        hour_ago = timezone.now() - timedelta(hours=1)
        made = matches.filter(created_at__gt=hour_ago).count()
        lacking = min(lacking, ladder.episodes_per_hour - made)
    return max(0, lacking)


def _next_table(ladder: Ladder, chance: Stream) -> list[Version] | None:
    game = get_game(ladder.game)
    champions = {version.pk: version for version in _champions(ladder)}
    seated = dict(ladder.standings.values_list("version", "seated"))
    entrants = [
        Entrant(
            version=version.pk,
            owner=version.policy.owner_id,
            is_baseline=version.policy.is_scripted and version.policy.owner_id is None,
            seated=seated.get(version.pk, 0),
        )
        for version in champions.values()
    ]
    met = {
        (one, other): made
        for one, other, made in ladder.meetings.values_list("one", "other", "made")
    }
    seats = game.seats(configuration(ladder))
    table = seat_table(entrants, met, seats, chance)
    return None if table is None else [champions[version] for version in table]


def _champions(ladder: Ladder) -> QuerySet[Version]:
    """Return the champions that may be seated now, in an order that chance can shuffle."""
    policies = Policy.objects.filter(
        game=ladder.game, retired_at__isnull=True, champion__isnull=False
    )
    if not settings.ANTHROPIC_API_KEY:
        policies = policies.filter(kind=Policy.Kind.SCRIPTED)
    return (
        Version.objects.filter(pk__in=policies.values("champion"))
        .select_related("policy")
        .order_by("pk")
    )
