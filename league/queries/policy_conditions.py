"""A policy's record by the conditions it played under, where its game has facets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from games.base import AnyGame, Facet
from league.models import Episode, Policy, Seat
from league.queries.estimates import Estimate, estimate
from league.queries.policies import game_of
from league.queries.policy_results import MATCHES

TOGETHER = "All roles"
EVERYTHING = "All matches"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleResult:
    """The score under one condition, in one role or in all together."""

    title: str
    mine: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """One condition: by role where the game deals roles, all together first."""

    facet: str
    """What the condition is about, such as ``Network``; empty for all matches."""
    title: str
    roles: tuple[RoleResult, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Held:
    """One of the policy's seats."""

    episode: int
    seed: str
    score: float
    facets: dict[str, str]


def conditions_of(policy: Policy) -> tuple[Condition, ...]:
    """Return the rated record by condition, over the latest matches; none without facets.

    Within a condition an episode is drawn as a whole, whatever number of seats the policy held.
    """
    game = game_of(policy.game)
    if game is None or not game.facets:
        return ()
    return tuple(_conditions(game, _seats(policy)))


def _seats(policy: Policy) -> list[_Held]:
    own = Seat.objects.filter(
        version__policy=policy,
        score__isnull=False,
        episode__status=Episode.Status.FINISHED,
        episode__is_rated=True,
    )
    latest = own.order_by("-episode").values_list("episode", flat=True).distinct()[:MATCHES]
    rows = own.filter(episode__in=list(latest)).order_by("episode", "slot")
    return [
        _Held(episode=episode, seed=seed, score=score or 0.0, facets=facets)
        for episode, seed, score, facets in rows.values_list(
            "episode", "episode__seed", "score", "facets"
        )
    ]


def _conditions(game: AnyGame, seats: Sequence[_Held]) -> Iterator[Condition]:
    """Yield the conditions that were met, everything first."""
    roles = [facet for facet in game.facets if facet.is_role]
    for facet, value, title in [(None, "", EVERYTHING), *_values(game)]:
        met = [one for one in seats if facet is None or one.facets.get(facet.key) == value]
        if met:
            split = [
                (label, [one for one in met if one.facets.get(role.key) == key])
                for role in roles
                for key, label in role.values.items()
            ]
            yield Condition(
                facet="" if facet is None else facet.label,
                title=title,
                roles=tuple(
                    RoleResult(title=label, mine=_estimate(part))
                    for label, part in [(TOGETHER, met), *split]
                    if part
                ),
            )


def _values(game: AnyGame) -> Iterator[tuple[Facet, str, str]]:
    for facet in game.facets:
        if not facet.is_role:
            for value, label in facet.values.items():
                yield facet, value, label


def _estimate(seats: Sequence[_Held]) -> Estimate:
    tables = [list(held) for _, held in groupby(seats, key=lambda one: one.episode)]
    return estimate([(held[0].seed, [one.score for one in held]) for held in tables])
