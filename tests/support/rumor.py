"""Stored matches of Rumor for tests and screenshots, played by baselines that have words."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.base import FIRST_REPLY, Origin, Seat
from games.chance import stream
from games.registry import get_game
from games.rumor.state import Talk
from league.models import Episode, Ladder, Policy, Version
from league.models import Seat as StoredSeat
from league.queries.frames import forget_frames
from tests.support.numbers import next_number
from tests.support.stored import append_events

NAMES = (
    "Second Source",
    "Count Twice",
    "Slow to Shout",
    "Named Sources",
    "gossip",
    "Late Convert",
    "Quiet Majority",
    "herd",
    "Plain Ledger",
    "Long Way Round",
)
SPOKEN = (
    "Two of us on this side hold it first hand. Who told you otherwise?",
    "My clue says so and so does my neighbour’s. Two clues, not two echoes.",
    "Firmly. Three clues within reach agree; ask the far side.",
    "You sound sure but you cite others. I would rather hear whose clue it was.",
    "",
)


def rumor_log(settings: dict[str, Any], seed: str, *, spoken: Sequence[str] = SPOKEN) -> list[Any]:
    """Play a whole episode by gossip and herd, seat about; models' seats say `spoken` in turn."""
    game = get_game("rumor")
    config = game.configure(settings)
    kinds = [game.baseline(key, {}) for key in ("gossip", "herd")]
    state = game.begin(config)
    log: list[Any] = []
    while not game.is_over(state):
        event = game.next_event(state, seed)
        asked = game.pending(state) if event is None else ()
        for seat in asked:
            action, origin = _decide(game, state, seat, kinds, seed, len(log), spoken)
            log.append(game.act(state, seat, action, origin))
            state = game.apply(state, log[-1])
        if event is not None:
            state = game.apply(state, event)
            log.append(event)
    return log


def _decide(
    game: Any, state: Any, seat: Seat, kinds: Sequence[Any], seed: str, seq: int, spoken: Any
) -> tuple[Any, Origin]:
    is_scripted = not NAMES[seat][:1].isupper()
    kind = kinds[seat % 3 == 1]
    action = kind.decide(game.view(state, seat), stream(seed, "ties", seq, seat))
    if is_scripted or not isinstance(action, Talk) or not spoken:
        return action, Origin(scripted=True) if is_scripted else FIRST_REPLY
    drift = stream(seed, "drift", seq, seat).below(25) - 12
    changes: dict[str, Any] = {
        "message": spoken[(seq + seat) % len(spoken)][:240],
        "belief": max(1, min(99, action.belief + drift)),
        "confidence": max(5, min(100, action.confidence + drift)),
    }
    if (seq + seat) % 17 == 3:
        changes["claim"] = None
    return replace(action, **changes), FIRST_REPLY


def rumor_version(name: str) -> Version:
    """Return the first version of a policy of that name for Rumor, made when it is missing."""
    is_prompt = name[:1].isupper()
    policy, _ = Policy.objects.get_or_create(
        name=name,
        game="rumor",
        defaults={
            "slug": "rumor-" + hashlib.sha256(name.encode()).hexdigest()[:10],
            "kind": Policy.Kind.PROMPT if is_prompt else Policy.Kind.SCRIPTED,
        },
    )
    version, _ = Version.objects.get_or_create(
        policy=policy,
        number=1,
        defaults={
            "prompt": "Name your sources." if is_prompt else "",
            "baseline": "" if is_prompt else "gossip",
        },
    )
    return version


def make_rumor(
    *,
    topology: str = "clusters",
    rounds: int = 5,
    events: int | None = None,
    names: Sequence[str] = NAMES,
    seed: str = "",
    ladder: Ladder | None = None,
    spoken: Sequence[str] = SPOKEN,
    status: str = "",
    **fields: Any,
) -> Episode:
    """Store a match; with ``events`` only its first ones, so that it is still running."""
    game = get_game("rumor")
    config = game.configure({"topology": topology, "rounds": rounds})
    settings = game.settings(config)
    seed = seed or f"{next_number():064x}"
    log = rumor_log(settings, seed, spoken=spoken)
    part = log if events is None else log[:events]
    is_over = len(part) == len(log)
    now = timezone.now()
    results = None
    if is_over:
        state = game.begin(config)
        for event in log:
            state = game.apply(state, event)
        results = game.results(state)
    episode = Episode.objects.create(
        purpose=fields.pop("purpose", Episode.Purpose.LADDER),
        ladder=ladder,
        game="rumor",
        variant="bridged" if topology == "clusters" else "standard",
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
    if results is not None:
        episode.results = {
            "reason": results.reason,
            "scores": list(results.scores),
            "stats": [dict(one) for one in results.stats],
            "pairs": [],
            "details": results.details,
        }
        episode.save(update_fields=["results"])
    aliases, order = game.aliases(config, seed), game.order(config, seed)
    for slot, name in enumerate(names):
        StoredSeat.objects.create(
            episode=episode,
            slot=slot,
            position=order.index(Seat(slot)),
            alias=aliases[slot],
            version=rumor_version(name),
            score=None if results is None else results.scores[slot],
        )
    append_events(episode, part, first=1)
    forget_frames()
    return episode
