"""What the model has cost today, and whether it may cost more.

A day is a day in UTC. The costs are those of the stored calls, of play and of what the apps above
have the model do: a call that is still running is not in them yet, so a limit can be passed by the
calls that were in flight when it was reached. Before every call of play somebody asks, so an answer
holds for a second, for all who ask the same in one loop.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from weakref import WeakKeyDictionary

from asgiref.sync import sync_to_async
from django.db.models import QuerySet, Sum
from django.utils import timezone

from league.models import Ladder, LeagueSettings, ModelCall, Version

HOLD_SECONDS = 1.0
"""A limit that was set, lifted or reached is felt after at most so long."""

type Costs = Mapping[int | None, float]
"""Today's dollars by the number of the account that asked for it; None: nobody's."""
_beside_play: dict[str, Callable[[], Costs]] = {}

type Purse = tuple[int | None, int | None]
"""Whose money it is: an owner's, on a ladder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spending:
    """Dollars spent today against a limit."""

    spent: float
    limit: Decimal | None
    """None: no limit."""

    @property
    def is_reached(self) -> bool:
        return self.limit is not None and self.spent >= float(self.limit)


def start_of_day(now: datetime | None = None) -> datetime:
    """Return the last midnight in UTC."""
    moment = (now or timezone.now()).astimezone(UTC)
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def calls_today() -> QuerySet[ModelCall]:
    return ModelCall.objects.filter(created_at__gte=start_of_day())


def add_costs(key: str, read: Callable[[], Costs]) -> None:
    """Count what an app above has the model do today, beside play. Twice under a key is once."""
    _beside_play[key] = read


def costs_beside_play() -> Counter[int | None]:
    """Return today's dollars of all that is not play, by account."""
    costs: Counter[int | None] = Counter()
    for read in _beside_play.values():
        costs.update(read())
    return costs


def _total(calls: QuerySet[ModelCall]) -> float:
    return calls.aggregate(total=Sum("cost"))["total"] or 0.0


def spent_by_league() -> Spending:
    """Return all of today's spending."""
    return Spending(
        spent=_total(calls_today()) + sum(costs_beside_play().values()),
        limit=LeagueSettings.load().daily_limit,
    )


def spent_on_ladder(ladder: Ladder) -> Spending:
    """Return today's spending in a ladder's episodes."""
    return Spending(
        spent=_total(calls_today().filter(episode__ladder=ladder)), limit=ladder.daily_limit
    )


def spent_by_owner(owner_id: int) -> Spending:
    """Return today's spending of one owner's policies, wherever they played, and of requests."""
    return Spending(
        spent=_total(calls_today().filter(version__policy__owner=owner_id))
        + costs_beside_play()[owner_id],
        limit=LeagueSettings.load().owner_daily_limit,
    )


def can_spend(version: Version, ladder: Ladder | None) -> bool:
    """Say whether a seat's model may be called: no limit that concerns it is reached.

    A sum is computed only for a limit that is set. The ladder's and the league's limits are read
    anew each time, so that a change in the admin holds at once, in running episodes too.
    """
    reads: list[Spending] = []
    limits = LeagueSettings.load()
    if limits.daily_limit is not None:
        reads.append(spent_by_league())
    if limits.owner_daily_limit is not None and version.policy.owner_id is not None:
        reads.append(spent_by_owner(version.policy.owner_id))
    if ladder is not None:
        ladder.refresh_from_db(fields=["daily_limit"])
        if ladder.daily_limit is not None:
            reads.append(spent_on_ladder(ladder))
    return not any(read.is_reached for read in reads)


@dataclass(slots=True)
class Answers:
    """What one loop knows about purses, and what it is asking."""

    held: dict[Purse, tuple[float, bool]] = field(default_factory=dict)
    """When it was asked, and the answer."""
    asking: dict[Purse, asyncio.Task[bool]] = field(default_factory=dict)


_answers: WeakKeyDictionary[asyncio.AbstractEventLoop, Answers] = WeakKeyDictionary()


async def may_spend(version: Version, ladder: Ladder | None) -> bool:
    """Say whether a seat's model may be called, as of at most a second ago."""
    loop = asyncio.get_running_loop()
    answers = _answers.setdefault(loop, Answers())
    purse = (version.policy.owner_id, None if ladder is None else ladder.pk)
    asked, answer = answers.held.get(purse, (-math.inf, False))
    if loop.time() - asked < HOLD_SECONDS:
        return answer
    if purse not in answers.asking:
        answers.asking[purse] = loop.create_task(_ask(answers, purse, version, ladder))
    return await asyncio.shield(answers.asking[purse])


async def _ask(answers: Answers, purse: Purse, version: Version, ladder: Ladder | None) -> bool:
    """Look into the database, off the event loop."""
    asked = asyncio.get_running_loop().time()
    try:
        answer = await sync_to_async(can_spend)(version, ladder)
        answers.held[purse] = (asked, answer)
        return answer
    finally:
        del answers.asking[purse]
