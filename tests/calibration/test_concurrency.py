"""Answers that come at the same time: one row, and the rest are told."""

from __future__ import annotations

from threading import Barrier, Thread

import pytest
from django.contrib.auth.models import User
from django.db import connections

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
