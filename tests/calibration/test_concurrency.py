"""Answers that come at the same time: one row, and the rest are told."""

from __future__ import annotations

from threading import Barrier, Thread

import pytest
from django.contrib.auth.models import User
from django.db import connections
from django.test import Client

from calibration.actions.clips import current_scaling, cut_clips
from calibration.actions.duels import AlreadyAnswered, rater_for, record_duel, show_duel
from calibration.models import Duel, Forecast, Observation, Rater
from tests.support.stored import make_match


@pytest.mark.django_db(transaction=True)
def test_answers_at_once_give_one_row_and_showing_at_once_shows_one_pair() -> None:
    cut_clips(make_match())
    current_scaling("liars-dice")
    user = User.objects.create_user("rater", password="rater-pass-1")
    rater = rater_for(user, "liars-dice")
    outcomes: list[str] = []
    barrier = Barrier(4)

    def show_and_answer(choice: str) -> None:
        try:
            barrier.wait(timeout=20)
            duel = show_duel(Rater.objects.get(pk=rater.pk))
            assert duel is not None
            barrier.wait(timeout=20)
            record_duel(duel, choice, actor=user)
            outcomes.append("answered")
        except AlreadyAnswered:
            outcomes.append("refused")
        finally:
            connections.close_all()

    threads = [Thread(target=show_and_answer, args=(choice,)) for choice in "ABAB"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["answered", "refused", "refused", "refused"]
    assert Observation.objects.count() == Forecast.objects.count() == 1
    assert Duel.objects.exclude(state=Duel.State.DEALT).count() == 1
    rater.refresh_from_db()
    assert (rater.shown, rater.answers) == (1, 1)


@pytest.mark.django_db
def test_a_tab_overtaken_by_another_is_shown_the_answer_that_stands(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_clips(make_match())
    current_scaling("liars-dice")
    user = User.objects.create_user("rater", password="rater-pass-1")
    client.force_login(user)
    duel = show_duel(rater_for(user, "liars-dice"))
    assert duel is not None

    def overtaken(mine: Duel, choice: str, *, actor: User) -> Observation:
        record_duel(Duel.objects.get(pk=mine.pk), "A", actor=actor)
        return record_duel(mine, choice, actor=actor)

    monkeypatch.setattr("calibration.views.duels.record_duel", overtaken)
    response = client.post(f"/duels/{duel.pk}/answer/", {"choice": "B"}, follow=True)
    assert response.status_code == 200
    assert "This pair had its answer before: A. It stays." in response.content.decode()
