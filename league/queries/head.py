"""The head of a match: the facts that no event changes, and its status."""

from __future__ import annotations

from django.conf import settings

from games.base import Json
from games.errors import BadSetting
from games.registry import get_game
from league.models import Episode, Seat
from league.queries.frames import format_time

OPEN_SEED = frozenset({Episode.Status.FINISHED, Episode.Status.VOID})
"""When the seed may be seen. A failed match can be run again: its seed stays secret."""


def match_title(episode: Episode) -> str:
    """Return the game's and the variant's titles, such as `Liar's Dice · Standard`.

    A match of a game that is no longer registered keeps its stored names.
    """
    try:
        game = get_game(episode.game)
        variant = game.variants[episode.variant]
    except (BadSetting, KeyError):
        return f"{episode.game} · {episode.variant}"
    return f"{game.title} · {variant.title}"


def read_head(episode: Episode) -> Json:
    """Return a match's head as docs/architecture.md defines it; seed and salt only when it is over.

    Reads seats, versions and policies unless they were prefetched.
    """
    seats = sorted(_seats(episode), key=lambda seat: seat.slot)
    shows_seed = episode.status in OPEN_SEED
    return {
        "episode": episode.pk,
        "game": episode.game,
        "variant": episode.variant,
        "title": match_title(episode),
        "ladder": {"slug": episode.ladder.slug, "title": episode.ladder.title}
        if episode.ladder
        else None,
        "purpose": episode.purpose,
        "config": episode.settings,
        "seats": [_seat_head(seat) for seat in seats],
        "order": [seat.slot for seat in sorted(seats, key=lambda seat: seat.position)],
        "status": episode.status,
        "reason": episode.reason,
        "is_rated": episode.is_rated,
        "unrated_reason": episode.unrated_reason,
        "commitment": episode.commitment,
        "seed": episode.seed if shows_seed else None,
        "salt": episode.salt if shows_seed else None,
        "last": episode.last_seq,
        "has_model": bool(settings.ANTHROPIC_API_KEY),
        "started_at": format_time(episode.started_at) if episode.started_at else None,
        "ended_at": format_time(episode.ended_at) if episode.ended_at else None,
    }


def _seats(episode: Episode) -> list[Seat]:
    if "seats" in getattr(episode, "_prefetched_objects_cache", {}):
        return list(episode.seats.all())
    return list(episode.seats.select_related("version__policy"))


def _seat_head(seat: Seat) -> Json:
    policy = seat.version.policy
    return {
        "slot": seat.slot,
        "position": seat.position,
        "alias": seat.alias,
        "policy": policy.name,
        "version": seat.version.number,
        "is_scripted": policy.is_scripted,
        "url": policy.get_absolute_url(),
    }
