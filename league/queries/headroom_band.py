"""Where Rumor's honest seats stand between their own clue and all honest clues together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

from league.models import Ladder
from league.queries.standings import Row, read_board

LOW, HIGH = 0.45, 1.0
"""The ends of the drawn axis."""
Z95 = 1.959964


@dataclass(frozen=True, slots=True, kw_only=True)
class Landmark:
    """A published figure of 6,000 seeds; ``manage.py headroom`` meets it within 0.02."""

    key: str
    share: float
    label: str
    meaning: str


LANDMARKS = (
    Landmark(
        key="herd",
        share=0.62,
        label="all herd",
        meaning="ten seats that follow the majority they hear: echoes drown the clues",
    ),
    Landmark(
        key="own",
        share=0.675,
        label="own clue",
        meaning="a seat that listens to nobody and votes its own clue",
    ),
    Landmark(
        key="gossip",
        share=0.68,
        label="all gossip",
        meaning="ten seats that count each neighbour once",
    ),
    Landmark(
        key="claims",
        share=0.717,
        label="all claims",
        meaning="the majority of ten claims when the saboteurs claim the opposite of their clue",
    ),
    Landmark(
        key="honest",
        share=0.925,
        label="honest clues",
        meaning="the majority of the honest seats’ clues alone: all there is to win",
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standpoint:
    """How often the honest seats were right at tables where a policy sat as one of them."""

    policy: str
    url: str
    is_scripted: bool
    ladder: str
    share: float
    low: float
    high: float
    matches: int
    """Rated matches that it played as an honest seat."""


def axis(share: float) -> float:
    """Return where a share stands on the drawn axis, 0 to 100."""
    return round(100 * (min(HIGH, max(LOW, share)) - LOW) / (HIGH - LOW), 2)


def read_standpoints(game: str) -> list[Standpoint]:
    """Return every ranked policy of a game's public ladders, the best honest accuracy first."""
    ladders = Ladder.objects.filter(game=game).order_by("slug")
    found = [point for ladder in ladders for point in _points(ladder, read_board(ladder).ranked)]
    return sorted(found, key=lambda point: -point.share)


def _points(ladder: Ladder, rows: Sequence[Row]) -> Iterator[Standpoint]:
    for row in rows:
        rate = next((one for one in row.rates if one.key == "accuracy"), None)
        if rate is None or rate.share is None or not rate.over:
            continue
        low, high = interval(rate.share, rate.over)
        yield Standpoint(
            policy=row.policy.name,
            url=row.policy.get_absolute_url(),
            is_scripted=row.policy.is_scripted,
            ladder=ladder.title,
            share=rate.share,
            low=low,
            high=high,
            matches=rate.over,
        )


def interval(share: float, n: int) -> tuple[float, float]:
    """Return a 95 % Wilson interval for a mean of ``n`` matches' accuracies.

    A value between 0 and 1 varies at most as a coin of the same mean does, so it is if anything
    too wide.
    """
    spread = Z95 * sqrt(share * (1 - share) / n + Z95**2 / (4 * n * n))
    middle = share + Z95**2 / (2 * n)
    scale = 1 + Z95**2 / n
    return (middle - spread) / scale, (middle + spread) / scale
