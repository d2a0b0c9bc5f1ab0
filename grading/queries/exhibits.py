"""A stored match as a judge is shown it."""

from __future__ import annotations

from games.base import Seat
from games.replay import decode_log
from grading.judges.base import Exhibit
from league.models import Episode
from league.queries.frames import configuration


def exhibit_of(episode: Episode, slot: int) -> Exhibit:
    """Return one seat of a finished match as a side of a comparison."""
    game, config = configuration(episode)
    rows = episode.events.order_by("seq").values_list("data", flat=True)
    return Exhibit(game=game, config=config, events=decode_log(game, rows), seat=Seat(slot))
