"""An author's revisions beside their parents: what is in the way of one, and how they get on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings

from calibration.models import Comparison, Duel, Observation
from league.access import Person
from league.models import Episode, Policy, Version
from league.queries.spending import can_spend

NO_MODEL = (
    "No model is configured here, so a baseline would play for both versions, and there would be"
    " nothing of your edit to compare."
)
LIMIT_REACHED = (
    "Today’s spending limit is reached, so a baseline would play for both versions, and there would"
    " be nothing of your edit to compare. It is lifted at midnight, UTC."
)
LATEST = 6
"""Comparisons on a policy's page."""


def read_hindrance(version: Version, parent: Version) -> str:
    """Say why a revision cannot be compared with its parent just now; empty when it can."""
    if not version.prompt and not parent.prompt:
        return ""
    if not settings.ANTHROPIC_API_KEY:
        return NO_MODEL
    return "" if can_spend(version, None) else LIMIT_REACHED


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """One comparison, as its author sees it."""

    comparison: Comparison
    played: int
    """How many of the two scenarios are over."""
    events: int
    """Events so far in both together."""
    answer: Observation | None

    @property
    def is_blind(self) -> bool:
        return bool(self.comparison.kind == Comparison.Kind.HEARD_EDIT)

    @property
    def state(self) -> str:
        """Name how far it is: void, answered, skipped, ready, queued or playing."""
        if self.comparison.problem:
            return "void"
        if self.answer is not None:
            return "answered"
        if self.comparison.duel is not None:
            return "skipped" if self.comparison.duel.state == Duel.State.SKIPPED else "ready"
        return "playing" if self.events else "queued"

    @property
    def picked_new(self) -> bool:
        """Was the revision picked?"""
        duel = self.comparison.duel
        assert duel is not None
        assert self.answer is not None
        picked = duel.clip_a if self.answer.picked == "A" else duel.clip_b
        return bool(picked.version_id == self.comparison.version_id)

    @property
    def p_picked(self) -> float:
        """The chance that the forecast gave to what was picked."""
        assert self.answer is not None
        p_a = self.answer.forecast.p_a
        return p_a if self.answer.picked == "A" else 1 - p_a


def read_edits(user: Person, policy: Policy) -> Sequence[Edit]:
    """Return an author's latest comparisons of a policy's revisions, newest first."""
    if not user.is_authenticated:
        return []
    found = Comparison.objects.filter(author=user.pk, version__policy=policy).select_related(
        "version__policy",
        "parent",
        "version_episode",
        "parent_episode",
        "duel__clip_a",
        "duel__clip_b",
        "duel__observation__forecast",
    )
    return [read_edit(one) for one in found[:LATEST]]


def read_edit(comparison: Comparison) -> Edit:
    """Return how far one comparison is."""
    episodes: Sequence[Episode] = (comparison.version_episode, comparison.parent_episode)
    return Edit(
        comparison=comparison,
        played=sum(episode.is_over for episode in episodes),
        events=sum(episode.last_seq for episode in episodes),
        answer=getattr(comparison.duel, "observation", None) if comparison.duel else None,
    )
