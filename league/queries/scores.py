"""The leaderboard of a ladder with the spread of its scores."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np
from django.db.models import F

from games.registry import GAMES
from league.models import Ladder, LeagueSettings, Seat, Standing
from league.queries.audit import MOST_EPISODES, rated_episodes


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Five numbers of a champion's seat scores: the whiskers are the furthest within 1.5 boxes."""

    n: int
    """Seats, of the newest matches."""
    low: float
    lower: float
    median: float
    upper: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Leader:
    """A champion on the leaderboard."""

    standing: Standing
    is_provisional: bool
    spread: Spread | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaderboard:
    """A ladder's champions, those with a mean first, the highest on top."""

    ladder: Ladder
    leaders: tuple[Leader, ...]
    break_even: float
    score_range: tuple[float, float]


def spread(scores: list[float]) -> Spread | None:
    """Return the five numbers of some scores; None of none.

    >>> spread([0.0, 1.0, 2.0, 3.0, 10.0]).high
    3.0
    """
    if not scores:
        return None
    values = np.sort(np.asarray(scores))
    lower, median, upper = (float(q) for q in np.quantile(values, [0.25, 0.5, 0.75]))
    reach = 1.5 * (upper - lower)
    inside = values[(values >= lower - reach) & (values <= upper + reach)]
    return Spread(
        n=len(values),
        low=float(inside[0]),
        lower=lower,
        median=median,
        upper=upper,
        high=float(inside[-1]),
    )


def champions(ladder: Ladder) -> list[Standing]:
    """Return the standings of champions that are in play, the highest mean first."""
    rows = Standing.objects.filter(
        ladder=ladder,
        version=F("version__policy__champion"),
        version__policy__retired_at__isnull=True,
    )
    ordered = rows.order_by(F("mean").desc(nulls_last=True), "version__policy__name")
    return list(ordered.defer("replicates").select_related("version__policy"))


def read_leaderboard(ladder: Ladder) -> Leaderboard:
    """Return a ladder's leaderboard; the spreads are over the newest matches. Four queries."""
    standings = champions(ladder)
    below = LeagueSettings.load().provisional_below
    episodes = rated_episodes(ladder).order_by("-ended_at")
    first = list(episodes.values_list("ended_at", flat=True)[MOST_EPISODES - 1 : MOST_EPISODES])
    seats = Seat.objects.filter(
        episode__in=rated_episodes(ladder, first[0] if first else None),
        version__in=[standing.version_id for standing in standings],
        score__isnull=False,
    )
    scores: defaultdict[int, list[float]] = defaultdict(list)
    for version, score in seats.order_by().values_list("version_id", "score"):
        scores[version].append(float(score or 0.0))
    game = GAMES.get(ladder.game)
    return Leaderboard(
        ladder=ladder,
        leaders=tuple(
            Leader(
                standing=standing,
                is_provisional=standing.episodes < below,
                spread=spread(scores[standing.version_id]),
            )
            for standing in standings
        ),
        break_even=game.break_even if game else 0.5,
        score_range=game.score_range if game else (0.0, 1.0),
    )
