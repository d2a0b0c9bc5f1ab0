"""Why a forecast leaned: the model as it was before the answer, and nothing of the answer in it."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from django.test import Client

from calibration.actions.duels import record_duel, show_duel, undo_answer
from calibration.features import MEASURES
from calibration.models import Duel, DuelSettings, Observation, Rater
from calibration.posterior import predict
from calibration.queries import hindsight
from calibration.queries.evidence import difference, forget_evidence
from calibration.queries.hindsight import posterior_before, read_hindsight

pytestmark = pytest.mark.django_db


def duels(rater: Rater) -> list[Duel]:
    found = Duel.objects.filter(rater=rater, state=Duel.State.ANSWERED)
    return list(found.select_related("rater", "forecast__scaling").order_by("forecast__number"))


def answer(rater: Rater, choices: str) -> None:
    chance = np.random.default_rng(len(choices))
    for choice in choices:
        duel = show_duel(rater, chance)
        assert duel is not None
        record_duel(duel, choice, actor=rater.user)


def test_each_forecast_is_explained_by_the_very_model_that_made_it(rater: Rater) -> None:
    answer(rater, "ABBABAABBA")
    undo_answer(rater, actor=rater.user)
    answer(rater, "A")  # the pair that was put back: unblind, no evidence
    answer(rater, "BAB")
    forget_evidence()
    for duel in duels(rater):
        forecast = duel.forecast
        posterior = posterior_before(rater, forecast)
        asked = difference(forecast.scaling, duel.a_values, duel.b_values)
        assert float(predict(posterior, asked)[0]) == pytest.approx(forecast.p_a, abs=1e-6)
        assert posterior.n == forecast.seen
        why = read_hindsight(duel)
        assert why.total == pytest.approx(float(posterior.mean @ asked[0]))
        leans = [one.lean for one in why.reasons if one.lean is not None]
        assert sum(leans) == pytest.approx(why.total)
        assert [abs(lean) for lean in leans] == sorted(map(abs, leans), reverse=True)


def test_the_newest_forecast_is_explained_from_what_the_process_keeps(
    rater: Rater, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(rater, "ABBAB")
    undo_answer(rater, actor=rater.user)
    answer(rater, "ABB")
    last = duels(rater)[-1]
    anew = hindsight._from_nothing(rater, last.forecast)
    monkeypatch.setattr(hindsight, "_from_nothing", lambda *_: pytest.fail("read every row"))
    kept = posterior_before(rater, last.forecast)
    assert kept.n == anew.n == 5
    assert kept.mean == pytest.approx(anew.mean, abs=1e-12)


def test_an_answer_is_in_no_reason_of_its_own_forecast(rater: Rater) -> None:
    answer(rater, "ABBAB")
    duel = duels(rater)[-1]
    before = read_hindsight(duel)
    assert before.is_told
    answer(rater, "BBBB")
    assert read_hindsight(duel) == before


def test_a_taken_back_answer_explains_the_forecasts_that_had_seen_it(rater: Rater) -> None:
    answer(rater, "ABBAB")
    last = duels(rater)[-1]
    before = read_hindsight(last)
    assert before.is_told
    Observation.objects.filter(number=2).update(retracted_at="2026-01-01T00:00Z", retracted_after=5)
    assert read_hindsight(last) == before
    forecast = last.forecast
    forecast.number = 6  # one made after the answer was taken back
    assert posterior_before(rater, forecast).n == 4


def test_a_half_life_of_that_time_is_in_it(rater: Rater) -> None:
    DuelSettings.objects.create(game="liars-dice", half_life=2.0)
    answer(rater, "AABBAB")
    last = duels(rater)[-1]
    DuelSettings.objects.update(half_life=None)
    assert read_hindsight(last).total is not None


def test_before_the_first_answer_nothing_leans_and_the_page_says_so(
    client: Client, rater: Rater
) -> None:
    answer(rater, "A")
    why = read_hindsight(duels(rater)[0])
    assert (why.seen, why.total, why.is_told) == (0, 0.0, False)
    assert why.reasons
    client.force_login(rater.user)
    page = client.get(f"/duels/{duels(rater)[0].pk}/").content.decode()
    assert "It had nothing to lean on" in page
    assert "It knew nothing of your taste yet" in page


def test_what_cannot_be_fitted_again_is_not_explained(
    client: Client, rater: Rater, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(rater, "ABB")
    monkeypatch.setattr(hindsight, "predict", lambda *_: np.array([0.123]))
    duel = duels(rater)[-1]
    why = read_hindsight(duel)
    assert why.total is None
    assert {one.lean for one in why.reasons} == {None}
    client.force_login(rater.user)
    page = client.get(f"/duels/{duel.pk}/").content.decode()
    assert "cannot be made again" in page
    assert "cb-fill" not in page


def test_the_page_draws_a_bar_for_each_feature_and_says_what_they_add_up_to(
    client: Client, rater: Rater
) -> None:
    answer(rater, "ABBABAAB")
    duel = duels(rater)[-1]
    why = read_hindsight(duel)
    assert why.total is not None
    client.force_login(rater.user)
    page = client.get(f"/duels/{duel.pk}/").content.decode()
    measured = [one for one in why.reasons if one.lean is not None]
    assert page.count('class="cb-fill"') == len(measured) > 0
    assert f">{abs(why.total):.2f}</span> towards {'A' if why.total > 0 else 'B'}" in page
    assert math.copysign(1, why.total) == math.copysign(1, duel.forecast.p_a - 0.5)
    for row in measured:
        x, width = row.bar.x, row.bar.width  # type: ignore[union-attr]
        assert x == pytest.approx(90.0 - width if (row.lean or 0) > 0 else 90.0)


def test_nothing_of_it_is_on_the_page_before_the_pick(client: Client, rater: Rater) -> None:
    answer(rater, "ABBABAAB")
    client.force_login(rater.user)
    page = client.get("/duels/liars-dice/").content.decode()
    for word in ("lean", "log-odds", "Bold bids", "boldness", "p_a"):
        assert word not in page
    assert not re.search(r"class=\"cb", page)


@pytest.mark.parametrize(
    ("a", "b", "told"),
    [
        (0.0, None, "nothing to measure in B, and equal wherever it is measured"),
        (None, 0.0, "nothing to measure in A, and equal wherever it is measured"),
        (0.0, 0.0, "equal wherever it is measured"),
        (0.0, 1.0, "equal in every clip when the scale was set"),
    ],
)
def test_what_was_not_weighed_says_why(a: float | None, b: float | None, told: str) -> None:
    feature = MEASURES["liars-dice"].features[0]
    assert hindsight.Reason(feature=feature, a=a, b=b, lean=None, bar=None).why_not == told
