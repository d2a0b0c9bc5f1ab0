"""The clips that may meet before a rater, and what of them the rater has met."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.acquisition import Pool, Rule
from calibration.models import Clip, Duel, DuelSettings, Rater, Scaling
from calibration.queries.evidence import measured, standardise
from league.models import Episode

DEALT_FROM = (Episode.Purpose.LADDER, Episode.Purpose.TRYOUT)
"""Matches whose clips are dealt; those of comparisons meet on their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealable:
    """A pool with the rows behind it; index i of the pool is ``ids[i]``."""

    ids: Sequence[int]
    pool: Pool


def read_pool(rater: Rater, settings: DuelSettings, scaling: Scaling) -> Dealable:
    """Return the newest clips of the game, and which pairs the rater has been shown."""
    clips = (
        Clip.objects.filter(game=rater.game, is_partial=False, episode__purpose__in=DEALT_FROM)
        .exclude(episode__status=Episode.Status.VOID)
        .order_by("-id")
    )
    needs_features = settings.acquisition != Rule.RANDOM
    fields = ("id", "group", "policy_id", *(("values",) if needs_features else ()))
    rows = list(clips.values_list(*fields)[: settings.pool_size])
    ids = [row[0] for row in rows]
    names = {name: place for place, name in enumerate(sorted({row[1] for row in rows}))}
    policies = [row[2] for row in rows]
    met, exposure, rivals = _read_met(rater, ids, policies)
    features = (
        standardise(scaling, [row[3] for row in rows])
        if needs_features
        else np.zeros((len(rows), len(measured(scaling))))
    )
    return Dealable(
        ids=ids,
        pool=Pool(
            features=features,
            groups=np.array([names[row[1]] for row in rows], dtype=np.int64),
            policies=np.array(policies, dtype=np.int64),
            met=met,
            exposure=exposure,
            rivals=rivals,
        ),
    )


def _read_met(
    rater: Rater, ids: Sequence[int], policies: Sequence[int]
) -> tuple[
    frozenset[tuple[int, int]], np.ndarray[tuple[int], np.dtype[np.int64]], Counter[tuple[int, int]]
]:
    """Return pairs met, exposure by clip, and meetings by pair of policies.

    Pairs thrown away unseen do not count; a pair that an undo put back counts once. It is as many
    rows as the rater was shown pairs, so they are taken as arrays.
    """
    shown = (
        rater.duels.filter(again_of=None, clip_a_id__gte=min(ids, default=0))
        .exclude(state__in=(Duel.State.DEALT, Duel.State.DISCARDED))
        .values_list("clip_a_id", "clip_b_id")
    )
    rows = np.array(list(shown), dtype=np.int64).reshape(-1, 2)
    clips = np.array(ids, dtype=np.int64)
    rows = rows[np.isin(rows, clips).all(axis=1)]
    order = np.argsort(clips)
    places = np.sort(order[np.searchsorted(clips, rows, sorter=order)], axis=1)
    rivals = np.sort(np.array(policies, dtype=np.int64)[places], axis=1)
    return (
        frozenset(_tuples(places)),
        np.bincount(places.ravel(), minlength=len(ids)),
        Counter(_tuples(rivals)),
    )


def _tuples(rows: np.ndarray[tuple[int, int], np.dtype[np.int64]]) -> list[tuple[int, int]]:
    return list(zip(rows[:, 0].tolist(), rows[:, 1].tolist(), strict=True))
