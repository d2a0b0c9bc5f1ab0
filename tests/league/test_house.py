"""What a league has from its first day."""

from __future__ import annotations

import pytest

from games.registry import GAMES
from league.actions.house import set_up_league
from league.actions.policies import retire_policy
from league.models import AuditEntry, Ladder, LeagueSettings, Policy
from tests.support.policies import make_policy, make_user

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(not GAMES, reason="no game is registered yet"),
]


def test_every_variant_has_a_ladder_and_every_baseline_is_fielded() -> None:
    set_up_league()
    assert {"liars-dice-standard", "liars-dice-poker", "liars-dice-silent"} <= set(
        Ladder.objects.values_list("slug", flat=True)
    )
    for name in ("bayes", "pressure"):
        policy = Policy.objects.get(game="liars-dice", name=name)
        assert policy.owner is None
        assert policy.is_scripted
        assert policy.champion is not None
        assert policy.champion.baseline == name
    assert LeagueSettings.objects.count() == 1


def test_setting_up_again_changes_nothing_that_people_changed() -> None:
    set_up_league()
    Ladder.objects.filter(slug="liars-dice-poker").update(is_paused=True, title="Tickets")
    retire_policy(None, Policy.objects.get(game="liars-dice", name="pressure"))
    before = (Ladder.objects.count(), Policy.objects.count(), AuditEntry.objects.count())
    set_up_league()
    assert (Ladder.objects.count(), Policy.objects.count(), AuditEntry.objects.count()) == before
    ladder = Ladder.objects.get(slug="liars-dice-poker")
    assert ladder.is_paused
    assert ladder.title == "Tickets"
    assert Policy.objects.get(game="liars-dice", name="pressure").retired_at is not None


def test_a_person_who_took_the_name_first_keeps_it() -> None:
    make_policy("Bayes", owner=make_user())
    set_up_league()
    house = Policy.objects.filter(owner=None, game="liars-dice", versions__baseline="bayes")
    assert [policy.name for policy in house] == ["bayes (house)"]
