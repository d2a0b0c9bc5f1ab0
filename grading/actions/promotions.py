"""Moving the champion by a trial's decision, once, and moving it back."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from grading.models import Trial
from league.actions.policies import Outdated, Refused, promote
from league.models import Promotion, record


def can_promote(trial: Trial) -> bool:
    """Say whether a trial's decision can still move the champion."""
    return (
        trial.decision == Trial.Decision.PROMOTE
        and trial.status == Trial.Status.FINISHED
        and trial.promotion_id is None
        and trial.challenger is not None
        and trial.incumbent is not None
        and trial.challenger.policy_id == trial.incumbent.policy_id
    )


@transaction.atomic
def promote_challenger(actor: Any, trial: Trial) -> Promotion:
    """Make a trial's challenger champion. Of two requests at once one does it.

    Raises Refused when the trial did not say so or has done it, Outdated when another version
    holds the place by now.
    """
    trial = _locked(trial)
    if trial.promotion_id is not None:
        raise Refused("", f"Trial {trial.pk} has promoted its challenger already.")
    if not can_promote(trial):
        raise Refused("", f"Trial {trial.pk} has nothing to promote.")
    assert trial.challenger is not None
    promotion = promote(
        actor,
        trial.challenger,
        expected=trial.incumbent,
        is_graded=True,
        reason=f"Trial {trial.pk}: {trial.reason}"[:200],
    )
    trial.promotion = promotion
    trial.save(update_fields=["promotion"])
    return promotion


@transaction.atomic
def undo_promotion(actor: Any, trial: Trial) -> Promotion:
    """Give the place back to the incumbent. Raises Refused or Outdated as promoting does."""
    trial = _locked(trial)
    if trial.promotion_id is None or trial.incumbent is None:
        raise Refused("", f"Trial {trial.pk} has promoted nothing.")
    if trial.undone_at is not None:
        raise Refused("", f"The promotion of trial {trial.pk} is undone already.")
    promotion = promote(
        actor, trial.incumbent, expected=trial.challenger, reason=f"Trial {trial.pk} undone."
    )
    trial.undone_at = timezone.now()
    trial.save(update_fields=["undone_at"])
    record(actor, "undo promotion", trial, trial=trial.pk)
    return promotion


def promote_if_asked(trial: Trial) -> None:
    """Promote at a trial's end when its author chose so; what stands in the way is noted."""
    if not (trial.promotes and can_promote(trial)):
        return
    try:
        promote_challenger(trial.requested_by, trial)
    except Outdated as error:
        note = f"{trial.reason} Not promoted: {error.message}"
        Trial.objects.filter(pk=trial.pk).update(reason=note[:300])
    except Refused:
        return  # somebody pressed the button first


def _locked(trial: Trial) -> Trial:
    return (
        Trial.objects.select_for_update(of=("self",))
        .select_related("challenger__policy", "incumbent__policy")
        .get(pk=trial.pk)
    )
