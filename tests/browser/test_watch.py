"""The watch page in chromium: live and replay in one."""

from __future__ import annotations

import re
from typing import Any

import pytest
from channels.db import database_sync_to_async
from playwright.sync_api import Page, expect

from games.base import SPECTATOR, Cause, Origin
from league.actions.episodes import fail_episode, rerun_episode, take_up
from league.live.publish import publish_frames
from league.models import Episode, Event
from league.queries.frames import read_frames
from tests.browser.conftest import assert_accessible, assert_fits
from tests.support.server import Site
from tests.support.stored import append_events, log_of, make_match

A_LONG_BID = f"{6:064x}"
"""A seed whose first bid, with six hands of ten, is 12 × threes."""
THE_FIRST_WINS = f"{2:064x}"
"""A seed with which the first of four wins the match."""
HOSTILE = "</script><script>window.pwn=1</script><img src=x onerror=window.pwn=1>"


def open_match(site: Site, page: Page, episode: Episode, fragment: str = "") -> None:
    page.goto(f"{site.url}/matches/{episode.pk}/{fragment}", wait_until="domcontentloaded")
    expect(page.locator("#main[data-ready=yes]")).to_be_attached(timeout=20_000)


def position(page: Page, at: int, of: int) -> None:
    expect(page.locator(".tp__pos")).to_have_text(f"Event {at} of {of}")


def rest_of(episode: Episode) -> list[Any]:
    return log_of(episode.settings, episode.seed)[episode.last_seq :]


def append(site: Site, episode: Episode, events: list[Any], *, publish: bool = True) -> None:
    """Append to the log and tell the watchers, as the runner does after its commit."""
    before = episode.last_seq
    append_events(episode, events, first=before + 1)
    if publish:
        frames = read_frames(episode, before, SPECTATOR)
        site.run(publish_frames(episode, frames))


def index_of(events: list[Any], kind: str) -> int:
    return next(i for i, event in enumerate(events) if type(event).__name__ == kind)


def test_a_late_joiner_follows_the_newest_event(site: Site, page: Page) -> None:
    episode = make_match(events=20)
    rest = rest_of(episode)
    open_match(site, page, episode)
    position(page, 20, 20)
    for n, event in enumerate(rest[:3], start=21):
        append(site, episode, [event])
        position(page, n, n)
    expect(page.get_by_role("button", name="Live")).to_have_attribute("aria-pressed", "true")


def test_who_scrubbed_back_stays_until_live_is_pressed(site: Site, page: Page) -> None:
    episode = make_match(events=20)
    rest = rest_of(episode)
    open_match(site, page, episode)
    page.keyboard.press("ArrowLeft")
    position(page, 19, 20)
    append(site, episode, rest[:4])
    position(page, 19, 24)
    page.get_by_role("button", name="Live").click()
    position(page, 24, 24)


def test_events_that_no_message_told_of_are_fetched(site: Site, page: Page) -> None:
    episode = make_match(events=12)
    rest = rest_of(episode)
    open_match(site, page, episode)
    append(site, episode, rest[:5], publish=False)
    append(site, episode, rest[5:6])
    position(page, 18, 18)
    marks = page.locator(".mk:not(.mk--ghost)")
    expect(marks).to_have_count(18)


def test_the_page_fills_the_gap_after_the_line_dropped(site: Site, page: Page) -> None:
    episode = make_match(events=7)
    rest = rest_of(episode)
    sockets: list[Any] = []
    page.route_web_socket(
        re.compile(r"/ws/matches/"),
        lambda socket: sockets.append((socket, socket.connect_to_server())),
    )
    open_match(site, page, episode)
    position(page, 7, 7)
    expect(page.locator("[data-part=watching]")).to_be_visible()  # the line stands
    sockets[0][0].close()
    expect(page.locator("[data-part=status]")).to_have_text("Reconnecting…")
    append(site, episode, rest[:5])
    position(page, 12, 12)
    expect(page.locator("[data-part=status]")).to_have_text("Live")
    expect(page.locator(".mk:not(.mk--ghost)")).to_have_count(12)


def test_keys_marks_and_the_slider_move_a_replay(site: Site, page: Page) -> None:
    episode = make_match()
    total = episode.last_seq
    open_match(site, page, episode)
    position(page, total, total)
    page.keyboard.press("Home")
    position(page, 1, total)
    page.keyboard.press("ArrowRight")
    position(page, 2, total)
    page.keyboard.press("End")
    position(page, total, total)
    slider = page.get_by_role("slider", name="Event")
    slider.focus()
    slider.press("ArrowLeft")
    position(page, total - 1, total)
    page.locator(".mk button[data-seq='5']").click(force=True)
    position(page, 5, total)
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_the_keys_are_listed_and_reach_nothing_under_the_list(site: Site, page: Page) -> None:
    episode = make_match(config={"deals": 2})
    open_match(site, page, episode)
    total = episode.last_seq
    keys = page.get_by_role("dialog", name="Keys")
    page.keyboard.press("?")
    expect(keys).to_be_visible()
    assert_accessible(page)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    position(page, total, total)
    button = page.get_by_role("button", name="Keys")
    button.click()
    keys.get_by_role("button", name="Close").click()
    expect(button).to_be_focused()
    page.keyboard.press("ArrowLeft")
    position(page, total - 1, total)


def test_a_link_to_a_moment_opens_it_and_share_copies_it(site: Site, page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    episode = make_match()
    open_match(site, page, episode, "#e9")
    position(page, 9, episode.last_seq)
    page.get_by_role("button", name="Share this moment").click()
    expect(page.locator("[data-part=shared]")).to_contain_text("event 9")
    assert page.evaluate("navigator.clipboard.readText()").endswith(f"/matches/{episode.pk}/#e9")


def test_loading_and_scrubbing_never_animate_a_step_does(site: Site, page: Page) -> None:
    episode = make_match()
    events = log_of(episode.settings, episode.seed)
    call = index_of(events, "Challenged") + 1
    open_match(site, page, episode, f"#e{call}")
    stage = page.locator("[data-part=stage]")
    expect(stage).to_have_class(re.compile("is-reveal"))
    expect(stage).not_to_have_class(re.compile("is-playing"))
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".bid.is-new")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(stage).to_have_class(re.compile("is-playing"))
    verdict = events[call - 1]
    expect(page.locator(".count")).to_have_text(str(verdict.actual))
    expect(page.locator(".verdict__strip")).to_be_visible()


def test_reduced_motion_shows_the_end_state_at_once(site: Site, page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    episode = make_match()
    call = index_of(log_of(episode.settings, episode.seed), "Challenged") + 1
    open_match(site, page, episode, f"#e{call - 1}")
    page.keyboard.press("ArrowRight")
    stage = page.locator("[data-part=stage]")
    expect(stage).to_have_class(re.compile("is-reveal"))
    expect(stage).not_to_have_class(re.compile("is-playing"))


def test_hidden_hands_show_no_die_no_chance_and_no_count_and_are_remembered(
    site: Site, page: Page
) -> None:
    episode = make_match(events=3)
    open_match(site, page, episode)
    expect(page.locator(".bid__really")).to_contain_text("on the table")
    page.get_by_role("button", name="Hide hands").click()
    for _ in range(2):
        expect(page.locator(".bid__really")).not_to_contain_text("on the table")
        expect(page.locator(".plate .bar").first).to_be_hidden()
        expect(page.locator(".dice").first).to_be_hidden()
        assert "%" not in page.locator(".seats").inner_text()
        expect(page.locator("[data-part=watching]")).to_be_visible()  # the line stands
        page.reload()
        expect(page.get_by_role("button", name="Show hands")).to_be_visible()


def test_a_new_event_is_announced(site: Site, page: Page) -> None:
    episode = make_match(events=3)
    rest = rest_of(episode)
    open_match(site, page, episode)
    append(site, episode, rest[:1])
    expect(page.locator("[data-part=announce]")).to_contain_text(re.compile("bids|challenges"))


def test_hostile_text_stays_text(site: Site, page: Page) -> None:
    episode = make_match(
        talk=(HOSTILE[:140],), names=("<img src=x onerror=window.pwn=1>", "a", "b", "'\"><svg>")
    )
    open_match(site, page, episode, "#e3")
    expect(page.locator(".bubble")).to_contain_text("<script>window.pwn=1</script>")
    assert page.evaluate("window.pwn") is None
    assert page.locator("main img").count() == 0


def test_the_log_filters_talk_and_calls(site: Site, page: Page) -> None:
    episode = make_match()
    events = log_of(episode.settings, episode.seed)
    open_match(site, page, episode)
    page.get_by_role("button", name="Calls").click()
    calls = sum(type(event).__name__ == "Challenged" for event in events)
    expect(page.locator(".log .ev:visible")).to_have_count(calls)
    page.get_by_role("button", name="Talk").click()
    said = sum(bool(getattr(event, "say", None)) for event in events)
    expect(page.locator(".log .ev:visible")).to_have_count(said)


def test_the_log_says_how_each_decision_came_to_be(site: Site, page: Page) -> None:
    origins = (Origin(), Origin(retried=Cause.ILLEGAL), Origin(fallback=Cause.TIMEOUT))
    episode = make_match(origins=origins)
    open_match(site, page, episode)
    page.get_by_role("button", name="Calls").click()
    page.get_by_role("button", name="All", exact=True).click()
    log = page.locator(".log")
    for text in ("model", "second try: illegal", "fallback: timeout"):
        expect(log.locator(".chip", has_text=text).first).to_be_attached()


def test_the_end_opens_the_seed_and_the_audit(site: Site, page: Page) -> None:
    episode = make_match()
    open_match(site, page, episode)
    seal = page.locator("[data-part=seal]")
    expect(seal).to_contain_text(episode.seed)
    expect(seal).to_contain_text("it matches")
    expect(page.get_by_text("the soft-play audit")).to_be_visible()
    page.keyboard.press("Home")
    expect(page.get_by_text("the soft-play audit")).to_be_hidden()


def test_a_final_seat_has_its_score_and_no_bar_and_no_word_is_cut(site: Site, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    episode = make_match(names=("Doubting Tom on a long road", "Doubting Thomas", "a", "b"))
    open_match(site, page, episode)
    expect(page.locator(".plate .read__l").first).to_have_text("score")
    expect(page.locator(".plate .bar:visible")).to_have_count(0)
    lines = page.locator(".plate .pol").evaluate_all(
        """all => all.map(line => [...line.children].map(one => ({
          top: Math.round(one.getBoundingClientRect().top - line.getBoundingClientRect().top),
          height: line.clientHeight,
        })))"""
    )
    for name, origin in lines:
        assert name["top"] == 0
        assert origin["top"] == 0 or origin["top"] >= origin["height"] - 1


def test_a_running_match_holds_no_seed(site: Site, page: Page) -> None:
    episode = make_match(events=9, seed="5eed" * 16)
    open_match(site, page, episode)
    assert episode.seed not in page.content()
    assert episode.commitment in page.content()


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"events": 9, "status": "failed", "error": "boom"}, "a fault of ours"),
        ({"status": "void"}, "This match is void"),
        ({"events": 0, "status": "queued"}, "waits for a free table"),
        ({"is_rated": False, "unrated_reason": "too many fallbacks"}, "Too many fallbacks"),
        ({"purpose": "tryout", "is_rated": False}, "Unrated"),
    ],
)
def test_every_other_state_is_said(
    site: Site, page: Page, fields: dict[str, Any], text: str
) -> None:
    open_match(site, page, make_match(**fields))
    expect(page.get_by_text(re.compile(text, re.IGNORECASE)).first).to_be_visible()
    assert "boom" not in page.content()


@pytest.mark.parametrize("is_seen_failing", [False, True])
def test_a_failed_match_is_followed_when_it_is_run_again(
    site: Site, page: Page, is_seen_failing: bool
) -> None:
    episode = make_match(events=9, status="running" if is_seen_failing else "failed")
    rest = rest_of(episode)
    open_match(site, page, episode)
    status = page.locator("[data-part=status]")
    if is_seen_failing:
        expect(status).to_have_text("Live")
        site.run(database_sync_to_async(fail_episode)(episode.pk, "boom"))
    expect(status).to_have_text("Stopped by a fault of ours")
    site.run(database_sync_to_async(rerun_episode)(episode, actor=None))
    expect(status).to_have_text("In the queue")
    expect(page.get_by_text("a fault of ours")).to_have_count(0)
    site.run(database_sync_to_async(take_up)(episode.pk))
    expect(status).to_have_text("Live")
    append(site, episode, rest[:1])
    position(page, 10, 10)


@pytest.mark.parametrize("variant", ["standard", "poker"])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_table_is_accessible_and_narrow(
    site: Site, page: Page, variant: str, seats: int
) -> None:
    page.emulate_media(reduced_motion="reduce")
    episode = make_match(variant=variant, names=("A", "b", "C", "d", "E", "f")[:seats], events=4)
    open_match(site, page, episode)
    expect(page.locator(".seat")).to_have_count(seats)
    if seats in (4, 6):
        assert_accessible(page)
    assert_fits(page)


def test_long_bids_fit_a_phone(site: Site, page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    names = ("A", "b", "C", "d", "E", "f")
    episode = make_match(names=names, events=3, config={"hand_size": 10}, seed=A_LONG_BID)
    open_match(site, page, episode)
    expect(page.locator(".bid__big--long")).to_have_text("12×threes")
    assert_fits(page)


def test_a_name_without_a_space_fits_a_phone(site: Site, page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    for events in (4, None):
        episode = make_match(names=("W" * 60, "b", "C", "d"), events=events, seed=THE_FIRST_WINS)
        open_match(site, page, episode)
        expect(page.get_by_role("link", name="W" * 60).first).to_be_visible()
        assert_fits(page)


def test_the_longest_names_fit_a_phone_at_the_end(site: Site, page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    episode = make_match()
    open_match(site, page, episode)
    page.locator(".verdict__strip").evaluate("node => node.lastChild.data = 'Flywheel wins'")
    for name in page.locator(".plate h3").all():
        name.evaluate("node => node.textContent = 'Flywheel'")
    for points in page.locator(".pts").all():
        points.evaluate("node => node.firstChild.data = '−30'")
    assert_fits(page)


def test_a_reveal_and_an_end_are_accessible_in_both_themes(site: Site, page: Page) -> None:
    episode = make_match()
    call = index_of(log_of(episode.settings, episode.seed), "Challenged") + 1
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        for fragment in (f"#e{call}", f"#e{episode.last_seq}"):
            page.goto("about:blank")
            open_match(site, page, episode, fragment)
            assert_accessible(page)
    assert_fits(page)


def test_without_scripts_the_log_and_the_table_are_read(site: Site, browser: Any) -> None:
    episode = make_match(events=9)
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site.url}/matches/{episode.pk}/")
    expect(page.locator(".transcript li")).to_have_count(9)
    expect(page.get_by_role("heading", name="The table now")).to_be_visible()
    context.close()


def test_a_live_match_that_ends_opens_the_seed_without_a_reload(site: Site, page: Page) -> None:
    from league.live.publish import apublish_status

    episode = make_match(events=20)
    rest = rest_of(episode)
    open_match(site, page, episode)
    append(site, episode, rest)
    Episode.objects.filter(pk=episode.pk).update(status=Episode.Status.FINISHED, reason="complete")
    episode.refresh_from_db()
    site.run(apublish_status(episode))
    expect(page.locator("[data-part=seal]")).to_contain_text(episode.seed)
    position(page, episode.last_seq, episode.last_seq)
    expect(page.get_by_role("button", name="Live")).to_be_hidden()
    assert Event.objects.filter(episode=episode).count() == episode.last_seq
