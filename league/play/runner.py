"""Plays one episode from wherever its log ends.

Nothing that matters lives only here: the log is the state, every step is stored before anybody
hears of it, and whoever takes the episode up next folds the log and goes on. So a worker may die
at any moment, and two workers that play one episode write one log: the second is turned away.
"""

from __future__ import annotations

import asyncio
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import structlog
from asgiref.sync import sync_to_async
from django.db import InterfaceError, OperationalError

from games.base import SPECTATOR, Cause, Json, Origin, Seat
from games.chance import Stream, stream
from games.registry import get_game
from games.replay import last_state
from league import models
from league.actions.episodes import fail_episode, take_up
from league.actions.event_log import Addition, Superseded
from league.actions.finishing import finish_episode
from league.live.publish import publish_frames
from league.play.clock import Clock
from league.play.pace import Pace, hold
from league.play.players import Answer, Ask, ModelCall, Player
from league.play.seating import player_for
from league.play.writer import get_writer
from league.queries.frames import make_frame

log = structlog.get_logger()


async def play(episode_id: int) -> None:
    """Play an episode to its end. Returns quietly when it is over or somebody else plays it.

    An unexpected error marks the episode as failed. Cancelling leaves it for the next worker, and
    so does a database that cannot be reached: OperationalError and InterfaceError are raised.
    """
    try:
        table = await sync_to_async(_open_table)(episode_id)
        if table is not None:
            await table.play()
    except Superseded as error:
        log.info("left an episode to another worker", episode=episode_id, seq=error.seq)
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        log.exception("an episode failed", episode=episode_id)
        await sync_to_async(fail_episode)(episode_id, "".join(traceback.format_exception(error)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An event that is not stored yet, with the state after it."""

    event: Any
    state: Any
    encoded: Json
    seat: Seat | None = None
    answer: Answer | None = None
    """The decision behind it; None when nobody decided it."""


def _open_table(episode_id: int) -> Table | None:
    episode = take_up(episode_id)
    if episode is None:
        return None
    seats = list(episode.seats.select_related("version__policy").order_by("slot"))
    for seat in seats:
        seat.episode = episode
    return Table(
        episode, seats, list(episode.events.order_by("seq").values_list("data", flat=True))
    )


class Table:
    """One episode being played by this process."""

    def __init__(
        self, episode: models.Episode, seats: Sequence[models.Seat], log: Sequence[Json]
    ) -> None:
        self.episode = episode
        self.game = get_game(episode.game)
        self.players: list[Player] = [player_for(seat) for seat in seats]
        self.versions = [seat.version_id for seat in seats]
        config = self.game.configure(episode.settings)
        self.state = last_state(self.game, config, map(self.game.decode, log))
        self.seq = len(log)
        self.last_kind: str | None = log[-1]["kind"] if log else None
        self.last_time = time.monotonic()
        self.clock = Clock.of_episode(episode.play_seconds)
        self.pace = Pace.of_episode(episode.is_paced)

    async def play(self) -> None:
        """Play until the game is over, then write what follows from the log."""
        while not self.game.is_over(self.state):
            drafts = await self._decisions()
            if not drafts or self.pace.is_none:
                drafts += self._undecided(drafts)
            await self._wait_for_audience(drafts)
            await self._store(drafts)
        await sync_to_async(finish_episode)(self.episode.pk)

    async def _decisions(self) -> list[Draft]:
        """Ask all pending seats at once; return their moves in seat order, none if none is due."""
        seats = self.game.pending(self.state)
        if not seats or self._is_settled_by_time():
            return []
        answers = await asyncio.gather(*map(self._ask, seats))
        drafts = []
        state = self.state
        for seat, answer in zip(seats, answers, strict=True):
            # Against the state that all were asked about, as every action has been checked.
            event = self.game.act(self.state, seat, answer.action, answer.origin)
            drafts.append(self._draft(state, event, seat, answer))
            state = drafts[-1].state
        return drafts

    def _is_settled_by_time(self) -> bool:
        """Return whether the time is up and the game moves for the seats that are pending."""
        if not self.clock.is_out:
            return False
        return self.game.next_event(self.state, self.episode.seed, deadline=True) is not None

    async def _ask(self, seat: Seat) -> Answer:
        game, state = self.game, self.state
        ask = Ask(
            game=game,
            view=game.view(state, seat),
            seat=seat,
            check=lambda action: game.act(state, seat, action, Origin()),
            ties=self._ties(seat),
            seconds_left=self.clock.left,
        )
        try:
            async with asyncio.timeout(self.clock.left):
                return await self.players[seat].decide(ask)
        except TimeoutError:
            # The player's own limits should have stopped it; the episode ends in its time anyway.
            baseline = game.baseline(game.fallback, {})
            action = baseline.decide(ask.view, self._ties(seat))
            return Answer(action=action, origin=Origin(fallback=Cause.CLOCK))

    def _ties(self, seat: Seat) -> Stream:
        return stream(self.episode.seed, "ties", self.seq + 1, seat)

    def _undecided(self, before: Sequence[Draft]) -> list[Draft]:
        """Return the events that come by themselves after ``before``; at a pace, only the first."""
        drafts: list[Draft] = []
        state = before[-1].state if before else self.state
        while not self.game.is_over(state):
            event = self.game.next_event(state, self.episode.seed, deadline=self.clock.is_out)
            if event is None:
                break
            drafts.append(self._draft(state, event))
            state = drafts[-1].state
            if not self.pace.is_none:
                break
        return drafts

    def _draft(
        self, state: Any, event: Any, seat: Seat | None = None, answer: Answer | None = None
    ) -> Draft:
        return Draft(
            event=event,
            state=self.game.apply(state, event),
            encoded=self.game.encode(event),
            seat=seat,
            answer=answer,
        )

    async def _wait_for_audience(self, drafts: Sequence[Draft]) -> None:
        """Let the last event be seen before the next one, unless a model took its own time."""
        if self.pace.is_none or any(_is_a_models(draft) for draft in drafts):
            return
        gap = self.pace.gap(self.game.beat(self.last_kind, drafts[0].encoded["kind"]))
        with self.clock.stopped():
            await hold(self.last_time + gap - time.monotonic())

    async def _store(self, drafts: Sequence[Draft]) -> None:
        """Append the events, then tell whoever watches."""
        rows = tuple(
            models.Event(
                episode_id=self.episode.pk, seq=seq, kind=draft.encoded["kind"], data=draft.encoded
            )
            for seq, draft in enumerate(drafts, start=self.seq + 1)
        )
        calls = [
            self._call(row.seq, draft.seat, call)
            for row, draft in zip(rows, drafts, strict=True)
            if draft.answer is not None and draft.seat is not None
            for call in draft.answer.calls
        ]
        await get_writer().append(
            Addition(
                episode_id=self.episode.pk,
                events=rows,
                calls=tuple(calls),
                play_seconds=self.clock.spent,
            )
        )
        self.state = drafts[-1].state
        self.seq = rows[-1].seq
        self.last_kind = rows[-1].kind
        self.last_time = time.monotonic()
        frames = [
            make_frame(
                self.game,
                draft.state,
                draft.event,
                seq=row.seq,
                at=row.created_at,
                audience=SPECTATOR,
            )
            for row, draft in zip(rows, drafts, strict=True)
        ]
        await publish_frames(self.episode, frames)

    def _call(self, seq: int, seat: Seat, call: ModelCall) -> models.ModelCall:
        return models.ModelCall(
            episode_id=self.episode.pk,
            slot=seat,
            version_id=self.versions[seat],
            seq=seq,
            attempt=call.attempt,
            outcome=call.outcome or "",
            model=call.model,
            latency=call.latency,
            input_tokens=call.input_tokens,
            cache_creation_tokens=call.cache_creation_tokens,
            cache_read_tokens=call.cache_read_tokens,
            output_tokens=call.output_tokens,
            cost=call.cost,
            request_id=call.request_id,
        )


def _is_a_models(draft: Draft) -> bool:
    if draft.answer is None:
        return False
    return not draft.answer.origin.scripted and draft.answer.origin.fallback is None
