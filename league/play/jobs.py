"""Handing episodes to whoever plays them: one seam for both shapes of the league.

A job carries an episode's number and nothing else. It may be handed out twice, late, or after a
crash: the runner folds the log and goes on, or leaves.
"""

from __future__ import annotations

from django.conf import settings


def submit(episode_id: int) -> None:
    """Have an episode played, at least once; call it inside the transaction that made it so.

    When the transaction rolls back nothing is played. May be called from any thread, any process,
    and any number of times.
    """
    if settings.IS_SCALED:
        from league.play.jobs_scaled import enqueue

        enqueue(episode_id)
    else:
        from league.play.jobs_embedded import wake_on_commit

        wake_on_commit()
