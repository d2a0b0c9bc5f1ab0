"""Every page: the frame, the theme switch, the policy for scripts."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from league.actions.house import set_up_league
from league.models import Ladder
from tests.browser.conftest import assert_accessible, assert_fits
from tests.support.server import Site


def test_the_theme_switch_is_remembered(site: Site, page: Page) -> None:
    page.emulate_media(color_scheme="light")
    page.goto(f"{site.url}/accounts/login/")
    page.get_by_role("button", name="Switch between paper and ink").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "ink")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "ink")


def test_the_sign_in_page_is_accessible_and_narrow(site: Site, page: Page) -> None:
    page.goto(f"{site.url}/accounts/login/")
    assert_accessible(page)
    assert_fits(page)


def test_a_menu_that_scrolls_starts_at_the_open_entry(site: Site, page: Page) -> None:
    set_up_league()
    page.set_viewport_size({"width": 360, "height": 740})
    for ladder in (Ladder.objects.order_by("position").last(), Ladder.objects.first()):
        assert ladder is not None
        page.goto(f"{site.url}{ladder.get_absolute_url()}")
        entry = page.get_by_role("navigation", name="Ladders").locator("[aria-current]")
        expect(entry).to_have_text(ladder.title)
        expect(entry).to_be_in_viewport(ratio=0.9)
