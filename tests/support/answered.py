"""A rater with any number of answers behind them, without asking for one at a time."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
from django.contrib.auth.models import User
from django.utils import timezone
from scipy.special import expit

from calibration.actions.clips import current_scaling, cut_clips
from calibration.models import Clip, Duel, Forecast, Observation, Rater, Scaling
from calibration.queries.evidence import measured, standardise
from tests.support.stored import make_match

BATCH = 1_000


def make_clips(matches: int) -> None:
    """Store so many matches and cut them into clips, with a scaling over all of them."""
    for number in range(matches):
        cut_clips(make_match(seed=f"{number + 1:064x}"))
    assert current_scaling("liars-dice") is not None


def make_answers(rater: Rater, answers: int, *, seed: int = 1) -> None:
    """Add answers to dealt pairs, by a rater with a taste of their own, on pairs not yet met.

    The stored forecasts are what that taste says, and not what the model would have said.
    """
    chance = np.random.default_rng(seed)
    scaling = Scaling.objects.filter(game=rater.game).order_by("-number")[0]
    clips = list(Clip.objects.filter(game=rater.game, is_partial=False).order_by("-id")[:2_000])
    features = standardise(scaling, [clip.values for clip in clips])
    d = len(measured(scaling))
    utilities = features @ (chance.standard_normal(d) / np.sqrt(d))
    pairs = list(islice(_pairs(rater, clips, chance), answers))
    assert len(pairs) == answers, "expected more clips for so many answers"
    chances = expit([utilities[a] - utilities[b] for a, b in pairs])
    won = chance.random(answers) < chances
    for start in range(0, answers, BATCH):
        part = slice(start, start + BATCH)
        _write(rater, scaling, clips, pairs[part], chances[part], won[part])


def _pairs(rater: Rater, clips: list[Clip], chance: np.random.Generator) -> Any:
    met = {frozenset(pair) for pair in rater.duels.values_list("clip_a", "clip_b")}
    for _ in range(1_000):
        for one, other in chance.integers(len(clips), size=(BATCH, 2)):
            a, b = clips[one], clips[other]
            pair = frozenset((a.pk, b.pk))
            if a.policy_id != b.policy_id and a.group == b.group and pair not in met:
                met.add(pair)
                yield int(one), int(other)


def _write(
    rater: Rater,
    scaling: Scaling,
    clips: list[Clip],
    pairs: list[tuple[int, int]],
    chances: Any,
    won: Any,
) -> None:
    now = timezone.now()
    duels = Duel.objects.bulk_create(
        Duel(
            rater=rater,
            state=Duel.State.ANSWERED,
            rule="random",
            is_random_check=True,
            clip_a=clips[a],
            clip_b=clips[b],
            a_values=clips[a].values,
            b_values=clips[b].values,
            scaling=scaling,
            shown_at=now,
            closed_at=now,
        )
        for a, b in pairs
    )
    first = rater.answers
    forecasts = Forecast.objects.bulk_create(
        Forecast(
            duel=duel,
            rater=rater,
            number=number,
            p_a=p,
            seen=number - 1,
            pooled_p_a=p,
            pooled_seen=number - 1,
            scaling=scaling,
        )
        for number, (duel, p) in enumerate(zip(duels, chances, strict=True), start=first + 1)
    )
    Observation.objects.bulk_create(
        Observation(
            duel=forecast.duel,
            forecast=forecast,
            rater=rater,
            number=forecast.number,
            picked="A" if is_won else "B",
        )
        for forecast, is_won in zip(forecasts, won, strict=True)
    )
    rater.answers += len(pairs)
    rater.shown += len(pairs)
    rater.save(update_fields=["answers", "shown"])


def make_rater(name: str = "rater") -> Rater:
    """Return a rater of Liar's Dice without answers."""
    user = User.objects.create_user(name, password="rater-pass-1")
    return Rater.objects.create(user=user, game="liars-dice")
