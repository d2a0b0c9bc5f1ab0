"""A ladder in chromium: live rows, filters and sorts in place, focus, narrow screens."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import Page, expect

from league.actions.standings import apply_result
from league.live.publish import apublish_status
from league.models import Episode, Ladder, Version
from tests.browser.conftest import assert_accessible, assert_fits
from tests.support.ladders import make_champion, make_finished, make_ladder
from tests.support.server import Site

HOSTILE = "<img src=x onerror=window.pwn=1>"


def finish(ladder: Ladder, one: Version, other: Version, score: float) -> Episode:
    seats = [{"stats": {"wins": 3, "losses": 1, "bids": 9, "false_bids": 2}, "decisions": 9}] * 2
    episode = make_finished(ladder, [(one, score), (other, 1 - score)], seats=seats)
    apply_result(episode)
    return episode


@pytest.fixture
def played(transactional_db: None) -> tuple[Ladder, Version, Version]:
    """A ladder on which one policy with a hostile name leads another."""
    ladder = make_ladder()
    one, other = make_champion(HOSTILE), make_champion("bayes", baseline="bayes")
    for number in range(20):
        finish(ladder, one, other, 0.7 if number % 2 else 0.6)
    return ladder, one, other


def test_rows_follow_the_matches_and_focus_stays(
    site: Site, page: Page, played: tuple[Ladder, Version, Version]
) -> None:
    ladder, one, other = played
    page.goto(site.url + ladder.get_absolute_url())
    names = page.locator(".ladt tbody .pol b")
    expect(names).to_have_text([HOSTILE, "bayes"])
    link = page.get_by_role("row").filter(has_text="bayes").get_by_role("link")
    link.focus()
    for _ in range(60):
        episode = finish(ladder, one, other, 0.1)
    site.run(partial(apublish_status, episode)())
    expect(names).to_have_text(["bayes", HOSTILE])
    expect(link).to_be_focused()
    expect(page.get_by_role("heading", level=1)).to_have_text("bayes leads")
    assert page.evaluate("window.pwn") is None


def test_filters_and_sorts_act_in_place_and_can_be_linked(
    site: Site, page: Page, played: tuple[Ladder, Version, Version]
) -> None:
    ladder, *_ = played
    page.goto(site.url + ladder.get_absolute_url())
    names = page.locator(".ladt tbody .pol b")
    page.get_by_label("Scripted").uncheck()
    expect(names).to_have_text([HOSTILE])
    page.reload()
    expect(names).to_have_text([HOSTILE])
    page.get_by_label("Scripted").check()
    page.get_by_role("link", name="Policy", exact=True).click()
    expect(names).to_have_text([HOSTILE, "bayes"])
    expect(page.locator("th[aria-sort=ascending]")).to_have_text("Policy")
    page.get_by_role("searchbox").fill("bay")
    expect(names).to_have_text(["bayes"])
    page.get_by_role("searchbox").fill("nobody")
    expect(page.get_by_text("No policy fits these filters")).to_be_visible()


def test_a_phone_sorts_by_a_menu(
    site: Site, page: Page, played: tuple[Ladder, Version, Version]
) -> None:
    ladder, *_ = played
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(site.url + ladder.get_absolute_url())
    names = page.locator(".ladt tbody .pol b")
    page.get_by_label("Order").select_option(label="Mean score, lowest first")
    expect(names).to_have_text(["bayes", HOSTILE])
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.get_by_label("Order")).to_be_hidden()
    page.get_by_role("link", name="Policy", exact=True).click()
    expect(names).to_have_text([HOSTILE, "bayes"])
    expect(page.locator("select[name=sort]")).to_have_value("policy")


def test_ladders_are_accessible_and_fit_a_phone(
    site: Site, page: Page, played: tuple[Ladder, Version, Version]
) -> None:
    ladder, *_ = played
    for path in (ladder.get_absolute_url(), "/ladders/", make_ladder().get_absolute_url()):
        for scheme in ("light", "dark"):
            page.set_viewport_size({"width": 1280, "height": 900})
            page.emulate_media(color_scheme=scheme)
            page.goto(site.url + path)
            assert_accessible(page)
        page.set_viewport_size({"width": 360, "height": 800})
        page.reload()
        assert_fits(page)
