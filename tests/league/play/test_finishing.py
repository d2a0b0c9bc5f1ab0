"""What follows from a finished log, and which matches count."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from pytest_django import Settings

from games.base import Cause
from league.actions.finishing import finish_episode, why_unrated
from league.models import AuditEntry, Episode, Ladder
from league.play.runner import play
from tests.support.factories import make_episode, make_ladder, make_versions, play_out
from tests.support.stub_provider import StubProvider

LADDER = Episode.Purpose.LADDER
PROMPT = "Count, then bid."


@pytest.mark.django_db
class TestFinish:
    def test_pair_facts_are_those_of_the_results(self) -> None:
        episode = play_out(make_episode(settings={"deals": 8}))
        assert episode.results is not None
        audit = episode.results["details"]["audit"]
        pairs = {
            (pair.seat.slot, pair.other.slot): pair
            for pair in episode.pair_facts.select_related("seat__version", "other__version")
        }
        assert len(pairs) == 12
        for (slot, other), pair in pairs.items():
            assert pair.faced == audit["faced"][slot][other]
            assert pair.challenged == audit["challenged"][slot][other]
            assert pair.net == audit["net"][slot][other] == -pairs[other, slot].net
            assert pair.policy_id == pair.seat.version.policy_id
            assert pair.other_policy_id == pair.other.version.policy_id

    def test_twice_is_once(self) -> None:
        ladder = make_ladder()
        episode = play_out(make_episode(purpose=LADDER, ladder=ladder))
        assert finish_episode(episode.pk) is None
        assert {row.episodes for row in ladder.standings.all()} == {1}

    def test_the_order_of_finishing_does_not_matter(self) -> None:
        """Episode 2 finishes before episode 1: the standings are the same as in order."""
        lineups = [make_versions("bayes", "pressure", "bayes", "pressure") for _ in range(1)]
        tables: list[list[tuple[Any, ...]]] = []
        for order in ([0, 1, 2], [2, 0, 1]):
            ladder = make_ladder()
            made = [
                make_episode(
                    purpose=LADDER, ladder=ladder, versions=lineups[0], seed=f"seed {number}"
                )
                for number in range(3)
            ]
            for number in order:
                play_out(made[number])
            tables.append(standings(ladder))
        assert tables[0] == tables[1]
        assert len(tables[0]) == 4


def standings(ladder: Ladder) -> list[tuple[Any, ...]]:
    fields = ("version", "episodes", "score_sum", "mean", "low", "high", "stats", "decisions")
    return list(ladder.standings.order_by("version").values_list(*fields))


@pytest.mark.django_db
class TestWhyUnrated:
    def seats(self, *names: str, **counts: int) -> tuple[Episode, list[Any]]:
        episode = make_episode(*names, purpose=LADDER, ladder=make_ladder(max_fallback_share=0.25))
        seats = list(episode.seats.select_related("version__policy"))
        for seat in seats:
            seat.decisions, seat.fallbacks = counts["decisions"], counts["fallbacks"]
        return episode, seats

    def test_a_share_of_fallbacks_up_to_the_limit_counts(self) -> None:
        episode, seats = self.seats(PROMPT, "bayes", "bayes", "bayes", decisions=8, fallbacks=2)
        assert why_unrated(episode, seats, Counter({Cause.TIMEOUT: 2})) == ""
        seats[0].fallbacks = 3
        reason = why_unrated(episode, seats, Counter({Cause.TIMEOUT: 3}))
        assert reason.startswith("A baseline played 3 of 8 decisions of Policy")
        assert "at most 25%" in reason

    @pytest.mark.parametrize(
        ("cause", "words"),
        [(Cause.CREDENTIALS, "refused our credentials"), (Cause.NO_CREDENTIALS, "No credentials")],
    )
    def test_one_decision_without_credentials_is_enough(self, cause: Cause, words: str) -> None:
        episode, seats = self.seats(PROMPT, "bayes", "bayes", "bayes", decisions=90, fallbacks=1)
        assert words in why_unrated(episode, seats, Counter({cause: 1}))


@pytest.mark.django_db(transaction=True)
class TestModelSeats:
    async def play(self, *names: str, **fields: Any) -> Episode:
        from asgiref.sync import sync_to_async

        def make() -> Episode:
            return make_episode(*names, purpose=LADDER, ladder=make_ladder(), **fields)

        episode = await sync_to_async(make)()
        await play(episode.pk)
        await episode.arefresh_from_db()
        assert episode.status == Episode.Status.FINISHED, episode.error
        return episode

    async def test_costs_and_decisions_reach_the_seats(self, stub: StubProvider) -> None:
        episode = await self.play(PROMPT, "bayes", "bayes", "bayes")
        seat = await episode.seats.aget(slot=0)
        calls = [call async for call in episode.calls.all()]
        assert seat.decisions == seat.model_decisions == len(calls) > 0
        assert {call.version_id for call in calls} == {seat.version_id}
        assert seat.output_tokens == sum(call.output_tokens for call in calls) > 0
        assert seat.cost == pytest.approx(sum(call.cost for call in calls))
        events = {event.seq: event.data async for event in episode.events.all()}
        assert all(events[call.seq]["seat"] == call.slot for call in calls)
        assert episode.is_rated

    async def test_no_key_means_baselines_play_and_nothing_counts(self, settings: Settings) -> None:
        settings.ANTHROPIC_API_KEY = ""
        episode = await self.play(PROMPT, "bayes", "bayes", "bayes")
        assert not episode.is_rated
        assert "No credentials" in episode.unrated_reason
        assert not await episode.calls.aexists()

    async def test_refused_credentials_leave_the_episode_unrated_and_tell_staff(
        self, stub: StubProvider
    ) -> None:
        stub.default = "unauthorized"
        episode = await self.play(PROMPT, "bayes", "bayes", "bayes")
        assert not episode.is_rated
        assert "refused our credentials" in episode.unrated_reason
        entry = await AuditEntry.objects.aget(verb="leave unrated", target=str(episode))
        assert entry.detail == {"reason": episode.unrated_reason}

    async def test_a_model_that_never_answers_ends_inside_the_limit(
        self, stub: StubProvider, settings: Settings
    ) -> None:
        stub.default = "hang"
        settings.CALL_TIMEOUT = 0.1
        settings.EPISODE_SECONDS = 3.0
        episode = await self.play(PROMPT, PROMPT, "bayes", "bayes", settings={"deals": 30})
        assert episode.reason == "deadline", "thirty deals of waiting do not fit into its time"
        causes = {
            event.data["fallback"]
            async for event in episode.events.filter(kind__in=("bid", "challenge"))
        }
        assert {"timeout", "clock"} >= causes - {None} >= {"timeout"}
        attempts = [call.attempt async for call in episode.calls.all()]
        # Each was asked once more, but for one whose time may have run out in between.
        assert 0 <= attempts.count(1) - attempts.count(2) <= 1
        assert max(attempts) == 2
