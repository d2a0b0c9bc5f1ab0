"""Pausing and resuming a ladder's supply of matches."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from league.models import Ladder, record


@transaction.atomic
def pause_ladder(actor: Any, ladder: Ladder) -> bool:
    """Make no new matches; those under way are played out. Returns whether it was running."""
    return _set_paused(actor, ladder, paused=True)


@transaction.atomic
def resume_ladder(actor: Any, ladder: Ladder) -> bool:
    """Make matches again. Returns whether it was paused."""
    return _set_paused(actor, ladder, paused=False)


def _set_paused(actor: Any, ladder: Ladder, *, paused: bool) -> bool:
    changed = Ladder.objects.filter(pk=ladder.pk, is_paused=not paused).update(is_paused=paused)
    ladder.is_paused = paused
    if changed:
        record(actor, "pause ladder" if paused else "resume ladder", ladder.slug)
    return bool(changed)
