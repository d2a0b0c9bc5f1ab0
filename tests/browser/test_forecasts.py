"""The staff's pages on forecasts in chromium: live runs, both themes, narrow, without scripts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect

from calibration.actions.clips import current_scaling, cut_clips
from calibration.actions.duels import rater_for
from calibration.actions.judging import next_duel, take_run, write_verdict
from calibration.jobs import run_here
from calibration.models import JudgeRun
from calibration.queries.evidence import forget_evidence
from grading.actions.answers import Heard
from grading.record import Choice
from tests.browser.conftest import assert_accessible, assert_fits
from tests.support.judging import answer, begin
from tests.support.rumor import make_rumor
from tests.support.server import Site
from tests.support.stored import make_match

AGREEMENT = "/admin/reliability/agreement/"
THEMES = ("light", "dark")


@pytest.fixture
def chief(transactional_db: None) -> Iterator[User]:
    """Somebody of the staff who has answered duels of Liar's Dice."""
    forget_evidence()
    for seed in ("5eed", "5eee"):
        cut_clips(make_match(seed=seed * 16))
    assert current_scaling("liars-dice") is not None
    user = User.objects.create_superuser("chief", password="chief-pass-1")
    answer(rater_for(user, "liars-dice"), "ABBABAAB")
    yield user
    forget_evidence()


def sign_in(context: BrowserContext, user: User, site: Site) -> None:
    client = Client()
    client.force_login(user)
    session = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])


@pytest.fixture
def staff(page: Page, site: Site, chief: User) -> Page:
    sign_in(page.context, chief, site)
    return page


def judge_one(run: JudgeRun) -> None:
    taken = take_run("here", run.pk)
    assert taken is not None
    duel = next_duel(taken)
    assert duel is not None
    write_verdict(taken, duel, Heard(choice=Choice.A, reason="So it goes."))


def test_a_run_is_followed_live_with_the_reader_left_in_place(site: Site, staff: Page) -> None:
    staff.goto(f"{site.url}{AGREEMENT}")
    expect(staff.locator("[data-cost]")).to_have_text(
        "Free: no model is asked. It will judge 8 duels."
    )
    staff.get_by_label("Duels at most").fill("3")
    expect(staff.locator("[data-cost]")).to_contain_text("3 duels")
    staff.get_by_role("button", name="Start").click()
    expect(staff.locator(".agr-runs tbody tr")).to_contain_text("0 of 3")
    staff.get_by_label("Duels at most").fill("7")
    run = JudgeRun.objects.get()
    staff.get_by_role("button", name=f"Stop run {run.pk}").focus()
    judge_one(run)
    expect(staff.locator(".agr-runs tbody tr")).to_contain_text("1 of 3")
    expect(staff.get_by_role("button", name=f"Stop run {run.pk}")).to_be_focused()
    expect(staff.locator("#table-h")).to_be_visible()
    JudgeRun.objects.update(holder="", held_until=None)
    assert site.run(run_here(run.pk))
    expect(staff.locator(".agr-runs tbody tr")).to_contain_text("Finished")
    expect(staff.locator("[data-announce]")).to_have_text(f"Run {run.pk}: finished, 3 judged.")
    expect(staff.locator("#table-h + p")).to_have_text("3 judged duels of 8 answered")
    expect(staff.get_by_label("Duels at most")).to_have_value("7")
    expect(staff.locator("[data-cost]")).to_contain_text("5 duels")


def test_a_line_that_is_down_is_said_and_comes_back(site: Site, page: Page, chief: User) -> None:
    sign_in(page.context, chief, site)
    begin()
    page.clock.install()
    page.goto(f"{site.url}{AGREEMENT}")
    page.route("**/agreement/live/*", lambda route: route.fulfill(status=204))
    lost = page.get_by_text("The line to the server is down")
    expect(lost).to_be_hidden()
    for _ in range(3):
        page.clock.run_for(31_000)
        page.wait_for_load_state("networkidle")
    expect(lost).to_be_visible()
    page.unroute("**/agreement/live/*")
    page.clock.run_for(31_000)
    expect(lost).to_be_hidden()


@pytest.mark.parametrize("theme", THEMES)
def test_people_against_a_judge_is_accessible_and_narrow(
    site: Site, staff: Page, theme: str
) -> None:
    staff.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    staff.goto(f"{site.url}{AGREEMENT}")
    assert_accessible(staff)
    assert_fits(staff)
    run = begin()
    judge_one(run)
    JudgeRun.objects.update(holder="", held_until=None)
    assert site.run(run_here(run.pk))
    JudgeRun.objects.update(status="failed", error="No answer to 5 duels in a row.")
    begin(judge="outcome")
    staff.set_viewport_size({"width": 1280, "height": 900})
    staff.goto(f"{site.url}{AGREEMENT}")
    expect(staff.locator(".agr-runs")).to_contain_text("No answer to 5 duels in a row.")
    assert_accessible(staff)
    assert_fits(staff)


@pytest.mark.parametrize("theme", THEMES)
def test_reliability_is_a_square_accessible_and_narrow(site: Site, staff: Page, theme: str) -> None:
    cut_clips(make_rumor(rounds=3))
    staff.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    for query in ("", "?game=beliefs", "?game=rumor"):
        staff.set_viewport_size({"width": 1280, "height": 900})
        staff.goto(f"{site.url}/admin/reliability/{query}")
        expect(staff.locator("html")).to_have_attribute("data-figures", "drawn")
        if query == "?game=rumor":
            expect(staff.get_by_text("Nothing to score here yet")).to_be_visible()
        else:
            expect(staff.locator(".annotation-text")).to_have_text("as confident as it deserves")
            assert_square(staff)
        assert_accessible(staff)
        assert staff.evaluate(CUT_CHOICES) == []
        assert_fits(staff)
        assert staff.evaluate(CUT_CHOICES) == []
        if query != "?game=rumor":
            expect(staff.locator(".main-svg").first).to_have_attribute("width", "332")
            assert_square(staff)


CUT_CHOICES = """() => [...document.querySelectorAll("main select")].filter((select) => {
  const style = getComputedStyle(select);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return pen.measureText(select.selectedOptions[0].text).width > room + 1;
}).map((select) => select.selectedOptions[0].text)"""
"""The choices of a form that do not fit into their boxes."""


def assert_square(page: Page) -> None:
    box = page.locator(".nsewdrag").first.bounding_box()
    assert box is not None
    assert abs(box["width"] - box["height"]) <= 2


def test_without_scripts_a_run_is_started_followed_and_stopped(
    site: Site, browser: Browser, chief: User
) -> None:
    context = browser.new_context(java_script_enabled=False)
    sign_in(context, chief, site)
    page = context.new_page()
    page.goto(f"{site.url}{AGREEMENT}")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".agr-runs tbody tr")).to_contain_text("0 of 8")
    assert page.locator("meta[http-equiv=refresh]").count() == 1
    judge_one(JudgeRun.objects.get())
    expect(page.locator(".agr-runs tbody tr")).to_contain_text("1 of 8", timeout=60_000)
    page.get_by_role("button", name="Stop run").click()
    expect(page.locator(".agr-runs tbody tr")).to_contain_text("Stopped")
    assert page.locator("meta[http-equiv=refresh]").count() == 0
    context.close()
