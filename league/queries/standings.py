"""A ladder's standings as its page, its files and the lobby show them.

All time costs the same however many matches were played: it reads one stored row for each champion.
A recent window is resampled from the seats of its newest matches, at most ``WINDOW_LIMIT`` of them.
On the ladder stand the champions of policies that are in play: a retired policy and the versions
that a champion replaced keep their records on the policy's own page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.utils import timezone

from games.base import AnyGame, Parameter
from games.registry import get_game
from league.models import Episode, Ladder, LeagueSettings, Policy, Seat, Standing, Version
from league.standings.ranking import Contender, Place, places
from league.standings.record import Record, SeatResult

WINDOW_LIMIT = 1_000
"""Matches of a recent window that are read at most, the newest first."""


class Window(StrEnum):
    """Which matches count on the page."""

    ALL = "all"
    WEEK = "week"
    DAY = "day"

    @property
    def span(self) -> timedelta | None:
        return {"all": None, "week": timedelta(days=7), "day": timedelta(days=1)}[self.value]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """What a champion did: stored sums, or those of a window."""

    episodes: int = 0
    mean: float | None = None
    low: float | None = None
    high: float | None = None
    stats: Mapping[str, float]
    decisions: int = 0
    model_decisions: int = 0
    cost: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """A ratio of sums, such as false bids over bids."""

    key: str
    label: str
    share: float | None
    """None when there is nothing to divide by."""
    over: int
    """The count in the denominator."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One champion on a ladder."""

    version: Version
    sums: Sums
    rates: tuple[Rate, ...]
    place: Place | None
    """None while provisional: no rank, and nobody's rank counts it."""
    is_own: bool

    @property
    def policy(self) -> Policy:
        return self.version.policy

    @property
    def label(self) -> str:
        """The version's number, or a baseline's parameters in their own order."""
        given = self._parameters()
        return " / ".join(f"{value:g}" for _, value in given) or f"v{self.version.number}"

    @property
    def legend(self) -> str:
        """What the numbers of a baseline's label are; nothing for a version's number."""
        given = self._parameters()
        named = ", ".join(f"{parameter.key} {value:g}" for parameter, value in given)
        return f"{self.version.baseline}: {named}" if given else ""

    def _parameters(self) -> list[tuple[Parameter, float]]:
        """The stored parameters as the game lists them: PostgreSQL keeps JSON in another order."""
        kind = get_game(self.policy.game).baselines.get(self.version.baseline)
        stored = self.version.parameters or {}
        known = kind.parameters if kind else ()
        return [(one, stored[one.key]) for one in known if one.key in stored]

    @property
    def wins(self) -> int | None:
        return self._count("wins")

    @property
    def losses(self) -> int | None:
        return self._count("losses")

    @property
    def win_share(self) -> float | None:
        decided = (self.wins or 0) + (self.losses or 0)
        return (self.wins or 0) / decided if decided else None

    @property
    def model_share(self) -> float | None:
        """The share of decisions that the model really made; None for a baseline."""
        if self.policy.is_scripted or not self.sums.decisions:
            return None
        return self.sums.model_decisions / self.sums.decisions

    @property
    def cost_per_episode(self) -> float | None:
        """US dollars; None for a baseline and before the first match."""
        if self.policy.is_scripted or not self.sums.episodes:
            return None
        return self.sums.cost / self.sums.episodes

    def _count(self, key: str) -> int | None:
        return round(self.sums.stats[key]) if key in self.sums.stats else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A ladder with everyone on it. Rows are in order of the mean."""

    ladder: Ladder
    game: AnyGame
    window: Window
    provisional_below: int
    ranked: tuple[Row, ...]
    provisional: tuple[Row, ...]
    """At least one match, no rank yet."""
    waiting: tuple[Row, ...]
    """No rated match yet."""
    episodes: int
    """Rated matches that the rows come from."""
    is_cut: bool
    """The window holds more matches than were read."""
    last_ended_at: datetime | None

    @property
    def groups(self) -> int:
        """How many groups of ranked policies never met each other; 1 is the usual."""
        return len({row.place.group for row in self.ranked if row.place})

    @property
    def leaders(self) -> tuple[Row, ...]:
        """Those with rank 1 in the first group."""
        return tuple(
            row for row in self.ranked if row.place and (row.place.rank, row.place.group) == (1, 0)
        )

    @property
    def nearest(self) -> int | None:
        """Episodes of the policy that is nearest to a rank, while nobody has one."""
        if self.ranked:
            return None
        return max((row.sums.episodes for row in self.provisional), default=0)


def read_board(ladder: Ladder, *, window: Window = Window.ALL, viewer: int | None = None) -> Board:
    """Read a ladder; ``viewer`` is the id of the account whose policies are marked."""
    game = get_game(ladder.game)
    champions = list(_champions(ladder))
    number, is_cut = ladder.rated_episodes, False
    if window is Window.ALL:
        sums = _stored(ladder, champions)
    else:
        sums, number, is_cut = _recent(ladder, window)
    below = LeagueSettings.load().provisional_below
    found = places(
        [_contender(version.pk, sums.get(version.pk)) for version in champions],
        ladder.meetings.filter(rated__gt=0).values_list("one", "other"),
        provisional_below=below,
    )
    rows = [
        _row(game, version, sums.get(version.pk), found.get(version.pk), viewer)
        for version in champions
    ]
    rows.sort(key=lambda row: (-(row.sums.mean or 0.0), row.policy.name.lower()))
    ended = ladder.episodes.filter(status=Episode.Status.FINISHED).order_by("-ended_at")
    return Board(
        ladder=ladder,
        game=game,
        window=window,
        provisional_below=below,
        ranked=tuple(row for row in rows if row.place),
        provisional=tuple(row for row in rows if not row.place and row.sums.episodes),
        waiting=tuple(row for row in rows if not row.sums.episodes),
        episodes=number,
        is_cut=is_cut,
        last_ended_at=ended.values_list("ended_at", flat=True).first(),
    )


def seat_result(seat: Seat) -> SeatResult:
    """Return what a seat came to; a seat of a finished episode has a score."""
    if seat.score is None:
        raise ValueError(f"standings: expected a score, got None for {seat}")
    return SeatResult(
        score=seat.score,
        stats=seat.stats,
        decisions=seat.decisions,
        model_decisions=seat.model_decisions,
        cost=seat.cost,
    )


def _champions(ladder: Ladder) -> Iterable[Version]:
    in_play = Policy.objects.filter(game=ladder.game, retired_at=None, champion__isnull=False)
    return (
        Version.objects.filter(pk__in=in_play.values("champion"))
        .defer("prompt")
        .select_related("policy__owner")
    )


def _stored(ladder: Ladder, champions: Sequence[Version]) -> dict[int, Sums]:
    standings = Standing.objects.filter(ladder=ladder, version__in=champions).defer("replicates")
    return {
        row.version_id: Sums(
            episodes=row.episodes,
            mean=row.mean,
            low=row.low,
            high=row.high,
            stats=row.stats,
            decisions=row.decisions,
            model_decisions=row.model_decisions,
            cost=row.cost,
        )
        for row in standings
    }


def _recent(ladder: Ladder, window: Window) -> tuple[dict[int, Sums], int, bool]:
    assert window.span is not None
    lately = ladder.episodes.filter(
        status=Episode.Status.FINISHED,
        is_counted=True,
        ended_at__gte=timezone.now() - window.span,
    ).order_by("-ended_at")
    found = list(lately.values_list("pk", "seed")[: WINDOW_LIMIT + 1])
    seeds = dict(found[:WINDOW_LIMIT])
    tables: dict[int, dict[int, list[Seat]]] = {}
    for seat in Seat.objects.filter(episode__in=list(seeds)).order_by("episode", "slot"):
        tables.setdefault(seat.episode_id, {}).setdefault(seat.version_id, []).append(seat)
    records: dict[int, Record] = {}
    for episode, by_version in tables.items():
        for version, seats in by_version.items():
            record = records.setdefault(version, Record())
            record.add(seeds[episode], [seat_result(seat) for seat in seats])
    return (
        {version: _sums(record) for version, record in records.items()},
        len(seeds),
        len(found) > WINDOW_LIMIT,
    )


def _sums(record: Record) -> Sums:
    interval = record.interval()
    return Sums(
        episodes=record.episodes,
        mean=record.mean,
        low=interval.low if interval else None,
        high=interval.high if interval else None,
        stats=record.stats,
        decisions=record.decisions,
        model_decisions=record.model_decisions,
        cost=record.cost,
    )


def _contender(version: int, sums: Sums | None) -> Contender:
    sums = sums or Sums(stats={})
    return Contender(
        key=version, episodes=sums.episodes, mean=sums.mean, low=sums.low, high=sums.high
    )


def _row(
    game: AnyGame, version: Version, sums: Sums | None, place: Place | None, viewer: int | None
) -> Row:
    sums = sums or Sums(stats={})
    rates = []
    for column in game.columns:
        if column.kind == "ratio":
            over = sums.stats.get(column.over, 0)
            share = sums.stats.get(column.key, 0) / over if over else None
            rates.append(Rate(key=column.key, label=column.label, share=share, over=round(over)))
    return Row(
        version=version,
        sums=sums,
        rates=tuple(rates),
        place=place,
        is_own=viewer is not None and version.policy.owner_id == viewer,
    )
