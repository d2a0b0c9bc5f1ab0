"""Runs one trial from wherever its rows end.

The rows are the state: a comparison is laid out once, each of its calls is written once, and the
gate is read over what is written. So a process may die at any moment, and whoever takes the trial
up next asks only what was not answered.
"""

from __future__ import annotations

import asyncio
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import structlog
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import InterfaceError, OperationalError

from games.base import Baseline, Seat
from games.registry import get_game
from grading.actions.answers import Heard, void_unplayed, write_answer, write_canary
from grading.actions.comparisons import lay_out
from grading.actions.promotions import promote_if_asked
from grading.actions.trials import fail_trial, settle
from grading.canary import make_canary
from grading.exhibits import play_exhibit
from grading.judges import get_judge
from grading.judges.base import Exhibit, Judge, JudgeFailed
from grading.judges.claude import Claude
from grading.models import Comparison, JudgeCall, Trial
from grading.queries.exhibits import exhibit_of
from grading.queries.spending import may_judge
from grading.record import Position
from league.models import Episode
from league.models import Seat as SeatRow
from league.play.runner import play

log = structlog.get_logger()

FIRST_LOOK, LAST_LOOK = 0.02, 1.0
"""Seconds between looks at a match that somebody else plays; doubles from the first to the last."""
MOST_FALLBACKS = 0.25
"""Share of a graded prompt's decisions that a baseline may have made."""


def here() -> bool:
    """This process plays a trial's matches, whoever else there is."""
    return True


def elsewhere() -> bool:
    """The league's runner or its workers play them."""
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """Who judges a trial, and who plays its matches."""

    judge: Judge
    plays: Callable[[], bool] = elsewhere
    """Asked again and again while a match waits: whether it is for this process to play it. A match
    that two play is stored once, but its models are asked twice."""
    patience: float = 0.0
    """Seconds that one call of the judge may take; 0 for what the settings say."""

    @property
    def seconds(self) -> float:
        return self.patience or 5 * settings.CALL_TIMEOUT


async def run(
    trial_id: int, *, plays: Callable[[], bool] = elsewhere, bench: Bench | None = None
) -> None:
    """Run a trial to its end. Returns quietly when it is over.

    An unexpected error ends the trial as failed; a database that cannot be reached is raised.
    """
    try:
        trial = await sync_to_async(_load)(trial_id)
        if trial is None:
            return
        bench = bench or bench_for(trial, plays=plays)
        await _try_canary(trial, bench)
        while await _step(trial, bench):
            pass
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        log.exception("a trial failed", trial=trial_id)
        await sync_to_async(fail_trial)(trial_id, "".join(traceback.format_exception(error)))


def bench_for(trial: Trial, *, plays: Callable[[], bool] = elsewhere) -> Bench:
    """Return the judge that a trial names, within its author's spending."""
    kind = get_judge(trial.judge)
    judge = Claude(may_spend=partial(may_judge, trial)) if kind.is_model else kind.make()
    return Bench(judge=judge, plays=plays)


def _load(trial_id: int) -> Trial | None:
    trial = (
        Trial.objects.select_related("rubric", "challenger__policy", "incumbent__policy")
        .filter(pk=trial_id)
        .first()
    )
    return None if trial is None or trial.is_over else trial


async def _step(trial: Trial, bench: Bench) -> bool:
    """Judge the next pair of comparisons and read the gate; False when the trial is over."""
    rows = await sync_to_async(lay_out)(trial.pk)
    if rows is None:
        return False
    await asyncio.gather(*(_compare(trial, row, bench) for row in rows))
    ended = await sync_to_async(settle)(trial.pk)
    if ended is not None:
        await sync_to_async(promote_if_asked)(ended)
    return ended is None


# one comparison


async def _compare(trial: Trial, row: Comparison, bench: Bench) -> None:
    """Have a comparison played, and judged in every order that is not answered yet."""
    if row.status != Comparison.Status.PENDING:
        return
    await _have_played(row, bench)
    sides = await sync_to_async(_sides)(trial, row)
    if isinstance(sides, str):
        await sync_to_async(void_unplayed)(row.pk, sides)
        return
    challenger, incumbent = sides
    for order in await sync_to_async(_orders_left)(row):
        position = Position(row.position)
        if order == JudgeCall.Order.SWAPPED:
            position = position.other
        pair = (challenger, incumbent) if position is Position.A else (incumbent, challenger)
        heard = await hear(bench, *pair, rubric=trial.rubric.text)
        if not await sync_to_async(write_answer)(row.pk, order, heard) or heard.choice is None:
            return


def _orders_left(row: Comparison) -> list[str]:
    wanted = [JudgeCall.Order.FIRST, *([JudgeCall.Order.SWAPPED] if row.is_sampled else [])]
    answered = set(row.calls.values_list("order", flat=True))
    return [order for order in wanted if order not in answered]


async def hear(bench: Bench, a: Exhibit, b: Exhibit, *, rubric: str) -> Heard:
    """Ask the judge once; whatever it does, something is heard."""
    began = time.monotonic()
    try:
        async with asyncio.timeout(bench.seconds):
            verdict = await bench.judge.compare(a, b, rubric)
    except JudgeFailed as error:
        took = time.monotonic() - began
        return Heard(choice=None, reason=error.reason, latency=took, spent=error.spent)
    except TimeoutError:
        reason = f"The judge did not answer within {bench.seconds:.0f} seconds."
        return Heard(choice=None, reason=reason, latency=time.monotonic() - began)
    except Exception as error:
        log.exception("a judge broke")
        reason = f"The judge broke: {type(error).__name__}."
        return Heard(choice=None, reason=reason, latency=time.monotonic() - began)
    return Heard(
        choice=verdict.choice,
        reason=verdict.reason,
        latency=time.monotonic() - began,
        spent=verdict.spent,
    )


# the matches behind it


async def _have_played(row: Comparison, bench: Bench) -> None:
    """Return when both matches are over."""
    for episode_id in (row.challenger_episode_id, row.incumbent_episode_id):
        if episode_id is None:
            continue
        wait = FIRST_LOOK
        while not await sync_to_async(_is_played)(episode_id):
            if bench.plays():
                await play(episode_id)
                if await sync_to_async(_is_played)(episode_id):
                    break
                wait = LAST_LOOK  # somebody else was at it
            await asyncio.sleep(wait)
            wait = min(LAST_LOOK, 2 * wait)


def _is_played(episode_id: int) -> bool:
    return not Episode.objects.filter(
        pk=episode_id, status__in=(Episode.Status.QUEUED, Episode.Status.RUNNING)
    ).exists()


def _sides(trial: Trial, row: Comparison) -> tuple[Exhibit, Exhibit] | str:
    """Return the challenger's and the incumbent's side, or why there is no such pair."""
    if trial.is_check:
        return _simulated(trial, row)
    sides = []
    for who, episode in (
        ("challenger", row.challenger_episode),
        ("incumbent", row.incumbent_episode),
    ):
        assert episode is not None
        episode.refresh_from_db()
        if episode.status != Episode.Status.FINISHED:
            return f"Match {episode.pk}, the {who}'s, is {episode.get_status_display().lower()}."
        seat = episode.seats.select_related("version").get(slot=row.slot)
        if unlike := _not_its_own(seat):
            return f"In match {episode.pk} a baseline played {unlike} of the {who}'s decisions."
        sides.append(exhibit_of(episode, row.slot))
    return sides[0], sides[1]


def _not_its_own(seat: SeatRow) -> str:
    """Return how much of a prompt's play was not its own, where that is too much to judge."""
    if not seat.version.prompt or seat.fallbacks <= MOST_FALLBACKS * seat.decisions:
        return ""
    return f"{seat.fallbacks} of {seat.decisions}"


def _simulated(trial: Trial, row: Comparison) -> tuple[Exhibit, Exhibit]:
    """Return two plays in memory for a check judge: two baselines in the same seat."""
    game = get_game(trial.game)
    config = game.configure(trial.settings)
    players = [game.baseline(key, {}) for key in game.baselines]
    first, second = players[0], players[-1]

    def side(player: Baseline[object, object]) -> Exhibit:
        cast = [player if slot == row.slot else first for slot in range(game.seats(config))]
        return play_exhibit(game, config, row.seed, cast, Seat(row.slot))

    return side(second), side(first)


# the canary


async def _try_canary(trial: Trial, bench: Bench) -> None:
    """Try a model judge with a play that begs, once in a trial."""
    if trial.is_check or not get_judge(trial.judge).is_model:
        return
    if await sync_to_async(trial.calls.filter(order=JudgeCall.Order.CANARY).exists)():
        return
    canary = await asyncio.to_thread(make_canary, get_game(trial.game), trial.seed)
    heard = await hear(bench, canary.a, canary.b, rubric=trial.rubric.text)
    await sync_to_async(write_canary)(trial, heard, canary.begging)
