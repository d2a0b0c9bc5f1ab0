"""Rows of a league, made quickly: ladders, policies, and matches with what they came to."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from league.models import Episode, Event, Ladder, PairFact, Policy, Seat, Standing, Version

ALIASES = ("Sprocket", "Gizmo", "Ratchet", "Widget", "Bolt", "Piston")

type Pairs = Mapping[tuple[int, int], tuple[int, int, float, int]]
"""(seat, other) -> faced, challenged, forgone, net."""


def a_staff_member(name: str = "warden", **rights: Any) -> User:
    return User.objects.create_user(name, password="warden-pass-1", is_staff=True, **rights)


def a_ladder(slug: str = "liars-dice-standard", **values: Any) -> Ladder:
    values = {"game": "liars-dice", "variant": "standard", "title": slug, **values}
    return Ladder.objects.create(slug=slug, **values)


def a_policy(name: str, **values: Any) -> Policy:
    slug = values.pop("slug", hashlib.sha256(name.encode()).hexdigest()[:12])
    baseline = values.pop("baseline", "")
    kind = Policy.Kind.SCRIPTED if baseline else Policy.Kind.PROMPT
    policy = Policy.objects.create(
        name=name, **{"slug": slug, "game": "liars-dice", "kind": kind, **values}
    )
    policy.champion = Version.objects.create(
        policy=policy, number=1, baseline=baseline, prompt="" if baseline else f"Play as {name}."
    )
    policy.save()
    return policy


def champion(policy: Policy) -> Version:
    assert policy.champion is not None
    return policy.champion


def a_match(
    ladder: Ladder | None,
    policies: Sequence[Policy],
    *,
    scores: Sequence[float] = (),
    pairs: Pairs | None = None,
    ended_at: datetime | None = None,
    **values: Any,
) -> Episode:
    """Make a match; it is finished now and rated unless ``values`` say otherwise."""
    ended = ended_at or timezone.now()
    values = {
        "purpose": Episode.Purpose.LADDER,
        "status": Episode.Status.FINISHED,
        "reason": "complete",
        "game": "liars-dice",
        "variant": "standard",
        "settings": {},
        "seed": "5eed",
        "salt": "5a17",
        "commitment": "c0",
        "started_at": ended,
        **values,
    }
    if values["status"] in (Episode.Status.FINISHED, Episode.Status.FAILED, Episode.Status.VOID):
        values["ended_at"] = ended
    episode = Episode.objects.create(ladder=ladder, **values)
    seats = Seat.objects.bulk_create(
        Seat(
            episode=episode,
            slot=slot,
            position=slot,
            alias=ALIASES[slot],
            version=champion(policy),
            score=scores[slot] if scores else None,
        )
        for slot, policy in enumerate(policies)
    )
    PairFact.objects.bulk_create(
        PairFact(
            episode=episode,
            seat=seats[seat],
            other=seats[other],
            policy=policies[seat],
            other_policy=policies[other],
            faced=faced,
            challenged=challenged,
            forgone=forgone,
            net=net,
        )
        for (seat, other), (faced, challenged, forgone, net) in (pairs or {}).items()
    )
    return episode


def an_event(episode: Episode, seq: int, **data: Any) -> Event:
    kind = data.get("kind", "bid")
    return Event.objects.create(episode=episode, seq=seq, kind=kind, data={"kind": kind, **data})


def a_standing(ladder: Ladder, policy: Policy, mean: float, **values: Any) -> Standing:
    values = {
        "low": mean - 0.05,
        "high": mean + 0.05,
        "episodes": 40,
        "seats": 40,
        "score_sum": 40 * mean,
        **values,
    }
    return Standing.objects.create(ladder=ladder, version=champion(policy), mean=mean, **values)
