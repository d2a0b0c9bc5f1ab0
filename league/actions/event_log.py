"""Appending to the event log: the one write that a running episode makes.

Several episodes share a transaction when they have something to write at the same moment
(``league/play/writer.py``). Unique (episode, seq) decides when two workers play one episode:
whoever comes second is turned away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import IntegrityError, InterfaceError, OperationalError, connection, transaction

from league.models import Episode, Event, ModelCall

MOVE_ON = f"""
    UPDATE {Episode._meta.db_table} SET last_seq = %s, play_seconds = %s, barren_attempts = 0
    WHERE id = %s AND last_seq = %s AND status = '{Episode.Status.RUNNING}'
"""  # noqa: S608  # names of our own
"""Moves an open episode on, if its log ends where the addition begins. The ORM would write and
compile one statement for each episode, which costs more than running it."""


class Superseded(Exception):
    """Somebody else plays this episode, or it is over: leave quietly."""

    def __init__(self, episode_id: int, seq: int) -> None:
        super().__init__(f"episode {episode_id}: event {seq} is not ours to write")
        self.episode_id = episode_id
        self.seq = seq


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition:
    """What one episode adds to its log, all or nothing."""

    episode_id: int
    events: tuple[Event, ...]
    """Unsaved rows with consecutive numbers; at least one."""
    calls: tuple[ModelCall, ...] = ()
    """The requests to the provider behind those events."""
    play_seconds: float
    """The episode's clock after them."""

    @property
    def first_seq(self) -> int:
        return self.events[0].seq


def append_events(addition: Addition) -> None:
    """Append to one episode's log, durably. Raises Superseded when the log went on without us."""
    failure = append_all([addition])[0]
    if failure is not None:
        raise failure


def append_all(additions: Sequence[Addition]) -> list[Exception | None]:
    """Append to several logs in one transaction; return what went wrong for each, or None.

    An addition that is refused does not take the others with it. Raises a database's own errors
    (no connection) after one more try on a new connection.
    """
    try:
        _write(additions)
    except (IntegrityError, Superseded) as error:
        if len(additions) > 1:
            return [_append_alone(addition) for addition in additions]
        return [_reason(additions[0], error)]
    except (OperationalError, InterfaceError):
        if connection.in_atomic_block:
            raise
        connection.close()
        return [_append_alone(addition) for addition in additions]
    return [None] * len(additions)


def _append_alone(addition: Addition) -> Exception | None:
    try:
        _write([addition])
    except (IntegrityError, Superseded) as error:
        return _reason(addition, error)
    return None


@transaction.atomic
def _write(additions: Sequence[Addition]) -> None:
    """Store all or nothing: one statement for the episodes, one for the events, one for the calls.

    By number, so that two workers that hold the same episodes lock them in the same order.
    """
    moves = [
        (one.events[-1].seq, one.play_seconds, one.episode_id, one.first_seq - 1)
        for one in sorted(additions, key=lambda one: one.episode_id)
    ]
    with connection.cursor() as cursor:
        cursor.executemany(MOVE_ON, moves)
        moved = cursor.rowcount
    if moved != len(moves):
        raise Superseded(additions[0].episode_id, additions[0].first_seq)
    Event.objects.bulk_create([event for one in additions for event in one.events])
    calls = [call for one in additions for call in one.calls]
    if calls:
        ModelCall.objects.bulk_create(calls)


def _reason(addition: Addition, error: Exception) -> Exception:
    """Tell a second player's collision from a row that the database refuses for another reason."""
    taken = Event.objects.filter(episode_id=addition.episode_id, seq=addition.first_seq).exists()
    if isinstance(error, Superseded) or taken:
        return Superseded(addition.episode_id, addition.first_seq)
    return error
