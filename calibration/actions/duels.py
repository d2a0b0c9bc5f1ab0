"""Dealing, showing, answering, skipping and taking back a duel.

Every action locks the rater's row, so that two tabs, a double click or two processes come one
after the other; the database's own rules (migration 0002) hold if anything slips by.
"""

from __future__ import annotations

import numpy as np
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from calibration import acquisition
from calibration.acquisition import Penalties, Rule
from calibration.actions.clips import current_scaling, cut_new_clips
from calibration.features import measure_for
from calibration.models import Clip, Duel, DuelSettings, Forecast, Observation, Rater, Scaling
from calibration.posterior import predict
from calibration.queries.evidence import (
    difference,
    read_pooled_posterior,
    read_posterior,
    read_settings,
)
from calibration.queries.pool import read_pool
from calibration.scoring import Side
from league.models import Episode, record


class DuelRefused(ValueError):
    """A duel cannot be dealt, answered, skipped or taken back as asked; the message is for people.

    An answer that is there already is a refusal of its own (``AlreadyAnswered``).
    """


class AlreadyAnswered(DuelRefused):
    """The duel has its answer: a second click, another tab."""


def rater_for(user: User, game: str) -> Rater:
    """Return the person's row for a game, made at the first duel. Raises LookupError."""
    measure_for(game)
    rater, _ = Rater.objects.get_or_create(user=user, game=game)
    return rater


def _lock(rater_id: int) -> Rater:
    return Rater.objects.select_for_update().get(pk=rater_id)


def deal_duel(rater: Rater, chance: np.random.Generator | None = None) -> Duel | None:
    """Return the pair that is dealt ahead, dealt now if there is none; None without a pair.

    One that was dealt under other settings, another scaling, or from a match that was made void
    since, is thrown away unseen; that does not use up the probe's turn.
    """
    cut_new_clips(rater.game)
    scaling = current_scaling(rater.game)
    if scaling is None:
        return None
    settings = read_settings(rater.game)
    with transaction.atomic():
        rater = _lock(rater.pk)
        ahead = rater.duels.filter(state=Duel.State.DEALT).first()
        if ahead is not None:
            if _is_fresh(ahead, settings, scaling):
                return ahead
            _close(ahead, Duel.State.DISCARDED)
        return _deal(rater, settings, scaling, chance or np.random.default_rng())


def _is_fresh(duel: Duel, settings: DuelSettings, scaling: Scaling) -> bool:
    is_void = Episode.objects.filter(
        clips__in=(duel.clip_a_id, duel.clip_b_id), status=Episode.Status.VOID
    ).exists()
    is_later = settings.updated_at is not None and settings.updated_at > duel.dealt_at
    return not is_void and not is_later and duel.scaling_id == scaling.pk


def _deal(
    rater: Rater, settings: DuelSettings, scaling: Scaling, chance: np.random.Generator
) -> Duel | None:
    dealable = read_pool(rater, settings, scaling)
    rule = Rule(settings.acquisition)
    found = acquisition.deal(
        rule,
        dealable.pool,
        read_posterior(rater, scaling, settings.half_life),
        chance,
        shown=rater.shown,
        check_every=settings.duel_check_every,
        penalties=Penalties(repeat=settings.repeat_penalty, exposure=settings.exposure_penalty),
    )
    if found is None:
        return None
    clips = Clip.objects.in_bulk([dealable.ids[found.a], dealable.ids[found.b]])
    clip_a, clip_b = clips[dealable.ids[found.a]], clips[dealable.ids[found.b]]
    return Duel.objects.create(
        rater=rater,
        rule=rule.value,
        is_probe=found.is_probe,
        is_random_check=found.is_random_check,
        clip_a=clip_a,
        clip_b=clip_b,
        a_values=clip_a.values,
        b_values=clip_b.values,
        scaling=scaling,
    )


def show_duel(rater: Rater, chance: np.random.Generator | None = None) -> Duel | None:
    """Return the pair on the page: the open one, or the one dealt ahead, which now counts as shown.

    A pair that an undo put back comes first. None when there is no pair to show.
    """
    duel = read_open_duel(rater)
    if duel is not None or deal_duel(rater, chance) is None:
        return duel
    with transaction.atomic():
        rater = _lock(rater.pk)
        duel = read_open_duel(rater)
        if duel is not None:
            return duel
        duel = rater.duels.filter(state=Duel.State.DEALT).first()
        if duel is None:
            return None
        duel.state = Duel.State.SHOWN
        duel.shown_at = timezone.now()
        duel.save(update_fields=["state", "shown_at"])
        rater.shown += 1
        rater.save(update_fields=["shown"])
        return duel


def read_open_duel(rater: Rater) -> Duel | None:
    """Return the dealt pair that waits for its answer, a put-back one first."""
    waiting = rater.duels.filter(state=Duel.State.SHOWN, provenance=Duel.Stream.DUEL)
    return waiting.filter(again_of__isnull=False).first() or waiting.order_by("id").first()


@transaction.atomic
def record_duel(duel: Duel, choice: Side | str, *, actor: User) -> Observation:
    """Forecast a duel as the posterior stands now, and only then take the answer: A or B.

    Raises AlreadyAnswered for a second answer and DuelRefused for a pair that is not on the page.
    """
    try:
        picked = Side(choice)
    except ValueError:
        raise DuelRefused(f"Expected A or B, got {choice!r}.") from None
    rater = _lock(duel.rater_id)
    duel = Duel.objects.select_related("scaling", "again_of").get(pk=duel.pk)
    _check_open(duel, rater, actor)
    number = rater.answers + 1
    forecast = make_forecast(duel, rater, number)
    observation = Observation.objects.create(
        duel=duel,
        forecast=forecast,
        rater=rater,
        number=number,
        picked=picked.value,
        is_blind=duel.is_blind,
    )
    rater.answers = number
    rater.save(update_fields=["answers"])
    _close(duel, Duel.State.ANSWERED)
    record(actor, "answer duel", duel, provenance=duel.provenance)
    return observation


def make_forecast(duel: Duel, rater: Rater, number: int) -> Forecast:
    """Write what the posteriors say of a duel now, under the game's newest scaling."""
    settings = read_settings(rater.game)
    scaling = Scaling.objects.filter(game=rater.game).order_by("-number")[0]
    asked = difference(scaling, duel.a_values, duel.b_values)
    own = read_posterior(rater, scaling, settings.half_life)
    pooled = read_pooled_posterior(rater.game, scaling)
    return Forecast.objects.create(
        duel=duel,
        rater=rater,
        number=number,
        p_a=float(predict(own, asked)[0]),
        seen=own.n,
        pooled_p_a=float(predict(pooled, asked)[0]),
        pooled_seen=pooled.n,
        scaling=scaling,
        half_life=settings.half_life,
    )


@transaction.atomic
def skip_duel(duel: Duel, *, actor: User) -> None:
    """Lay a pair aside: no answer, no forecast. It was shown, so it counts towards the probe."""
    rater = _lock(duel.rater_id)
    duel = Duel.objects.get(pk=duel.pk)
    if duel.state == Duel.State.SKIPPED:
        return
    _check_open(duel, rater, actor)
    _close(duel, Duel.State.SKIPPED)
    record(actor, "skip duel", duel)


@transaction.atomic
def undo_answer(rater: Rater, *, actor: User, expected: int | None = None) -> Duel:
    """Take the last answer back and return its pair, put back on the page.

    Answer and forecast stay as rows, marked. The reveal was seen, so that a new answer is kept as
    unblind. ``expected`` is the number of the answer that the person means; in another tab a later
    one may have been given. Raises DuelRefused when the last answer is another one, without an
    answer, or while a pair that was put back still waits.
    """
    rater = _lock(rater.pk)
    if rater.user_id != actor.pk:
        raise DuelRefused("Only the rater takes an answer back.")
    if rater.duels.filter(state=Duel.State.SHOWN, again_of__isnull=False).exists():
        raise DuelRefused("The last answer is taken back already. Answer or skip that pair first.")
    last = (
        Observation.objects.filter(rater=rater, duel__provenance=Duel.Stream.DUEL)
        .filter(retracted_at=None)
        .select_related("duel", "forecast")
        .order_by("-number")
        .first()
    )
    if last is None:
        raise DuelRefused("There is no answer to take back.")
    if expected is not None and last.number != expected:
        raise DuelRefused("That is not your last answer any more. Nothing was taken back.")
    now = timezone.now()
    last.retracted_at, last.retracted_after = now, rater.answers
    last.save(update_fields=["retracted_at", "retracted_after"])
    last.forecast.retracted_at = now
    last.forecast.save(update_fields=["retracted_at"])
    rater.retractions += 1
    rater.save(update_fields=["retractions"])
    old = last.duel
    again = Duel.objects.create(
        rater=rater,
        state=Duel.State.SHOWN,
        rule=old.rule,
        is_probe=old.is_probe,
        clip_a_id=old.clip_a_id,
        clip_b_id=old.clip_b_id,
        a_values=old.a_values,
        b_values=old.b_values,
        scaling_id=old.scaling_id,
        again_of=old,
        shown_at=now,
    )
    record(actor, "undo answer", old)
    return again


def _check_open(duel: Duel, rater: Rater, actor: User) -> None:
    if rater.user_id != actor.pk:
        raise DuelRefused("This pair was dealt to somebody else.")
    if duel.state == Duel.State.ANSWERED:
        raise AlreadyAnswered("This pair has its answer.")
    if duel.state != Duel.State.SHOWN:
        raise DuelRefused(f"This pair is not on the page: {duel.get_state_display().lower()}.")


def _close(duel: Duel, state: Duel.State) -> None:
    duel.state = state
    duel.closed_at = timezone.now()
    duel.save(update_fields=["state", "closed_at"])
