"""The rater's pages: blind before the pick, open after it, a plain form throughout."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from calibration.actions.duels import rater_for, record_duel, show_duel
from calibration.models import Duel, Forecast, Observation, Rater
from games.base import Cause, Origin
from league.models import Episode
from tests.support.stored import make_match

NAMES = ("Whispering Ledger", "pressure", "Gilded Doubt", "Quiet Arithmetic")
GAME = "liars-dice"
PLAY = "/duels/liars-dice/"

pytestmark = pytest.mark.django_db


@pytest.fixture
def person() -> User:
    return User.objects.create_user("wren", password="wren-pass-1")


@pytest.fixture
def rater(person: User) -> Rater:
    return rater_for(person, GAME)


@pytest.fixture
def wren(client: Client, person: User) -> Client:
    client.force_login(person)
    return client


def matches(count: int = 3, **fields: Any) -> list[Episode]:
    fields = {"names": NAMES, "config": {"deals": 2}, **fields}
    return [make_match(seed=f"{n:064x}", **fields) for n in range(1, count + 1)]


def open_duel(client: Client) -> tuple[Duel, str]:
    page = client.get(PLAY).content.decode()
    return Duel.objects.get(state=Duel.State.SHOWN), page


def block(page: str, key: str) -> dict[str, Any]:
    found = re.search(rf'<script id="{key}" type="application/json">(.*?)</script>', page, re.S)
    assert found
    loaded: dict[str, Any] = json.loads(found[1])
    return loaded


def test_a_stranger_reads_what_it_is_and_is_asked_to_sign_in(client: Client) -> None:
    page = client.get("/duels/").content.decode()
    assert page.count("<li><b>") == 3  # three sentences
    assert "/accounts/login/?next=/duels/" in page
    assert client.get(PLAY).headers["Location"] == f"/accounts/login/?next={PLAY}"
    assert client.post("/duels/1/answer/", {"choice": "A"}).status_code == 302


def test_before_the_pick_nothing_names_an_episode_a_policy_or_a_version(wren: Client) -> None:
    origins = (
        Origin(scripted=True),
        Origin(fallback=Cause.TIMEOUT),
        Origin(retried=Cause.ILLEGAL),
    )
    made = matches(origins=origins)
    duel, page = open_duel(wren)
    for name in NAMES:
        assert name not in page
    for episode in made:
        assert f"/matches/{episode.pk}" not in page
        assert episode.seed not in page
        assert episode.commitment not in page
    assert "/policies/" not in page.replace('href="/policies/"', "")
    for key in ("clip-a", "clip-b"):
        clip = block(page, key)
        assert clip["head"]["episode"] == 0
        assert {seat["policy"] for seat in clip["head"]["seats"]} == {""}
        assert {seat["version"] for seat in clip["head"]["seats"]} == {0}
        assert [frame["seq"] for frame in clip["frames"]] == list(range(1, len(clip["frames"]) + 1))
        assert {frame["at"] for frame in clip["frames"]} == {""}
        told = json.dumps(clip)
        assert '"scripted": true' not in told
        assert not re.search(r'"(retried|fallback)": "', told)
    assert "fallback" not in re.sub(r"<script.*?</script>", "", page, flags=re.S)
    headers = str(wren.get(PLAY).headers)
    assert not any(name in headers for name in NAMES)
    assert duel.state == Duel.State.SHOWN


def test_a_deal_looks_like_a_match_of_its_own(wren: Client) -> None:
    matches()
    _, page = open_duel(wren)
    for key in ("clip-a", "clip-b"):
        frames = block(page, key)["frames"]
        assert frames[0]["kind"] == "deal"
        assert frames[-1]["kind"] == "challenge"
        assert {(frame["table"]["deal"], frame["table"]["deals"]) for frame in frames} == {(0, 1)}
        assert set(frames[0]["table"]["points"]) == {0}
        assert sorted(frames[-1]["table"]["points"]) == [-1, 0, 0, 1]


def test_in_words_too_a_deal_is_a_match_of_its_own(wren: Client) -> None:
    matches()
    _, page = open_duel(wren)
    told = re.findall(r"<li>(Deal \d+ of \d+), opened by", page)
    assert told == ["Deal 1 of 1", "Deal 1 of 1"]


def test_the_page_stays_on_one_pair_until_it_is_answered(wren: Client, rater: Rater) -> None:
    matches()
    first, _ = open_duel(wren)
    again, _ = open_duel(wren)
    assert (first, Rater.objects.get(pk=rater.pk).shown) == (again, 1)


def test_an_answer_opens_the_pair_and_the_next_one_is_dealt_ahead(
    wren: Client, rater: Rater
) -> None:
    matches()
    duel, _ = open_duel(wren)
    reply = wren.post(reverse("answer_duel", args=[duel.pk]), {"choice": "B"}, follow=True)
    page = reply.content.decode()
    assert reply.redirect_chain == [(f"/duels/{duel.pk}/", 302)]
    assert "You picked B. The model had given it 50" in page
    for clip in (duel.clip_a, duel.clip_b):
        assert clip.policy.name in page
        kind = ", scripted" if clip.policy.is_scripted else ""
        assert f'<span class="ver">v{clip.version.number}{kind}</span>' in page
        assert f"/matches/{clip.episode_id}/#e{clip.first_seq}" in page
    ahead = Duel.objects.get(rater=rater, state=Duel.State.DEALT)
    following, _ = open_duel(wren)
    assert following == ahead


def test_a_double_click_and_two_tabs_give_one_answer(wren: Client) -> None:
    matches()
    duel, _ = open_duel(wren)
    address = reverse("answer_duel", args=[duel.pk])
    wren.post(address, {"choice": "A"})
    twice = wren.post(address, {"choice": "A"}, follow=True).content.decode()
    assert "had its answer before" not in twice
    other_tab = wren.post(address, {"choice": "B"}, follow=True).content.decode()
    assert "had its answer before: A. It stays." in other_tab
    assert [one.picked for one in Observation.objects.all()] == ["A"]
    assert Forecast.objects.count() == 1


def test_what_is_neither_a_nor_b_is_no_answer(wren: Client) -> None:
    matches()
    duel, _ = open_duel(wren)
    page = wren.post(reverse("answer_duel", args=[duel.pk]), {"choice": "C"}, follow=True)
    assert "Expected A or B" in page.content.decode()
    assert not Observation.objects.exists()


def test_a_skip_goes_on_without_a_forecast(wren: Client) -> None:
    matches()
    duel, _ = open_duel(wren)
    wren.post(reverse("skip_duel", args=[duel.pk]))
    following, _ = open_duel(wren)
    assert following != duel
    assert not Forecast.objects.exists()


def test_an_undo_puts_the_pair_back_and_says_what_a_new_answer_is_worth(wren: Client) -> None:
    matches()
    duel, _ = open_duel(wren)
    wren.post(reverse("answer_duel", args=[duel.pk]), {"choice": "A"})
    page = undo(wren, 1)
    assert "You have seen what this pair hides" in page
    again = Duel.objects.get(again_of=duel)
    reply = wren.post(reverse("answer_duel", args=[again.pk]), {"choice": "B"}, follow=True)
    assert "stays out of the model and the scores" in reply.content.decode()
    assert "(n = 0)" in reply.content.decode()


def undo(client: Client, number: int | str) -> str:
    address = reverse("undo_duel", args=[GAME])
    return client.post(address, {"answer": number}, follow=True).content.decode()


def test_an_undo_takes_back_the_answer_that_its_page_means_and_no_other(wren: Client) -> None:
    matches()
    for choice in "AB":  # the second one in another tab
        duel, page = open_duel(wren)
        wren.post(reverse("answer_duel", args=[duel.pk]), {"choice": choice}, follow=True)
    assert 'name="answer" value="1"' in page
    for number in (1, 3, "", "x", "9" * 30):
        assert "Nothing was taken back." in undo(wren, number)
    assert not Observation.objects.exclude(retracted_at=None).exists()
    undo(wren, 2)
    assert "taken back already" in undo(wren, 2)
    again = Duel.objects.get(again_of=duel)
    wren.post(reverse("skip_duel", args=[again.pk]))
    assert "Nothing was taken back." in undo(wren, 2)
    assert list(Observation.objects.filter(retracted_at=None).values_list("number")) == [(1,)]


def test_anothers_pair_is_not_there(wren: Client) -> None:
    matches()
    stranger = User.objects.create_user("heron", password="heron-pass-1")
    duel = show_duel(rater_for(stranger, GAME))
    assert duel is not None
    assert wren.get(f"/duels/{duel.pk}/").status_code == 404
    assert wren.post(f"/duels/{duel.pk}/answer/", {"choice": "A"}).status_code == 404
    assert wren.post(f"/duels/{duel.pk}/skip/").status_code == 404


def test_a_pair_dealt_ahead_is_not_shown_by_its_address(wren: Client, rater: Rater) -> None:
    matches()
    duel, _ = open_duel(wren)
    wren.post(reverse("answer_duel", args=[duel.pk]), {"choice": "A"}, follow=True)
    ahead = Duel.objects.get(rater=rater, state=Duel.State.DEALT)
    assert wren.get(f"/duels/{ahead.pk}/").headers["Location"] == PLAY
    ahead.refresh_from_db()
    assert ahead.state == Duel.State.DEALT


def test_without_a_match_the_page_says_what_it_waits_for(wren: Client) -> None:
    page = wren.get(PLAY).content.decode()
    assert "No pair is left just now" in page
    assert "There is none yet" in page
    Rater.objects.update(shown=3)
    assert "You have seen every pair there is" in wren.get(PLAY).content.decode()
    assert wren.get("/duels/no-such-game/").status_code == 404


def test_learning_shows_every_forecast_and_no_hit_rate(wren: Client, rater: Rater) -> None:
    matches(4)
    chance = np.random.default_rng(11)  # some pairs measure alike: their forecast is a coin's too
    for choice in "ABABAB":
        duel = show_duel(rater, chance)
        assert duel is not None
        record_duel(duel, choice, actor=rater.user)
    page = wren.get(f"{PLAY}learning/").content.decode()
    drawn = page.split('class="hist hist--wide"')[1].split("</svg>")[0]
    assert 'aria-label="6 forecasts' in drawn
    assert drawn.count('class="fdot last"') == 1
    assert "1 on the line was exactly 50 %" in page
    assert "(n = 6)" in page
    words = re.sub(r"<script.*?</script>", "", page, flags=re.S)
    assert "hit_rate" not in words
    assert "hit rate" not in words.lower()
    (address,) = re.findall(r'data-copy="([^"]*)"', page)
    assert f'href="{address}"' in page  # the same without scripts
    copied = wren.get(address).json()
    assert len(copied["forecasts"]) == 6
    assert len(copied["calibration"]["reliability"]) == 5


def test_learning_without_answers_says_how_to_begin(wren: Client) -> None:
    page = wren.get(f"{PLAY}learning/").content.decode()
    assert "Nothing to score yet" in page
