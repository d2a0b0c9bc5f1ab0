"""The front page and the list of results in chromium."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from games.base import SPECTATOR
from league.live.publish import apublish_status, publish_frames
from league.models import Episode
from league.queries.frames import read_frames
from tests.browser.conftest import assert_accessible, assert_fits
from tests.support.server import Site
from tests.support.stored import append_events, log_of, make_match

HOSTILE = "<img src=x onerror=window.pwn=1>"


def open_lobby(site: Site, page: Page, query: str = "") -> None:
    page.goto(f"{site.url}/{query}", wait_until="domcontentloaded")
    expect(page.locator("#main[data-ready=yes]")).to_be_attached(timeout=20_000)


def test_the_headline_counts_the_tables_in_play(site: Site, page: Page) -> None:
    make_match(events=9)
    make_match(events=12, variant="poker")
    make_match()
    open_lobby(site, page)
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "Two tables, and somebody is lying at each"
    )
    expect(page.locator(".tcard .mini .mcog")).to_have_count(8)
    expect(page.locator(".res")).to_have_count(1)


def test_a_miniature_moves_with_its_match_and_leaves_when_it_ends(site: Site, page: Page) -> None:
    episode = make_match(events=3)
    rest = log_of(episode.settings, episode.seed)[3:]
    open_lobby(site, page)
    card = page.locator(".tcard h3")
    before = card.inner_text()
    append_events(episode, rest[:1], first=4)
    site.run(publish_frames(episode, read_frames(episode, 3, SPECTATOR)))
    expect(card).not_to_have_text(before)
    append_events(episode, rest[1:], first=5)
    Episode.objects.filter(pk=episode.pk).update(status=Episode.Status.FINISHED)
    site.run(apublish_status(episode))
    expect(page.locator(".tcard .chip")).to_have_text("Just ended")
    expect(page.get_by_role("heading", level=1)).to_have_text("No table is in play just now")


def test_a_new_match_appears_without_a_reload(site: Site, page: Page) -> None:
    open_lobby(site, page)
    expect(page.get_by_text("Nothing is played here just now")).to_be_visible()
    expect(page.get_by_text("No match has ended yet")).to_be_visible()
    site_episode = make_match(events=4)
    site.run(apublish_status(site_episode))
    expect(page.locator(".tcard")).to_have_count(1)
    expect(page.get_by_text("Nothing is played here just now")).to_be_hidden()


def test_tables_are_filtered_and_the_address_keeps_it(site: Site, page: Page) -> None:
    make_match(events=4)
    make_match(events=4, variant="poker")
    open_lobby(site, page)
    page.get_by_role("link", name="Rumor", exact=True).click()
    expect(page.locator(".tcard")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"show=rumor"))
    page.get_by_role("link", name="Liar's Dice", exact=True).click()
    expect(page.locator(".tcard")).to_have_count(2)
    expect(page).to_have_url(re.compile(r"show=liars-dice"))
    page.locator("[data-part=choices] [aria-current]").wait_for()
    open_lobby(site, page, "?show=liars-dice/poker")
    expect(page.locator(".tcard")).to_have_count(1)


def test_a_lost_line_is_said(site: Site, page: Page) -> None:
    sockets: list[Any] = []
    page.route_web_socket(re.compile("/ws/lobby/"), lambda socket: sockets.append(socket))
    open_lobby(site, page)
    sockets[0].close()
    expect(page.get_by_text("Reconnecting…")).to_be_visible()


def test_the_lobby_is_accessible_narrow_and_holds_hostile_names(site: Site, page: Page) -> None:
    make_match(events=5, names=(HOSTILE, "b", "C", "d"))
    make_match(events=9, variant="poker", names=("A", "b", "C", "d", "E"))
    make_match(names=(HOSTILE, "b", "C", "d"))
    make_match(names=("W" * 60, "V" * 60, "C", "d"))
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        open_lobby(site, page)
        assert_accessible(page)
    assert page.evaluate("window.pwn") is None
    assert_fits(page)
    page.goto(f"{site.url}/matches/")
    assert_fits(page)


def test_without_scripts_the_lobby_lists_its_tables(site: Site, browser: Any) -> None:
    episode = make_match(events=3)
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site.url}/")
    expect(page.locator(f".tcard a[href='/matches/{episode.pk}/']")).to_be_visible()
    expect(page.locator(".tcard h3")).to_contain_text("bids")
    context.close()


def test_results_are_filtered_paged_and_kept_in_the_form(site: Site, page: Page) -> None:
    for n in range(26):
        make_match(names=("The Magpie" if n else "Night Clerk", "b", "C", "d"), config={"deals": 2})
    page.goto(f"{site.url}/matches/")
    expect(page.locator(".res")).to_have_count(25)
    page.get_by_role("link", name="Older").click()
    expect(page.locator(".res")).to_have_count(1)
    page.get_by_label("Policy").fill("night")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".res")).to_have_count(1)
    expect(page.get_by_label("Policy")).to_have_value("night")
    page.get_by_label("Policy").fill("nobody at all")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("No finished match fits this")).to_be_visible()
    assert_accessible(page)
    assert_fits(page)
