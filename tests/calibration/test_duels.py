"""Duels: the order of forecast and answer, undo, skip, probes, and what counts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from calibration.actions.clips import current_scaling, cut_clips, cut_new_clips, freeze_scaling
from calibration.actions.duels import (
    AlreadyAnswered,
    DuelRefused,
    deal_duel,
    make_forecast,
    rater_for,
    record_duel,
    show_duel,
    skip_duel,
    undo_answer,
)
from calibration.models import Clip, Duel, DuelSettings, Forecast, Observation, Rater, Scaling
from calibration.posterior import fading, fit, predict, prior
from calibration.queries.evidence import (
    difference,
    forget_evidence,
    measured,
    read_posterior,
    standardise,
)
from league.actions.episodes import void_episode
from league.models import AuditEntry
from tests.support.stored import make_match

type Chance = np.random.Generator


def shown(rater: Rater, chance: Chance) -> Duel:
    duel = show_duel(rater, chance)
    assert duel is not None
    return duel


def answer(rater: Rater, chance: Chance, choice: str = "") -> Observation:
    picked = choice or ("A" if chance.random() < 0.5 else "B")
    return record_duel(shown(rater, chance), picked, actor=rater.user)


def rederived(forecast: Forecast) -> tuple[float, int]:
    """Return P(A wins) from the observations before a forecast alone, from nothing."""
    stood = [
        one
        for one in Observation.objects.filter(rater=forecast.rater, number__lt=forecast.number)
        .select_related("duel")
        .order_by("number")
        if one.is_blind and (one.retracted_after is None or one.retracted_after >= forecast.number)
    ]
    scaling, d = forecast.scaling, len(measured(forecast.scaling))
    rows = [difference(scaling, one.duel.a_values, one.duel.b_values) for one in stood]
    differences = np.concatenate([np.empty((0, d)), *rows])
    a_won = np.array([float(one.picked == "A") for one in stood])
    weights = fading(len(stood), forecast.half_life)
    posterior = fit(differences, a_won, weights=weights) if stood else prior(d)
    asked = difference(scaling, forecast.duel.a_values, forecast.duel.b_values)
    return float(predict(posterior, asked)[0]), len(stood)


# clips and scalings


@pytest.mark.django_db
def test_a_finished_match_is_cut_once_and_a_running_one_not_at_all() -> None:
    episode = make_match()
    make_match(events=20)
    assert cut_new_clips("liars-dice") == 1
    count = Clip.objects.count()
    assert count > 16
    assert cut_new_clips("liars-dice") == 0
    cut_clips(episode)
    assert Clip.objects.count() == count


def test_a_constant_feature_is_not_measured_and_a_missing_value_stands_at_the_middle(
    rater: Rater,
) -> None:
    Clip.objects.update(values={"turns": 2.0, "points": 1.0, "boldness": None})
    clip = Clip.objects.all()[0]
    clip.values = {"turns": 2.0, "points": -1.0, "boldness": None}
    clip.save()
    scaling = freeze_scaling("liars-dice")
    assert scaling is not None
    assert [scaling.keys[place] for place in measured(scaling)] == ["points"]
    low, missing = standardise(scaling, [{"points": -1e9}, {"points": None}])
    assert (low[0], missing[0]) == (-4.0, 0.0)


def test_a_new_scaling_refits_from_nothing_and_leaves_forecasts_alone(
    rater: Rater, chance: Chance
) -> None:
    for _ in range(4):
        answer(rater, chance)
    before = list(Forecast.objects.order_by("id").values())
    first = Scaling.objects.get()
    second = Scaling.objects.create(
        game=first.game,
        number=2,
        keys=first.keys,
        centres=first.centres,
        spreads=[spread and 2 * spread for spread in first.spreads],
        clips=first.clips,
    )
    five = answer(rater, chance)
    assert five.forecast.scaling == second
    p_a, seen = rederived(five.forecast)
    assert p_a == pytest.approx(five.forecast.p_a, abs=1e-6)
    assert seen == 4
    assert list(Forecast.objects.order_by("id").values())[:4] == before


def test_a_scaling_of_few_clips_is_replaced_once_there_are_many_more(rater: Rater) -> None:
    first = Scaling.objects.get()
    assert current_scaling("liars-dice") == first
    Scaling.objects.update(clips=first.clips // 4)
    again = current_scaling("liars-dice")
    assert again is not None
    assert again.number == 2


# forecasts


@pytest.mark.parametrize("half_life", [None, 3.0])
def test_each_forecast_is_rederived_from_the_observations_before_it_alone(
    rater: Rater, chance: Chance, half_life: float | None
) -> None:
    DuelSettings.objects.create(game="liars-dice", half_life=half_life)
    for turn in range(14):
        answer(rater, chance)
        if turn in (4, 5, 9):
            undo_answer(rater, actor=rater.user)
        if turn == 8:
            forget_evidence()
    forecasts = Forecast.objects.order_by("number")
    assert [one.number for one in forecasts] == list(range(1, 15))
    for one in forecasts:
        p_a, seen = rederived(one)
        assert one.p_a == pytest.approx(p_a, abs=1e-6)
        assert one.seen == seen
    assert forecasts[0].p_a == 0.5  # exactly: it counts half a hit


def test_the_forecast_is_made_when_the_answer_comes_and_not_when_the_pair_was_dealt(
    rater: Rater, chance: Chance
) -> None:
    first = shown(rater, chance)
    ahead = deal_duel(rater, chance)
    record_duel(first, "A", actor=rater.user)
    second = shown(rater, chance)
    assert second == ahead
    assert record_duel(second, "A", actor=rater.user).forecast.seen == 1


def test_every_stream_of_all_raters_feeds_the_pooled_model(rater: Rater, chance: Chance) -> None:
    other = rater_for(User.objects.create_user("second", password="second-pass-1"), rater.game)
    for _ in range(3):
        answer(other, chance)
    forecast = answer(rater, chance).forecast
    assert (forecast.seen, forecast.pooled_seen) == (0, 3)
    assert forecast.p_a == pytest.approx(0.5)
    assert forecast.pooled_p_a != pytest.approx(0.5)


def test_a_skip_is_no_answer_and_has_no_forecast(rater: Rater, chance: Chance) -> None:
    duel = shown(rater, chance)
    skip_duel(duel, actor=rater.user)
    skip_duel(duel, actor=rater.user)
    assert not Forecast.objects.exists()
    assert shown(rater, chance) != duel
    with pytest.raises(DuelRefused, match="skipped"):
        record_duel(duel, "A", actor=rater.user)


def test_a_second_answer_is_refused_and_changes_nothing(rater: Rater, chance: Chance) -> None:
    one = answer(rater, chance, "A")
    with pytest.raises(AlreadyAnswered):
        record_duel(one.duel, "B", actor=rater.user)
    assert Observation.objects.get().picked == "A"
    assert Forecast.objects.count() == 1


@pytest.mark.parametrize("choice", ["C", "", "a"])
def test_only_a_or_b_is_an_answer(rater: Rater, chance: Chance, choice: str) -> None:
    with pytest.raises(DuelRefused, match="Expected A or B"):
        record_duel(shown(rater, chance), choice, actor=rater.user)
    assert not Forecast.objects.exists()


def test_nobody_answers_skips_or_undoes_for_somebody_else(rater: Rater, chance: Chance) -> None:
    stranger = User.objects.create_user("stranger", password="stranger-pass-1")
    duel = shown(rater, chance)
    with pytest.raises(DuelRefused):
        record_duel(duel, "A", actor=stranger)
    with pytest.raises(DuelRefused):
        skip_duel(duel, actor=stranger)
    record_duel(duel, "A", actor=rater.user)
    with pytest.raises(DuelRefused):
        undo_answer(rater, actor=stranger)


def test_a_pair_that_is_only_dealt_ahead_cannot_be_answered(rater: Rater, chance: Chance) -> None:
    ahead = deal_duel(rater, chance)
    assert ahead is not None
    with pytest.raises(DuelRefused, match="dealt ahead"):
        record_duel(ahead, "A", actor=rater.user)


# undo


def test_undo_keeps_the_rows_puts_the_pair_back_and_moves_neither_probe_nor_exposure(
    rater: Rater, chance: Chance
) -> None:
    first = answer(rater, chance, "A")
    following = shown(rater, chance)
    rater.refresh_from_db()
    count = rater.shown
    again = undo_answer(rater, actor=rater.user)
    first.refresh_from_db()
    assert (first.retracted_at is not None, first.retracted_after) == (True, 1)
    assert first.forecast.duel_id == first.duel_id
    assert Forecast.objects.get().retracted_at is not None
    assert (again.clip_a, again.clip_b) == (first.duel.clip_a, first.duel.clip_b)
    assert shown(rater, chance) == again
    rater.refresh_from_db()
    assert rater.shown == count
    unblind = record_duel(again, "B", actor=rater.user)
    assert not unblind.is_blind
    scaling = current_scaling(rater.game)
    assert scaling is not None
    assert read_posterior(rater, scaling).n == 0
    assert shown(rater, chance) == following
    rater.refresh_from_db()
    assert rater.shown == count


def test_undo_needs_an_answer_and_waits_for_the_pair_that_it_put_back(
    rater: Rater, chance: Chance
) -> None:
    with pytest.raises(DuelRefused, match="no answer"):
        undo_answer(rater, actor=rater.user)
    answer(rater, chance)
    answer(rater, chance)
    undo_answer(rater, actor=rater.user)
    with pytest.raises(DuelRefused, match="already"):
        undo_answer(rater, actor=rater.user)
    assert Observation.objects.filter(retracted_at=None).count() == 1


# dealing


def test_a_pair_is_one_game_two_policies_and_is_never_asked_twice(
    rater: Rater, chance: Chance
) -> None:
    seen = set()
    for _ in range(25):
        duel = answer(rater, chance).duel
        assert duel.clip_a.policy_id != duel.clip_b.policy_id
        assert duel.clip_a.group == duel.clip_b.group
        pair = frozenset((duel.clip_a_id, duel.clip_b_id))
        assert pair not in seen
        seen.add(pair)


def test_without_clips_there_is_no_duel(user: User, chance: Chance) -> None:
    empty = rater_for(user, "liars-dice")
    assert show_duel(empty, chance) is None
    with pytest.raises(LookupError):
        rater_for(user, "whist")


def test_under_random_every_dealt_pair_is_a_check(rater: Rater, chance: Chance) -> None:
    for _ in range(12):
        answer(rater, chance)
    assert set(Duel.objects.values_list("is_random_check", "is_probe")) == {(True, False)}


@pytest.mark.parametrize("rule", ["bald", "thompson"])
def test_a_rule_that_chooses_probes_once_in_ten_shown(
    rater: Rater, chance: Chance, rule: str
) -> None:
    DuelSettings.objects.create(game="liars-dice", acquisition=rule)
    for turn in range(1, 22):
        duel = answer(rater, chance).duel
        assert (duel.is_probe, duel.is_random_check) == (turn in (10, 20),) * 2
        assert duel.rule == rule
        if turn == 15:
            undo_answer(rater, actor=rater.user)
            answer(rater, chance)


def test_a_probe_thrown_away_unseen_does_not_use_up_its_turn(rater: Rater, chance: Chance) -> None:
    settings = DuelSettings.objects.create(game="liars-dice", acquisition="bald")
    for _ in range(9):
        answer(rater, chance)
    ahead = deal_duel(rater, chance)
    assert ahead is not None
    assert ahead.is_probe
    settings.save()
    instead = shown(rater, chance)
    ahead.refresh_from_db()
    assert ahead.state == Duel.State.DISCARDED
    assert instead != ahead
    assert instead.is_probe


def test_clips_of_a_void_match_are_dealt_no_more(rater: Rater, chance: Chance) -> None:
    ahead = deal_duel(rater, chance)
    assert ahead is not None
    void_episode(ahead.clip_a.episode, actor=None, reason="A test.")
    other = shown(rater, chance)
    assert other != ahead
    gone = ahead.clip_a.episode_id
    assert gone not in (other.clip_a.episode_id, other.clip_b.episode_id)


# what the database holds


@pytest.fixture
def duel(rater: Rater, chance: Chance) -> Duel:
    return shown(rater, chance)


def observation_of(duel: Duel, forecast: Forecast, **values: Any) -> Observation:
    fields = {"duel": duel, "forecast": forecast, "rater": duel.rater, "number": forecast.number}
    return Observation(**{**fields, "picked": "A", **values})


def test_the_database_refuses_an_answer_without_its_forecast(
    duel: Duel, rater: Rater, chance: Chance
) -> None:
    forecast = make_forecast(duel, rater, 1)
    skip_duel(duel, actor=rater.user)
    other = shown(rater, chance)
    for answer_ in (
        observation_of(other, forecast),
        observation_of(duel, forecast, number=2),
        Observation(duel=duel, forecast_id=10**9, rater=rater, number=1, picked="A"),
    ):
        with (
            pytest.raises(IntegrityError, match="an answer needs the forecast"),
            transaction.atomic(),
        ):
            answer_.save()


def test_the_database_refuses_a_forecast_after_its_answer(duel: Duel, rater: Rater) -> None:
    one = record_duel(duel, "A", actor=rater.user)
    late: dict[str, Any] = dict(Forecast.objects.filter(pk=one.forecast_id).values()[0])
    late |= {"id": None, "number": 2}
    with pytest.raises(IntegrityError, match="a forecast comes before"), transaction.atomic():
        Forecast.objects.create(**late)


@pytest.mark.parametrize(
    "change", [{"p_a": 0.9}, {"seen": 7}, {"number": 9}, {"retracted_at": None}]
)
def test_the_database_lets_a_forecast_be_written_once(
    duel: Duel, rater: Rater, change: dict[str, Any]
) -> None:
    record_duel(duel, "A", actor=rater.user)
    undo_answer(rater, actor=rater.user)
    with pytest.raises(IntegrityError, match="a forecast is written once"), transaction.atomic():
        Forecast.objects.update(**change)


@pytest.mark.parametrize("change", [{"picked": "B"}, {"is_blind": False}])
def test_the_database_lets_an_answer_be_written_once(
    duel: Duel, rater: Rater, change: dict[str, Any]
) -> None:
    record_duel(duel, "A", actor=rater.user)
    with pytest.raises(IntegrityError, match="an answer is written once"), transaction.atomic():
        Observation.objects.update(**change)


def test_the_database_refuses_a_second_answer_and_a_second_forecast(
    duel: Duel, rater: Rater
) -> None:
    forecast = make_forecast(duel, rater, 1)
    with pytest.raises(IntegrityError), transaction.atomic():
        make_forecast(duel, rater, 2)
    observation_of(duel, forecast).save()
    with pytest.raises(IntegrityError), transaction.atomic():
        observation_of(duel, forecast).save()


def test_the_database_knows_no_check_but_a_dealt_pair(duel: Duel) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Duel.objects.filter(pk=duel.pk).update(provenance="self_report")


def test_what_is_shown_has_its_time(duel: Duel) -> None:
    assert duel.shown_at is not None
    assert duel.shown_at <= timezone.now()


def test_staff_choose_a_games_acquisition_in_the_admin(admin_client: Client) -> None:
    form = {
        "game": "liars-dice",
        "acquisition": "bald",
        "duel_check_every": 10,
        "repeat_penalty": 0.5,
        "exposure_penalty": 0.25,
        "half_life": "",
        "pool_size": 2000,
    }
    page = reverse("admin:calibration_duelsettings_add")
    assert admin_client.get(page).status_code == 200
    assert admin_client.post(page, form).status_code == 302
    assert DuelSettings.objects.get().acquisition == "bald"
    assert AuditEntry.objects.filter(verb="set duels").count() == 1
    assert admin_client.post(page, {**form, "duel_check_every": 1}).status_code == 200
    for model in ("duel", "forecast", "observation", "rater", "clip", "scaling", "comparison"):
        assert admin_client.get(reverse(f"admin:calibration_{model}_changelist")).status_code == 200
