"""Answers, skips, undo, and which pair is dealt next."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from calibration.actions.clips import current_scaling
from calibration.actions.duels import (
    AlreadyAnswered,
    DuelRefused,
    deal_duel,
    rater_for,
    record_duel,
    show_duel,
    skip_duel,
    undo_answer,
)
from calibration.models import Duel, DuelSettings, Forecast, Observation, Rater
from calibration.queries.evidence import read_posterior
from league.actions.episodes import void_episode
from league.models import AuditEntry
from tests.support.duels import Chance, answer, shown


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


def test_what_is_shown_has_its_time(rater: Rater, chance: Chance) -> None:
    duel = shown(rater, chance)
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
