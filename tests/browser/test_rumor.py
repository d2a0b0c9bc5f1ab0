"""Watching Rumor in chromium: talk, ballot and tally, and nothing of the end before it."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from games.base import SPECTATOR
from league.live.publish import publish_frames
from league.models import Episode
from league.queries.frames import read_frames
from tests.browser.conftest import assert_accessible, assert_fits
from tests.browser.test_watch import HOSTILE, open_match, position
from tests.support.rumor import make_rumor, rumor_log
from tests.support.server import Site
from tests.support.stored import append_events

ROUNDS = 3
BALLOT = 1 + 11 * ROUNDS
"""The number of the last talk event of a match of so many rounds."""
TOPOLOGIES = ("clusters", "ring", "smallworld", "hub")
SEALED = re.compile(r'saboteur(?!s)|"roles"|"truth"|"votes"|"vote":|"sealed":\{')
"""Fields and values of the end; how many saboteurs a table shall have is a public setting."""


def short(**fields: object) -> Episode:
    return make_rumor(rounds=ROUNDS, **fields)  # type: ignore[arg-type]  # passed on as they are


def append(site: Site, episode: Episode, until: int) -> None:
    """Append events as the runner does, and tell the watchers after the commit."""
    before = episode.last_seq
    log = rumor_log(episode.settings, episode.seed)
    append_events(episode, log[before:until], first=before + 1)
    site.run(publish_frames(episode, read_frames(episode, before, SPECTATOR)))


def test_a_round_is_watched_live_and_its_messages_travel_together(site: Site, page: Page) -> None:
    episode = short(events=2)
    open_match(site, page, episode)
    expect(page.locator("[data-part=watching]")).to_be_visible()  # the line stands
    append(site, episode, 12)
    position(page, 12, 12)
    expect(page.locator(".rm-pulse").first).to_be_visible()
    first = page.locator(".rm-pulse").first
    start = first.get_attribute("transform")
    expect(first).not_to_have_attribute("transform", start or "")
    page.evaluate(
        """() => {
          const read = (part) => document.querySelector(part).textContent;
          const bubble = document.querySelector(".rm-bubble");
          window.seen = [[read("h1"), read(".rm-mark"), bubble.dataset.empty]];
          new MutationObserver(
            () => window.seen.push([read("h1"), read(".rm-mark"), bubble.dataset.empty]))
            .observe(document.querySelector("h1"), { childList: true, subtree: true });
        }"""
    )
    append(site, episode, 13)
    expect(page.locator("[data-part=title]")).to_contain_text("Talk round 2 of 3")
    title, mark, is_silent = page.evaluate("() => window.seen.at(-1)")
    assert page.evaluate("() => window.seen[0].at(-1)") == "no"
    assert is_silent == "yes", "no word of the last speaker covers what travels"
    assert "2 of 3" in title
    assert "2 of 3" in mark, "the felt names the round that the title names, also while things move"


def test_a_laptop_shows_every_seat_at_once_and_no_table_is_cut(site: Site, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    episode = short()
    for moment in ("#e1", "#e14", ""):
        open_match(site, page, episode, moment)
        seats = page.locator(".rm-seat use").evaluate_all(
            "(seats) => seats.map((seat) => seat.getBoundingClientRect().bottom)"
        )
        assert max(seats) <= 800, moment
        cut = page.locator(".tablewrap").evaluate_all(
            "(tables) => tables.filter((one) => one.scrollWidth > one.clientWidth).length"
        )
        assert cut == 0, moment


def test_loading_and_scrubbing_show_messages_landed_at_once(site: Site, page: Page) -> None:
    episode = short()
    open_match(site, page, episode, "#e12")
    pulses = page.locator(".rm-pulse")
    before = pulses.first.get_attribute("transform")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".stage")).to_have_class(re.compile("is-step"))
    page.emulate_media(reduced_motion="reduce")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".stage")).not_to_have_class(re.compile("is-step"))
    assert pulses.first.get_attribute("transform") == before


def test_the_whole_match_is_watched_to_its_unmasking(site: Site, page: Page) -> None:
    episode = short(events=BALLOT)
    open_match(site, page, episode)
    expect(page.locator("[data-part=watching]")).to_be_visible()
    expect(page.locator(".rm-tell")).to_contain_text("The talk is over")
    append(site, episode, BALLOT + 4)
    expect(page.locator(".rm-env")).to_have_count(4)
    append(site, episode, BALLOT + 10)
    expect(page.locator(".rm-env")).to_have_count(10)
    append(site, episode, BALLOT + 12)
    stage = page.locator(".stage")
    expect(stage).to_have_class(re.compile("is-playing"))
    expect(page.locator(".rm-tell--tally")).to_be_hidden()
    expect(stage).not_to_have_class(re.compile("is-playing"), timeout=15_000)
    frames = read_frames(episode, 0, SPECTATOR)
    tally, question = frames[-1]["table"]["tally"], frames[-1]["table"]["question"]
    expect(page.locator(".rm-stamp")).to_contain_text(question[tally["truth"]])
    expect(page.locator(".rm-seat .rm-mask")).to_have_count(tally["roles"].count("saboteur"))
    expect(page.locator(".rm-tell--tally")).to_contain_text(
        f"Honest cogs {tally['correct']} of {tally['honest']} right"
    )
    scores = page.get_by_role("region", name="Score, vote and role of each seat")
    expect(scores.locator("tbody tr")).to_have_count(10)
    expect(page.get_by_role("heading", name="Scores")).to_be_visible()


@pytest.mark.parametrize("events", [1, 7, 12, BALLOT, BALLOT + 10])
def test_nothing_sealed_is_in_the_page_or_on_the_line_before_the_tally(
    site: Site, page: Page, events: int
) -> None:
    episode = short(events=max(1, events - 1), spoken=("Hm.",))
    sent: list[str] = []
    page.on(
        "websocket",
        lambda line: line.on("framereceived", lambda payload: sent.append(str(payload))),
    )
    open_match(site, page, episode)
    expect(page.locator("[data-part=watching]")).to_be_visible()
    if events > 1:
        log = rumor_log(episode.settings, episode.seed, spoken=("Hm.",))
        append_events(episode, log[events - 1 : events], first=events)
        site.run(publish_frames(episode, read_frames(episode, events - 1, SPECTATOR)))
        position(page, events, events)
        assert any('"frames"' in message for message in sent)
    source = page.request.get(f"{site.url}/matches/{episode.pk}/").text()
    log_text = page.request.get(f"{site.url}/matches/{episode.pk}/log.json").text()
    dom = page.locator(".stage").evaluate("node => node.outerHTML")
    panels = page.locator("[data-part=panels]").evaluate("node => node.outerHTML")
    logged = page.locator(".log").evaluate("node => node.outerHTML")
    for name, text in {
        "source": source,
        "log": log_text,
        "stage": dom,
        "panels": panels,
        "rows": logged,
        "line": "".join(sent),
    }.items():
        assert SEALED.findall(re.sub(r"\s", "", text)) == [], name
    head = json.loads(page.locator("#head").text_content() or "{}")
    assert head["seed"] is None


def test_minds_can_be_hidden_to_guess_along(site: Site, page: Page) -> None:
    episode = short(events=15)
    open_match(site, page, episode)
    expect(page.locator(".rm-seat .rm-coin")).to_have_count(10)
    page.get_by_role("button", name="Hide minds").click()
    expect(page.locator(".rm-seat .rm-coin")).to_have_count(0)
    expect(page.locator(".rm-meter")).to_have_count(0)
    expect(page.locator(".rm-tide__art")).to_be_hidden()
    assert "Clue" not in (page.locator(".rm-seat").first.get_attribute("aria-label") or "")


def test_looking_at_a_seat_dims_what_is_not_linked_to_it(site: Site, page: Page) -> None:
    episode = short(events=12)
    open_match(site, page, episode)
    table = read_frames(episode, 0, SPECTATOR)[-1]["table"]
    near = {0} | {a if b == 0 else b for a, b in table["edges"] if 0 in (a, b)}
    seat = page.locator(".rm-seat[data-slot='0']")
    seat.focus()
    expect(page.locator(".rm-live")).to_have_class(re.compile("has-focus"))
    expect(page.locator(".rm-seat.lit")).to_have_count(len(near))
    expect(page.locator(".rm-tide--wide .rm-thread.lit")).to_have_count(1)
    seat.press("Enter")
    expect(seat).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.locator(".rm-live")).not_to_have_class(re.compile("has-focus"))
    position(page, 12, 12)


def test_a_seat_in_focus_stays_so_when_the_table_is_drawn_anew(site: Site, page: Page) -> None:
    episode = short(events=12)
    open_match(site, page, episode)
    seat = page.locator(".rm-seat[data-slot='0']")
    seat.focus()
    expect(page.locator(".rm-live")).to_have_class(re.compile("has-focus"))
    append(site, episode, 14)
    position(page, 14, 14)
    expect(page.locator(".rm-live")).to_have_class(re.compile("has-focus"))
    expect(page.locator(".rm-tide--wide .rm-thread.lit")).to_have_count(1)
    page.set_viewport_size({"width": 360, "height": 800})
    expect(page.locator(".stage[data-wide=no] .rm-seat")).to_have_count(10)
    expect(seat).to_be_focused()
    expect(page.locator(".rm-live")).to_have_class(re.compile("has-focus"))


def test_hostile_words_stay_words(site: Site, page: Page) -> None:
    episode = short(events=3, spoken=(HOSTILE,))
    open_match(site, page, episode, "#e3")
    expect(page.locator(".rm-bubble__text")).to_contain_text("<script>window.pwn=1</script>")
    assert page.evaluate("window.pwn") is None
    assert page.locator("main img").count() == 0


@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_every_graph_is_accessible_and_narrow(site: Site, page: Page, topology: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    episode = short(topology=topology)
    for theme, fragment in (("light", "#e12"), ("dark", f"#e{episode.last_seq}")):
        page.set_viewport_size({"width": 1280, "height": 900})
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]  # a literal
        page.goto("about:blank")
        open_match(site, page, episode, fragment)
        expect(page.locator(".stage[data-wide=yes] .rm-seat")).to_have_count(10)
        assert_accessible(page)
        assert_fits(page)
        expect(page.locator(".stage[data-wide=no] .rm-seat")).to_have_count(10)
        small = page.locator(".stage svg text, .rm-tide text").evaluate_all(
            """nodes => nodes.filter(n => n.checkVisibility()).map(n => [n.textContent,
               parseFloat(getComputedStyle(n).fontSize) * (n.getScreenCTM()?.a ?? 1)])
               .filter(([, size]) => size < 11.5)"""
        )
        assert small == []


def test_without_scripts_the_table_is_read_in_words(site: Site, browser: object) -> None:
    episode = short(events=12)
    context = browser.new_context(java_script_enabled=False)  # type: ignore[attr-defined]  # a Browser
    page = context.new_page()
    page.goto(f"{site.url}/matches/{episode.pk}/")
    expect(page.locator(".transcript li")).to_have_count(12)
    expect(page.get_by_role("heading", name="The table now")).to_be_visible()
    context.close()


def test_after_the_end_the_page_says_what_a_message_did(site: Site, page: Page) -> None:
    models = short()
    open_match(site, page, models)
    expect(page.locator(".rm-after")).to_contain_text("stand-in")
    names = tuple(f"gossip {number}" for number in range(10))
    baselines = short(names=names, spoken=())
    open_match(site, page, baselines)
    expect(page.locator(".rm-after")).to_contain_text("muted")
    expect(page.locator(".rm-after tbody tr")).to_have_count(10)
    page.keyboard.press("Home")
    expect(page.locator(".rm-after")).to_be_hidden()


def test_the_rules_step_to_the_unmasking(site: Site, page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{site.url}/rules/rumor/")
    expect(page.locator("#main[data-ready=yes]")).to_be_attached()
    for _ in range(page.locator(".step__b").count() - 1):
        page.get_by_role("button", name="Next step").click()
    expect(page.locator(".rm-stamp")).to_be_visible()
    expect(page.locator(".step__b[aria-current]")).to_contain_text("The masks come off")
    assert_accessible(page)
    assert_fits(page)
