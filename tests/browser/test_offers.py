"""The pick beside a live match in chromium: sent and told without leaving the page."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page, Route, expect

from calibration.actions.clips import current_scaling, cut_clips
from calibration.models import Clip, Observation
from league.live.publish import apublish_status
from league.models import Episode
from tests.browser.conftest import assert_accessible, assert_fits
from tests.browser.test_duels import sign_in
from tests.browser.test_watch import append
from tests.support.server import Site
from tests.support.stored import log_of, make_match

NAMES = ("Whispering Ledger", "pressure", "Gilded Doubt", "Quiet Arithmetic")


@pytest.fixture
def rated(site: Site, page: Page) -> Page:
    cut_clips(make_match(names=NAMES, seed=f"{1:064x}", config={"deals": 2}))
    assert current_scaling("liars-dice") is not None
    sign_in(site, page, User.objects.create_user("wren"))
    return page


EARLY = """<section id="offer" data-state="wait" data-seen="3" data-part-of="{part}"></section>"""


def watch(site: Site, page: Page, episode: Episode) -> None:
    page.goto(f"{site.url}/matches/{episode.pk}/")
    expect(page.locator("#main[data-ready=yes][data-last]")).to_be_attached(timeout=20_000)


def offer(page: Page, state: str) -> Any:
    found = page.locator(f"#offer[data-state={state}]")
    expect(found).to_be_visible()
    return found


def go_on(site: Site, episode: Episode, upto: int) -> None:
    """Let the match's own next events happen, and tell whoever watches."""
    events = log_of(episode.settings, episode.seed)[episode.last_seq : upto]
    append(site, episode, events)


def finish(site: Site, episode: Episode) -> None:
    Episode.objects.filter(pk=episode.pk).update(status=Episode.Status.FINISHED)
    episode.refresh_from_db()
    site.run(apublish_status(episode))


def test_a_pick_is_told_on_the_spot_and_by_keyboard_alone(site: Site, rated: Page) -> None:
    episode = make_match(names=NAMES, events=14)
    watch(site, rated, episode)
    rated.evaluate("window.stayed = true")
    ask = offer(rated, "ask")
    assert_accessible(rated)
    button = ask.get_by_role("button").first
    alias = button.inner_text().strip()
    button.focus()
    rated.keyboard.press("Enter")
    told = offer(rated, "told")
    expect(told.get_by_role("heading")).to_have_text(
        f"You picked {alias}. The model had given it 50\u202f%."
    )
    expect(told.get_by_role("heading")).to_be_focused()
    expect(told.get_by_text("It counts")).to_be_visible()
    expect(told.get_by_role("link", name="What it has learned")).to_have_attribute(
        "href", "/duels/liars-dice/learning/"
    )
    assert rated.evaluate("window.stayed") is True
    assert_accessible(rated)
    assert_fits(rated)
    told.get_by_role("button", name="Ask me again").click()
    expect(offer(rated, "ask").get_by_role("button")).to_have_count(2)
    assert Observation.objects.count() == 1


def test_a_pick_is_about_the_newest_event_on_the_page(site: Site, rated: Page) -> None:
    episode = make_match(names=NAMES, events=14)
    watch(site, rated, episode)
    go_on(site, episode, 18)
    expect(rated.locator("#main[data-last='18']")).to_be_attached()
    offer(rated, "ask").get_by_role("button").first.click()
    offer(rated, "told")
    assert {clip.last_seq for clip in Clip.objects.filter(is_partial=True)} == {18}


def test_a_double_click_and_a_second_tab_give_one_answer(site: Site, rated: Page) -> None:
    episode = make_match(names=NAMES, events=4)  # two have moved: one pair to ask about
    watch(site, rated, episode)
    other = rated.context.new_page()
    watch(site, other, episode)
    picked = offer(rated, "ask").get_by_role("button").first
    alias = picked.inner_text().strip()
    picked.dblclick()
    expect(offer(rated, "told").get_by_role("heading")).to_contain_text(f"You picked {alias}.")
    offer(other, "ask").get_by_role("button").last.click()
    told = offer(other, "told")
    expect(told.get_by_text("had your answer before. It stays.")).to_be_visible()
    expect(told.get_by_role("heading")).to_contain_text(f"You picked {alias}.")
    assert Observation.objects.count() == 1


def test_an_offer_closes_when_the_match_ends(site: Site, rated: Page) -> None:
    episode = make_match(names=NAMES, events=14)
    watch(site, rated, episode)
    offer(rated, "ask")
    finish(site, episode)
    expect(offer(rated, "over")).to_contain_text("The match is over")
    assert not Observation.objects.exists()


def test_a_pick_that_comes_after_the_end_is_told_so_kindly(site: Site, rated: Page) -> None:
    episode = make_match(names=NAMES, events=14)
    watch(site, rated, episode)
    ask = offer(rated, "ask")
    Episode.objects.filter(pk=episode.pk).update(status=Episode.Status.FINISHED)  # unannounced
    ask.get_by_role("button").first.click()
    expect(offer(rated, "over")).to_contain_text("so this pick was not taken")
    expect(rated.locator(".message--error")).to_have_count(0)
    assert not Observation.objects.exists()


def test_a_match_that_begins_asks_by_itself(site: Site, rated: Page) -> None:
    episode = make_match(names=NAMES, events=2)
    watch(site, rated, episode)
    offer(rated, "wait")
    go_on(site, episode, 8)
    expect(offer(rated, "ask").get_by_role("button")).to_have_count(2)


def test_events_that_come_while_it_asks_are_not_lost(site: Site, rated: Page) -> None:
    episode = make_match(names=NAMES, events=2)
    watch(site, rated, episode)
    offer(rated, "wait")
    held: list[Route] = []
    rated.route("**/duels/offers/*/part/", lambda route: held.append(route), times=1)
    with rated.expect_request("**/part/"):
        go_on(site, episode, 3)
    go_on(site, episode, 8)
    expect(rated.locator("#main[data-last='8']")).to_be_attached()
    assert held
    body = EARLY.format(part=f"/duels/offers/{episode.pk}/part/")
    held[0].fulfill(status=200, content_type="text/html", body=body)
    expect(offer(rated, "ask").get_by_role("button")).to_have_count(2)


def test_a_line_that_is_down_keeps_the_question(site: Site, rated: Page) -> None:
    episode = make_match(names=NAMES, events=14)
    watch(site, rated, episode)
    rated.route("**/duels/offers/**", lambda route: route.fulfill(status=200, body=""), times=1)
    offer(rated, "ask").get_by_role("button").first.click()
    expect(rated.get_by_text("That did not arrive")).to_be_visible()
    offer(rated, "ask").get_by_role("button").first.click()
    offer(rated, "told")
    expect(rated.get_by_text("That did not arrive")).to_be_hidden()


def test_without_scripts_the_pick_leads_to_a_page_that_shows_it(
    site: Site, rated: Page, browser: Browser
) -> None:
    episode = make_match(names=NAMES, events=14)
    context = browser.new_context(
        java_script_enabled=False, storage_state=rated.context.storage_state()
    )
    page = context.new_page()
    page.goto(f"{site.url}/matches/{episode.pk}/")
    button = page.locator("#offer").get_by_role("button").first
    alias = button.inner_text().strip()
    button.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"You picked {alias}.")
    page.get_by_role("link", name="Back to the match").click()
    expect(page.locator("#offer")).to_be_visible()
    context.close()
