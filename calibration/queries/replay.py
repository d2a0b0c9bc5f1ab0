"""A clip as its rater sees it: a seat's play under aliases, without a name, a number or a time.

What a page, its JSON or its addresses hold of a pair before the answer comes from here. It starts
empty and takes what the table shows: no match, no ladder, no policy, no version, no clock, nothing
of the deals before or after, and not whether a move was scripted, retried or made for a seat.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from calibration.models import Clip
from games.base import FIRST_REPLY, SPECTATOR, Json
from games.registry import get_game
from games.replay import decode_log, states
from league.models import Episode
from league.queries.frames import configuration, read_frames

TELLTALE: Json = {"scripted": False, "retried": None, "fallback": None}
"""How a move came about would tell a baseline from a prompt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """One clip of a pair."""

    alias: str
    """Of the seat that is judged."""
    head: Json
    frames: list[Json]
    """Numbered from 1, without times."""
    lines: list[str]
    """The same in words."""

    def as_json(self) -> Json:
        return {"head": self.head, "frames": self.frames}


def read_replay(clip: Clip) -> Replay:
    """Return a clip blind. Raises ReplayMismatch when the rules refuse its log."""
    episode = clip.episode
    game = get_game(episode.game)
    first, last = clip.first_seq, clip.last_seq
    found = read_frames(episode, first - 1, SPECTATOR, limit=last - first + 1)
    blinded = [
        {
            "seq": number,
            "at": "",
            "kind": frame["kind"],
            "event": _without_telltales(frame["event"]),
            "table": _without_telltales(frame["table"]),
        }
        for number, frame in enumerate(found, start=1)
    ]
    seats = sorted(episode.seats.all(), key=lambda seat: seat.slot)
    head = {
        "episode": 0,
        "game": game.key,
        "title": game.title,
        "config": dict(episode.settings),
        "seats": [_seat(seat.slot, seat.position, seat.alias) for seat in seats],
        "order": [seat.slot for seat in sorted(seats, key=lambda seat: seat.position)],
        "judged": clip.seat.slot,
        "status": "finished",
        "purpose": "ladder",
        "last": len(blinded),
    }
    if trim := TRIMS.get(game.key):
        trim(head, blinded)
    lines = _read_lines(episode, first, last)
    return Replay(alias=clip.seat.alias, head=head, frames=blinded, lines=lines)


def _read_lines(episode: Episode, first: int, last: int) -> list[str]:
    """Return the clip's events in words, each as if it had been a first reply."""
    game, config = configuration(episode)
    log = episode.events.filter(seq__lte=last).order_by("seq")
    events = decode_log(game, log.values_list("data", flat=True))
    reached = list(states(game, config, events))[1:]
    plain = [replace(e, origin=FIRST_REPLY) if hasattr(e, "origin") else e for e in events]
    alone = AS_ALONE.get(game.key, lambda state, event: (state, event))
    return [
        game.line(*alone(state, event))
        for state, event in zip(reached[first - 1 :], plain[first - 1 :], strict=True)
    ]


def _seat(slot: int, position: int, alias: str) -> Json:
    return {
        "slot": slot,
        "position": position,
        "alias": alias,
        "policy": "",
        "version": 0,
        "is_scripted": False,
        "url": "",
    }


def _without_telltales(value: Any) -> Any:
    """Return JSON with every telltale, however deep, set to what most moves have."""
    if isinstance(value, dict):
        return {key: TELLTALE.get(key, _without_telltales(part)) for key, part in value.items()}
    if isinstance(value, list):
        return [_without_telltales(part) for part in value]
    return value


def _one_deal(head: Json, frames: list[Json]) -> None:
    """Make a deal of Liar's Dice look like a match of its own."""
    head["config"]["deals"] = 1
    before = list(frames[0]["table"]["points"]) if frames else []
    for frame in frames:
        table = frame["table"]
        table["points"] = [now - then for now, then in zip(table["points"], before, strict=True)]
        table |= {"deal": 0, "deals": 1, "line": [], "scores": [0.5] * len(before), "audit": None}
        if "deal" in frame["event"]:
            frame["event"]["deal"] = 0


def _deal_alone(state: Any, event: Any) -> tuple[Any, Any]:
    """Return a state and its event as if the deal were a match of its own."""
    event = replace(event, deal=0) if hasattr(event, "deal") else event
    return replace(state, config=replace(state.config, deals=1)), event


TRIMS: dict[str, Callable[[Json, list[Json]], None]] = {"liars-dice": _one_deal}
"""For games whose clip is less than an episode."""
AS_ALONE: dict[str, Callable[[Any, Any], tuple[Any, Any]]] = {"liars-dice": _deal_alone}
"""The same for the words of a clip."""
