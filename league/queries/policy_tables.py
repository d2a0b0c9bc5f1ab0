"""A policy's public tables, row by row, for downloads."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from league.exports import Cell
from league.models import LeagueSettings, Policy
from league.queries.estimates import Estimate
from league.queries.policies import places_of, reigns_of
from league.queries.policy_conditions import conditions_of
from league.queries.policy_results import LISTED, decisions_of, recent_matches, results_of

_ESTIMATE = ("episodes", "mean", "low", "high")


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    header: Sequence[str]
    rows: Sequence[Sequence[Cell]]


def ladders(policy: Policy) -> Table:
    """The record of every version on every ladder."""
    places = places_of(policy, LeagueSettings.load().provisional_below)
    return Table(
        header=("ladder", "version", "is_champion", *_ESTIMATE, "by_model", "cost_per_episode"),
        rows=[
            (
                one.ladder.slug,
                one.version.number,
                one.is_champion,
                *_cells(one.record),
                one.by_model,
                one.cost,
            )
            for one in places
        ],
    )


def opponents(policy: Policy) -> Table:
    """Results by opponent over the latest rated matches."""
    return Table(
        header=("opponent", *_ESTIMATE, "opponents_mean", "net_points"),
        rows=[
            (one.policy.name, *_cells(one.mine), one.theirs, one.net)
            for one in results_of(policy).opponents
        ],
    )


def variants(policy: Policy) -> Table:
    """Results by variant over the latest rated matches."""
    return Table(
        header=("variant", *_ESTIMATE),
        rows=[(one.key, *_cells(one.mine)) for one in results_of(policy).variants],
    )


def conditions(policy: Policy) -> Table:
    """Results by the conditions of the game and by role, over the latest rated matches."""
    return Table(
        header=("about", "condition", "role", *_ESTIMATE),
        rows=[
            (one.facet or None, one.title, role.title, *_cells(role.mine))
            for one in conditions_of(policy)
            for role in one.roles
        ],
    )


def versions(policy: Policy) -> Table:
    """The versions, without their prompts."""
    return Table(
        header=("version", "saved_at", "is_champion", "first_champion_at"),
        rows=[
            (
                one.version.number,
                one.version.created_at.isoformat(),
                one.is_champion,
                one.promotions[0].created_at.isoformat() if one.promotions else None,
            )
            for one in reigns_of(policy)
        ],
    )


def decisions(policy: Policy) -> Table:
    """How the decisions of a prompt came to be, over its latest finished matches."""
    found = decisions_of(policy)
    kinds: list[tuple[str, int]] = []
    if found is not None:
        kinds = [("first reply", found.first), ("second reply", found.retried)]
        kinds += [(f"fallback: {cause}", count) for cause, count in found.causes]
    return Table(header=("decision", "count"), rows=kinds)


def matches(policy: Policy) -> Table:
    """The latest matches, of every purpose."""
    return Table(
        header=("match", "purpose", "variant", "status", "is_rated", "ended_at", "score", "others"),
        rows=[
            (
                one.episode.pk,
                one.episode.purpose,
                one.episode.variant,
                one.episode.status,
                one.episode.is_rated,
                one.episode.ended_at.isoformat() if one.episode.ended_at else None,
                one.score,
                ", ".join(other.name for other in one.others),
            )
            for one in recent_matches(policy, LISTED)
        ],
    )


def _cells(estimate: Estimate) -> tuple[Cell, ...]:
    return estimate.n, estimate.mean, estimate.low, estimate.high


TABLES: Mapping[str, Callable[[Policy], Table]] = {
    "ladders": ladders,
    "opponents": opponents,
    "variants": variants,
    "conditions": conditions,
    "versions": versions,
    "decisions": decisions,
    "matches": matches,
}
