"""What was spent today, by whom and where, and the limits that stop it."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import OperationalError

from league.models import Episode, Ladder, LeagueSettings, ModelCall, Policy, Version
from league.queries.spending import (
    can_spend,
    may_spend,
    spent_by_league,
    spent_by_owner,
    spent_on_ladder,
    start_of_day,
)
from tests.support.factories import make_episode, make_ladder, make_policy, make_user
from tests.support.numbers import next_number

pytestmark = pytest.mark.django_db


def champion(owner: str) -> Version:
    version = make_policy(owner=make_user(owner), prompt="Play.").champion
    assert version is not None
    return version


def spend(dollars: float, version: Version, ladder: Ladder | None, *, ago: int = 0) -> None:
    """Store a call that cost so much; ``ago`` seconds before midnight, or today when 0."""
    episode = make_episode(
        ladder=ladder,
        versions=[version, *(champion(f"other{next_number()}") for _ in range(3))],
        purpose=Episode.Purpose.LADDER if ladder else Episode.Purpose.TRYOUT,
    )
    call = ModelCall.objects.create(
        episode=episode,
        slot=0,
        version=version,
        seq=3,
        attempt=1,
        model="a-model",
        latency=1.0,
        cost=dollars,
    )
    if ago:
        moment = start_of_day() - timedelta(seconds=ago)
        ModelCall.objects.filter(pk=call.pk).update(created_at=moment)


def limit(**limits: str) -> None:
    LeagueSettings.objects.update_or_create(
        pk=1, defaults={key: Decimal(value) for key, value in limits.items()}
    )


def test_spending_is_summed_by_league_ladder_and_owner() -> None:
    ada, bob = champion("ada"), champion("bob")
    dice, poker = make_ladder(), make_ladder("poker")
    spend(1.0, ada, dice)
    spend(2.0, bob, dice)
    spend(4.0, ada, poker)
    spend(8.0, bob, None)
    assert spent_by_league().spent == pytest.approx(15.0)
    assert spent_on_ladder(dice).spent == pytest.approx(3.0)
    assert spent_on_ladder(poker).spent == pytest.approx(4.0)
    assert ada.policy.owner_id is not None
    assert spent_by_owner(ada.policy.owner_id).spent == pytest.approx(5.0)


def test_the_day_begins_at_midnight_utc() -> None:
    ada = champion("ada")
    spend(5.0, ada, None, ago=1)
    assert spent_by_league().spent == 0
    limit(daily_limit="5")
    assert can_spend(ada, None)


def test_without_limits_anything_may_be_spent() -> None:
    ada = champion("ada")
    spend(1_000_000.0, ada, None)
    assert can_spend(ada, None)


def test_the_league_s_limit_stops_everybody() -> None:
    limit(daily_limit="5.00")
    ada, bob = champion("ada"), champion("bob")
    spend(4.99, ada, None)
    assert can_spend(bob, None)
    spend(0.01, ada, None)
    assert not can_spend(bob, None)


def test_an_owner_s_limit_stops_that_owner_alone() -> None:
    limit(owner_daily_limit="5.00")
    ada, bob = champion("ada"), champion("bob")
    spend(6.0, ada, None)
    assert not can_spend(ada, None)
    assert can_spend(bob, None)


def test_the_house_has_no_owner_s_limit() -> None:
    limit(owner_daily_limit="0")
    house = make_policy(prompt="Play for the house.").champion
    assert house is not None
    assert can_spend(house, None)


def test_a_ladder_s_limit_stops_that_ladder_alone_and_holds_as_soon_as_it_is_set() -> None:
    ada = champion("ada")
    dice, poker = make_ladder(), make_ladder("poker")
    spend(6.0, ada, dice)
    assert can_spend(ada, dice)
    Ladder.objects.filter(pk=dice.pk).update(daily_limit=Decimal("5"))
    assert not can_spend(ada, dice)
    assert can_spend(ada, poker)
    assert can_spend(ada, None)


async def test_all_who_ask_in_the_same_second_share_an_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Version] = []

    def answer(version: Version, ladder: Ladder | None) -> bool:
        asked.append(version)
        return version is not broke

    rich, broke = (Version(policy=Policy(owner_id=number)) for number in (1, 2))
    monkeypatch.setattr("league.queries.spending.can_spend", answer)
    monkeypatch.setattr("league.queries.spending.HOLD_SECONDS", 3_600)
    answers = await asyncio.gather(*(may_spend(one, None) for one in [rich, broke] * 20))
    assert answers == [True, False] * 20
    assert await may_spend(rich, None)
    assert asked == [rich, broke]
    monkeypatch.setattr("league.queries.spending.HOLD_SECONDS", 0)
    assert not await may_spend(broke, None)
    assert asked == [rich, broke, broke]


async def test_an_answer_that_failed_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    outcomes: list[bool | Exception] = [OperationalError("the database is away"), True]

    def answer(version: Version, ladder: Ladder | None) -> bool:
        if isinstance(outcome := outcomes.pop(0), Exception):
            raise outcome
        return outcome

    monkeypatch.setattr("league.queries.spending.can_spend", answer)
    version = Version(policy=Policy(owner_id=1))
    with pytest.raises(OperationalError):
        await may_spend(version, None)
    assert await may_spend(version, None)
