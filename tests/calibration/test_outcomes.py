"""The line at a reveal that says what became of a clip for the seat that was judged."""

from __future__ import annotations

import re

import pytest

from calibration.actions.clips import cut_clips, cut_so_far
from calibration.models import Clip
from calibration.queries.outcomes import read_outcome
from league.figures import signed_text
from tests.support.rumor import make_rumor
from tests.support.stored import make_match

pytestmark = pytest.mark.django_db
CALLER = re.compile(r"(challenged|had to challenge) \d+ × \w+; \w+ (was|were) there")
BIDDER = re.compile(r"bid \d+ × \w+ and was challenged; \w+ (was|were) there")
OTHERS = re.compile(r"(no bid|one bid|\w+ bids); the challenge was between two others")


def test_a_deal_is_told_as_its_points_and_its_challenge_have_it() -> None:
    for seed in range(1, 5):
        cut_clips(make_match(seed=f"{seed:064x}", config={"deals": 3}))
    clips = list(Clip.objects.all())
    assert len({clip.values["challenged"] for clip in clips}) == 2, "some of each"
    for clip in clips:
        outcome = read_outcome(clip)
        assert outcome is not None
        assert outcome.where == "In this deal"
        points = clip.values["points"]  # counted apart, from the same log
        assert outcome.points == signed_text(points)
        assert (outcome.is_gain, outcome.is_loss) == (points > 0, points < 0)
        wanted = CALLER if clip.values["challenged"] else BIDDER if points else OTHERS
        assert wanted.fullmatch(outcome.text), outcome.text


def test_a_match_of_rumor_is_told_by_role_and_vote() -> None:
    episode = make_rumor(rounds=3)
    cut_clips(episode)
    told = {clip.seat.slot: read_outcome(clip) for clip in Clip.objects.all()}
    scores = {seat.slot: seat.score for seat in episode.seats.all()}
    tally = episode.events.get(kind="tally").data
    for slot, outcome in told.items():
        assert outcome is not None
        assert outcome.where == "In this match"
        assert outcome.points == signed_text(scores[slot] or 0.0, 2)
        assert ("a saboteur" in outcome.text) == (tally["roles"][slot] == "saboteur")
        assert ("which was right" in outcome.text) == (tally["votes"][slot] == tally["truth"])


def test_a_match_that_still_runs_has_no_outcome() -> None:
    episode = make_match(seed="5eed" * 16, config={"deals": 2})
    clip = cut_so_far(episode, episode.seats.all()[0])
    assert clip is not None
    assert read_outcome(clip) is None
