"""Laying a trial out: its comparisons row by row, and the matches behind them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from django.db import transaction

from games.chance import stream
from games.registry import get_game
from grading.actions.trials import lock_open
from grading.models import Comparison, Trial
from grading.sequence import draw_sample, position_of
from league.actions.episodes import create_episode
from league.models import Episode, Version

PAIR = 2
"""Comparisons between two readings of the gate."""
AHEAD = 4
"""Comparisons whose matches are made ahead of the judge."""


@transaction.atomic
def lay_out(trial_id: int) -> list[Comparison] | None:
    """Return the next comparisons to judge, with those after them made; None when it is over.

    Comparisons come in pairs, so that the gate is read after every second one. A comparison and
    its two matches are made once, under the trial's lock.
    """
    trial = lock_open(trial_id)
    if trial is None:
        return None
    rows = list(trial.rows.order_by("index"))
    settled = sum(row.status != Comparison.Status.PENDING for row in rows)
    start = settled - settled % PAIR
    if start >= trial.comparisons or settled >= trial.comparisons:
        return []
    stop = min(trial.comparisons, start + PAIR)
    made = min(trial.comparisons, stop + (0 if trial.is_check else AHEAD))
    if made > len(rows):
        rows += _make_rows(trial, range(len(rows), made))
    return rows[start:stop]


def _make_rows(trial: Trial, indices: range) -> list[Comparison]:
    game = get_game(trial.game)
    seats = game.seats(game.configure(trial.settings))
    both = trial.path == Trial.Path.BOTH_ORDERS
    sample = frozenset(indices) if both else draw_sample(trial.seed, trial.fraction, indices.stop)
    others = (
        []
        if trial.is_check
        else [
            one.version
            for one in trial.opponents.select_related("version__policy").order_by("place")
        ]
    )
    rows = []
    for index in indices:
        seed = hashlib.sha256(f"{trial.seed}:{index}".encode()).hexdigest()
        slot = stream(trial.seed, "slot", index).below(seats)
        row = Comparison(
            trial=trial,
            index=index,
            position=position_of(index),
            is_sampled=index in sample,
            seed=seed,
            slot=slot,
        )
        if not trial.is_check:
            row.challenger_episode = _make_episode(trial, trial.challenger, others, row)
            row.incumbent_episode = _make_episode(trial, trial.incumbent, others, row)
        rows.append(row)
    return Comparison.objects.bulk_create(rows)


def _make_episode(
    trial: Trial, version: Version | None, others: Sequence[Version], row: Comparison
) -> Episode:
    assert version is not None, "a trial that is no check has two sides"
    seated = [*others[: row.slot], version, *others[row.slot :]]
    return create_episode(
        purpose=Episode.Purpose.TRIAL,
        versions=seated,
        game=trial.game,
        variant=trial.variant,
        settings=trial.settings,
        requested_by=trial.requested_by,
        seed=row.seed,
        is_paced=False,
    )
