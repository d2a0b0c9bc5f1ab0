"""Feeds: what the sockets of one page share in one process.

Theory of operation. A feed joins its group of the channel layer first and reads the database then,
so nothing can fall between. From there on a message is only a hint: frames that continue the
backlog are taken from it; anything else (a hole, a payload left out, a new status) makes the feed
look into the database, at most one look at a time. A slow look every few seconds finds what a lost
message would have told. Sockets are never awaited here (`spectators.py`).
"""

from __future__ import annotations

import asyncio
import json
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol

from channels.db import database_sync_to_async

from games.base import Json
from league.live.groups import LOBBY, episode_group, ladder_group
from league.live.presence import Presence
from league.live.spectators import Backlog, Send, Spectator
from league.models import Episode, Ladder
from league.queries.frames import format_time, read_frame_texts
from league.queries.head import read_head

log = logging.getLogger(__name__)

LOOK_SECONDS = 3.0
"""How often a feed of a running match looks into the database without being told to."""
IDLE_LOOK_SECONDS = 30.0
"""The same for a match that is over: only staff can still change it."""
PING_SECONDS = 20.0
PING = '{"type":"ping"}'
STRETCH = 100
"""Sockets written to before the loop gets its turn."""


class NoSuchFeed(LookupError):
    """There is no such match or ladder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedKey:
    """What a socket asks for: a match by its id, a ladder by its slug, or the lobby."""

    kind: Literal["match", "lobby", "ladder"]
    name: str


class Switchboard(Protocol):
    """What a feed needs of its hub."""

    id: str

    def now(self) -> float: ...

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]: ...

    async def subscribe(self, feed: Feed) -> None: ...

    async def send(self, group: str, message: Json) -> None: ...

    def watching(self, episode: int) -> int: ...


def encode(message: Json) -> str:
    """Return a message as the compact JSON text that sockets send."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)


class Feed(ABC):
    """One page's sockets in this process, and what they share."""

    pause: ClassVar[float] = 0.0
    """Least seconds between two deliveries."""

    def __init__(self, hub: Switchboard) -> None:
        self.hub = hub
        self.group = ""
        self.members: dict[Spectator, None] = {}
        self.is_open = False
        self._delivery: asyncio.Task[None] | None = None
        self._has_news = False
        self._looking: asyncio.Task[None] | None = None
        self._must_look = False
        self._next_look = 0.0
        self._next_ping = float("inf")

    # what each kind of page does

    @abstractmethod
    async def find(self) -> str:
        """Return the name of the layer's group. Raises NoSuchFeed."""

    @abstractmethod
    async def look(self) -> float:
        """Read the database, tell the members what is new, and return seconds to the next look."""

    @abstractmethod
    def hear(self, message: Json, now: float) -> None:
        """Take a message of the layer in. Never waits."""

    @abstractmethod
    def welcome(self, send: Send, after: int) -> Spectator:
        """Return a new member, told all that it lacks."""

    def count(self, now: float) -> None:  # noqa: B027  most pages count nobody
        """Say how many watch, when that has changed."""

    # what all share

    async def open(self, now: float) -> None:
        """Join the group, and only then read the database."""
        self.group = await self.find()
        await self.hub.subscribe(self)
        self._next_look = now + await self.look()
        self._next_ping = now + PING_SECONDS
        self.is_open = True

    def add(self, send: Send, after: int) -> Spectator:
        member = self.welcome(send, after)
        self.members[member] = None
        member.wake()
        return member

    def discard(self, member: Spectator) -> None:
        self.members.pop(member, None)
        member.leave()

    def close(self) -> None:
        """End what still runs for nobody."""
        for task in (self._delivery, self._looking):
            if task is not None:
                task.cancel()

    def tick(self, now: float) -> None:
        """Do what is due by the clock: look, ping, count."""
        if now >= self._next_look:
            self.look_soon()
        if now >= self._next_ping:
            self._next_ping = now + PING_SECONDS
            self.tell("ping", PING)
        self.count(now)

    def tell(self, slot: str, text: str) -> None:
        """Send a text to every member; an unsent one of the same slot is replaced."""
        for member in self.members:
            member.tell(slot, text)
        self.deliver_soon()

    def deliver_soon(self) -> None:
        """Wake the members' writers; what is published meanwhile goes along."""
        self._has_news = True
        if self._delivery is None:
            self._delivery = self.hub.spawn(self._deliver())

    def look_soon(self) -> None:
        """Look into the database; while a look is under way, once more after it."""
        self._must_look = True
        self._next_look = float("inf")
        if self._looking is None:
            self._looking = self.hub.spawn(self._look())

    async def _deliver(self) -> None:
        try:
            while self._has_news:
                self._has_news = False
                for number, member in enumerate(tuple(self.members), start=1):
                    member.wake()
                    if number % STRETCH == 0:
                        await asyncio.sleep(0)
                if self.pause:
                    await asyncio.sleep(self.pause)
        finally:
            self._delivery = None

    async def _look(self) -> None:
        wait = LOOK_SECONDS
        try:
            while self._must_look:
                self._must_look = False
                wait = await self.look()
        except Exception:
            log.exception("%s: the look into the database failed", self.group)
        finally:
            self._looking = None
            self._next_look = asyncio.get_running_loop().time() + wait


class MatchFeed(Feed):
    """The watchers of one match."""

    def __init__(self, hub: Switchboard, pk: int) -> None:
        super().__init__(hub)
        self.pk = pk
        self.backlog = Backlog()
        self._head: Json = {}
        self._presence = Presence()
        self._shown = 0

    async def find(self) -> str:
        return episode_group(self.pk)

    async def look(self) -> float:
        last = self.backlog.last
        head, texts = await database_sync_to_async(_read_match)(self.pk, last)
        if self.backlog.extend(last + 1, texts) and texts:
            self.deliver_soon()
        facts = {key: value for key, value in head.items() if key != "last"}
        if facts != self._head:
            self._head = facts
            self.tell("head", self._head_text())
        return LOOK_SECONDS if head["status"] in ("queued", "running") else IDLE_LOOK_SECONDS

    def hear(self, message: Json, now: float) -> None:
        match message["type"]:
            case "frames":
                if self.backlog.extend(message["first"], message["texts"]):
                    self.deliver_soon()
                if self.backlog.last < message["last"]:
                    self.look_soon()
            case "status":
                self.look_soon()
            case "present" if message["hub"] != self.hub.id:
                self._presence.hear(message["hub"], message["count"], now)

    def welcome(self, send: Send, after: int) -> Spectator:
        member = Spectator(send, backlog=self.backlog, position=min(after, self.backlog.last))
        member.tell("head", self._head_text())
        member.tell("watching", self._watching_text(self._shown or 1))
        return member

    def count(self, now: float) -> None:
        here = len(self.members)
        if self._presence.is_due(here, now):
            self.hub.spawn(self._announce(here))
        watching = here + self._presence.elsewhere(now)
        if watching != self._shown:
            self._shown = watching
            self.tell("watching", self._watching_text(watching))

    async def _announce(self, count: int) -> None:
        message = {"type": "present", "episode": self.pk, "hub": self.hub.id, "count": count}
        await self.hub.send(self.group, message)
        await self.hub.send(LOBBY, message)

    def _head_text(self) -> str:
        return encode({"type": "head", "head": self._head | {"last": self.backlog.last}})

    def _watching_text(self, count: int) -> str:
        return encode({"type": "watching", "count": count})


def _read_match(pk: int, after: int) -> tuple[Json, list[str]]:
    episode = Episode.objects.select_related("ladder").filter(pk=pk).first()
    if episode is None:
        raise NoSuchFeed(f"match {pk}")
    return read_head(episode), read_frame_texts(episode, after)


class LadderFeed(Feed):
    """The readers of one ladder's page: they hear that it has changed, and fetch what they show."""

    pause = 1.0

    def __init__(self, hub: Switchboard, slug: str, clock: Callable[[], str]) -> None:
        super().__init__(hub)
        self.slug = slug
        self._clock = clock
        self._seen = ""

    async def find(self) -> str:
        ladder = await Ladder.objects.filter(slug=self.slug).afirst()
        if ladder is None:
            raise NoSuchFeed(f"ladder {self.slug!r}")
        return ladder_group(ladder.pk)

    async def look(self) -> float:
        latest = await (
            Episode.objects.filter(ladder__slug=self.slug, ended_at__isnull=False)
            .order_by("-ended_at")
            .values_list("ended_at", flat=True)
            .afirst()
        )
        seen = format_time(latest) if latest else ""
        if self.is_open and seen != self._seen:
            self.tell("standings", encode({"type": "standings", "at": self._clock()}))
        self._seen = seen
        return IDLE_LOOK_SECONDS

    def hear(self, message: Json, now: float) -> None:
        if message["type"] == "standings":
            self.tell("standings", encode({"type": "standings", "at": self._clock()}))

    def welcome(self, send: Send, after: int) -> Spectator:
        return Spectator(send)
