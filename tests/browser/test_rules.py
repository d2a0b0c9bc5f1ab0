"""The rules pages and the error pages in chromium."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from games.liars_dice.config import configure
from games.liars_dice.odds import p_true
from tests.browser.conftest import assert_accessible, assert_fits
from tests.support.server import Site


def test_the_worked_deal_steps_to_its_verdict(site: Site, page: Page) -> None:
    page.goto(f"{site.url}/rules/liars-dice/")
    expect(page.locator("#main[data-ready=yes]")).to_be_attached()
    steps = page.locator(".step__b")
    for _ in range(steps.count() - 1):
        page.get_by_role("button", name="Next step").click()
    expect(page.locator(".verdict__strip")).to_contain_text("Bluff called")
    expect(page.locator(".step__b[aria-current]")).to_contain_text("calls it a bluff")
    page.get_by_role("button", name="Again from the start").click()
    steps.first.press("ArrowDown")
    expect(steps.nth(1)).to_have_attribute("aria-current", "step")


def test_the_numbers_in_the_prose_are_the_rules_own(site: Site, page: Page) -> None:
    page.goto(f"{site.url}/rules/liars-dice/")
    text = " ".join(page.locator("main").inner_text().split())
    dice, poker = configure({}), configure({"mode": "poker"})
    read = p_true(dice, (6, 6, 5, 2, 1), 6, 5)
    assert f"true with {read:.0%}".replace("%", " %") in text
    assert f"{1 - 2 * read:.2f} points" in text
    digits = p_true(poker, (4, 0, 7, 7, 4, 1, 9, 2), 5, 7)
    assert f"is true with {digits:.0%}".replace("%", " %") in text
    assert f"{dice.seats} seats roll {dice.hand_size} dice" in text
    assert f"After {dice.max_bids_per_deal} bids" in text
    assert f"{poker.total} digits on the table" in text
    assert f"over {dice.deals} deals is {0.5 + 3 / (2 * dice.deals):.3f}" in text


def test_the_rules_are_accessible_and_narrow(site: Site, page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    for path in ("/rules/", "/rules/liars-dice/"):
        page.goto(f"{site.url}{path}")
        assert_accessible(page)
        assert_fits(page)
        page.set_viewport_size({"width": 1280, "height": 800})


def test_a_wrong_address_is_answered_in_the_house_look(site: Site, page: Page) -> None:
    response = page.request.get(f"{site.url}/matches/999999/")
    assert response.status == 404
    assert "nothing under the cup" in response.text()
    assert page.request.get(f"{site.url}/rules/no-such-game/").status == 404
