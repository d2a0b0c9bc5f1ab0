"""An author waits for an edit and its parent: the page goes on by itself."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.contrib.auth.models import User
from django.db import connections
from playwright.sync_api import Page, expect

from calibration.actions.clips import current_scaling, cut_clips
from calibration.actions.streams import start_comparison
from calibration.models import Comparison
from league.actions.policies import Content, revise_policy, submit_policy
from league.models import Version
from tests.browser.conftest import assert_accessible, assert_fits
from tests.browser.test_duels import sign_in
from tests.calibration.test_streams import play_out
from tests.support.server import Site
from tests.support.stored import make_match


def _start(author: User, version: Version) -> None:
    try:
        start_comparison(author, version, Comparison.Kind.HEARD_EDIT)
    finally:
        connections.close_all()


def test_an_author_is_led_to_the_pair_as_soon_as_both_have_played(
    site: Site, page: Page, settings: Any
) -> None:
    settings.ANTHROPIC_API_KEY = "a-key"
    cut_clips(make_match())
    assert current_scaling("liars-dice") is not None
    wren = User.objects.create_user("wren")
    policy = submit_policy(
        wren, name="Mine", game="liars-dice", content=Content(prompt="Count."), owner=wren
    )
    version = revise_policy(wren, policy, content=Content(prompt="Count twice."), based_on=1)
    sign_in(site, page, wren)
    page.goto(f"{site.url}{policy.get_absolute_url()}")
    expect(page.get_by_text("Starts two matches").first).to_be_visible()
    assert_accessible(page)
    with ThreadPoolExecutor(1) as apart:  # the browser's loop runs in this thread
        apart.submit(_start, wren, version).result()
    found = Comparison.objects.get()
    page.goto(f"{site.url}/duels/edits/{found.pk}/")
    expect(page.get_by_text("0 of 2 matches played")).to_be_visible()
    assert_accessible(page)
    play_out(found.version_episode)
    expect(page.get_by_text("1 of 2 matches played")).to_be_visible()
    page.goto(f"{site.url}{policy.get_absolute_url()}")
    expect(page.get_by_role("heading", name="Your edits beside their parents")).to_be_visible()
    assert_accessible(page)
    assert_fits(page)
    page.get_by_role("link", name="v2 beside v1").click()
    expect(page.get_by_text("1 of 2 matches played")).to_be_visible()
    play_out(found.parent_episode)
    expect(page.get_by_role("heading", level=1)).to_have_text("Which was played better?")
    expect(page.get_by_text("your edit beside its parent, sides by lot")).to_be_visible()
