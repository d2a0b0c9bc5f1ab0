"""Everything that one page about policies shows, for one pair of eyes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User

from league import access
from league.extensions import ShownPanel, ShownStep, panels_for, shown_steps
from league.models import LeagueSettings, Policy, Version
from league.prompt_diff import Diff, diff_texts
from league.queries import policies as queries
from league.queries.estimates import Estimate
from league.queries.policies import Entry, Place, Reign
from league.queries.policy_conditions import Condition, conditions_of
from league.queries.policy_results import (
    Decisions,
    Match,
    Results,
    decisions_of,
    recent_matches,
    results_of,
)
from league.standings.axis import Axis, axis_for

RECENT = 12
"""Matches on a policy's page; its downloads have more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryList:
    """A titled list of policies, with the axis that its intervals share."""

    title: str
    entries: Sequence[Entry]
    axis: Axis


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenger:
    """The newest version that waits for its author's word, and what may be done with it."""

    version: Version
    steps: Sequence[ShownStep]


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyPage:
    """A policy's page. What the reader may not see is None or empty, whatever a template asks."""

    policy: Policy
    game: str
    is_own: bool
    can_edit: bool
    can_retire: bool
    can_try_out: bool
    prompt: Version | None
    """The champion's version, where the reader may read prompts."""
    challenger: Challenger | None
    places: Sequence[Place]
    places_axis: Axis
    results: Results
    results_axis: Axis
    conditions: Sequence[Condition]
    conditions_axis: Axis
    decisions: Decisions | None
    reigns: Sequence[Reign]
    matches: Sequence[Match]
    panels: Sequence[ShownPanel]

    @property
    def champion_matches(self) -> int:
        return sum(place.record.n for place in self.places if place.is_champion)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffPage:
    """Two versions, older first, and what changed between them."""

    old: Version
    new: Version
    versions: Sequence[Version]
    diff: Diff


def read_lists(user: access.Person) -> list[EntryList]:
    """Return one's own policies, and those of the house for staff; empty lists are left out."""
    below = LeagueSettings.load().provisional_below
    wanted = []
    if isinstance(user, User):
        wanted.append(("Yours", queries.of_person(user)))
    if access.is_staff(user):
        wanted.append(("Of the house", queries.of_house()))
    found = [(title, queries.list_entries(policies, below)) for title, policies in wanted]
    return [
        EntryList(title=title, entries=entries, axis=_axis_of_entries(entries))
        for title, entries in found
        if entries
    ]


def read_page(user: access.Person, policy: Policy) -> PolicyPage:
    """Return a policy's page as this person may see it."""
    places = queries.places_of(policy, LeagueSettings.load().provisional_below)
    results = results_of(policy)
    conditions = conditions_of(policy)
    zero = _break_even(policy)
    return PolicyPage(
        policy=policy,
        game=queries.title_of(policy.game),
        is_own=access.owns(user, policy),
        can_edit=access.can_edit(user, policy),
        can_retire=access.can_retire(user, policy),
        can_try_out=access.can_try_out(user, policy),
        prompt=policy.champion if access.can_read_prompt(user, policy) else None,
        challenger=_challenger(user, policy),
        places=places,
        places_axis=_axis((one.record for one in places), zero),
        results=results,
        results_axis=_axis(results.estimates, zero),
        conditions=conditions,
        conditions_axis=_axis((role.mine for one in conditions for role in one.roles), zero),
        decisions=decisions_of(policy),
        reigns=queries.reigns_of(policy),
        matches=recent_matches(policy, RECENT),
        panels=panels_for(user, policy),
    )


def read_diff(policy: Policy, old: str, new: str) -> DiffPage:
    """Compare two versions by their numbers; by default the newest with the champion.

    A number that is none of the policy's counts as not given.
    """
    versions = list(policy.versions.order_by("-number"))
    by_number = {str(one.number): one for one in versions}
    newest, champion = versions[0], policy.champion or versions[-1]
    default = champion if champion.number < newest.number else versions[min(1, len(versions) - 1)]
    pair = sorted(
        (by_number.get(old, default), by_number.get(new, newest)), key=lambda one: one.number
    )
    return DiffPage(
        old=pair[0],
        new=pair[1],
        versions=versions,
        diff=diff_texts(text_of(pair[0]), text_of(pair[1])),
    )


def text_of(version: Version) -> str:
    """Return a version as text: its prompt, or a baseline's parameters, one a line."""
    if version.prompt:
        return version.prompt
    lines = [f"{key} = {value}" for key, value in sorted(version.parameters.items())]
    return "\n".join([version.baseline, *lines])


def _challenger(user: access.Person, policy: Policy) -> Challenger | None:
    if not access.can_edit(user, policy) or not isinstance(user, User):
        return None
    newest = policy.versions.select_related("policy").order_by("-number").first()
    if newest is None or (policy.champion and newest.number <= policy.champion.number):
        return None
    return Challenger(version=newest, steps=shown_steps(user, newest))


def _break_even(policy: Policy) -> float:
    game = queries.game_of(policy.game)
    return game.break_even if game else 0.5


def _axis(estimates: Iterable[Estimate], break_even: float) -> Axis:
    return axis_for((end for one in estimates for end in one.ends), break_even)


def _axis_of_entries(entries: Sequence[Entry]) -> Axis:
    places = (place.record for entry in entries for place in entry.places)
    return _axis(places, _break_even(entries[0].policy) if entries else 0.5)
