"""Settling a comparison as soon as its second scenario is played."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.db.models.signals import post_save

from league.models import Episode


def listen() -> None:
    """Follow the ends of compared scenarios; called once, when the apps are ready."""
    post_save.connect(_follow, sender=Episode, dispatch_uid="settle_comparison")


def _follow(instance: Episode, **_: Any) -> None:
    if instance.purpose == Episode.Purpose.SELF_REPORT and instance.is_over:
        # Robust: whatever goes wrong here is logged, and the match stays finished.
        transaction.on_commit(partial(_settle, instance.pk), robust=True)


def _settle(episode_id: int) -> None:
    from calibration.actions.streams import settle_comparison
    from calibration.models import Comparison

    either = Q(version_episode=episode_id) | Q(parent_episode=episode_id)
    for pk in Comparison.objects.filter(either, duel=None, problem="").values_list("pk", flat=True):
        settle_comparison(pk)
