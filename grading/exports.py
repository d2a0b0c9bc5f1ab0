"""A trial as files: what its page shows, for machines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.base import Json
from grading.models import Trial
from grading.queries.history import record_of
from grading.queries.trial_page import Row, read_numbers, read_rows, state_of

HEADER = (
    "comparison",
    "challenger_sat",
    "status",
    "choice",
    "verdict",
    "is_sampled",
    "swapped_choice",
    "swapped_verdict",
    "outcome",
    "reason",
    "seed",
    "slot",
    "challenger_match",
    "incumbent_match",
)


def comparison_rows(rows: Sequence[Row]) -> Iterator[tuple[str | float | None, ...]]:
    """Yield the columns of ``HEADER``, one line for each comparison that is made."""
    for row in rows:
        one = row.comparison
        yield (
            row.number,
            one.position,
            one.status,
            one.choice,
            one.verdict,
            int(one.is_sampled),
            one.swapped_choice,
            one.swapped_verdict,
            one.outcome,
            row.reason,
            one.seed if row.seed else "",
            one.slot,
            one.challenger_episode_id,
            one.incumbent_episode_id,
        )


def trial_json(trial: Trial) -> Json:
    """Return a trial, its gate and its comparisons."""
    rows = read_rows(trial)
    settled = next((row.number - 1 for row in rows if not row.outcome), len(rows))
    gate, record = read_numbers(trial, settled), record_of(trial)
    return {
        "trial": trial.pk,
        "state": state_of(trial),
        "decision": trial.decision,
        "reason": trial.reason,
        "challenger": str(trial.challenger),
        "incumbent": str(trial.incumbent),
        "game": trial.game,
        "variant": trial.variant,
        "judge": trial.judge,
        "rubric": trial.rubric.label,
        "path": trial.path,
        "comparisons": trial.comparisons,
        "record": {"wins": record.wins, "losses": record.losses, "ties": record.ties},
        "gate": {
            "evidence": gate.evidence,
            "evidence_against": gate.against,
            "threshold": gate.threshold,
            "decisive": gate.decisive,
            "needed": gate.needed,
            "sampled": gate.checks.sampled,
            "disagreements": gate.checks.disagreements,
            "interval": [gate.low, gate.high],
        },
        "rows": [dict(zip(HEADER, row, strict=True)) for row in comparison_rows(rows)],
    }
