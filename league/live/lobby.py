"""The lobby's feed: one state in each process, and its changes pushed table by table."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import ClassVar

from channels.db import database_sync_to_async

from games.base import Json
from league.live.feeds import Feed, Switchboard, encode
from league.live.groups import LOBBY
from league.live.presence import Presence
from league.live.spectators import Send, Spectator
from league.queries.lobby import Table, read_tables
from league.queries.results import read_results
from league.queries.tops import read_tops

LOOK_SECONDS = 5.0
TOPS_SECONDS = 60.0
"""How old the ladders' tops may get when no word of a match's end came through."""


@dataclass(slots=True, kw_only=True)
class Shown:
    """A table as the lobby shows it now."""

    head: Json
    seq: int
    frame: str | None
    presence: Presence = field(default_factory=Presence)
    watching: int = 0

    def text(self) -> str:
        """Return the table as JSON text; the frame goes in as the text that it came as."""
        return (
            f'{{"head":{encode(self.head)},"frame":{self.frame or "null"},'
            f'"watching":{self.watching}}}'
        )


class LobbyFeed(Feed):
    """Everyone who has the lobby open."""

    pause: ClassVar[float] = 0.25

    def __init__(self, hub: Switchboard) -> None:
        super().__init__(hub)
        self.tables: dict[int, Shown] = {}
        self._results = "[]"
        self._tops = "[]"
        self._read_tops_at = float("-inf")

    async def find(self) -> str:
        return LOBBY

    async def look(self) -> float:
        known = {pk: table.seq for pk, table in self.tables.items()}
        tables, results = await database_sync_to_async(_read)(known)
        playing = {table.head["episode"] for table in tables}
        for pk in self.tables.keys() - playing:
            del self.tables[pk]
            self.tell(f"table {pk}", encode({"type": "gone", "episode": pk}))
        for table in tables:
            self._take(table)
        if results != self._results:
            self._results = results
            self.tell("results", f'{{"type":"results","results":{results}}}')
            self._read_tops_at = float("-inf")
        if self.hub.now() - self._read_tops_at >= TOPS_SECONDS:
            await self._look_at_tops()
        return LOOK_SECONDS

    async def _look_at_tops(self) -> None:
        """Read the ladders' tops: the dear part, so only after a match ended, and seldom else."""
        self._read_tops_at = self.hub.now()
        tops = encode_all(await database_sync_to_async(read_tops)())
        if tops != self._tops:
            self._tops = tops
            self.tell("tops", f'{{"type":"tops","tops":{tops}}}')

    def hear(self, message: Json, now: float) -> None:
        shown = self.tables.get(message["episode"])
        match message["type"]:
            case "frames" if shown is not None and message["texts"]:
                if message["last"] > shown.seq:
                    shown.seq, shown.frame = message["last"], message["texts"][-1]
                    self._tell_table(message["episode"])
            case "frames" | "status":
                self.look_soon()
            case "present" if shown is not None:
                shown.presence.hear(message["hub"], message["count"], now)

    def welcome(self, send: Send, after: int) -> Spectator:
        member = Spectator(send)
        tables = ",".join(table.text() for table in self.tables.values())
        member.tell(
            "lobby",
            f'{{"type":"lobby","tables":[{tables}],"results":{self._results},"tops":{self._tops}}}',
        )
        return member

    def count(self, now: float) -> None:
        for pk, table in self.tables.items():
            watching = table.presence.elsewhere(now)
            if watching != table.watching:
                table.watching = watching
                self._tell_table(pk)

    def _take(self, table: Table) -> None:
        """Take in what the database says of one table; a frame that came meanwhile is newer."""
        pk = table.head["episode"]
        head = {key: value for key, value in table.head.items() if key != "last"}
        shown = self.tables.get(pk)
        if shown is None:
            shown = self.tables[pk] = Shown(
                head=head, seq=table.seq, frame=table.frame, watching=self.hub.watching(pk)
            )
            shown.presence.hear(self.hub.id, shown.watching, self.hub.now())
            self._tell_table(pk)
            return
        is_newer = table.frame is not None and table.seq > shown.seq
        if is_newer:
            shown.seq, shown.frame = table.seq, table.frame
        if is_newer or head != shown.head:
            shown.head = head
            self._tell_table(pk)

    def _tell_table(self, pk: int) -> None:
        self.tell(f"table {pk}", f'{{"type":"table","table":{self.tables[pk].text()}}}')


def _read(known: dict[int, int]) -> tuple[list[Table], str]:
    return read_tables(keep=known, known=known), encode_all(read_results())


def encode_all(found: list[Json]) -> str:
    """Return a list as the compact JSON text that sockets send."""
    return json.dumps(found, separators=(",", ":"), ensure_ascii=False)
