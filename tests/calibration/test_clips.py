"""Clips and their frozen scalings."""

from __future__ import annotations

import pytest

from calibration.actions.clips import current_scaling, cut_clips, cut_new_clips, freeze_scaling
from calibration.models import Clip, Forecast, Rater, Scaling
from calibration.queries.evidence import measured, standardise
from tests.support.duels import Chance, answer, rederived
from tests.support.stored import make_match


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
