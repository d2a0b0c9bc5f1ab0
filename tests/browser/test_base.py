"""Every page: the frame, the theme switch, the policy for scripts."""

from __future__ import annotations

from playwright.sync_api import Page, expect

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
