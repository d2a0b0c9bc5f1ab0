"""A clip as a judge is shown it: the very play that its rater saw, and nothing around it.

A deal of Liar's Dice becomes an episode of one deal, so that neither the deals before and after nor
the points of the match are in it. Private notes, and how a move came about (scripted, retried, made
for a seat), are taken out: they would tell a baseline from a prompt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from calibration.models import Clip
from games.base import FIRST_REPLY, Seat
from games.liars_dice.events import Dealt, Ended, Started
from games.liars_dice.rules import COMPLETE
from games.replay import decode_log
from grading.judges.base import Exhibit
from league.queries.frames import configuration


def exhibit_of_clip(clip: Clip) -> Exhibit:
    """Return a clip of a finished match. Raises ReplayMismatch when the rules refuse its log."""
    game, config = configuration(clip.episode)
    rows = clip.episode.events.order_by("seq").values_list("data", flat=True)
    events = [_plain(event) for event in decode_log(game, rows)]
    if cut := CUTS.get(game.key):
        config, events = cut(config, events, clip.first_seq, clip.last_seq)
    return Exhibit(game=game, config=config, events=events, seat=Seat(clip.seat.slot))


def _plain(event: Any) -> Any:
    changes: dict[str, Any] = {}
    if hasattr(event, "origin"):
        changes["origin"] = FIRST_REPLY
    if hasattr(event, "notes"):
        changes["notes"] = None
    return replace(event, **changes) if changes else event


def one_deal(
    config: Any, events: Sequence[Any], first_seq: int, last_seq: int
) -> tuple[Any, list[Any]]:
    """Return a deal of Liar's Dice as an episode of its own: its opener sits first."""
    started, dealt = events[0], events[first_seq - 1]
    assert isinstance(started, Started)
    assert isinstance(dealt, Dealt)
    turn = started.order.index(dealt.opener)
    alone = replace(config, deals=1)
    return alone, [
        replace(started, config=alone, order=started.order[turn:] + started.order[:turn]),
        replace(dealt, deal=0),
        *events[first_seq:last_seq],
        Ended(reason=COMPLETE, deals_played=1),
    ]


CUTS: Mapping[str, Callable[[Any, Sequence[Any], int, int], tuple[Any, list[Any]]]] = {
    "liars-dice": one_deal
}
"""For games whose clip is less than an episode."""
