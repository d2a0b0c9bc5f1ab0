"""The soft-play audit of a ladder: who goes easy on whom, and the very turns behind a cell."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from django.core.cache import cache
from django.db.models import Count, F, Max, QuerySet, Sum
from django.db.models.functions import Coalesce

from games.base import Seat as Slot
from games.replay import states
from league.models import Episode, Ladder, PairFact, Policy, Standing
from league.queries.frames import configuration
from league.softplay import NOTABLE, REPLICATES, Facts, Sheet, audit

MOST_EPISODES = 5_000
"""Newer episodes are taken first; more than this say little more and cost a page its speed."""
MOST_POLICIES = 30
"""The first of the ladder; more make no table that a person reads."""
KEPT_SECONDS = 86_400
RULE = f"{NOTABLE} {REPLICATES}"
"""What a kept sheet was computed by, beside its facts."""
FACINGS_SHOWN = 10
"""Matches on one page of facings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditTable:
    """The audit of one ladder since some time."""

    ladder: Ladder
    policies: tuple[Policy, ...]
    """In ladder order; rows and columns of the sheet."""
    sheet: Sheet
    since: datetime | None
    """The first moment that counts; later than asked for when ``is_cut``."""
    is_cut: bool
    """There are more episodes, or more policies, than were taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facing:
    """One turn on which a policy could challenge another's bid."""

    seq: int
    """The event that its decision became; the replay opens there."""
    line: str
    was_challenged: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFacings:
    """The facings of one ordered pair of seats in one match."""

    episode: Episode
    alias: str
    other_alias: str
    fact: PairFact
    facings: tuple[Facing, ...]


def rated_episodes(ladder: Ladder, since: datetime | None = None) -> QuerySet[Episode]:
    """Return the ladder's rated, finished matches that ended at ``since`` or later."""
    episodes = Episode.objects.filter(
        ladder=ladder,
        purpose=Episode.Purpose.LADDER,
        status=Episode.Status.FINISHED,
        is_rated=True,
    )
    return episodes.filter(ended_at__gte=since) if since else episodes


def ladder_order(ladder: Ladder) -> list[int]:
    """Return the ids of the policies whose champions have a mean, the highest first."""
    standings = Standing.objects.filter(
        ladder=ladder, version=F("version__policy__champion"), mean__isnull=False
    )
    ordered = standings.order_by("-mean", "version__policy__name")
    return list(ordered.values_list("version__policy", flat=True))


def read_audit(ladder: Ladder, since: datetime | None = None) -> AuditTable:
    """Return the ladder's audit over rated matches. Six queries, whatever their number."""
    episodes = rated_episodes(ladder, since)
    ends = list(
        episodes.order_by("-ended_at").values_list("ended_at", flat=True)[
            MOST_EPISODES - 1 : MOST_EPISODES + 1
        ]
    )
    start = ends[0] if len(ends) == 2 else since
    facts = PairFact.objects.filter(episode__in=rated_episodes(ladder, start))
    policies, is_short = _policies(ladder, facts)
    return AuditTable(
        ladder=ladder,
        policies=tuple(policies),
        sheet=_sheet(facts, [policy.pk for policy in policies]),
        since=start,
        is_cut=len(ends) == 2 or is_short,
    )


def _sheet(facts: QuerySet[PairFact], policies: list[int]) -> Sheet:
    """Return the sheet of some facts; it is kept for who asks again for the very same ones.

    Facts are written once and never changed, so their ids and sums say which they are.
    """
    columns = ("pk", "faced", "challenged", "forgone", "net")
    sums = facts.order_by().aggregate(Count("pk"), Max("pk"), *map(Sum, columns))
    source = f"{sorted(sums.items())} {policies} {RULE}"
    key = f"audit-{hashlib.sha256(source.encode()).hexdigest()}"
    found: Sheet | None = cache.get(key)
    if found is None:
        found = _tally(facts, policies)
        cache.set(key, found, KEPT_SECONDS)
    return found


def _tally(facts: QuerySet[PairFact], policies: list[int]) -> Sheet:
    place = {policy: index for index, policy in enumerate(policies)}
    rows = facts.filter(policy__in=place, other_policy__in=place).order_by("episode_id", "id")
    columns = rows.values_list(
        "episode_id", "policy_id", "other_policy_id", "faced", "challenged", "forgone", "net"
    )
    table = np.array(list(columns), dtype=np.float64).reshape(-1, 7)
    whole = table.astype(np.int64)
    index = np.vectorize(place.__getitem__, otypes=[np.int64])
    return audit(
        Facts(
            episode=whole[:, 0],
            policy=index(whole[:, 1]),
            other=index(whole[:, 2]),
            faced=whole[:, 3],
            challenged=whole[:, 4],
            forgone=table[:, 5],
            net=whole[:, 6],
        ),
        len(policies),
    )


def _policies(ladder: Ladder, facts: QuerySet[PairFact]) -> tuple[list[Policy], bool]:
    """Return the audited policies in ladder order, those without a place last by name."""
    met = Policy.objects.filter(pk__in=facts.order_by().values("policy"))
    order = {pk: place for place, pk in enumerate(ladder_order(ladder))}
    found = sorted(
        met.select_related("champion"),
        key=lambda policy: (order.get(policy.pk, len(order)), policy.name, policy.pk),
    )
    return found[:MOST_POLICIES], len(found) > MOST_POLICIES


def pair_facts(
    ladder: Ladder, since: datetime | None, policy: Policy, other: Policy
) -> QuerySet[PairFact]:
    """Return the pair's facts with at least one facing, those of the newest match first."""
    return (
        PairFact.objects.filter(
            episode__in=rated_episodes(ladder, since),
            policy=policy,
            other_policy=other,
            faced__gt=0,
        )
        .select_related("episode", "seat", "other")
        .order_by("-episode__ended_at", "-episode_id", "seat__slot", "other__slot")
    )


def total_facings(facts: QuerySet[PairFact]) -> tuple[int, int]:
    """Return how often the pair faced and how often it was challenged."""
    sums = facts.order_by().aggregate(
        faced=Coalesce(Sum("faced"), 0), challenged=Coalesce(Sum("challenged"), 0)
    )
    return sums["faced"], sums["challenged"]


def read_facings(fact: PairFact) -> MatchFacings:
    """Return the turns behind one pair fact, from the match's log. One query."""
    episode = fact.episode
    game, config = configuration(episode)
    rows = list(episode.events.order_by("seq").values_list("data", flat=True))
    events = [game.decode(data) for data in rows]
    after = list(states(game, config, events))
    seqs = game.facings(config, events, Slot(fact.seat.slot), Slot(fact.other.slot))
    return MatchFacings(
        episode=episode,
        alias=fact.seat.alias,
        other_alias=fact.other.alias,
        fact=fact,
        facings=tuple(
            Facing(
                seq=seq,
                line=game.line(after[seq], events[seq - 1]),
                was_challenged=rows[seq - 1].get("kind") == "challenge",
            )
            for seq in seqs
        ),
    )
