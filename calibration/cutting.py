"""Putting each match in line to be cut, as soon as it has finished."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models.signals import post_save

from league.models import Episode


def listen() -> None:
    """Follow the ends of matches; called once, when the apps are ready."""
    post_save.connect(_follow, sender=Episode, dispatch_uid="queue_for_cutting")


def _follow(instance: Episode, update_fields: Collection[str] | None, **_: Any) -> None:
    from calibration.features import MEASURES
    from calibration.models import Uncut
    from calibration.queries.pool import DEALT_FROM

    has_ended = update_fields is None or "status" in update_fields
    is_dealt_from = instance.purpose in DEALT_FROM and instance.game in MEASURES
    if has_ended and is_dealt_from and instance.status == Episode.Status.FINISHED:
        # In the transaction of the result: neither is there without the other.
        uncut = Uncut(episode=instance, game=instance.game)
        Uncut.objects.bulk_create([uncut], ignore_conflicts=True)
