"""What a finished match shows beside its results: what the messages did, in games that say so."""

from __future__ import annotations

from games.base import Json
from league.models import Episode
from league.queries.frames import configuration


def read_aftermath(episode: Episode) -> Json:
    """Return the aftermath of a finished match; empty before its end and where there is none.

    Raises ReplayMismatch with the number of the first event that the rules refuse.
    """
    if episode.status != Episode.Status.FINISHED:
        return {}
    game, config = configuration(episode)
    rows = episode.events.order_by("seq").values_list("data", flat=True)
    events = [game.decode(data) for data in rows]
    seats = episode.seats.select_related("version").order_by("slot")
    players = [
        game.baseline(seat.version.baseline, seat.version.parameters)
        if seat.version.baseline
        else None
        for seat in seats
    ]
    return game.aftermath(config, events, players)
