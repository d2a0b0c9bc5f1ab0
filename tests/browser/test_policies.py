"""The way of a newcomer in chromium: sign up, submit, revise, compare, crown, try out, watch."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, expect

from league.actions.policies import Content, revise_policy
from league.models import Episode, Policy
from league.play.runner import play
from tests.browser.conftest import assert_accessible, assert_fits
from tests.support.policies import make_policy, make_user
from tests.support.server import Site

PASSWORD = "cards-at-night-9"
HOSTILE = "<img src=x onerror=window.pwn=1>"
LONGEST = "W" * 60


@pytest.fixture(autouse=True)
def fresh_limits() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def sign_in(site: Site, page: Page, name: str) -> None:
    page.goto(f"{site.url}/accounts/login/")
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def check(page: Page) -> None:
    """Hold a page to what every page promises, then widen it again."""
    assert_accessible(page)
    assert_fits(page)
    page.set_viewport_size({"width": 1280, "height": 800})


def test_signing_out_or_in_in_another_tab_loses_nothing_that_was_typed(
    site: Site, page: Page
) -> None:
    make_user("corvid", password=PASSWORD)
    sign_in(site, page, "corvid")
    page.goto(f"{site.url}/policies/new/")
    page.get_by_label("Name").fill("The Magpie")
    page.get_by_label("Prompt").fill(HOSTILE)
    other = page.context.new_page()
    other.goto(f"{site.url}/rules/")
    other.get_by_role("button", name="Sign out").click()
    expect(other.get_by_role("link", name="Sign in")).to_be_visible()

    page.get_by_role("button", name="Enter the league").click()
    expect(page.get_by_text("You had been signed out, so nothing was saved.")).to_be_visible()
    page.get_by_label("User name").fill("corvid")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_label("Prompt")).to_have_value(HOSTILE)

    other.reload()
    other.get_by_role("button", name="Sign out").click()
    expect(other.get_by_role("link", name="Sign in")).to_be_visible()
    sign_in(site, other, "corvid")
    page.get_by_role("button", name="Enter the league").click()
    expect(page.get_by_text("This page was open from before you signed in")).to_be_visible()
    expect(page.get_by_label("Prompt")).to_have_value(HOSTILE)
    assert not Policy.objects.exists()
    check(page)
    page.get_by_role("button", name="Enter the league").click()
    expect(page.get_by_text("The Magpie is entered. v1 is its champion.")).to_be_visible()


def test_from_signing_up_to_watching_a_try_out(site: Site, page: Page) -> None:
    page.goto(f"{site.url}/policies/")
    check(page)
    page.get_by_role("link", name="Sign up and enter one").click()
    check(page)
    page.get_by_label("User name").fill("corvid")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password, once more").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()

    expect(page.get_by_role("heading", name="Submit a policy")).to_be_visible()
    check(page)
    page.get_by_label("Name").fill("The Magpie")
    page.get_by_label("Prompt").fill("Count a third of the unseen dice.\nNever talk.")
    expect(page.get_by_text("45 of 4,000 characters").first).to_be_visible()
    page.get_by_role("button", name="Enter the league").click()
    expect(page.get_by_text("The Magpie is entered. v1 is its champion.")).to_be_visible()
    check(page)

    page.get_by_role("link", name="Revise").click()
    page.get_by_label("Prompt").fill("Count a sixth of the unseen dice.\nNever talk.")
    page.get_by_label("What changed").fill("as the dice do")
    check(page)
    page.get_by_role("button", name="Save v2").click()
    expect(page.get_by_role("heading", name="v2 waits for your word")).to_be_visible()

    page.get_by_role("link", name="What changed").click()
    expect(page.locator("td del")).to_have_text(re.compile("third"))
    expect(page.locator("td ins")).to_have_text(re.compile("sixth"))
    check(page)
    page.go_back()

    page.get_by_role("button", name="Make v2 champion").click()
    expect(page.get_by_text("v2 is champion.")).to_be_visible()
    expect(page.get_by_text("by its author’s word (ungraded)")).to_be_visible()

    page.get_by_role("link", name="Try it out").click()
    check(page)
    page.get_by_role("button", name="Play and watch").click()
    expect(page.locator("#main[data-ready=yes]")).to_be_attached()
    episode = Episode.objects.get()
    assert page.url.endswith(f"/matches/{episode.pk}/")
    site.run(play(episode.pk))
    expect(page.get_by_role("main")).to_contain_text("The Magpie")
    expect(page.locator(".tp__pos")).to_have_text(re.compile(r"Event \d{2,} of"))

    page.goto(f"{site.url}/policies/the-magpie/")
    expect(page.get_by_text("Why the fallback played: no model is configured")).to_be_visible()
    expect(page.get_by_text("unrated").first).to_be_visible()
    check(page)


def test_a_bad_submit_keeps_its_text(site: Site, page: Page) -> None:
    make_user("corvid", password=PASSWORD)
    sign_in(site, page, "corvid")
    page.goto(f"{site.url}/policies/new/")
    page.get_by_label("Name").fill("Too long")
    page.get_by_label("Prompt").fill("x" * 4_003)
    expect(page.locator(".count--over")).to_have_text("4,003 of 4,000 characters: 3 too many")
    page.get_by_role("button", name="Enter the league").click()
    expect(page.get_by_text("Expected at most 4,000 characters, got 4,003")).to_be_visible()
    expect(page.get_by_label("Prompt")).to_have_value("x" * 4_003)
    expect(page.get_by_label("Prompt")).to_have_attribute("aria-invalid", "true")
    check(page)
    page.get_by_label("Prompt").fill("short")
    page.get_by_role("button", name="Enter the league").click()
    expect(page.get_by_text("Too long is entered.")).to_be_visible()


def test_hostile_names_and_prompts_are_text(site: Site, page: Page) -> None:
    owner = make_user("corvid", password=PASSWORD)
    policy = make_policy(HOSTILE, owner=owner, prompt=f"{HOSTILE}</script><script>pwn()</script>")
    revise_policy(
        owner, policy, content=Content(prompt=f"{HOSTILE}'\">"), comment=HOSTILE, based_on=1
    )
    make_policy(LONGEST, owner=owner, prompt="x" * 4_000)
    sign_in(site, page, "corvid")
    for path in ("", f"{policy.slug}/", f"{policy.slug}/diff/", f"{policy.slug}/revise/"):
        page.goto(f"{site.url}/policies/{path}")
        expect(page.get_by_text(HOSTILE).first).to_be_visible()
        assert page.evaluate("typeof window.pwn") == "undefined"
        assert page.locator("main img").count() == 0
        check(page)
    page.goto(f"{site.url}/policies/{Policy.objects.get(name=LONGEST).slug}/")
    check(page)
