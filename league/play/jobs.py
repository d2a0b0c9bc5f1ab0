"""Handing episodes to whoever plays them: one seam for both shapes of the league.

A job carries an episode's number and nothing else. It may be handed out twice, late, or after a
crash: the runner folds the log and goes on, or leaves.
"""

from __future__ import annotations

import structlog
from django.conf import settings
from django.db import transaction

from league.play.sweeper import Bell

log = structlog.get_logger()

MATCHES = "matches"
"""The queue of episodes to be played, when scaled."""
PLAY_MATCH = "play_match"
"""The task that plays one, in ``league.play.jobs_scaled``."""
bell = Bell()
"""Wakes the embedded player of this process."""


def submit(episode_id: int) -> None:
    """Have an episode played, at least once; call it inside the transaction that made it so.

    When the transaction rolls back nothing is played. May be called from any thread, any process,
    and any number of times.
    """
    if settings.IS_SCALED:
        enqueue(episode_id)
    else:
        bell.ring_on_commit()


def enqueue(episode_id: int) -> None:
    """Insert an episode's job in the current transaction, unless one is waiting already."""
    from procrastinate.contrib.django import app
    from procrastinate.exceptions import AlreadyEnqueued

    name = f"match {episode_id}"
    job = app.configure_task(PLAY_MATCH, queue=MATCHES, lock=name, queueing_lock=name)
    try:
        # A savepoint: a second job is refused by the database, which must not undo the caller.
        with transaction.atomic():
            job.defer(episode_id=episode_id)
    except AlreadyEnqueued:
        log.debug("already enqueued", episode=episode_id)
