"""What the policies' pages show: who owns what, its versions, and where it stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Count, Max, Q, QuerySet

from games.base import AnyGame
from games.errors import BadSetting
from games.registry import get_game
from league.models import Episode, Ladder, Policy, Promotion, Standing, Version
from league.queries.estimates import Estimate

ACTIVE = (Episode.Status.QUEUED, Episode.Status.RUNNING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A version's record on a ladder."""

    ladder: Ladder
    version: Version
    is_champion: bool
    record: Estimate
    is_provisional: bool
    by_model: float | None
    """The share of decisions that the model really made; None for a baseline."""
    cost: float | None
    """US dollars per episode; None before the first, and for a baseline."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One policy in a list."""

    policy: Policy
    game: str
    versions: int
    saved_at: datetime
    playing: int
    """Matches queued or running now."""
    places: list[Place] = field(default_factory=list)

    @property
    def has_challenger(self) -> bool:
        champion = self.policy.champion
        return champion is not None and champion.number < self.versions


@dataclass(frozen=True, slots=True, kw_only=True)
class Reign:
    """A version, and how and when it became champion, if it did."""

    version: Version
    is_champion: bool
    promotions: tuple[Promotion, ...]


def of_person(user: User) -> QuerySet[Policy]:
    return Policy.objects.filter(owner=user)


def of_house() -> QuerySet[Policy]:
    return Policy.objects.filter(owner__isnull=True)


def list_entries(policies: QuerySet[Policy], provisional_below: int) -> list[Entry]:
    """Return policies for a list, those in play first; four queries, however many there are."""
    found = list(
        policies.select_related("champion").annotate(
            saved=Max("versions__created_at"), numbers=Max("versions__number")
        )
    )
    playing = dict(
        Episode.objects.filter(status__in=ACTIVE, seats__version__policy__in=found)
        .values_list("seats__version__policy")
        .annotate(Count("pk", distinct=True))
    )
    standings = _places(
        Standing.objects.filter(version__in=[one.champion_id for one in found]), provisional_below
    )
    by_version: dict[int, list[Place]] = {}
    for place in standings:
        by_version.setdefault(place.version.pk, []).append(place)
    entries = [
        Entry(
            policy=one,
            game=title_of(one.game),
            versions=one.numbers,
            saved_at=one.saved,
            playing=playing.get(one.pk, 0),
            places=by_version.get(one.champion_id or 0, []),
        )
        for one in found
    ]
    return sorted(entries, key=lambda one: (one.policy.retired_at is not None, one.policy.name))


def places_of(policy: Policy, provisional_below: int) -> list[Place]:
    """Return a policy's record by ladder, the champion first and then newest versions first."""
    rows = Standing.objects.filter(version__policy=policy)
    return sorted(
        _places(rows, provisional_below),
        key=lambda one: (one.ladder.position, not one.is_champion, -one.version.number),
    )


def reigns_of(policy: Policy) -> list[Reign]:
    """Return a policy's versions, newest first, with how each came to be champion."""
    promotions: dict[int, list[Promotion]] = {}
    for one in policy.promotions.select_related("previous"):
        promotions.setdefault(one.version_id, []).append(one)
    return [
        Reign(
            version=version,
            is_champion=version.pk == policy.champion_id,
            promotions=tuple(promotions.get(version.pk, ())),
        )
        for version in policy.versions.select_related("author")
    ]


def title_of(game: str) -> str:
    """Return a game's title, or its key when the league no longer has it."""
    rules = game_of(game)
    return rules.title if rules else game


def game_of(key: str) -> AnyGame | None:
    try:
        return get_game(key)
    except BadSetting:
        return None


def _places(standings: QuerySet[Standing], provisional_below: int) -> Iterable[Place]:
    rows = standings.filter(~Q(episodes=0)).select_related("ladder", "version__policy")
    for row in rows.defer("replicates").order_by("ladder__position", "ladder__title"):
        is_scripted = row.version.policy.is_scripted
        yield Place(
            ladder=row.ladder,
            version=row.version,
            is_champion=row.version_id == row.version.policy.champion_id,
            record=Estimate(n=row.episodes, mean=row.mean or 0.0, low=row.low, high=row.high),
            is_provisional=row.episodes < provisional_below,
            by_model=None
            if is_scripted or not row.decisions
            else row.model_decisions / row.decisions,
            cost=None if is_scripted else row.cost / row.episodes,
        )
