"""The lobby: tables playing now, what just ended, and each ladder's top."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from games.base import Json
from league.models import Episode, Seat
from league.queries.frames import read_frame_texts
from league.queries.head import read_head
from league.queries.results import read_results
from league.queries.tops import read_tops

TABLES = 12
"""Tables that the lobby shows at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A match that is being played, as the lobby shows it."""

    head: Json
    seq: int
    """Number of the newest frame, 0 before the first."""
    frame: str | None
    """The newest frame as its JSON text; None before the first, or when the reader has it."""


def read_tables(
    keep: Collection[int] = (), known: Mapping[int, int] | None = None, limit: int = TABLES
) -> list[Table]:
    """Return the running matches to show, in order of their ids.

    Those in `keep` stay while they run, and the newest ones fill up to `limit`. A frame is read
    only for a match whose log is longer than the number that `known` has for it.
    """
    known = known or {}
    running = _listed()
    ids = list(running.order_by("-id").values_list("id", flat=True))
    chosen = [pk for pk in ids if pk in keep] + [pk for pk in ids if pk not in keep]
    episodes = (
        Episode.objects.filter(pk__in=chosen[:limit])
        .select_related("ladder")
        .prefetch_related(Prefetch("seats", Seat.objects.select_related("version__policy")))
        .order_by("id")
    )
    return [_table(episode, known.get(episode.pk, 0)) for episode in episodes]


def _listed() -> QuerySet[Episode]:
    """Return the running matches but an author's own comparisons, which are to be judged blind."""
    running = Episode.objects.filter(status=Episode.Status.RUNNING)
    return running.exclude(purpose=Episode.Purpose.SELF_REPORT)


def read_others(episode: Episode, limit: int = 3) -> list[Json]:
    """Return the heads of other matches that are being played now, newest first."""
    running = (
        _listed()
        .exclude(pk=episode.pk)
        .select_related("ladder")
        .prefetch_related(Prefetch("seats", Seat.objects.select_related("version__policy")))
        .order_by("-id")
    )
    return [read_head(one) for one in running[:limit]]


def _table(episode: Episode, known: int) -> Table:
    head = read_head(episode)
    if episode.last_seq <= known:
        return Table(head=head, seq=known, frame=None)
    texts = read_frame_texts(episode)
    return Table(head=head, seq=len(texts), frame=texts[-1] if texts else None)


def read_lobby() -> Json:
    """Return the lobby's whole state as its page first shows it; counts of watchers come later."""
    return {
        "tables": [
            {
                "head": table.head,
                "frame": json.loads(table.frame) if table.frame else None,
                "watching": 0,
            }
            for table in read_tables()
        ],
        "results": read_results(),
        "tops": read_tops(),
    }
