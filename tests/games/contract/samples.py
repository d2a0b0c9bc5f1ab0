"""What each game brings to the contract suite: settings, a wild player, and worlds to compare.

A game without its row here fails ``test_registry.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.base import AnyGame, Cause, Json, Origin, Seat
from games.chance import Stream, stream
from games.registry import GAMES
from tests.games.contract import wild_dice, wild_rumor
from tests.games.play import Decide, play

ORIGINS = (
    Origin(),
    Origin(scripted=True),
    Origin(retried=Cause.ILLEGAL),
    Origin(fallback=Cause.TIMEOUT),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One game's part of the suite."""

    settings: Sequence[Json]
    """Configurations that between them reach every rule."""
    short: Json
    """Settings of a match short enough to be read."""
    decide: Decide
    """Any legal action with any words, from a view and a stream."""
    twin: Callable[[Any, Sequence[Any], Seat, Stream], list[Any]]
    """Another log that is equal in all that the seat may know after it, and differs elsewhere."""
    nonsense: Sequence[Any]
    """Actions that are often illegal, for comparing error texts."""
    replies: Sequence[str]
    """Replies of models, readable and not."""
    secrets: Callable[[Sequence[Json]], Iterator[str]]
    """Private notes in an encoded log."""
    unsealed: Callable[[Json], Json] = lambda row: row
    """What staff may read of an encoded event: all of it, where the game seals nothing."""
    twins: int = 15
    """Matches in each of the settings that worlds are compared in."""
    frame_size: int = 8_000
    """No frame is longer than this, as JSON."""


SAMPLES: Mapping[str, Sample] = {
    "liars-dice": Sample(
        settings=wild_dice.SETTINGS,
        short={"deals": 2},
        decide=wild_dice.decide,
        twin=wild_dice.twin,
        nonsense=wild_dice.NONSENSE,
        replies=wild_dice.REPLIES,
        secrets=wild_dice.secrets,
    ),
    "rumor": Sample(
        settings=wild_rumor.SETTINGS,
        short={"rounds": 3},
        decide=wild_rumor.decide,
        twin=wild_rumor.twin,
        nonsense=wild_rumor.NONSENSE,
        replies=wild_rumor.REPLIES,
        secrets=wild_rumor.secrets,
        unsealed=wild_rumor.unsealed,
        twins=3,
        frame_size=16_000,
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """One episode that was played for the suite."""

    game: AnyGame
    config: Any
    seed: str
    log: list[Any]


def matches(key: str, count: int = 1) -> Iterator[Match]:
    """Play wild episodes of a game in each of its sample's settings, some cut by the clock."""
    game, sample = GAMES[key], SAMPLES[key]
    for number, settings in enumerate(list(sample.settings) * count):
        config, seed = game.configure(settings), f"match {number}"
        late = stream(seed, "late")
        deadline = late.below(20) if late.chance(0.3) else None
        log = play(
            game,
            config,
            seed,
            sample.decide,
            origins=lambda ties: ties.choice(ORIGINS),
            deadline_after=deadline,
        )
        yield Match(game=game, config=config, seed=seed, log=log)
