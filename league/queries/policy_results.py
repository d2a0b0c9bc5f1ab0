"""How a policy fared: by opponent, by variant, match by match, and who really decided.

Everything here looks at the latest matches only, so that a page costs the same however long a
policy has played; each answer says over how many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from django.db.models import Sum

from games.base import Cause
from league.models import Episode, Event, PairFact, Policy, Seat
from league.queries.estimates import Estimate, Played, estimate
from league.queries.policies import game_of

MATCHES = 300
"""Rated matches that results by opponent and by variant look at."""
LISTED = 1_000
"""Matches in the file of matches."""
TOLD = (Episode.Purpose.LADDER, Episode.Purpose.TRYOUT, Episode.Purpose.TRIAL)
"""Purposes of the matches that a policy's page lists."""
LOGS = 100
"""Matches whose logs are read for how decisions came to be."""

CAUSES: Mapping[Cause, str] = {
    Cause.TIMEOUT: "no reply in time",
    Cause.TRUNCATED: "the reply was cut off",
    Cause.REFUSED: "the model refused",
    Cause.UNREADABLE: "the reply could not be read",
    Cause.ILLEGAL: "the move was not legal",
    Cause.PROVIDER: "the provider failed",
    Cause.CREDENTIALS: "our credentials were turned down",
    Cause.NO_CREDENTIALS: "no model is configured",
    Cause.BUDGET: "a spending limit was reached",
    Cause.CLOCK: "the match was out of time",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponent:
    """A policy that sat at the same tables."""

    policy: Policy
    mine: Estimate
    """This policy's score at the shared tables."""
    theirs: float
    """The opponent's mean score there."""
    net: int | None
    """Points taken from the opponent, less those it took; None when the game counts none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantResult:
    key: str
    title: str
    mine: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """Rated results over the latest matches."""

    matches: int
    opponents: tuple[Opponent, ...]
    variants: tuple[VariantResult, ...]

    @property
    def estimates(self) -> list[Estimate]:
        return [one.mine for one in self.opponents] + [one.mine for one in self.variants]


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """One match as the policy's page lists it."""

    episode: Episode
    versions: tuple[int, ...]
    score: float | None
    others: tuple[Policy, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decisions:
    """How the decisions of a prompt came to be, over its latest finished matches."""

    matches: int
    first: int
    retried: int
    fallbacks: int
    causes: tuple[tuple[str, int], ...]
    """Why the fallback played, the commonest first."""

    @property
    def total(self) -> int:
        return self.first + self.retried + self.fallbacks

    @property
    def first_share(self) -> str:
        return f"{100 * self.first / self.total:.2f}%"

    @property
    def retried_share(self) -> str:
        return f"{100 * self.retried / self.total:.2f}%"


def results_of(policy: Policy) -> Results:
    """Return the policy's rated results, all its versions taken together."""
    rated = _latest(policy, MATCHES, status=Episode.Status.FINISHED, is_rated=True)
    rows = Seat.objects.filter(episode__in=[one.pk for one in rated], score__isnull=False)
    tables: dict[int, dict[int, list[float]]] = {one.pk: {} for one in rated}
    own: list[int] = []
    for seat, episode, other, score in rows.order_by().values_list(
        "pk", "episode", "version__policy", "score"
    ):
        tables[episode].setdefault(other, []).append(score or 0.0)
        if other == policy.pk:
            own.append(seat)
    mine: dict[int, list[Played]] = {}
    theirs: dict[int, list[float]] = {}
    by_variant: dict[str, list[Played]] = {}
    for one in rated:
        table = tables[one.pk]
        held = one.seed, table.pop(policy.pk)
        by_variant.setdefault(one.variant, []).append(held)
        for other, scores in table.items():
            mine.setdefault(other, []).append(held)
            theirs.setdefault(other, []).extend(scores)
    policies = Policy.objects.in_bulk(list(mine))
    game = game_of(policy.game)
    nets = _nets(own)
    opponents = [
        Opponent(
            policy=policies[other],
            mine=estimate(played),
            theirs=fmean(theirs[other]),
            net=nets.get(other),
        )
        for other, played in mine.items()
    ]
    variants = [
        VariantResult(
            key=key,
            title=game.variants[key].title if game and key in game.variants else key,
            mine=estimate(played),
        )
        for key, played in sorted(by_variant.items())
    ]
    opponents.sort(key=lambda one: (-one.mine.n, one.policy.name))
    return Results(matches=len(rated), opponents=tuple(opponents), variants=tuple(variants))


def recent_matches(policy: Policy, limit: int) -> list[Match]:
    """Return the policy's latest matches, newest first.

    Those that an edit is judged by are not among them: they would tell a blind judge who is who.
    """
    episodes = _latest(policy, limit, purpose__in=TOLD)
    seats: dict[int, list[Seat]] = {}
    rows = Seat.objects.filter(episode__in=episodes).select_related("version__policy")
    for seat in rows.defer("stats", "version__prompt").order_by("position"):
        seats.setdefault(seat.episode_id, []).append(seat)
    return [_match(policy, episode, seats[episode.pk]) for episode in episodes]


def decisions_of(policy: Policy) -> Decisions | None:
    """Return who really decided, or None for a baseline and before the first finished match."""
    if policy.is_scripted:
        return None
    episodes = [one.pk for one in _latest(policy, LOGS, status=Episode.Status.FINISHED)]
    if not episodes:
        return None
    own = set(
        Seat.objects.filter(episode__in=episodes, version__policy=policy).values_list(
            "episode", "slot"
        )
    )
    first = retried = 0
    causes: Counter[str] = Counter()
    events = Event.objects.filter(episode__in=episodes, data__has_key="fallback")
    for pk, seat, again, fallback in events.values_list(
        "episode", "data__seat", "data__retried", "data__fallback"
    ):
        if (pk, seat) not in own:
            continue
        if fallback:
            causes[fallback] += 1
        elif again:
            retried += 1
        else:
            first += 1
    return Decisions(
        matches=len(episodes),
        first=first,
        retried=retried,
        fallbacks=causes.total(),
        causes=tuple((_in_words(cause), count) for cause, count in causes.most_common()),
    )


def _latest(policy: Policy, limit: int, **wanted: Any) -> list[Episode]:
    """Return the policy's latest matches that fit, newest first, at most ``limit``.

    Their numbers come from the index of seats by version, from its newest end, and the matches are
    read by number: asked the other way round, a database looks at every match there is.
    """
    versions = list(policy.versions.values_list("pk", flat=True))
    played = Seat.objects.filter(version__in=versions).order_by("-episode_id")
    numbers = played.values_list("episode_id", flat=True).distinct()
    found: list[Episode] = []
    piece = limit + limit // 8 + 8  # a few do not fit: not finished yet, or unrated
    while len(found) < limit and (some := list(numbers[:piece])):
        fitting = Episode.objects.filter(pk__in=some, **wanted).order_by("-pk")
        found += fitting.select_related("ladder").defer("settings", "results")
        numbers = numbers.filter(episode_id__lt=some[-1])
    return found[:limit]


def _nets(seats: Sequence[int]) -> dict[int, int]:
    """Return the points that some seats took from others, less those that others took."""
    facts = PairFact.objects.filter(seat__in=seats).order_by()
    return dict(facts.values_list("other_policy").annotate(Sum("net")))


def _match(policy: Policy, episode: Episode, seats: list[Seat]) -> Match:
    own = [seat for seat in seats if seat.version.policy_id == policy.pk]
    scores = [seat.score for seat in own if seat.score is not None]
    return Match(
        episode=episode,
        versions=tuple(sorted({seat.version.number for seat in own})),
        score=fmean(scores) if scores else None,
        others=tuple(seat.version.policy for seat in seats if seat.version.policy_id != policy.pk),
    )


def _in_words(cause: str) -> str:
    return CAUSES[Cause(cause)] if cause in Cause else cause
