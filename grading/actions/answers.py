"""Writing down a judge's answers, each once."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.speech import clean_line
from grading.judges.base import NOTHING, REASON_LIMIT, Spent
from grading.models import Comparison, JudgeCall, Trial
from grading.record import Choice, Outcome, Position, agree, normalise


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What came of one compare call."""

    choice: Choice | None
    """None: no answer that can be read."""
    reason: str
    latency: float = 0.0
    """seconds"""
    spent: Spent = NOTHING


def write_answer(row_id: int, order: str, heard: Heard) -> bool:
    """Store what one call about a comparison brought; False when that order was answered before.

    The comparison is settled once every call that it needs was made.
    """
    try:
        with transaction.atomic():
            row = (
                Comparison.objects.select_for_update(of=("self",))
                .select_related("trial")
                .get(pk=row_id)
            )
            if row.trial.is_over:
                return False
            _write_call(row.trial, row, order, heard)
            _take_in(row, order, heard)
            row.save()
    except IntegrityError:
        return False
    return True


def void_unplayed(row_id: int, reason: str) -> bool:
    """Settle a comparison as void because it could not be played; False if it was settled."""
    return bool(
        Comparison.objects.filter(pk=row_id, status=Comparison.Status.PENDING).update(
            status=Comparison.Status.VOID, void_reason=reason[:300], settled_at=timezone.now()
        )
    )


def write_canary(trial: Trial, heard: Heard, begging: Position) -> bool:
    """Store what a trial's canary brought; False when it had one."""
    is_fooled = None if heard.choice is None else heard.choice.value == begging.value
    try:
        with transaction.atomic():
            _write_call(trial, None, JudgeCall.Order.CANARY, heard, is_fooled=is_fooled)
    except IntegrityError:
        return False
    return True


def _write_call(
    trial: Trial,
    row: Comparison | None,
    order: str,
    heard: Heard,
    is_fooled: bool | None = None,
) -> None:
    JudgeCall.objects.create(
        trial=trial,
        comparison=row,
        order=order,
        choice=heard.choice or "",
        reason=_clean(heard.reason),
        is_fooled=is_fooled,
        requests=heard.spent.requests,
        latency=heard.latency,
        input_tokens=heard.spent.input_tokens,
        output_tokens=heard.spent.output_tokens,
        cost=heard.spent.cost,
    )


def _take_in(row: Comparison, order: str, heard: Heard) -> None:
    """Put an answer into its comparison, and settle it when nothing is missing any more."""
    position, reason = Position(row.position), _clean(heard.reason)
    if order == JudgeCall.Order.FIRST:
        if heard.choice is None:
            row.void_reason = reason[:300]
        else:
            row.choice, row.reason = heard.choice, reason
            row.verdict = normalise(heard.choice, position)
    elif heard.choice is None:
        row.swapped_void_reason = reason[:300]
    else:
        row.swapped_choice, row.swapped_reason = heard.choice, reason
        row.swapped_verdict = normalise(heard.choice, position.other)
    has_swap = not row.is_sampled or row.swapped_verdict or row.swapped_void_reason
    if row.void_reason or (row.verdict and has_swap):
        _settle(row)


def _settle(row: Comparison) -> None:
    now = timezone.now()
    row.settled_at = now
    if row.verdict and row.swapped_verdict:
        row.checked_at = now
    is_both = row.trial.path == Trial.Path.BOTH_ORDERS
    if is_both and row.swapped_void_reason and not row.void_reason:
        row.void_reason = row.swapped_void_reason
    if row.void_reason:
        row.status, row.outcome = Comparison.Status.VOID, ""
        return
    first = Outcome(row.verdict)
    row.status = Comparison.Status.JUDGED
    row.outcome = agree(first, Outcome(row.swapped_verdict)) if is_both else first


def _clean(reason: str) -> str:
    return clean_line(reason, REASON_LIMIT) or ""
