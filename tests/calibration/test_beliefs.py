"""Beliefs stated in Rumor, scored as forecasts of the truth."""

from __future__ import annotations

from typing import Any

import pytest

from calibration.queries.beliefs import read_beliefs
from calibration.scoring import Side, score
from league.models import Episode
from tests.support.league import a_match, a_policy, an_event


def said(seat: int, belief: int, **data: Any) -> dict[str, Any]:
    return {"kind": "say", "seat": seat, "belief": belief, "fallback": None, **data}


@pytest.mark.django_db
def test_beliefs_are_taken_with_the_truth_by_policy() -> None:
    one, other = a_policy("One", game="rumor"), a_policy("Other", game="rumor")
    match = a_match(None, [one, other], game="rumor", purpose=Episode.Purpose.TRYOUT)
    rows: list[dict[str, Any]] = [
        said(0, 80),
        said(1, 30),
        said(1, 99, fallback="timeout"),
        {**said(0, 90), "kind": "vote", "forced": False},
        {**said(1, 50), "kind": "vote", "forced": True},
        {"kind": "tally", "truth": "a"},
    ]
    for seq, row in enumerate(rows, start=1):
        an_event(match, seq, **row)
    found = read_beliefs()
    assert [one_.p_a for one_ in found[one.pk]] == [0.8, 0.9]
    assert [one_.p_a for one_ in found[other.pk]] == [0.3]
    assert {one_.came for one_ in found[one.pk]} == {Side.A}
    ballots = read_beliefs(policy_id=one.pk, ballots_only=True)
    assert set(ballots) == {one.pk}
    scores = score(ballots[one.pk])
    assert scores is not None
    assert scores.brier == pytest.approx(0.01)
    Episode.objects.update(status=Episode.Status.VOID)
    assert read_beliefs() == {}
