"""The league in one process: episodes as tasks in the server's loop.

The queue is the table of episodes (``league/play/sweeper.py``). Only one process plays, the one
whose turn it is; others serve, and look again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

import structlog
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.db import connections
from django.db.models import Case, Value, When

from league.models import Episode
from league.play.client import close_provider, warm_up
from league.play.jobs import bell
from league.play.runner import play
from league.play.sweeper import Sweeper
from league.play.turn import Turn
from league.play.writer import get_writer, hand_over_soon

log = structlog.get_logger()


class EmbeddedRunner(Sweeper):
    """Plays at most ``limit`` episodes at once in the running loop, until it is cancelled."""

    noun = "match"

    def __init__(
        self, limit: int, *, supply: Callable[[], object] | None = None, lock: Path | None = None
    ) -> None:
        super().__init__(limit, bell)
        self._supply = supply
        self._turn = Turn(lock)
        self._looks_on = False

    async def run(self) -> None:
        """Play what there is until cancelled; then hand over: logs stay, episodes stay running."""
        hand_over_soon()
        # Its own thread for the database, so that spectators' queries never stand in the way.
        async with ThreadSensitiveContext():
            try:
                await warm_up()
                await super().run()
            finally:
                await self._close()

    async def look(self) -> None:
        if not self._has_turn():
            return
        if self._supply is not None:
            try:
                await sync_to_async(self._supply)()
            except Exception:
                log.exception("the ladders could not be supplied")
        await super().look()

    async def find(self, exclude: Collection[int], limit: int) -> list[int]:
        return await sync_to_async(find_episodes)(exclude=exclude, limit=limit)

    async def work(self, number: int) -> None:
        await play(number)

    async def _close(self) -> None:
        await get_writer().settle()
        await close_provider()
        await sync_to_async(connections.close_all)()
        self._turn.give_back()

    def _has_turn(self) -> bool:
        is_ours = self._turn.take()
        if not is_ours and not self._looks_on:
            log.warning(
                "another process plays this league's matches; this one serves pages, "
                "and plays once that one has stopped"
            )
        self._looks_on = not is_ours
        return is_ours


def find_episodes(*, exclude: Collection[int] = (), limit: int) -> list[int]:
    """Return episodes to play: begun ones, then try-outs (somebody waits), then by number."""
    if limit <= 0:
        return []
    urgency = Case(
        When(status=Episode.Status.RUNNING, then=Value(0)),
        When(purpose=Episode.Purpose.TRYOUT, then=Value(1)),
        default=Value(2),
    )
    return list(
        Episode.objects.filter(status__in=(Episode.Status.QUEUED, Episode.Status.RUNNING))
        .exclude(pk__in=exclude)
        .order_by(urgency, "pk")
        .values_list("pk", flat=True)[:limit]
    )
