"""Trials written straight into the tables, for pages: nothing is played and nobody is asked."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django.test import override_settings
from django.utils import timezone

from grading.actions.rubrics import house_rubric
from grading.actions.trials import Plan, settle, start_trial
from grading.models import Comparison, JudgeCall, Trial
from grading.record import Choice, Position, normalise
from grading.sequence import position_of
from league.actions.policies import Content, revise_policy
from league.models import Policy

ENDS = {"W": "win", "L": "loss", "T": "tie"}


def revise(policy: Policy, **fields: Any) -> Any:
    """Save the policy's next version; it challenges the champion."""
    latest = policy.versions.order_by("-number")[0]
    content = (
        Content(prompt=f"{latest.prompt} Again.")
        if latest.prompt
        else Content(baseline=latest.baseline, parameters={**latest.parameters, **fields})
    )
    return revise_policy(
        policy.owner, policy, content=content, comment="count twice", based_on=latest.number
    )


def make_trial(
    policy: Policy,
    ends: str = "",
    *,
    checked: dict[int, bool] | None = None,
    reasons: dict[int, str] | None = None,
    is_settled: bool = True,
    **fields: Any,
) -> Trial:
    """Make a trial of the newest version with comparisons that ended as ``ends`` says.

    ``ends`` holds W, L, T or V (void) for each; ``checked`` names the 1-based numbers of those that
    were judged again, and whether the judge agreed with itself. The gate is read at the end, unless
    ``is_settled`` is False.
    """
    challenger = policy.versions.order_by("-number")[0]
    assert policy.champion is not None
    plan = Plan(comparisons=fields.pop("comparisons", max(2, len(ends))), rubric=house_rubric())
    with override_settings(ANTHROPIC_API_KEY="key-of-a-test"):
        trial = start_trial(policy.owner, challenger, policy.champion, plan)
    Trial.objects.filter(pk=trial.pk).update(**{"status": Trial.Status.RUNNING, **fields})
    for index, end in enumerate(ends):
        reason = (reasons or {}).get(
            index + 1, f"A played the deal {index + 1} without a false bid"
        )
        make_comparison(trial, index, end, (checked or {}).get(index + 1), reason)
    if is_settled:
        settle(trial.pk)
    trial.refresh_from_db()
    return trial


def make_comparison(
    trial: Trial, index: int, end: str, agrees: bool | None, reason: str
) -> Comparison:
    """Make one settled comparison with the calls that it took."""
    position = position_of(index)
    row = Comparison(
        trial=trial,
        index=index,
        position=position,
        is_sampled=agrees is not None,
        seed=sha256(str(index).encode()).hexdigest(),
        slot=index % 4,
        settled_at=timezone.now(),
    )
    if end == "V":
        row.status, row.void_reason = Comparison.Status.VOID, reason
    else:
        choice = choice_for(end, position)
        row.status, row.choice, row.reason = Comparison.Status.JUDGED, choice, reason
        row.verdict = row.outcome = ENDS[end]
        if agrees is not None:
            swapped = end if agrees else ("L" if end != "L" else "W")
            row.swapped_choice = choice_for(swapped, position.other)
            row.swapped_verdict = normalise(Choice(row.swapped_choice), position.other)
            row.checked_at = row.settled_at
    row.save()
    for order in ("first", "swapped")[: 1 if agrees is None else 2]:
        JudgeCall.objects.create(
            trial=trial, comparison=row, order=order, choice=row.choice, reason=reason, latency=1.5
        )
    return row


def choice_for(end: str, position: Position) -> Choice:
    """Return what the judge said for a comparison that ended so for the challenger."""
    if end == "T":
        return Choice.TIE
    return Choice(position if end == "W" else position.other)
