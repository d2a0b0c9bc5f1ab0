"""The life of an episode: made, taken up, failed, run again, made void."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.base import AnyGame
from games.errors import BadSetting
from games.registry import get_game
from league.actions import standings
from league.live.publish import publish_status
from league.models import Episode, Ladder, Seat, Version, record
from league.play import jobs, pace

WHY_UNRATED = {
    Episode.Purpose.TRYOUT: "A try-out counts for no ladder.",
    Episode.Purpose.TRIAL: "A trial counts for no ladder.",
    Episode.Purpose.SELF_REPORT: "A self-report counts for no ladder.",
}
MOST_BARREN_ATTEMPTS = 5
"""An episode that brought no event in so many attempts has perhaps killed its workers."""
UNFINISHED = (Episode.Status.QUEUED, Episode.Status.RUNNING)


class NotAllowedNow(Exception):
    """An episode's status does not allow this; the message is for people."""


@transaction.atomic
def create_episode(
    *,
    purpose: Episode.Purpose,
    versions: Sequence[Version],
    ladder: Ladder | None = None,
    game: str = "",
    variant: str = "",
    settings: Mapping[str, Any] | None = None,
    requested_by: Any = None,
    seed: str | None = None,
    is_rated: bool | None = None,
    unrated_reason: str = "",
    is_paced: bool | None = None,
) -> Episode:
    """Create a queued episode with its seats; it is submitted when the transaction commits.

    A ladder gives the game, the variant and its overrides; without one, name ``game`` and
    ``variant``. ``versions`` are by slot. By default the seed is secret and random, only ladder
    episodes are rated, and matches that people watch are paced where the process has an audience.
    Raises BadSetting for a configuration that the game refuses or a wrong number of versions.
    """
    rules, config = _configure(ladder, game, variant, settings or {})
    seats = rules.seats(config)
    if len(versions) != seats:
        raise BadSetting("versions", len(versions), f"one version for each of {seats} seats")
    if is_rated is None:
        is_rated = purpose == Episode.Purpose.LADDER and not unrated_reason
    if is_paced is None:
        is_watched = purpose in (Episode.Purpose.LADDER, Episode.Purpose.TRYOUT)
        is_paced = is_watched and pace.has_audience()
    seed = seed or secrets.token_hex(32)
    salt = secrets.token_hex(32)
    episode = Episode.objects.create(
        purpose=purpose,
        ladder=ladder,
        game=rules.key,
        variant=ladder.variant if ladder else variant,
        settings=rules.settings(config),
        seed=seed,
        salt=salt,
        commitment=commitment_of(seed, salt),
        is_rated=is_rated,
        unrated_reason="" if is_rated else unrated_reason or WHY_UNRATED.get(purpose, ""),
        is_paced=is_paced,
        requested_by=requested_by if getattr(requested_by, "pk", None) else None,
    )
    aliases = rules.aliases(config, seed)
    positions = {int(slot): position for position, slot in enumerate(rules.order(config, seed))}
    Seat.objects.bulk_create(
        Seat(episode=episode, slot=slot, position=positions[slot], alias=aliases[slot], version=one)
        for slot, one in enumerate(versions)
    )
    jobs.submit(episode.pk)
    _tell(episode)
    return episode


def commitment_of(seed: str, salt: str) -> str:
    """Return the hash that commits to a seed before it is shown."""
    return hashlib.sha256(f"{seed}:{salt}".encode()).hexdigest()


def _configure(
    ladder: Ladder | None, game: str, variant: str, overrides: Mapping[str, Any]
) -> tuple[AnyGame, Any]:
    rules = get_game(ladder.game if ladder else game)
    key = ladder.variant if ladder else variant
    if key not in rules.variants:
        raise BadSetting("variant", key, f"one of {', '.join(sorted(rules.variants))}")
    settings = {**rules.variants[key].settings, **(ladder.settings if ladder else {}), **overrides}
    return rules, rules.configure(settings)


@transaction.atomic
def take_up(episode_id: int) -> Episode | None:
    """Mark an episode as running and return it with its ladder; None when it is over or gone.

    One that was taken up again and again and never went on is failed instead: it may be what stops
    its workers, and would stop the next one too.
    """
    episode = (
        Episode.objects.select_for_update(of=("self",))
        .select_related("ladder")
        .filter(pk=episode_id, status__in=UNFINISHED)
        .first()
    )
    if episode is None:
        return None
    if episode.barren_attempts >= MOST_BARREN_ATTEMPTS:
        where = f"event {episode.last_seq}" if episode.last_seq else "its start"
        fail_episode(
            episode_id,
            f"Taken up {episode.barren_attempts} times since {where}, and each time put down "
            "without a new event; see the workers' logs.",
        )
        return None
    episode.status = Episode.Status.RUNNING
    episode.started_at = episode.started_at or timezone.now()
    episode.attempts += 1
    episode.barren_attempts += 1
    episode.save(update_fields=["status", "started_at", "attempts", "barren_attempts"])
    _tell(episode)
    return episode


@transaction.atomic
def fail_episode(episode_id: int, error: str) -> bool:
    """Mark an episode as failed through our own fault; it is not scored.

    Returns whether it was: an episode that is over stays as it is.
    """
    episode = (
        Episode.objects.select_for_update(of=("self",))
        .filter(pk=episode_id, status__in=UNFINISHED)
        .first()
    )
    if episode is None:
        return False
    episode.status = Episode.Status.FAILED
    episode.error = error
    episode.ended_at = timezone.now()
    episode.save(update_fields=["status", "error", "ended_at"])
    record(None, "fail", episode, error=error.strip().rpartition("\n")[2])
    _tell(episode)
    return True


@transaction.atomic
def rerun_episode(episode: Episode, *, actor: Any) -> Episode:
    """Play an episode again and return the one that will be played.

    A failed one goes on from its own log: its seed was never shown. One that ended, or was made
    void, has shown its seed, so a fresh one takes its place with the same policies in the same
    slots. That one is rated only in place of a void one: a result may not count twice.
    Raises NotAllowedNow while it is queued or running.
    """
    episode = Episode.objects.select_for_update(of=("self",)).get(pk=episode.pk)
    if episode.status in UNFINISHED:
        raise NotAllowedNow(f"Match {episode.pk} is still {episode.get_status_display().lower()}.")
    if episode.status == Episode.Status.FAILED:
        episode.status = Episode.Status.QUEUED
        episode.error = ""
        episode.barren_attempts = 0
        episode.ended_at = None
        episode.save(update_fields=["status", "error", "barren_attempts", "ended_at"])
        jobs.submit(episode.pk)
        _tell(episode)
        fresh = episode
    else:
        is_void = episode.status == Episode.Status.VOID
        is_rated = is_void and episode.purpose == Episode.Purpose.LADDER
        fresh = create_episode(
            purpose=Episode.Purpose(episode.purpose),
            versions=[seat.version for seat in _seats(episode)],
            ladder=episode.ladder,
            game=episode.game,
            variant=episode.variant,
            settings=episode.settings,
            requested_by=episode.requested_by,
            is_rated=is_rated,
            unrated_reason="" if is_rated else f"Match {episode.pk} played again.",
            is_paced=episode.is_paced,
        )
    record(actor, "rerun", episode, played_as=fresh.pk)
    return fresh


def _seats(episode: Episode) -> Sequence[Seat]:
    return list(episode.seats.select_related("version__policy").order_by("slot"))


@transaction.atomic
def void_episode(episode: Episode, *, actor: Any, reason: str) -> None:
    """Take an episode out of the record: its result leaves the standings, its log stays.

    One that is still playing stops at its next event. Doing it twice changes nothing more.
    """
    episode = Episode.objects.select_for_update(of=("self",)).get(pk=episode.pk)
    if episode.status == Episode.Status.VOID:
        return
    standings.remove_result(episode)
    episode.status = Episode.Status.VOID
    episode.is_rated = False
    episode.unrated_reason = reason[:200]
    episode.ended_at = episode.ended_at or timezone.now()
    episode.save(update_fields=["status", "is_rated", "unrated_reason", "ended_at"])
    record(actor, "void", episode, reason=reason)
    _tell(episode)


def _tell(episode: Episode) -> None:
    transaction.on_commit(partial(publish_status, episode))
