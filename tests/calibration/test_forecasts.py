"""Each forecast comes from the answers before it alone, at the moment of its own."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from calibration.actions.duels import deal_duel, rater_for, record_duel, undo_answer
from calibration.models import DuelSettings, Forecast, Rater
from calibration.queries.evidence import forget_evidence
from tests.support.duels import Chance, answer, rederived, shown


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
