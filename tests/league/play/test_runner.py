"""The runner: an episode is played from wherever its log ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from asgiref.sync import async_to_sync
from pytest_django import Settings

from games.base import Beat
from games.registry import GAMES
from league.actions.episodes import rerun_episode, void_episode
from league.models import AuditEntry, Episode
from league.play import runner
from league.play.pace import Pace
from league.play.players import Answer, Ask, ScriptedPlayer
from league.play.runner import play
from tests.support.factories import make_episode, make_ladder, make_user, play_out
from tests.support.pennies import Pennies
from tests.support.reference import log_of, reference_of

pytestmark = pytest.mark.django_db

type Interrupt = Callable[[int, BaseException], None]


@pytest.fixture
def interrupt(monkeypatch: pytest.MonkeyPatch) -> Interrupt:
    """Make the baselines' n-th decision raise something, once."""

    def arrange(number: int, error: BaseException) -> None:
        decide = ScriptedPlayer.decide
        count = 0

        async def counting(self: ScriptedPlayer, ask: Ask) -> Answer:
            nonlocal count
            count += 1
            if count == number:
                raise error
            return await decide(self, ask)

        monkeypatch.setattr(ScriptedPlayer, "decide", counting)

    return arrange


def test_baselines_play_an_episode_to_its_end() -> None:
    episode = play_out(make_episode())
    assert episode.status == Episode.Status.FINISHED
    assert episode.reason == "complete"
    assert log_of(episode) == reference_of(episode)
    assert episode.last_seq == len(log_of(episode))
    assert sum(seat.score or 0 for seat in episode.seats.all()) == pytest.approx(2.0)
    seats = list(episode.seats.all())
    moves = [data for data in log_of(episode) if data.get("scripted")]
    assert sum(seat.decisions for seat in seats) == len(moves)
    assert {seat.model_decisions for seat in seats} == {0}
    assert {seat.fallbacks for seat in seats} == {0}


@pytest.mark.parametrize("number", [1, 2, 5, 11])
def test_whoever_takes_it_up_next_goes_on_where_the_log_ends(
    interrupt: Interrupt, number: int
) -> None:
    episode = make_episode(settings={"deals": 6}, seed="a seed")
    interrupt(number, asyncio.CancelledError())
    with pytest.raises(asyncio.CancelledError):
        play_out(episode)
    episode.refresh_from_db()
    assert episode.status == Episode.Status.RUNNING
    stored = log_of(episode)
    assert stored == reference_of(episode)[: len(stored)]

    play_out(episode)
    assert episode.status == Episode.Status.FINISHED
    assert log_of(episode) == reference_of(episode)
    assert episode.attempts == 2


def test_a_complete_log_without_results_is_only_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    episode = make_episode()

    def die(episode_id: int) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr(runner, "finish_episode", die)
        with pytest.raises(asyncio.CancelledError):
            play_out(episode)
    log = log_of(episode)
    play_out(episode)
    assert episode.status == Episode.Status.FINISHED
    assert log_of(episode) == log


def test_an_episode_that_is_over_is_left_alone() -> None:
    episode = play_out(make_episode())
    before = (episode.ended_at, episode.attempts, episode.results)
    play_out(episode)
    assert (episode.ended_at, episode.attempts, episode.results) == before
    async_to_sync(play)(episode.pk + 1_000)


class TestFailure:
    def test_our_own_fault_marks_it_failed_scores_nothing_and_can_be_run_again(
        self, interrupt: Interrupt
    ) -> None:
        ladder = make_ladder()
        episode = make_episode(purpose=Episode.Purpose.LADDER, ladder=ladder, seed="a seed")
        interrupt(4, RuntimeError("a wheel came off"))
        play_out(episode)
        assert episode.status == Episode.Status.FAILED
        assert "a wheel came off" in episode.error
        assert not ladder.standings.filter(episodes__gt=0).exists()
        assert {seat.score for seat in episode.seats.all()} == {None}
        assert AuditEntry.objects.filter(verb="fail", target=str(episode)).exists()

        again = rerun_episode(episode, actor=make_user(is_staff=True))
        assert again.pk == episode.pk
        play_out(again)
        assert again.status == Episode.Status.FINISHED
        assert again.error == ""
        assert log_of(again) == reference_of(again)
        assert {row.episodes for row in ladder.standings.all()} == {1}

    def test_a_log_that_breaks_the_rules_fails_with_the_number_of_its_event(self) -> None:
        episode = make_episode()
        play_out(episode)
        row = episode.events.get(seq=3)
        row.data["quantity"] = 99
        row.save()
        Episode.objects.filter(pk=episode.pk).update(status=Episode.Status.RUNNING)
        play_out(episode)
        assert episode.status == Episode.Status.FAILED
        assert "event 3" in episode.error

    def test_an_episode_made_void_while_it_plays_stops(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        episode = make_episode()
        decide = ScriptedPlayer.decide

        async def void_then_decide(self: ScriptedPlayer, ask: Ask) -> Answer:
            from asgiref.sync import sync_to_async

            await sync_to_async(void_episode)(episode, actor=None, reason="a test")
            return await decide(self, ask)

        monkeypatch.setattr(ScriptedPlayer, "decide", void_then_decide)
        play_out(episode)
        assert episode.status == Episode.Status.VOID
        assert [data["kind"] for data in log_of(episode)] == ["start", "deal"]
        assert episode.error == ""


class TestClock:
    def test_when_time_is_short_the_episode_settles_at_the_next_deal(
        self, settings: Settings, interrupt: Interrupt
    ) -> None:
        episode = make_episode(settings={"deals": 8}, seed="a seed")
        interrupt(3, asyncio.CancelledError())
        with pytest.raises(asyncio.CancelledError):
            play_out(episode)
        begun = [data["kind"] for data in log_of(episode)].count("deal")
        limit = settings.EPISODE_SECONDS * settings.PLAY_SHARE
        Episode.objects.filter(pk=episode.pk).update(play_seconds=limit - 1)
        play_out(episode)
        assert episode.status == Episode.Status.FINISHED
        assert episode.reason == "deadline"
        kinds = [data["kind"] for data in log_of(episode)]
        assert kinds.count("deal") == begun < 8
        assert kinds[-2:] == ["challenge", "end"]

    def test_a_player_that_never_answers_is_not_waited_for(
        self, settings: Settings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.EPISODE_SECONDS = 1.0
        settings.CALL_TIMEOUT = 0.05

        async def never(self: ScriptedPlayer, ask: Ask) -> Answer:
            await asyncio.Event().wait()
            raise AssertionError

        monkeypatch.setattr(ScriptedPlayer, "decide", never)
        episode = play_out(make_episode())
        assert episode.status == Episode.Status.FINISHED
        assert episode.reason == "deadline"
        causes = {data["fallback"] for data in log_of(episode) if data["kind"] == "bid"}
        assert causes == {"clock"}


class TestPace:
    @pytest.fixture
    def holds(self, monkeypatch: pytest.MonkeyPatch) -> list[float]:
        holds: list[float] = []

        async def note(seconds: float) -> None:
            holds.append(seconds)

        monkeypatch.setattr(runner, "hold", note)
        return holds

    def test_scripted_moves_wait_and_reveals_stay(
        self, settings: Settings, holds: list[float]
    ) -> None:
        settings.MOVE_SECONDS, settings.REVEAL_SECONDS = 100.0, 400.0
        episode = play_out(make_episode(is_paced=True))
        kinds = [data["kind"] for data in log_of(episode)]
        moves = kinds.count("bid") + kinds.count("challenge")
        rounded = [round(seconds, -2) for seconds in holds]
        assert rounded.count(100) == moves
        assert rounded.count(400) == 2, "after each of the two challenges"
        assert episode.play_seconds < 60
        assert log_of(episode) == reference_of(episode)

    def test_nobody_waits_where_nobody_looks(self, holds: list[float]) -> None:
        play_out(make_episode(is_paced=False))
        assert holds == []

    def test_gaps(self) -> None:
        beat = GAMES["liars-dice"].beat
        assert beat(None, "start") is Beat.NONE
        assert beat("start", "deal") is Beat.NONE
        assert beat("deal", "bid") is Beat.MOVE
        assert beat("bid", "challenge") is Beat.MOVE
        assert beat("challenge", "deal") is Beat.REVEAL
        assert beat("challenge", "end") is Beat.REVEAL

    def test_rounds_of_all_seats_have_a_length_of_their_own(self, settings: Settings) -> None:
        settings.MOVE_SECONDS, settings.ROUND_SECONDS, settings.REVEAL_SECONDS = 1.0, 2.0, 3.0
        pace = Pace.of_episode(is_paced=True)
        assert [pace.gap(beat) for beat in Beat] == [0.0, 1.0, 2.0, 3.0]
        assert Pace.of_episode(is_paced=False).gap(Beat.ROUND) == 0.0


def test_all_pending_seats_are_asked_at_once_against_the_same_state(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(GAMES, "pennies", Pennies())
    asked: list[int] = []
    all_asked = asyncio.Event()
    decide = ScriptedPlayer.decide

    async def meet(self: ScriptedPlayer, ask: Ask) -> Answer:
        asked.append(ask.seat)
        if len(asked) % 3 == 0:
            all_asked.set()
        await all_asked.wait()
        return await decide(self, ask)

    monkeypatch.setattr(ScriptedPlayer, "decide", meet)
    names = ("coin", "coin", "coin")
    episode = play_out(make_episode(*names, game="pennies", variant="three", settings={}))
    assert episode.status == Episode.Status.FINISHED, episode.error
    assert sorted(asked) == [0, 1, 2]
    assert [data["seat"] for data in log_of(episode)[1:4]] == [0, 1, 2], "in seat order"
    assert log_of(episode) == reference_of(episode)
