"""A record by condition: honest and saboteur play apart and together, by network and saboteurs."""

from __future__ import annotations

import pytest
from django.test import Client

from games.registry import GAMES
from league.models import Episode, Policy, Seat
from league.queries.policy_conditions import conditions_of
from tests.support.factories import make_episode, make_policy, make_user, play_out

pytestmark = pytest.mark.django_db

ROWS = (
    ("honest", "ring", "2", 0.5),
    ("honest", "ring", "3", 0.1),
    ("saboteur", "hub", "2", -0.4),
    ("saboteur", "hub", "3", 0.6),
)


def seated(policy: Policy, rows: tuple[tuple[str, str, str, float], ...] = ROWS) -> None:
    """Store one finished rated match for each row."""
    other = make_policy(baseline="herd", game="rumor")
    assert policy.champion is not None
    assert other.champion is not None
    versions = [policy.champion, *[other.champion] * 9]
    for role, topology, saboteurs, score in rows:
        episode = make_episode(game="rumor", versions=versions, settings={})
        Episode.objects.filter(pk=episode.pk).update(
            status=Episode.Status.FINISHED, is_rated=True, unrated_reason=""
        )
        facets = {"role": role, "topology": topology, "saboteurs": saboteurs}
        Seat.objects.filter(episode=episode, slot=0).update(score=score, facets=facets)


def test_a_record_is_broken_down_by_every_facet_and_role() -> None:
    policy = make_policy(baseline="gossip", game="rumor")
    seated(policy)
    found = {
        (one.title, role.title): (role.mine.n, round(role.mine.mean, 9))
        for one in conditions_of(policy)
        for role in one.roles
    }
    assert found == {
        ("All matches", "All roles"): (4, 0.2),
        ("All matches", "Honest"): (2, 0.3),
        ("All matches", "Saboteur"): (2, 0.1),
        ("Ring with three chords", "All roles"): (2, 0.3),
        ("Ring with three chords", "Honest"): (2, 0.3),
        ("Three hubs", "All roles"): (2, 0.1),
        ("Three hubs", "Saboteur"): (2, 0.1),
        ("2 saboteurs", "All roles"): (2, 0.05),
        ("2 saboteurs", "Honest"): (1, 0.5),
        ("2 saboteurs", "Saboteur"): (1, -0.4),
        ("3 saboteurs", "All roles"): (2, 0.35),
        ("3 saboteurs", "Honest"): (1, 0.1),
        ("3 saboteurs", "Saboteur"): (1, 0.6),
    }


def test_seats_of_one_episode_are_one_observation() -> None:
    policy = make_policy(baseline="gossip", game="rumor")
    seated(policy, ROWS[:1])
    episode = Episode.objects.get()
    facets = {"role": "honest", "topology": "ring", "saboteurs": "2"}
    Seat.objects.filter(episode=episode, slot=1).update(
        score=0.1, facets=facets, version=policy.champion
    )
    (everything, *_) = conditions_of(policy)
    assert everything.roles[0].mine.n == 1
    assert everything.roles[0].mine.mean == pytest.approx(0.3)


def test_a_game_without_facets_and_a_policy_without_matches_have_none() -> None:
    assert GAMES["liars-dice"].facets == ()
    assert conditions_of(make_policy(baseline="bayes")) == ()
    assert conditions_of(make_policy(baseline="gossip", game="rumor")) == ()


def test_the_page_and_its_downloads_show_them(client: Client) -> None:
    policy = make_policy(baseline="gossip", game="rumor")
    seated(policy)
    page = client.get(policy.get_absolute_url()).content.decode()
    assert "Under which conditions" in page
    assert "Three hubs" in page
    csv = client.get(f"{policy.get_absolute_url()}conditions.csv").content.decode()
    assert csv.splitlines()[0] == "about,condition,role,episodes,mean,low,high"
    assert "Saboteurs,2 saboteurs,Saboteur,1,-0.4,," in csv
    dice = make_policy(baseline="bayes")
    assert "Under which conditions" not in client.get(dice.get_absolute_url()).content.decode()


@pytest.mark.django_db(transaction=True)
def test_a_finished_match_leaves_its_facets_with_the_seats() -> None:
    episode = play_out(make_episode(*["gossip"] * 10, game="rumor", settings={"rounds": 3}))
    assert episode.status == Episode.Status.FINISHED, episode.error
    assert {len(seat.facets) for seat in episode.seats.all()} == {3}
    episode = play_out(make_episode())
    assert [seat.facets for seat in episode.seats.all()] == [{}] * 4


def test_prompts_for_rumor_can_be_entered(client: Client) -> None:
    client.force_login(make_user())
    page = client.get("/policies/new/?game=rumor").content.decode()
    assert "Rumor" in page
