"""Trying a version out: an unrated match against the house's baselines, to watch at once."""

from __future__ import annotations

from datetime import timedelta
from itertools import cycle, islice

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from games.errors import BadSetting
from games.registry import get_game
from league.actions.episodes import create_episode
from league.actions.house import field_baseline
from league.actions.policies import Refused
from league.models import Episode, Version, record

AT_ONCE = 2
"""Try-outs that one person may have queued or running."""


def try_out(actor: User, version: Version, *, variant: str) -> Episode:
    """Seat a version among baselines of the house and return the match, queued.

    A form that is sent twice starts one: a match of the same version and variant in which nothing
    has happened yet is returned as it is.
    Raises Refused for a variant that the game lacks, and when the person's try-outs at once or of
    the last hour are used up; the person's row is locked, so that two tabs count as one.
    """
    policy = version.policy
    game = get_game(policy.game)
    if variant not in game.variants:
        raise Refused("variant", f"expected one of {', '.join(game.variants)}, got {variant!r}")
    with transaction.atomic():
        User.objects.select_for_update().get(pk=actor.pk)
        if (waiting := _not_begun(actor, version, variant)) is not None:
            return waiting
        _check_limits(actor)
        seats = game.seats(game.configure(game.variants[variant].settings))
        rivals = [field_baseline(game, key).champion for key in game.baselines]
        others = islice(cycle(one for one in rivals if one is not None), seats - 1)
        try:
            episode = create_episode(
                purpose=Episode.Purpose.TRYOUT,
                versions=[version, *others],
                game=game.key,
                variant=variant,
                requested_by=actor,
            )
        except BadSetting as error:
            raise Refused("variant", str(error)) from None
        record(actor, "try out", version, policy=policy.pk, episode=episode.pk)
    return episode


def _not_begun(actor: User, version: Version, variant: str) -> Episode | None:
    """Return the person's own match of this sort that has no event yet."""
    unfinished = (Episode.Status.QUEUED, Episode.Status.RUNNING)
    return Episode.objects.filter(
        purpose=Episode.Purpose.TRYOUT,
        requested_by=actor,
        variant=variant,
        status__in=unfinished,
        last_seq=0,
        seats__slot=0,
        seats__version=version,
    ).first()


def _check_limits(actor: User) -> None:
    mine = Episode.objects.filter(purpose=Episode.Purpose.TRYOUT, requested_by=actor)
    waiting = mine.filter(status__in=(Episode.Status.QUEUED, Episode.Status.RUNNING))
    if waiting.count() >= AT_ONCE:
        raise Refused(
            "", "Two of your try-outs are still being played. Watch one to its end first."
        )
    hour_ago = timezone.now() - timedelta(hours=1)
    recent = mine.filter(created_at__gt=hour_ago).order_by("created_at")
    limit = settings.TRYOUTS_PER_HOUR
    if recent.count() >= limit:
        free_at = recent[recent.count() - limit].created_at + timedelta(hours=1)
        minutes = max(1, -(-int((free_at - timezone.now()).total_seconds()) // 60))
        raise Refused(
            "",
            f"You have used this hour's {limit} try-outs. "
            f"The next one is free in {minutes} minute{'' if minutes == 1 else 's'}.",
        )
