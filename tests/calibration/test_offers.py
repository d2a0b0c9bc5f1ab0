"""The pick beside a live match: what is asked, what comes of it, and what comes too late."""

from __future__ import annotations

import re
from threading import Barrier, Thread
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.db import connections
from django.test import Client

from calibration.actions.clips import current_scaling, cut_clips
from calibration.actions.duels import AlreadyAnswered, rater_for
from calibration.actions.streams import record_perform_offer
from calibration.models import Clip, Duel, Forecast, Observation, Rater
from calibration.queries.offers import read_offer
from league import extensions
from league.models import Episode
from tests.support.rumor import make_rumor
from tests.support.stored import make_match

pytestmark = pytest.mark.django_db
PART = {"X-Part": "offer"}
ASKED = "Who is playing better right now?"


@pytest.fixture
def wren(client: Client, rater: Rater) -> Client:
    client.force_login(rater.user)
    return client


def pick(client: Client, episode: Episode, **fields: Any) -> str:
    fields = {"a": 0, "b": 1, "choice": "B", "seen": episode.last_seq} | fields
    reply = client.post(f"/duels/offers/{episode.pk}/", fields, headers=PART)
    assert reply.status_code == 200
    return reply.content.decode()


def end(episode: Episode, status: str = Episode.Status.FINISHED) -> None:
    Episode.objects.filter(pk=episode.pk).update(status=status)
    episode.refresh_from_db()


def told(reply: Any) -> str:
    return str(next(iter(get_messages(reply.wsgi_request))))


def alias(episode: Episode, slot: int) -> str:
    return episode.seats.get(slot=slot).alias


def test_a_match_in_play_asks_whoever_is_signed_in(client: Client, rater: Rater) -> None:
    episode = make_match(events=14)
    page = client.get(f"/matches/{episode.pk}/").content.decode()
    assert ASKED in page
    assert f'action="/duels/offers/{episode.pk}/"' not in page
    client.force_login(rater.user)
    page = client.get(f"/matches/{episode.pk}/").content.decode()
    assert f'action="/duels/offers/{episode.pk}/"' in page
    assert 'name="seen" value="14"' in page


def test_a_pick_is_told_with_what_the_model_had_given_it(wren: Client) -> None:
    episode = make_match(events=14)
    part = pick(wren, episode)
    assert 'data-state="told"' in part
    assert "<html" not in part
    assert re.search(rf"You picked <[^>]+>{alias(episode, 1)}</span>", part)
    assert "The model had given it 50" in part
    assert "the first forecast is a coin’s" in part
    assert "<b>It counts</b>" in part
    assert 'href="/duels/liars-dice/learning/"' in part
    one = Observation.objects.get()
    assert (one.picked, one.duel.provenance) == ("B", "perform_offer")
    assert not one.duel.is_random_check
    assert f'href="/duels/{one.duel_id}/"' in part


def test_a_later_pick_says_from_how_many_answers_it_was_forecast(wren: Client) -> None:
    pick(wren, make_match(events=14))
    part = pick(wren, make_match(events=16))
    assert re.search(r"Said from <span class=\"num\">1</span> earlier answer of yours", part)
    assert re.search(r"up to event <span class=\"num\">16</span>", part)


def test_without_a_script_the_answer_has_a_page_that_shows_the_same(wren: Client) -> None:
    episode = make_match(events=14)
    fields = {"a": 0, "b": 1, "choice": "B", "seen": 14}
    page = wren.post(f"/duels/offers/{episode.pk}/", fields, follow=True).content.decode()
    assert f"You picked {alias(episode, 1)}. The model had given it 50" in page
    assert "It counts" in page
    assert 'href="/duels/liars-dice/learning/"' in page
    assert f'href="/matches/{episode.pk}/"' in page


def test_a_pick_is_about_what_the_person_had_seen(wren: Client) -> None:
    episode = make_match(events=20)
    pick(wren, episode, seen=15)
    assert {clip.last_seq for clip in Clip.objects.filter(is_partial=True)} == {15}
    for seen in ("", "x", "0", "21", "9" * 12):
        other = make_match(events=20)
        pick(wren, other, seen=seen)
        assert {clip.last_seq for clip in other.clips.all()} == {20}


def test_one_offer_sent_twice_is_one_answer_though_the_match_went_on(wren: Client) -> None:
    episode = make_match(events=20)
    pick(wren, episode, seen=15, choice="B")
    part = pick(wren, episode, seen=15, choice="A")
    assert "had your answer before. It stays." in part
    assert re.search(rf"You picked <[^>]+>{alias(episode, 1)}</span>", part)
    swapped = pick(wren, episode, seen=15, a=1, b=0, choice="B")
    assert re.search(rf"You picked <[^>]+>{alias(episode, 1)}</span>", swapped)
    assert [one.picked for one in Observation.objects.all()] == ["B"]
    assert Forecast.objects.count() == 1


@pytest.mark.parametrize("status", ["finished", "void", "failed"])
def test_a_pick_that_came_too_late_is_told_so_and_not_taken(wren: Client, status: str) -> None:
    episode = make_match(events=14)
    end(episode, status)
    part = pick(wren, episode)
    assert 'data-state="over"' in part
    assert "so this pick was not taken" in part
    reply = wren.post(f"/duels/offers/{episode.pk}/", {"a": 0, "b": 1, "choice": "A"})
    assert reply.headers["Location"] == f"/matches/{episode.pk}/"
    assert [one.level_tag for one in get_messages(reply.wsgi_request)] == ["info"]
    assert not Duel.objects.exists()


def test_a_match_that_has_only_begun_asks_when_two_have_moved(wren: Client) -> None:
    episode = make_match(events=2)
    part = wren.get(f"/duels/offers/{episode.pk}/part/").content.decode()
    assert 'data-state="wait"' in part
    assert "as soon as two players have made a move" in part
    assert "has not acted yet, so this pick was not taken" in pick(wren, episode)


def test_what_was_answered_for_this_moment_is_not_asked_again(wren: Client, rater: Rater) -> None:
    episode = make_match(names=("The Magpie", "pressure", "Slow Ledger"), events=24)
    asked = set()
    for _ in range(3):
        offer = read_offer(rater.user, episode)
        assert offer is not None
        assert offer.seats is not None
        asked.add(tuple(seat.slot for seat in offer.seats))
        pick(wren, episode, a=offer.seats[0].slot, b=offer.seats[1].slot)
    assert asked == {(0, 1), (0, 2), (1, 2)}
    part = wren.get(f"/duels/offers/{episode.pk}/part/").content.decode()
    assert "asked again after the next move" in part


def test_seats_of_one_policy_are_not_asked_about(rater: Rater) -> None:
    episode = make_match(names=("The Magpie",) * 4, events=20)
    offer = read_offer(rater.user, episode)
    assert offer is not None
    assert offer.state == "wait"


def test_a_match_that_is_over_and_one_of_rumor_have_no_offer(wren: Client, rater: Rater) -> None:
    over, rumor = make_match(config={"deals": 2}), make_rumor(rounds=3, events=20)
    for episode in (over, rumor):
        assert extensions.watch_panels["offer"].context(rater.user, episode) is None
        assert ASKED not in wren.get(f"/matches/{episode.pk}/").content.decode()
    assert wren.get(f"/duels/offers/{rumor.pk}/part/").content.decode().strip() == ""
    reply = wren.post(f"/duels/offers/{rumor.pk}/", {"a": 0, "b": 1})
    assert told(reply) == "This game offers no pick beside a live match."


def test_whoever_was_signed_out_comes_back_to_where_the_pick_was(client: Client) -> None:
    episode = make_match(events=14)
    address = f"/duels/offers/{episode.pk}/"
    reply = client.post(address, {"a": 0, "b": 1, "choice": "A"})
    assert reply.headers["Location"] == f"/accounts/login/?next={address}"
    client.force_login(User.objects.create_user("late"))
    reply = client.get(address)
    assert reply.headers["Location"] == f"/matches/{episode.pk}/"
    assert "Send it once more" in told(reply)
    assert client.put(address).status_code == 405
    assert not Observation.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_picks_of_one_moment_at_once_give_one_answer() -> None:
    cut_clips(make_match())
    current_scaling("liars-dice")
    user = User.objects.create_user("rater", password="rater-pass-1")
    rater_for(user, "liars-dice")
    episode = make_match(events=14)
    seats = list(episode.seats.order_by("slot"))
    other = User.objects.create_user("other")
    record_perform_offer(other, episode, seats[0], seats[1], "A")  # the clips are cut already
    outcomes: list[str] = []
    barrier = Barrier(3)

    def send(choice: str) -> None:
        try:
            barrier.wait(timeout=20)
            record_perform_offer(user, episode, seats[0], seats[1], choice)
            outcomes.append("taken")
        except AlreadyAnswered:
            outcomes.append("refused")
        finally:
            connections.close_all()

    threads = [Thread(target=send, args=(choice,)) for choice in "ABA"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["refused", "refused", "taken"]
    assert Observation.objects.filter(rater__user=user).count() == 1
