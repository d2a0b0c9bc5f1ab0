"""The life of an episode: made, run again, made void; and what its seats and seed are."""

from __future__ import annotations

import hashlib

import pytest
from django.db import IntegrityError, transaction

from games.errors import BadSetting
from games.registry import get_game
from league.actions.episodes import (
    MOST_BARREN_ATTEMPTS,
    NotAllowedNow,
    create_episode,
    rerun_episode,
    take_up,
    void_episode,
)
from league.actions.event_log import Addition, Superseded, append_all, append_events
from league.models import AuditEntry, Episode, Event
from league.play import pace
from tests.support.factories import make_episode, make_ladder, make_user, make_versions, play_out

pytestmark = pytest.mark.django_db
LADDER = Episode.Purpose.LADDER


class TestCreate:
    def test_it_commits_to_a_secret_seed_and_seats_everyone_as_the_seed_has_it(self) -> None:
        episode = make_episode(variant="poker")
        other = make_episode(variant="poker")
        assert episode.status == Episode.Status.QUEUED
        text = f"{episode.seed}:{episode.salt}".encode()
        assert episode.commitment == hashlib.sha256(text).hexdigest()
        assert len({episode.seed, episode.salt, other.seed, other.salt}) == 4
        assert min(len(episode.seed), len(episode.salt)) >= 32
        game = get_game("liars-dice")
        config = game.configure(episode.settings)
        assert game.settings(config) == episode.settings
        assert episode.settings["mode"] == "poker"
        seats = list(episode.seats.order_by("slot"))
        assert tuple(seat.alias for seat in seats) == game.aliases(config, episode.seed)
        by_position = sorted(seats, key=lambda seat: seat.position)
        assert tuple(seat.slot for seat in by_position) == game.order(config, episode.seed)

    def test_a_ladder_gives_the_game_and_its_overrides(self) -> None:
        ladder = make_ladder("silent", settings={"deals": 3})
        episode = make_episode(purpose=LADDER, ladder=ladder, settings={"max_bids_per_deal": 5})
        assert (episode.variant, episode.is_rated, episode.unrated_reason) == ("silent", True, "")
        assert episode.settings["deals"] == 3
        assert episode.settings["talk"] is False
        assert episode.settings["max_bids_per_deal"] == 5

    @pytest.mark.parametrize("purpose", set(Episode.Purpose) - {LADDER})
    def test_only_ladder_matches_count(self, purpose: Episode.Purpose) -> None:
        episode = make_episode(purpose=purpose)
        assert not episode.is_rated
        assert episode.unrated_reason

    def test_only_matches_that_people_watch_are_paced_and_only_with_an_audience(self) -> None:
        assert not make_episode().is_paced
        pace.expect_audience()
        try:
            assert make_episode().is_paced
            assert not make_episode(purpose=Episode.Purpose.TRIAL).is_paced
            assert not make_episode(is_paced=False).is_paced
        finally:
            pace.expect_audience(False)

    def test_what_does_not_fit_is_refused(self) -> None:
        versions = make_versions("bayes", "bayes", "bayes", "bayes")
        common = {"purpose": Episode.Purpose.TRYOUT, "game": "liars-dice"}
        with pytest.raises(BadSetting, match="versions: expected one version for each of 4 seats"):
            create_episode(**common, variant="standard", versions=versions[:3])  # type: ignore[arg-type]
        with pytest.raises(BadSetting, match="variant"):
            create_episode(**common, variant="no such", versions=versions)  # type: ignore[arg-type]
        with pytest.raises(BadSetting, match="deals"):
            make_episode(settings={"deals": 1_000})
        assert not Episode.objects.exists()


class TestAppend:
    def addition(self, episode: Episode, seq: int = 1) -> Addition:
        event = Event(episode=episode, seq=seq, kind="start", data={"kind": "start"})
        return Addition(episode_id=episode.pk, events=(event,), play_seconds=1.5)

    @pytest.fixture
    def episodes(self) -> list[Episode]:
        made = [make_episode() for _ in range(3)]
        Episode.objects.update(status=Episode.Status.RUNNING)
        return made

    def test_a_second_player_is_turned_away_and_stops_nobody_else(
        self, episodes: list[Episode]
    ) -> None:
        append_events(self.addition(episodes[1]))
        outcomes = append_all([self.addition(episode) for episode in episodes])
        assert [type(outcome) for outcome in outcomes] == [type(None), Superseded, type(None)]
        assert [episode.events.count() for episode in episodes] == [1, 1, 1]
        episodes[0].refresh_from_db()
        assert (episodes[0].last_seq, episodes[0].play_seconds) == (1, 1.5)

    def test_a_log_has_no_holes(self, episodes: list[Episode]) -> None:
        with pytest.raises(Superseded):
            append_events(self.addition(episodes[0], seq=2))

    def test_the_database_itself_keeps_a_number_unique(self, episodes: list[Episode]) -> None:
        append_events(self.addition(episodes[0]))
        Episode.objects.update(last_seq=0)
        with pytest.raises(Superseded):
            append_events(self.addition(episodes[0]))
        with pytest.raises(IntegrityError), transaction.atomic():
            Event.objects.create(episode=episodes[0], seq=1, kind="start", data={})


class TestRerun:
    def test_one_that_ended_is_played_afresh_and_does_not_count_twice(self) -> None:
        episode = play_out(make_episode(purpose=LADDER, ladder=make_ladder()))
        staff = make_user(is_staff=True)
        fresh = rerun_episode(episode, actor=staff)
        assert fresh.pk != episode.pk
        assert fresh.seed != episode.seed
        assert not fresh.is_rated
        assert str(episode.pk) in fresh.unrated_reason
        pairs = [list(one.seats.values_list("slot", "version")) for one in (episode, fresh)]
        assert pairs[0] == pairs[1]
        entry = AuditEntry.objects.get(verb="rerun")
        assert (entry.actor, entry.detail) == (staff, {"played_as": fresh.pk})

    def test_one_in_place_of_a_void_one_counts(self) -> None:
        episode = play_out(make_episode(purpose=LADDER, ladder=make_ladder()))
        void_episode(episode, actor=None, reason="a bad seed")
        assert rerun_episode(episode, actor=None).is_rated

    def test_one_that_plays_is_left_alone(self) -> None:
        with pytest.raises(NotAllowedNow, match="still queued"):
            rerun_episode(make_episode(), actor=None)


class TestVoid:
    def test_its_result_leaves_the_standings_once_and_its_log_stays(self) -> None:
        ladder = make_ladder()
        episode = play_out(make_episode(purpose=LADDER, ladder=ladder))
        assert {row.episodes for row in ladder.standings.all()} == {1}
        events = episode.events.count()
        for _ in range(2):
            void_episode(episode, actor=make_user(is_staff=True), reason="Seats were mixed up.")
        episode.refresh_from_db()
        assert episode.status == Episode.Status.VOID
        assert (episode.is_rated, episode.unrated_reason) == (False, "Seats were mixed up.")
        assert {row.episodes for row in ladder.standings.all()} == {0}
        assert episode.events.count() == events
        assert AuditEntry.objects.filter(verb="void").count() == 1

    def test_a_queued_one_is_never_played(self) -> None:
        episode = make_episode()
        void_episode(episode, actor=None, reason="not wanted")
        play_out(episode)
        assert episode.status == Episode.Status.VOID
        assert not episode.events.exists()


class TestTakeUp:
    def test_an_episode_that_kills_every_worker_is_failed_and_staff_can_run_it_again(self) -> None:
        episode = make_episode()
        for _ in range(MOST_BARREN_ATTEMPTS):
            assert take_up(episode.pk) is not None  # and its worker dies
        assert take_up(episode.pk) is None
        episode.refresh_from_db()
        assert episode.status == Episode.Status.FAILED
        assert "5 times since its start" in episode.error
        again = rerun_episode(episode, actor=make_user("staff"))
        assert again.pk == episode.pk
        assert play_out(again).status == Episode.Status.FINISHED

    def test_one_that_goes_on_may_change_hands_for_ever(self) -> None:
        episode = make_episode()
        for number in range(1, 2 * MOST_BARREN_ATTEMPTS):
            assert take_up(episode.pk) is not None
            event = Event(episode_id=episode.pk, seq=number, kind="start", data={})
            append_events(Addition(episode_id=episode.pk, events=(event,), play_seconds=0.0))
        episode.refresh_from_db()
        assert episode.barren_attempts == 0
