"""Counting results into a ladder's standings, and out of them.

Theory of operation. ``Episode.is_counted`` says whether an episode is in the sums; it is flipped by
one conditional update, so an episode is counted once, however often and from wherever it is asked
for. After that the ladder's row is locked, and with it every standing and meeting of the ladder:
one lock, taken after the episode's own row and never before it, so two finishing episodes wait for
each other and cannot deadlock. SQLite takes its one write lock at the start of a transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet

from league.models import Episode, Ladder, Meeting, Seat, Standing
from league.queries.standings import seat_result
from league.standings.record import Record, SeatResult
from league.standings.replicates import pack, unpack

type Table = dict[int, list[SeatResult]]
"""One episode: version id -> what each of its seats came to."""
type Pairs = dict[tuple[int, int], int]
"""Two version ids, the lower first -> how often they met."""

BATCH = 500


@transaction.atomic
def apply_result(episode: Episode) -> bool:
    """Count a rated, finished ladder episode; call it after its rows are written.

    Returns whether it was counted now: an episode that is unrated, not finished, of no ladder or
    counted before changes nothing.
    """
    fresh = _countable().filter(pk=episode.pk, is_counted=False)
    if not fresh.update(is_counted=True):
        return False
    episode.is_counted = True
    _move(episode, sign=1)
    return True


@transaction.atomic
def remove_result(episode: Episode) -> bool:
    """Take an episode out of the standings again; returns whether it was in them."""
    counted = Episode.objects.filter(pk=episode.pk, is_counted=True)
    if not counted.update(is_counted=False):
        return False
    episode.is_counted = False
    _move(episode, sign=-1)
    return True


@transaction.atomic
def count_seating(ladder: Ladder, versions: Iterable[int]) -> None:
    """Count that these versions were given seats at one table; the ladder must be locked."""
    distinct = sorted(set(versions))
    for version in distinct:
        Standing.objects.get_or_create(ladder=ladder, version_id=version)
    ladder.standings.filter(version__in=distinct).update(seated=F("seated") + 1)
    _count_meetings(ladder.pk, distinct, made=1)


@transaction.atomic
def rebuild_standings(ladder: Ladder) -> int:
    """Derive a ladder's standings and meetings from its episodes; returns how many count."""
    ladder = lock_ladder(ladder.pk)
    countable = _countable().filter(ladder=ladder)
    countable.filter(is_counted=False).update(is_counted=True)
    wrong = ladder.episodes.filter(is_counted=True).exclude(pk__in=countable.values("pk"))
    wrong.update(is_counted=False)

    records: dict[int, Record] = {}
    rated: Pairs = {}
    seated: dict[int, int] = {}
    made: Pairs = {}
    number = 0
    for episode, table in _tables(ladder):
        for version in table:
            seated[version] = seated.get(version, 0) + 1
        _add_pairs(made, table)
        if episode.is_counted:
            number += 1
            _add_pairs(rated, table)
            for version, seats in table.items():
                records.setdefault(version, Record()).add(episode.seed, seats)

    ladder.standings.all().delete()
    Standing.objects.bulk_create(
        Standing(ladder=ladder, version_id=version, seated=times, **_fields(records.get(version)))
        for version, times in seated.items()
    )
    ladder.meetings.all().delete()
    Meeting.objects.bulk_create(
        Meeting(
            ladder=ladder, one_id=pair[0], other_id=pair[1], made=times, rated=rated.get(pair, 0)
        )
        for pair, times in made.items()
    )
    Ladder.objects.filter(pk=ladder.pk).update(rated_episodes=number)
    return number


def lock_ladder(pk: int) -> Ladder:
    """Lock a ladder's row until the transaction ends; rows that point at it may still be added."""
    return Ladder.objects.select_for_update(no_key=True).get(pk=pk)


def read_record(standing: Standing) -> Record:
    """Return a standing's sums, ready to count episodes in or out."""
    return Record(
        episodes=standing.episodes,
        seats=standing.seats,
        score_sum=standing.score_sum,
        replicates=unpack(standing.replicates),
        stats=dict(standing.stats),
        decisions=standing.decisions,
        model_decisions=standing.model_decisions,
        cost=standing.cost,
    )


def _countable() -> QuerySet[Episode]:
    return Episode.objects.filter(
        purpose=Episode.Purpose.LADDER,
        ladder__isnull=False,
        status=Episode.Status.FINISHED,
        is_rated=True,
    )


def _move(episode: Episode, *, sign: int) -> None:
    assert episode.ladder_id is not None, "only ladder episodes are counted"
    ladder = lock_ladder(episode.ladder_id)
    table = _by_version(episode.seats.all())
    for version, seats in sorted(table.items()):
        standing, _ = Standing.objects.get_or_create(ladder=ladder, version_id=version)
        record = read_record(standing)
        record.add(episode.seed, seats, sign=sign)
        for name, value in _fields(record).items():
            setattr(standing, name, value)
        standing.save()
    _count_meetings(ladder.pk, sorted(table), rated=sign)
    Ladder.objects.filter(pk=ladder.pk).update(rated_episodes=F("rated_episodes") + sign)


def _fields(record: Record | None) -> dict[str, Any]:
    if record is None:
        return {}
    interval = record.interval()
    return {
        "episodes": record.episodes,
        "seats": record.seats,
        "score_sum": record.score_sum,
        "replicates": pack(record.replicates),
        "mean": record.mean,
        "low": interval.low if interval else None,
        "high": interval.high if interval else None,
        "stats": record.stats,
        "decisions": record.decisions,
        "model_decisions": record.model_decisions,
        "cost": record.cost,
    }


def _by_version(seats: Iterable[Seat]) -> Table:
    table: Table = {}
    for seat in seats:
        table.setdefault(seat.version_id, []).append(seat_result(seat))
    return table


def _tables(ladder: Ladder) -> Iterator[tuple[Episode, dict[int, list[SeatResult]]]]:
    episodes = ladder.episodes.filter(purpose=Episode.Purpose.LADDER).order_by("pk")
    slim = episodes.only("seed", "is_counted").prefetch_related("seats")
    for episode in slim.iterator(chunk_size=BATCH):
        seats = list(episode.seats.all())
        if episode.is_counted:
            yield episode, _by_version(seats)
        else:
            yield episode, {seat.version_id: [] for seat in seats}


def _add_pairs(pairs: Pairs, versions: Iterable[int]) -> None:
    for pair in combinations(sorted(versions), 2):
        pairs[pair] = pairs.get(pair, 0) + 1


def _count_meetings(ladder: int, versions: list[int], *, made: int = 0, rated: int = 0) -> None:
    """Add to the meetings of every pair; ``versions`` are distinct and ascending."""
    for one, other in combinations(versions, 2):
        Meeting.objects.get_or_create(ladder_id=ladder, one_id=one, other_id=other)
    Meeting.objects.filter(ladder=ladder, one__in=versions, other__in=versions).update(
        made=F("made") + made, rated=F("rated") + rated
    )
