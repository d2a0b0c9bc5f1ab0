"""The runner: an episode is played from wherever its log ends."""

from __future__ import annotations

import pytest

from league.models import Episode
from tests.support.factories import make_episode, play_out

pytestmark = pytest.mark.django_db


def test_baselines_play_an_episode_to_its_end() -> None:
    episode = play_out(make_episode())
    assert episode.status == Episode.Status.FINISHED
    assert episode.reason == "complete"
    kinds = list(episode.events.values_list("kind", flat=True))
    assert kinds[0] == "start"
    assert kinds[-1] == "end"
    assert kinds.count("deal") == 2
    seqs = list(episode.events.values_list("seq", flat=True))
    assert seqs == list(range(1, episode.last_seq + 1))
    assert sum(seat.score or 0 for seat in episode.seats.all()) == pytest.approx(2.0)
