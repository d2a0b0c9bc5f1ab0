"""A match whose log a test writes event by event, as the runner would."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, cast

from asgiref.sync import sync_to_async
from django.utils import timezone

from games.base import SPECTATOR, Origin, Seat
from games.chance import stream
from games.registry import get_game
from games.replay import states
from league.live.publish import apublish_status, publish_frames
from league.models import Episode, Event, Ladder, Policy, Version
from league.models import Seat as SeatRow
from league.queries.frames import make_frame
from tests.support.policies import make_policy

GAME = "liars-dice"
SEED = "5eed5eed5eed5eed"
SALT = "5a175a175a175a17"
NOTE = "a-private-note"
PROMPT = "a-secret-prompt"


@cache
def played(deals: int) -> tuple[dict[str, Any], list[Any], list[Any]]:
    """Play an episode in memory: settings, events, and the state after each of them.

    Baselines decide; every seat also talks, and writes a private note.
    """
    game = get_game(GAME)
    config = game.configure({"deals": deals})
    state = game.begin(config)
    events: list[Any] = []
    baseline = game.baseline("bayes", {"challenge_below": 0.02, "safe": 0.1})  # long deals
    while not game.is_over(state):
        event = game.next_event(state, SEED)
        if event is None:
            seat = game.pending(state)[0]
            action = baseline.decide(game.view(state, seat), stream(SEED, "ties", len(events)))
            action = replace(action, say=f"talk {len(events)}", notes=NOTE)
            event = game.act(state, seat, action, Origin())
        events.append(event)
        state = game.apply(state, event)
    after = list(states(game, config, events))[1:]
    return game.settings(config), events, after


@dataclass(slots=True)
class Match:
    """An episode and how much of its log is stored."""

    episode: Episode
    events: list[Any]
    states: list[Any]
    stored: int = 0

    @property
    def length(self) -> int:
        return len(self.events)

    def append(self, count: int = 1) -> list[dict[str, Any]]:
        """Store the next events and tell nobody; return their frames, to be published."""
        game = get_game(GAME)
        first = self.stored
        until = min(first + count, self.length)
        rows = [
            Event(episode=self.episode, seq=i + 1, kind=data["kind"], data=data)
            for i, data in enumerate(map(game.encode, self.events[first:until]), start=first)
        ]
        Event.objects.bulk_create(rows)
        self.stored = until
        self.episode.last_seq = until
        self.episode.save(update_fields=["last_seq"])
        return [
            make_frame(
                game,
                self.states[row.seq - 1],
                self.events[row.seq - 1],
                seq=row.seq,
                at=row.created_at,
                audience=SPECTATOR,
            )
            for row in rows
        ]

    async def aappend(self, count: int = 1) -> list[dict[str, Any]]:
        return await sync_to_async(self.append)(count)

    async def play(self, count: int = 1) -> None:
        """Store and publish the next events, one by one."""
        for _ in range(count):
            await publish_frames(self.episode, await self.aappend())

    def settle(self, status: str = Episode.Status.FINISHED) -> None:
        """End the match with a status, and tell nobody."""
        episode = self.episode
        episode.status, episode.ended_at = status, timezone.now()
        if status == Episode.Status.FINISHED:
            results = get_game(GAME).results(self.states[-1])
            episode.reason = results.reason
            episode.results = {
                "reason": results.reason,
                "scores": list(results.scores),
                "stats": [dict(stats) for stats in results.stats],
                "details": results.details,
            }
            for seat in episode.seats.all():
                seat.score = results.scores[seat.slot]
                seat.save(update_fields=["score"])
        episode.save()

    async def end(self, status: str = Episode.Status.FINISHED) -> None:
        await sync_to_async(self.settle)(status)
        await apublish_status(self.episode)


def make_match(
    stored: int = 0,
    *,
    deals: int = 8,
    ladder: Ladder | None = None,
    policies: Sequence[Policy] = (),
) -> Match:
    """Create a running match of four prompt policies with the first events of its log stored."""
    settings, events, after = played(deals)
    game = get_game(GAME)
    config = game.configure(settings)
    episode = Episode.objects.create(
        purpose=Episode.Purpose.LADDER if ladder else Episode.Purpose.TRYOUT,
        ladder=ladder,
        game=GAME,
        variant="standard",
        settings=settings,
        seed=SEED,
        salt=SALT,
        commitment=hashlib.sha256(f"{SEED}:{SALT}".encode()).hexdigest(),
        status=Episode.Status.RUNNING,
        started_at=timezone.now(),
    )
    aliases, order = game.aliases(config, SEED), game.order(config, SEED)
    for slot in range(game.seats(config)):
        policy = policies[slot] if policies else make_policy(prompt=f"{PROMPT} {slot}")
        SeatRow.objects.create(
            episode=episode,
            slot=slot,
            position=order.index(Seat(slot)),
            alias=aliases[slot],
            version=cast(Version, policy.champion),
        )
    match = Match(episode=episode, events=events, states=after)
    match.append(stored)
    return match
