"""A game of one move, for tests of a seat that need no table."""

from __future__ import annotations

from typing import Any, cast

from games.base import AnyGame, Prompt, Seat
from games.chance import Stream, stream
from games.errors import IllegalAction, UnreadableAction
from league.play.players import Ask


class Toy:
    """Say ``go``; ``stop`` is illegal and all else unreadable. The baseline says ``wait``."""

    fallback = "waiter"

    def prompt(self, view: Any, policy: str) -> Prompt:
        return Prompt(system=f"Say go.\n{policy}", user=f"Your turn, {view}.", schema={})

    def parse(self, view: Any, reply: str) -> str:
        for word in ("go", "stop"):
            if f'"{word}"' in reply:
                return word
        raise UnreadableAction('expected {"action": "go"}')

    def baseline(self, key: str, parameters: Any) -> Toy:
        return self

    def decide(self, view: Any, ties: Stream) -> str:
        return "wait"


def check(action: object) -> None:
    if action == "stop":
        raise IllegalAction("no_stopping", "stopping is not allowed")


def toy_ask(*, seat: int = 0, seconds_left: float = 600.0) -> Ask:
    return Ask(
        game=cast(AnyGame, Toy()),
        view="traveller",
        seat=Seat(seat),
        check=check,
        ties=stream("seed", "ties", 1, seat),
        seconds_left=seconds_left,
    )
