"""The streams beside dealt pairs: each forecast first, each answered once, none a check."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User

from calibration.actions.duels import AlreadyAnswered, DuelRefused, show_duel
from calibration.actions.streams import (
    can_compare,
    record_heard_edit,
    record_perform_offer,
    settle_comparison,
    start_comparison,
)
from calibration.models import Clip, Comparison, Duel, Forecast, Observation, Rater
from calibration.queries.forecasts import Wanted, read_outcomes
from calibration.scoring import Provenance, calibrate_arrays
from games.registry import get_game
from league.actions.policies import Content, revise_policy, submit_policy
from league.models import Episode, Event, LeagueSettings, Version
from tests.support.stored import log_of, make_match

HEARD, TICK = Comparison.Kind.HEARD_EDIT, Comparison.Kind.SELF_REPORT


# beside a live match


def test_a_pick_beside_a_live_match_is_forecast_from_the_play_so_far(rater: Rater) -> None:
    episode = make_match(events=12)
    seats = list(episode.seats.order_by("slot"))
    one = record_perform_offer(rater.user, episode, seats[0], seats[1], "B")
    assert one.duel.provenance == "perform_offer"
    assert one.forecast.number == one.number == 1
    assert not one.duel.is_random_check
    assert {one.duel.clip_a.last_seq, one.duel.clip_b.last_seq} == {12}
    assert one.duel.clip_a.is_partial
    with pytest.raises(AlreadyAnswered):
        record_perform_offer(rater.user, episode, seats[1], seats[0], "A")
    assert Observation.objects.count() == Forecast.objects.count() == 1
    found = calibrate_arrays(read_outcomes(Wanted())[0])
    assert set(found.provenance) == {Provenance.PERFORM_OFFER}
    assert found.check_n == 0


def test_a_pick_beside_a_match_leaves_dealt_pairs_as_they_were(rater: Rater) -> None:
    duel = show_duel(rater)
    episode = make_match(events=12)
    seats = list(episode.seats.order_by("slot"))
    record_perform_offer(rater.user, episode, seats[0], seats[1], "A")
    assert show_duel(rater) == duel
    rater.refresh_from_db()
    assert rater.shown == 1


@pytest.mark.parametrize(
    ("events", "slots", "message"),
    [
        (None, (0, 1), "not being played"),
        (2, (0, 1), "has not acted"),
        (12, (0, 0), "two policies"),
    ],
)
def test_what_offers_no_pick_is_refused_and_leaves_nothing(
    rater: Rater, events: int | None, slots: tuple[int, int], message: str
) -> None:
    episode = make_match(events=events)
    seats = list(episode.seats.order_by("slot"))
    with pytest.raises(DuelRefused, match=message):
        record_perform_offer(rater.user, episode, seats[slots[0]], seats[slots[1]], "A")
    assert not Duel.objects.exists()
    assert not Forecast.objects.exists()


def test_rumor_offers_no_pick_since_it_would_tell_roles(rater: Rater) -> None:
    episode = make_match(events=12)
    Episode.objects.filter(pk=episode.pk).update(game="rumor")
    episode.refresh_from_db()
    seats = list(episode.seats.order_by("slot"))
    with pytest.raises(DuelRefused, match="offers no pick"):
        record_perform_offer(rater.user, episode, seats[0], seats[1], "A")


# a revision beside its parent


@pytest.fixture
def revision(rater: Rater, settings: Any) -> Version:
    settings.ANTHROPIC_API_KEY = "a-key"
    policy = submit_policy(
        rater.user,
        name="Mine",
        game="liars-dice",
        content=Content(prompt="Count first."),
        owner=rater.user,
    )
    return revise_policy(
        rater.user, policy, content=Content(prompt="Count twice."), comment="", based_on=1
    )


def play_out(episode: Episode) -> None:
    """Finish a queued episode by its fallback, without a runner."""
    game = get_game(episode.game)
    log = log_of(episode.settings, episode.seed)
    rows = [
        Event(episode=episode, seq=seq, kind=data["kind"], data=data)
        for seq, data in enumerate(map(game.encode, log), start=1)
    ]
    Event.objects.bulk_create(rows)
    episode.last_seq, episode.status = len(rows), Episode.Status.FINISHED
    episode.save(update_fields=["last_seq", "status"])


def test_both_versions_play_the_same_scenario_unrated(rater: Rater, revision: Version) -> None:
    found = start_comparison(rater.user, revision, HEARD)
    new, old = found.version_episode, found.parent_episode
    assert (new.seed, new.settings) == (old.seed, old.settings)
    assert not new.is_rated
    assert not old.is_rated
    by_slot = [list(one.seats.order_by("slot")) for one in (new, old)]
    assert [seats[0].version.number for seats in by_slot] == [2, 1]
    assert [s.version for s in by_slot[0][1:]] == [s.version for s in by_slot[1][1:]]
    assert settle_comparison(found.pk).duel is None


def test_a_revision_met_blind_is_answered_by_its_author_and_forecast_first(
    rater: Rater, revision: Version
) -> None:
    found = start_comparison(rater.user, revision, HEARD)
    with pytest.raises(DuelRefused, match="still being played"):
        record_heard_edit(found, "A", actor=rater.user)
    play_out(found.version_episode)
    assert settle_comparison(found.pk).duel is None
    play_out(found.parent_episode)
    found = settle_comparison(found.pk)
    assert found.duel is not None
    assert {found.duel.clip_a.version, found.duel.clip_b.version} == {revision, found.parent}
    assert found.duel.clip_a.part == found.duel.clip_b.part
    assert not Forecast.objects.exists()
    one = record_heard_edit(found, "A", actor=rater.user)
    assert (one.duel.provenance, one.forecast.seen) == ("heard_edit", 0)
    assert settle_comparison(found.pk).duel == found.duel
    with pytest.raises(AlreadyAnswered):
        record_heard_edit(found, "B", actor=rater.user)


def test_a_tick_is_the_answer_that_the_revision_was_better_forecast_first(
    rater: Rater, revision: Version
) -> None:
    found = start_comparison(rater.user, revision, TICK)
    for episode in (found.version_episode, found.parent_episode):
        play_out(episode)
    found = settle_comparison(settle_comparison(found.pk).pk)
    one = Observation.objects.get()
    picked = one.duel.clip_a if one.picked == "A" else one.duel.clip_b
    assert picked.version == revision
    assert one.duel.provenance == "self_report"
    assert found.duel == one.duel


def test_a_comparison_settles_by_itself_when_its_second_scenario_ends(
    rater: Rater, revision: Version, django_capture_on_commit_callbacks: Any
) -> None:
    found = start_comparison(rater.user, revision, TICK)
    with django_capture_on_commit_callbacks(execute=True):
        play_out(found.version_episode)
    assert not Observation.objects.exists()
    with django_capture_on_commit_callbacks(execute=True):
        play_out(found.parent_episode)
    assert Observation.objects.get().duel.provenance == "self_report"


def test_the_clips_of_a_comparison_are_not_dealt(rater: Rater, revision: Version) -> None:
    found = start_comparison(rater.user, revision, TICK)
    for episode in (found.version_episode, found.parent_episode):
        play_out(episode)
    settle_comparison(found.pk)
    Clip.objects.filter(episode__purpose=Episode.Purpose.LADDER).update(game="elsewhere")
    assert show_duel(rater) is None


def test_a_scenario_that_failed_ends_the_comparison_with_its_reason(
    rater: Rater, revision: Version
) -> None:
    found = start_comparison(rater.user, revision, TICK)
    Episode.objects.filter(pk=found.parent_episode_id).update(status=Episode.Status.FAILED)
    assert "could not be played" in settle_comparison(found.pk).problem
    assert not Duel.objects.exists()


def test_without_a_model_nothing_is_started_and_the_reason_is_told(
    rater: Rater, revision: Version, settings: Any
) -> None:
    settings.ANTHROPIC_API_KEY = ""
    with pytest.raises(DuelRefused, match="No model is configured here"):
        start_comparison(rater.user, revision, HEARD)
    settings.ANTHROPIC_API_KEY = "a-key"
    limits = LeagueSettings.load()
    limits.daily_limit = Decimal(0)
    limits.save()
    with pytest.raises(DuelRefused, match="spending limit is reached"):
        start_comparison(rater.user, revision, HEARD)
    assert not Comparison.objects.exists()
    assert not Episode.objects.filter(purpose=Episode.Purpose.SELF_REPORT).exists()


def test_a_version_that_a_baseline_played_for_is_not_compared(
    rater: Rater, revision: Version
) -> None:
    """Without a model the fallback plays both versions: an answer would be about neither."""
    found = start_comparison(rater.user, revision, TICK)
    found.parent_episode.seats.filter(slot=0).update(decisions=8, fallbacks=8)
    for episode in (found.version_episode, found.parent_episode):
        play_out(episode)
    assert "baseline played" in settle_comparison(found.pk).problem
    assert not Observation.objects.exists()


def test_a_revision_is_compared_by_its_author_once_in_each_way(
    rater: Rater, revision: Version
) -> None:
    stranger = User.objects.create_user("stranger", password="stranger-pass-1")
    assert not can_compare(stranger, revision, HEARD)
    assert not can_compare(rater.user, revision.policy.versions.get(number=1), HEARD)
    start_comparison(rater.user, revision, HEARD)
    assert can_compare(rater.user, revision, TICK)
    with pytest.raises(DuelRefused, match="once in each way"):
        start_comparison(rater.user, revision, HEARD)
