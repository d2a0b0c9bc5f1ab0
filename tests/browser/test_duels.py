"""A rater's way in chromium: two clips, keys, one answer, the reveal, back and on."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from calibration.actions.duels import rater_for, record_duel, show_duel
from calibration.models import Duel, Observation
from tests.browser.conftest import assert_accessible, assert_fits
from tests.support.rumor import make_rumor
from tests.support.server import Site
from tests.support.stored import make_match

NAMES = ("Whispering Ledger", "pressure", "Gilded Doubt", "Quiet Arithmetic")
PLAY = "/duels/liars-dice/"


@pytest.fixture
def rated(site: Site, page: Page) -> Page:
    """A signed-in rater's page, in a league with clips."""
    for n in range(1, 4):
        make_match(names=NAMES, seed=f"{n:064x}", config={"deals": 2})
    sign_in(site, page, User.objects.create_user("wren"))
    return page


def sign_in(site: Site, page: Page, user: User) -> None:
    client = Client()
    client.force_login(user)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": site.url}]
    )


def open_duel(site: Site, page: Page) -> None:
    page.goto(f"{site.url}{PLAY}")
    ready(page)


def ready(page: Page) -> None:
    expect(page.locator("#main[data-ready=yes]")).to_be_attached(timeout=20_000)


def at(page: Page, clip: str, event: int) -> None:
    expect(page.locator(f"[data-clip={clip}] .scrub__in")).to_have_value(str(event))


def test_a_rater_answers_by_key_takes_it_back_and_goes_on(site: Site, rated: Page) -> None:
    open_duel(site, rated)
    assert_accessible(rated)
    rated.keyboard.press("b")
    expect(rated.get_by_role("heading", level=1)).to_contain_text("You picked B.")
    ready(rated)
    assert_accessible(rated)
    rated.keyboard.press("u")
    expect(rated.get_by_text("You have seen what this pair hides")).to_be_visible()
    ready(rated)
    rated.keyboard.press("s")
    expect(rated.get_by_text("You have seen what this pair hides")).to_have_count(0)
    ready(rated)
    rated.keyboard.press("a")
    expect(rated.get_by_role("heading", level=1)).to_contain_text("You picked A.")
    ready(rated)
    rated.keyboard.press("n")
    expect(rated.get_by_role("heading", level=1)).to_have_text("Which was played better?")
    answers = Observation.objects.order_by("id").values_list("picked", "retracted_at")
    assert [(picked, when is None) for picked, when in answers] == [("B", False), ("A", True)]


def test_arrows_step_the_clip_in_focus_and_never_answer(site: Site, rated: Page) -> None:
    open_duel(site, rated)
    rated.keyboard.press("ArrowRight")
    at(rated, "a", 2)
    at(rated, "b", 1)
    rated.locator("[data-clip=b] .clip__h").click()
    rated.keyboard.press("ArrowRight")
    rated.keyboard.press("ArrowRight")
    at(rated, "a", 2)
    at(rated, "b", 3)
    rated.keyboard.press("ArrowLeft")
    at(rated, "b", 2)
    rated.keyboard.press("End")  # a clip of three events had its end on show before
    watched = re.compile(r"watched (once|twice)")
    expect(rated.locator("[data-clip=b] [data-part=seen]")).to_contain_text(watched)
    assert not Observation.objects.exists()


def test_no_key_answers_under_the_list_of_keys(site: Site, rated: Page) -> None:
    open_duel(site, rated)
    rated.keyboard.press("?")
    keys = rated.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("say which was played better")
    assert_accessible(rated)
    for key in ("a", "s", "ArrowRight", "?"):
        rated.keyboard.press(key)
    expect(keys).to_be_hidden()
    at(rated, "a", 1)
    assert not Observation.objects.exists()
    rated.keyboard.press("b")
    expect(rated.get_by_role("heading", level=1)).to_contain_text("You picked B.")
    ready(rated)
    rated.keyboard.press("?")
    expect(keys).to_contain_text("the next duel")


def test_one_clip_plays_at_a_time(site: Site, rated: Page) -> None:
    open_duel(site, rated)
    rated.locator("[data-clip=a]").get_by_role("button", name="Play", exact=True).click()
    expect(
        rated.locator("[data-clip=a]").get_by_role("button", name="Pause", exact=True)
    ).to_be_visible()
    rated.locator("[data-clip=b]").get_by_role("button", name="Play", exact=True).click()
    expect(
        rated.locator("[data-clip=b]").get_by_role("button", name="Pause", exact=True)
    ).to_be_visible()
    expect(
        rated.locator("[data-clip=a]").get_by_role("button", name="Play", exact=True)
    ).to_be_visible()


def test_a_double_click_gives_one_answer(site: Site, rated: Page) -> None:
    sent: list[str] = []
    rated.on("request", lambda request: sent.append(request.url) if request.post_data else None)
    open_duel(site, rated)
    rated.locator("[data-pick=A]").dblclick()
    expect(rated.get_by_role("heading", level=1)).to_contain_text("You picked A.")
    assert len([url for url in sent if url.endswith("/answer/")]) == 1
    assert Observation.objects.count() == 1


def test_a_second_tab_is_shown_the_first_ones_answer(site: Site, rated: Page) -> None:
    open_duel(site, rated)
    other = rated.context.new_page()
    open_duel(site, other)
    rated.keyboard.press("a")
    expect(rated.get_by_role("heading", level=1)).to_contain_text("You picked A.")
    other.keyboard.press("b")
    expect(other.get_by_text("had its answer before: A. It stays.")).to_be_visible()
    assert [one.picked for one in Observation.objects.all()] == ["A"]


def test_it_is_a_plain_form_without_scripts(site: Site, rated: Page, browser: Browser) -> None:
    context = browser.new_context(
        java_script_enabled=False, storage_state=rated.context.storage_state()
    )
    page = context.new_page()
    page.goto(f"{site.url}{PLAY}")
    expect(page.locator(".clip__words li").first).to_be_visible()
    page.get_by_role("button", name=re.compile("^A:")).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("You picked A.")
    page.get_by_role("link", name="Next duel").click()
    page.get_by_role("button", name="Skip").click()
    page.get_by_role("button", name="Undo last answer").click()
    expect(page.get_by_text("You have seen what this pair hides")).to_be_visible()
    context.close()


def test_before_the_pick_nothing_on_the_page_or_the_line_names_anyone(
    site: Site, rated: Page
) -> None:
    told: list[str] = []
    asked: list[str] = []
    open_duel(site, rated)
    rated.on("response", lambda response: asked.append(response.url))
    open_duel(site, rated)
    rated.locator("[data-clip=a]").get_by_role("button", name="One event on").click()
    told.append(rated.content())
    for name in NAMES:
        assert name not in told[0]
    assert not [url for url in asked if re.search(r"/matches/|/policies/.", url)]
    labels: list[Any] = rated.eval_on_selector_all(
        "[aria-label], [title]", "all => all.map(n => n.getAttribute('aria-label') + n.title)"
    )
    assert not [label for label in labels if any(name in label for name in NAMES)]


def test_the_pages_fit_a_phone(site: Site, rated: Page) -> None:
    open_duel(site, rated)
    assert_fits(rated)
    rated.locator("[data-pick=B]").click()
    expect(rated.get_by_role("heading", level=1)).to_contain_text("You picked B.")
    assert_fits(rated)
    rated.goto(f"{site.url}{PLAY}learning/")
    assert_fits(rated)
    assert_accessible(rated)
    copy = rated.get_by_role("button", name="Copy as JSON", exact=True)
    copy.click()
    expect(rated.get_by_role("status").filter(has_text=re.compile("opied"))).to_be_visible()
    expect(copy).to_be_visible()  # its name stays what it does
    assert Duel.objects.filter(state=Duel.State.ANSWERED).count() == 1


@pytest.mark.parametrize(("picked", "other"), ["AB", "BA"])
def test_the_bar_of_a_reveal_marks_the_side_that_was_picked(
    site: Site, rated: Page, picked: str, other: str
) -> None:
    open_duel(site, rated)
    rated.keyboard.press(picked.lower())
    expect(rated.get_by_role("heading", level=1)).to_contain_text(f"You picked {picked}.")
    expect(rated.locator(f".split__{picked.lower()}")).to_contain_text("picked")
    expect(rated.locator(f".split__{other.lower()}")).not_to_contain_text("picked")
    fills = rated.eval_on_selector_all(".sp", "all => all.map(n => getComputedStyle(n).fill)")
    ink = rated.evaluate(
        "getComputedStyle(document.querySelector('.is-picked .split__t')).backgroundColor"
    )
    assert [fill == ink for fill in fills] == [picked == "A", picked == "B"]
    assert_accessible(rated)


def test_in_rumor_the_judged_seat_of_each_clip_is_marked(site: Site, page: Page) -> None:
    for n in range(1, 3):
        make_rumor(rounds=3, seed=f"{n:064x}")
    sign_in(site, page, User.objects.create_user("wren"))
    page.goto(f"{site.url}/duels/rumor/")
    ready(page)
    for clip in ("a", "b"):
        marked = page.locator(f"[data-clip={clip}] .rm-seat.is-judged")
        expect(marked).to_have_count(1)
        expect(marked.locator(".rm-judged")).to_be_visible()
        expect(marked).to_have_attribute("aria-label", re.compile("the judged seat"))


SMALL_WORDS = """
() => [...document.querySelectorAll(".clip .rm-live text")].flatMap((text) => {
  const { a, b } = text.getScreenCTM();
  const size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
  return size < 12 ? [[text.textContent, text.getAttribute("class"), size]] : [];
})
"""


@pytest.mark.parametrize(("width", "size"), [(1280, "mid"), (360, "narrow"), (800, "wide")])
def test_a_table_of_ten_fits_its_clip_with_words_that_can_be_read(
    site: Site, page: Page, width: int, size: str
) -> None:
    for n, topology in enumerate(("clusters", "hub"), start=1):
        make_rumor(rounds=3, seed=f"{n:064x}", topology=topology)
    sign_in(site, page, User.objects.create_user("wren"))
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{site.url}/duels/rumor/")
    ready(page)
    expect(page.locator(f".clip .stage[data-size={size}]")).to_have_count(2)
    assert page.evaluate(SMALL_WORDS) == []
    tops = [_top_of_transport(page)]
    for key in ("ArrowRight", "End"):
        page.keyboard.press(key)
        tops.append(_top_of_transport(page))
    if size == "mid":
        assert max(tops) - min(tops) <= 2  # it stays under the hand
    assert page.evaluate(SMALL_WORDS) == []
    assert_fits(page, width)


def _top_of_transport(page: Page) -> float:
    box = page.locator("[data-clip=a] .scrub").bounding_box()
    assert box is not None
    return box["y"]


def test_in_rumor_keys_step_answer_and_take_back(site: Site, page: Page) -> None:
    for n in range(1, 3):
        make_rumor(rounds=3, seed=f"{n:064x}")
    sign_in(site, page, User.objects.create_user("wren"))
    page.goto(f"{site.url}/duels/rumor/")
    ready(page)
    assert_accessible(page)
    page.keyboard.press("ArrowRight")
    at(page, "a", 2)
    page.locator("[data-clip=b] .clip__h").click()
    page.keyboard.press("End")
    expect(page.locator("[data-clip=b] [data-part=seen]")).to_contain_text("watched once")
    assert not Observation.objects.exists()
    page.keyboard.press("a")
    expect(page.get_by_role("heading", level=1)).to_contain_text("You picked A.")
    expect(page.get_by_role("heading", name="It had nothing to lean on")).to_be_visible()
    ready(page)
    page.keyboard.press("u")
    expect(page.get_by_text("You have seen what this pair hides")).to_be_visible()
    ready(page)
    page.keyboard.press("b")
    expect(page.get_by_text("stays out of the model and the scores")).to_be_visible()
    answers = Observation.objects.order_by("id").values_list("picked", "is_blind")
    assert list(answers) == [("A", True), ("B", False)]


def test_while_a_reveal_runs_nothing_beside_its_table_tells_the_end(site: Site, page: Page) -> None:
    for n in range(1, 3):
        make_rumor(rounds=3, seed=f"{n:064x}")
    sign_in(site, page, User.objects.create_user("wren"))
    page.goto(f"{site.url}/duels/rumor/")
    ready(page)
    clip = page.locator("[data-clip=a]")
    page.keyboard.press("End")
    expect(clip.locator(".rm-score").first).to_be_visible()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")  # into the tally, with its motion
    expect(clip.locator(".stage.is-playing")).to_be_attached()
    expect(clip.locator(".clip__now")).to_be_hidden()
    expect(clip.locator(".rm-jury")).to_be_hidden()
    expect(clip.locator(".rm-stamp")).to_be_attached()
    expect(clip.locator(".stage.is-playing")).to_have_count(0, timeout=20_000)
    for part in (".clip__now", ".rm-jury", ".rm-stamp"):
        expect(clip.locator(part)).to_be_visible()


def test_with_reduced_motion_the_end_is_there_at_once(site: Site, page: Page) -> None:
    for n in range(1, 3):
        make_rumor(rounds=3, seed=f"{n:064x}")
    sign_in(site, page, User.objects.create_user("wren"))
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{site.url}/duels/rumor/")
    ready(page)
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    clip = page.locator("[data-clip=a]")
    expect(clip.locator(".rm-stamp")).to_be_visible()
    expect(clip.locator(".clip__now")).to_be_visible()
    expect(clip.locator(".stage.is-playing")).to_have_count(0)


BOXES = """() => [...document.querySelectorAll(".clip")].map((clip) => {
  const box = (name) => clip.querySelector(name).getBoundingClientRect();
  const [stage, transport, pick] = [box(".stage"), box(".transport"), box(".pick")];
  return {
    stage: stage.top, transport: transport.bottom, pick: [pick.top, pick.bottom],
    height: clip.offsetHeight,
  };
})"""
LAPTOP = {"width": 1280, "height": 800}


def test_on_a_laptop_both_clips_and_both_answers_are_on_one_screen(site: Site, rated: Page) -> None:
    rater = rater_for(User.objects.get(username="wren"), "liars-dice")
    pair = show_duel(rater)
    assert pair is not None
    record_duel(pair, "A", actor=rater.user)  # the first page explains itself at more length
    rated.set_viewport_size(LAPTOP)  # type: ignore[arg-type]  # a size
    open_duel(site, rated)
    for event in (1, "end"):
        for clip in rated.evaluate(BOXES):
            assert clip["stage"] > 0, event
            assert clip["transport"] <= clip["pick"][0] + 1
            assert clip["pick"][1] <= LAPTOP["height"]
        rated.evaluate(TO_THE_END)


TO_THE_END = """() => document.querySelectorAll(".scrub__in").forEach((slider) => {
  slider.value = slider.max;
  slider.dispatchEvent(new Event("input"));
})"""


def test_the_answers_stay_in_view_and_a_table_of_ten_is_short(site: Site, page: Page) -> None:
    for n in range(2):
        make_rumor(rounds=3, seed=f"{n:064x}")
    sign_in(site, page, User.objects.create_user("wren"))
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]  # a size
    page.goto(f"{site.url}/duels/rumor/")
    ready(page)
    for clip in page.evaluate(BOXES):
        assert clip["pick"][1] <= LAPTOP["height"]
        assert clip["height"] <= LAPTOP["height"], "one clip fits the screen"
        assert 0 < clip["transport"] <= clip["pick"][0] + 1, "played without scrolling"
    page.set_viewport_size({"width": 360, "height": 780})
    expect(page.locator(".clip [data-size=narrow]")).to_have_count(2)
    for clip in page.evaluate(BOXES):
        assert clip["height"] <= 960
        assert 700 <= clip["pick"][0] < clip["pick"][1] <= 780, "under the thumb"
