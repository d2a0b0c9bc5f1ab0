"""What LEARNING knows of a rater, and the copy of it."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.utils import timezone

from calibration.actions.duels import rater_for, record_duel, show_duel, skip_duel, undo_answer
from calibration.models import Duel, Rater
from calibration.queries.evidence import forget_evidence
from calibration.queries.forecasts import (
    Wanted,
    answered_forecasts,
    read_forecasts,
    read_outcomes,
)
from calibration.queries.learning import read_learning, read_learning_json
from calibration.scoring import Provenance, calibrate_arrays


def answer(rater: Rater, chance: np.random.Generator) -> Duel:
    duel = show_duel(rater, chance)
    assert duel is not None
    record_duel(duel, "A" if chance.random() < 0.5 else "B", actor=rater.user)
    return duel


@pytest.fixture
def page_of(rater: Rater, chance: np.random.Generator) -> Rater:
    """Five answers, one of them taken back and given again, and a skip."""
    for _ in range(5):
        answer(rater, chance)
    again = undo_answer(rater, actor=rater.user)
    record_duel(again, "A", actor=rater.user)
    skipped = show_duel(rater, chance)
    assert skipped is not None
    skip_duel(skipped, actor=rater.user)
    return rater


def test_before_the_first_answer_there_is_nothing_to_score(rater: Rater) -> None:
    page = read_learning(rater)
    assert (page.answers, page.outcomes.n, page.hits) == (0, 0, 0.0)
    assert page.calibration.scores is None
    assert not page.beats_a_coin
    assert all(row.mean == pytest.approx(0.0) for row in page.weights if row.mean is not None)
    json.dumps(read_learning_json(rater))


def test_retracted_unblind_and_skipped_pairs_are_counted_and_not_scored(page_of: Rater) -> None:
    page = read_learning(page_of)
    assert (page.answers, page.retracted, page.unblind, page.skipped) == (4, 1, 1, 1)
    assert page.outcomes.n == 4
    assert page.calibration.scores is not None
    assert page.calibration.scores.n == page.calibration.check_n == 4
    assert page.calibration.check_skill == page.calibration.provenance[Provenance.DUEL].skill
    assert answered_forecasts(blind_only=False).count() == 5


def test_a_dot_stands_at_the_chance_given_to_what_was_picked(page_of: Rater) -> None:
    told = read_learning_json(page_of)["forecasts"]
    for one in told:
        assert one["p"] == (one["p_a"] if one["picked"] == "A" else 1 - one["p_a"])
    assert read_learning(page_of).outcomes.p.tolist() == [one["p"] for one in told]


def test_what_a_process_keeps_scores_as_what_the_database_holds(
    page_of: Rater, chance: np.random.Generator
) -> None:
    """Of another stream too, and after an answer was taken back."""
    last = answer(page_of, chance)
    Duel.objects.filter(pk=last.pk).update(provenance="heard_edit", is_random_check=False)
    forget_evidence()
    answer(page_of, chance)
    for taken_back in (False, True):
        if taken_back:
            undo_answer(page_of, actor=page_of.user)
        held, _ = read_outcomes(Wanted(game=page_of.game, user_id=page_of.user_id))
        assert read_learning(page_of).calibration == calibrate_arrays(held)
        assert set(calibrate_arrays(held).provenance) == {Provenance.DUEL, Provenance.HEARD_EDIT}


def test_the_copy_is_complete(page_of: Rater) -> None:
    found = read_learning_json(page_of)
    assert json.loads(json.dumps(found)) == found
    assert [len(found["forecasts"]), found["retracted"]] == [4, 1]
    assert len(found["calibration"]["reliability"]) == 5
    assert "hit_rate" in found["calibration"]["scores"]
    assert [row["provenance"] for row in found["calibration"]["provenance"]] == ["duel"]
    assert {row["key"] for row in found["weights"]} == set(found["scaling"]["keys"])


def test_the_docs_name_every_field_of_the_copy(page_of: Rater) -> None:
    """What the docs put in backticks names every key; a row names its group as ``group.key``."""
    text = (Path(settings.BASE_DIR) / "docs" / "calibration.md").read_text()
    rows = text.split("## The copy as JSON")[1].split("\n## ")[0]
    named = {part for told in re.findall(r"`([\w., ]+)`", rows) for part in told.split(".")}
    found = read_learning_json(page_of)

    def keys(value: Any) -> set[str]:
        if isinstance(value, dict):
            return set(value).union(*map(keys, value.values()))
        return set().union(*map(keys, value)) if isinstance(value, list) else set()

    assert keys(found) - named == set()


def test_a_feature_that_never_varies_is_reported_as_not_measured(page_of: Rater) -> None:
    page = read_learning(page_of)
    assert page.scaling is not None
    constants = {
        key
        for key, spread in zip(page.scaling.keys, page.scaling.spreads, strict=True)
        if spread is None
    }
    assert constants
    assert {row.key for row in page.weights if row.mean is None} == constants
    assert page.weights[-1].mean is None


def test_forecasts_are_chosen_by_game_rater_rule_stream_and_time(
    page_of: Rater, chance: np.random.Generator
) -> None:
    second = User.objects.create_user("second", password="second-pass-1")
    answer(rater_for(second, page_of.game), chance)
    later = timezone.now() + timedelta(hours=1)
    for wanted, n in (
        (Wanted(), 5),
        (Wanted(user_id=second.pk), 1),
        (Wanted(game="rumor"), 0),
        (Wanted(rule="random"), 5),
        (Wanted(rule="bald"), 0),
        (Wanted(provenance=Provenance.DUEL), 5),
        (Wanted(provenance=Provenance.HEARD_EDIT), 0),
        (Wanted(since=later), 0),
        (Wanted(until=later), 5),
    ):
        assert len(read_forecasts(wanted)) == n, wanted
        assert read_outcomes(wanted)[0].n == n, wanted
    outcomes, raters = read_outcomes(Wanted(), is_pooled=True)
    pooled = calibrate_arrays(outcomes)
    assert raters == 2
    assert pooled.scores is not None
    assert pooled.scores.n == 5
