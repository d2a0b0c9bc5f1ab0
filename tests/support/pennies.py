"""The smallest game in which all seats act at once: each shows heads or tails, the odd one wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from games.base import (
    Audience,
    BaselineKind,
    Column,
    Game,
    Json,
    Origin,
    Prompt,
    Results,
    Seat,
    Variant,
)
from games.chance import Stream, stream

SEATS = 3


@dataclass(frozen=True, slots=True)
class Coin:
    """Shows either side."""

    def decide(self, view: int, ties: Stream) -> bool:
        return ties.chance(0.5)


class Pennies(Game[None, tuple[Json, ...], Json, int, bool]):
    """Start, one side from each seat at once, end. The state is the log."""

    key: ClassVar[str] = "pennies"
    title: ClassVar[str] = "Pennies"
    variants: ClassVar[Mapping[str, Variant]] = {
        "three": Variant(key="three", title="Three", summary="Three seats.", settings={})
    }
    baselines: ClassVar[Mapping[str, BaselineKind]] = {
        "coin": BaselineKind(key="coin", summary="Shows either side.")
    }
    fallback: ClassVar[str] = "coin"
    columns: ClassVar[tuple[Column, ...]] = ()
    break_even: ClassVar[float] = 1 / 3
    score_range: ClassVar[tuple[float, float]] = (0.0, 1.0)

    def configure(self, settings: Mapping[str, Any]) -> None:
        return None

    def settings(self, config: None) -> Json:
        return {}

    def seats(self, config: None) -> int:
        return SEATS

    def begin(self, config: None) -> tuple[Json, ...]:
        return ()

    def next_event(
        self, state: tuple[Json, ...], seed: str, *, deadline: bool = False
    ) -> Json | None:
        if not state:
            return {"kind": "start"}
        return {"kind": "end"} if len(state) == SEATS + 1 else None

    def pending(self, state: tuple[Json, ...]) -> tuple[Seat, ...]:
        shown = [data["seat"] for data in state[1:]]
        if not state or len(shown) >= SEATS:
            return ()
        return tuple(Seat(seat) for seat in range(SEATS) if seat not in shown)

    def is_over(self, state: tuple[Json, ...]) -> bool:
        return len(state) == SEATS + 2

    def apply(self, state: tuple[Json, ...], event: Json) -> tuple[Json, ...]:
        return (*state, event)

    def is_chance(self, event: Json) -> bool:
        return bool(event["kind"] != "show")

    def view(self, state: tuple[Json, ...], seat: Seat) -> int:
        assert len(state) == 1, "nobody may see what another one shows"
        return seat

    def prompt(self, view: int, policy: str) -> Prompt:
        return Prompt(system=policy, user="Heads or tails?", schema={})

    def parse(self, view: int, reply: str) -> bool:
        return "heads" in reply

    def act(self, state: tuple[Json, ...], seat: Seat, action: bool, origin: Origin) -> Json:
        return {
            "kind": "show",
            "seat": int(seat),
            "is_heads": action,
            "scripted": origin.scripted,
            "fallback": origin.fallback,
        }

    def baseline(self, key: str, parameters: Mapping[str, Any]) -> Coin:
        return Coin()

    def encode(self, event: Json) -> Json:
        return event

    def decode(self, data: Mapping[str, Any]) -> Json:
        return dict(data)

    def export(self, state: tuple[Json, ...], event: Json, audience: Audience) -> Json:
        return event

    def frame(self, state: tuple[Json, ...], event: Json, audience: Audience) -> Json:
        return {"kind": event["kind"], "event": event, "table": {"shown": len(state) - 1}}

    def line(self, state: tuple[Json, ...], event: Json, seat: Seat | None = None) -> str:
        return str(event["kind"])

    def aliases(self, config: None, seed: str) -> tuple[str, ...]:
        return ("Ann", "Ben", "Cat")

    def order(self, config: None, seed: str) -> tuple[Seat, ...]:
        return tuple(stream(seed, "order").shuffled(map(Seat, range(SEATS))))

    def results(self, state: tuple[Json, ...]) -> Results:
        sides = [data["is_heads"] for data in state[1:-1]]
        scores = tuple(float(sides.count(side) == 1) for side in sides)
        return Results(reason="complete", scores=scores, stats=({},) * SEATS)
