"""Stored matches for tests and screenshots: played by baselines, with talk, up to any event."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.base import FIRST_REPLY, Origin
from games.chance import stream
from games.registry import get_game
from league.models import Episode, Event, Ladder, Policy, Seat, Version
from league.queries.frames import forget_frames
from tests.support.numbers import next_number

TALK = (
    "Two of these are mine. Ask me anything.",
    "I count what I hold, and you should too.",
    "Somebody at this table is hiding the rest.",
)


def make_version(name: str, *, baseline: str = "bayes", prompt: str = "") -> Version:
    """Return the first version of a policy of that name, made when it is missing."""
    policy, _ = Policy.objects.get_or_create(
        name=name,
        game="liars-dice",
        defaults={
            "slug": hashlib.sha256(name.encode()).hexdigest()[:12],
            "kind": Policy.Kind.PROMPT if prompt else Policy.Kind.SCRIPTED,
        },
    )
    version, _ = Version.objects.get_or_create(
        policy=policy,
        number=1,
        defaults={"prompt": prompt, "baseline": "" if prompt else baseline},
    )
    return version


def log_of(
    settings: dict[str, Any],
    seed: str,
    *,
    talk: Sequence[str] = TALK,
    origins: Sequence[Origin] = (),
) -> list[Any]:
    """Play a whole episode of Liar's Dice by the fallback baseline; every third move talks."""
    game = get_game("liars-dice")
    config = game.configure(settings)
    baseline = game.baseline(game.fallback, {})
    state = game.begin(config)
    log: list[Any] = []
    while not game.is_over(state):
        event = game.next_event(state, seed)
        if event is None:
            number = len(log) + 1
            seat = game.pending(state)[0]
            action = baseline.decide(game.view(state, seat), stream(seed, "ties", number, seat))
            if settings.get("talk", True) and talk and number % 3 == 0:
                action = replace(action, say=talk[number // 3 % len(talk)])
            origin = origins[number % len(origins)] if origins else FIRST_REPLY
            event = game.act(state, seat, action, origin)
        state = game.apply(state, event)
        log.append(event)
    return log


def make_match(
    *,
    variant: str = "standard",
    events: int | None = None,
    names: Sequence[str] = ("The Magpie", "pressure", "Slow Ledger", "Cold Arithmetic"),
    seed: str = "",
    ladder: Ladder | None = None,
    talk: Sequence[str] = TALK,
    origins: Sequence[Origin] = (),
    status: str = "",
    **fields: Any,
) -> Episode:
    """Store a match; with ``events`` only its first ones, so that it is still running.

    ``settings`` overrides of the variant go by ``config={...}``.
    """
    game = get_game("liars-dice")
    config = fields.pop("config", {})
    settings = {**game.variants[variant].settings, "seats": len(names), **config}
    settings = game.settings(game.configure(settings))
    seed = seed or f"{next_number():064x}"
    log = log_of(settings, seed, talk=talk, origins=origins)
    part = log if events is None else log[:events]
    is_over = len(part) == len(log)
    now = timezone.now()
    episode = Episode.objects.create(
        purpose=fields.pop("purpose", Episode.Purpose.LADDER),
        ladder=ladder,
        game="liars-dice",
        variant=variant,
        settings=settings,
        seed=seed,
        salt="salt",
        commitment=hashlib.sha256(f"{seed}:salt".encode()).hexdigest(),
        status=status or (Episode.Status.FINISHED if is_over else Episode.Status.RUNNING),
        reason="complete" if is_over else "",
        last_seq=len(part),
        started_at=now - timedelta(minutes=5),
        ended_at=now if is_over else None,
        **fields,
    )
    parsed = game.configure(settings)
    aliases, order = game.aliases(parsed, seed), game.order(parsed, seed)
    scores: Sequence[float | None] = [None] * len(names)
    if is_over:
        state = game.begin(parsed)
        for event in log:
            state = game.apply(state, event)
        results = game.results(state)
        scores = results.scores
        episode.results = {
            "reason": results.reason,
            "scores": list(results.scores),
            "stats": [dict(one) for one in results.stats],
            "pairs": [],
            "details": results.details,
        }
        episode.save(update_fields=["results"])
    for slot, name in enumerate(names):
        is_prompt = name[:1].isupper()
        Seat.objects.create(
            episode=episode,
            slot=slot,
            position=order.index(slot),
            alias=aliases[slot],
            version=make_version(name, prompt="Count first." if is_prompt else ""),
            score=scores[slot],
        )
    append_events(episode, part, first=1)
    forget_frames()
    return episode


def append_events(episode: Episode, events: Sequence[Any], *, first: int) -> None:
    """Append events to the stored log from number ``first``."""
    game = get_game(episode.game)
    rows = []
    for seq, event in enumerate(events, start=first):
        data = game.encode(event)
        rows.append(Event(episode=episode, seq=seq, kind=data["kind"], data=data))
    Event.objects.bulk_create(rows)
    episode.last_seq = first + len(events) - 1
    episode.save(update_fields=["last_seq"])
