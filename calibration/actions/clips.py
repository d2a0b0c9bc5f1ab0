"""Cutting finished matches into clips, and freezing the scaling by which they are compared."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from django.db import IntegrityError, transaction
from django.db.models import Max

from calibration.features import Cut, measure_for
from calibration.models import Clip, Scaling, Uncut
from games.replay import decode_log
from league.models import Episode, Seat
from league.queries.frames import configuration

AT_ONCE = 4
"""Matches that one deal may cut, so that nobody waits for a long backlog."""
ENOUGH = 1_000
"""A scaling of so many clips is not replaced by itself."""
GROWTH = 4
"""A smaller one is, once there are so many times more clips."""
SAMPLE = 5_000
"""The newest clips, from which a scaling is taken."""
CONSTANT = 1e-9


def cut_new_clips(game: str, limit: int = AT_ONCE) -> int:
    """Cut the newest matches that wait for it; return how many were cut.

    Asked at every deal, so it looks at the queue alone, however many matches there have been.
    """
    waiting = Uncut.objects.filter(game=game).select_related("episode").order_by("-episode_id")
    cut = 0
    for one in waiting[:limit]:
        if one.episode.status == Episode.Status.FINISHED:
            cut_clips(one.episode)
            cut += 1
        else:  # made void since
            one.delete()
    return cut


def cut_clips(episode: Episode, slots: Iterable[int] | None = None) -> list[Clip]:
    """Cut a finished match into clips of all seats, or of some; cutting twice changes nothing."""
    measure = measure_for(episode.game)
    game, config = configuration(episode)
    events = decode_log(game, episode.events.order_by("seq").values_list("data", flat=True))
    seats = {seat.slot: seat for seat in episode.seats.select_related("version")}
    wanted = seats if slots is None else set(slots)
    rows = [
        Clip(**_owner(episode, seats[cut.seat]), **_extent(cut), values=dict(cut.values))
        for cut in measure.cut(config, events)
        if cut.seat in wanted
    ]
    Clip.objects.bulk_create(rows, ignore_conflicts=True)
    if slots is None:
        Uncut.objects.filter(episode=episode).delete()
    return list(Clip.objects.filter(episode=episode, is_partial=False, seat__slot__in=list(wanted)))


def cut_so_far(episode: Episode, seat: Seat, upto: int | None = None) -> Clip | None:
    """Keep a seat's play in a match that is still running; None where there is nothing yet.

    ``upto`` is the number of the last event that counts; None takes all there are.
    """
    measure = measure_for(episode.game)
    if measure.so_far is None:
        return None
    game, config = configuration(episode)
    log = episode.events.order_by("seq")
    if upto is not None:
        log = log.filter(seq__lte=upto)
    events = decode_log(game, log.values_list("data", flat=True))
    values = measure.so_far(config, events, seat.slot)
    if not events or all(value is None for value in values.values()):
        return None
    clip, _ = Clip.objects.get_or_create(
        seat=seat,
        part=0,
        last_seq=len(events),
        is_partial=True,
        defaults={**_owner(episode, seat), "first_seq": 1, "values": dict(values)},
    )
    return clip


def _owner(episode: Episode, seat: Seat) -> dict[str, Any]:
    return {
        "episode": episode,
        "seat": seat,
        "version": seat.version,
        "policy_id": seat.version.policy_id,
        "game": episode.game,
    }


def _extent(cut: Cut) -> dict[str, Any]:
    return {
        "part": cut.part,
        "group": cut.group,
        "first_seq": cut.first_seq,
        "last_seq": cut.last_seq,
    }


def current_scaling(game: str) -> Scaling | None:
    """Return the game's newest scaling, frozen now where there is none or it is of few clips.

    None while there are fewer than two clips.
    """
    newest = Scaling.objects.filter(game=game).order_by("-number").first()
    if newest is not None and newest.clips >= ENOUGH:
        return newest
    clips = Clip.objects.filter(game=game, is_partial=False).count()
    if clips < 2 or (newest is not None and clips < GROWTH * newest.clips):
        return newest
    return freeze_scaling(game)


def freeze_scaling(game: str) -> Scaling | None:
    """Take a new scaling from the newest clips; stored forecasts stay as they are."""
    measure = measure_for(game)
    rows = list(
        Clip.objects.filter(game=game, is_partial=False)
        .order_by("-id")
        .values_list("values", flat=True)[:SAMPLE]
    )
    if len(rows) < 2:
        return None
    centres: list[float | None] = []
    spreads: list[float | None] = []
    for key in measure.keys:
        known = np.array([row[key] for row in rows if row.get(key) is not None], dtype=float)
        spread = float(known.std()) if known.size > 1 else 0.0
        centres.append(float(known.mean()) if known.size else None)
        spreads.append(spread if spread > CONSTANT else None)
    number = Scaling.objects.filter(game=game).aggregate(last=Max("number"))["last"] or 0
    try:
        with transaction.atomic():
            return Scaling.objects.create(
                game=game,
                number=number + 1,
                keys=list(measure.keys),
                centres=centres,
                spreads=spreads,
                clips=len(rows),
            )
    except IntegrityError:  # another request froze the same one
        return Scaling.objects.filter(game=game).order_by("-number").first()
