"""How many matches a ladder is given, and which champions may sit in them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from league.actions.matchmaking import available_champions, supply_all
from league.actions.policies import retire_policy
from league.models import Episode, Ladder, LeagueSettings, ModelCall, Version
from tests.support.ladders import make_champion, make_ladder
from tests.support.policies import make_user


def house() -> tuple[Version, Version]:
    return make_champion("bayes", baseline="bayes"), make_champion("pressure", baseline="pressure")


def seated_in(episode: Episode) -> list[str]:
    return sorted(episode.seats.values_list("version__policy__name", flat=True))


@pytest.mark.django_db
class TestSupply:
    def test_a_ladder_is_filled_up_to_its_tables_and_no_further(self) -> None:
        house()
        ladder = make_ladder(tables=3)
        assert len(supply_all()) == 3
        assert supply_all() == []
        ladder.episodes.filter(pk=ladder.episodes.first().pk).update(status="finished")  # type: ignore[union-attr]
        assert len(supply_all()) == 1
        assert ladder.episodes.filter(status="queued").count() == 3

    def test_baselines_alone_keep_a_fresh_ladder_playing(self) -> None:
        house()
        make_ladder()
        (episode,) = supply_all()
        assert seated_in(episode) == ["bayes", "bayes", "pressure", "pressure"]
        assert episode.purpose == Episode.Purpose.LADDER
        assert episode.is_rated

    @pytest.mark.parametrize("fields", [{"is_paused": True}, {"tables": 0}])
    def test_a_paused_ladder_gets_no_match(self, fields: dict[str, Any]) -> None:
        house()
        make_ladder(**fields)
        assert supply_all() == []

    def test_the_league_can_stop_matchmaking(self) -> None:
        house()
        make_ladder()
        LeagueSettings.load()
        LeagueSettings.objects.update(is_matchmaking=False)
        assert supply_all() == []

    def test_no_more_than_so_many_matches_an_hour(self) -> None:
        house()
        ladder = make_ladder(tables=5, episodes_per_hour=3)
        assert len(supply_all()) == 3
        ladder.episodes.update(status="finished")
        assert supply_all() == []
        old = timezone.now() - timedelta(minutes=61)
        ladder.episodes.filter(pk=ladder.episodes.earliest("pk").pk).update(created_at=old)
        assert len(supply_all()) == 1

    def test_seatings_are_counted_when_a_match_is_made(self) -> None:
        bayes, pressure = house()
        ladder = make_ladder(tables=2)
        supply_all()
        assert ladder.standings.get(version=bayes).seated == 2
        assert ladder.meetings.get(one=bayes, other=pressure).made == 2

    def test_champions_of_retired_policies_and_other_games_stay_away(self, settings: Any) -> None:
        settings.ANTHROPIC_API_KEY = "a key"
        bayes, pressure = house()
        gone, other = make_champion(), make_champion()
        retire_policy(None, gone.policy)
        other.policy.game = "another-game"
        other.policy.save()
        newer = Version.objects.create(policy=bayes.policy, number=2, baseline="bayes")
        assert available_champions(make_ladder()) == [bayes, pressure]
        bayes.policy.champion = newer
        bayes.policy.save()
        assert available_champions(make_ladder()) == [pressure, newer]

    def test_without_a_model_prompt_policies_wait(self, settings: Any) -> None:
        settings.ANTHROPIC_API_KEY = ""
        scripted = list(house())
        prompt = make_champion(owner=make_user())
        ladder = make_ladder()
        assert available_champions(ladder) == scripted
        settings.ANTHROPIC_API_KEY = "a key"
        assert available_champions(ladder) == [*scripted, prompt]

    @pytest.mark.parametrize("limited", ["ladder", "league", "owner"])
    def test_at_a_spending_limit_prompt_policies_wait(self, limited: str, settings: Any) -> None:
        settings.ANTHROPIC_API_KEY = "a key"
        scripted = list(house())
        spender, thrifty = make_champion(owner=make_user()), make_champion(owner=make_user())
        ladder = make_ladder(daily_limit=Decimal(5) if limited == "ladder" else None)
        LeagueSettings.load()
        LeagueSettings.objects.update(
            daily_limit=Decimal(5) if limited == "league" else None,
            owner_daily_limit=Decimal(5) if limited == "owner" else None,
        )
        assert len(available_champions(ladder)) == 4
        (episode, *_) = supply_all()
        ModelCall.objects.create(
            episode=episode,
            slot=0,
            version=spender,
            seq=3,
            attempt=1,
            model="m",
            latency=1.0,
            cost=5.0,
        )
        left = [*scripted, thrifty] if limited == "owner" else scripted
        assert available_champions(ladder) == left

    def test_a_match_is_not_made_when_creating_it_fails(self, monkeypatch: Any) -> None:
        house()
        ladder = make_ladder()

        def fail(**_: Any) -> None:
            raise RuntimeError("no seed today")

        monkeypatch.setattr("league.actions.matchmaking.create_episode", fail)
        with pytest.raises(RuntimeError):
            supply_all()
        assert not ladder.standings.exists(), "the counts roll back with the match"


@pytest.mark.django_db(transaction=True)
def test_processes_that_supply_at_once_never_make_too_many() -> None:
    house()
    ladders = [make_ladder(tables=2), make_ladder(tables=1)]

    def supply_in_thread(_: int) -> int:
        try:
            return len(supply_all())
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(supply_in_thread, range(8)))
    assert sum(made) == 3
    assert [Ladder.objects.get(pk=one.pk).episodes.count() for one in ladders] == [2, 1]
