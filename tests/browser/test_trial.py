"""An author's way through a trial in chromium, and a member of staff who takes it back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, expect

from grading.models import Trial
from grading.runner import here, run
from league.models import Policy
from tests.browser.conftest import assert_accessible, assert_fits
from tests.support.policies import make_policy, make_user
from tests.support.server import Site
from tests.support.trials import make_trial, revise

PASSWORD = "cards-at-night-9"
HOSTILE = "<img src=x onerror=window.pwn=1>"
LONGEST = "W" * 60
CLEAN = dict.fromkeys(range(1, 21), True)


@pytest.fixture(autouse=True)
def fresh_limits() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def policy(transactional_db: None) -> Policy:
    """A poor champion of the author's; its better revision is made on the page."""
    author = make_user("corvid", password=PASSWORD)
    make_user("boss", password=PASSWORD, is_staff=True, is_superuser=True)
    return make_policy(
        "Cold Arithmetic", owner=author, baseline="bayes", challenge_below=0.55, safe=0.55
    )


def sign_in(site: Site, page: Page, name: str) -> None:
    page.context.clear_cookies()
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


def test_an_author_grades_a_revision_and_staff_take_it_back(
    site: Site, page: Page, policy: Policy
) -> None:
    record = make_policy("Of record", baseline="bayes")
    revise(record, safe=0.2)
    make_trial(record, "WL" * 10, checked=CLEAN)  # the judge need not prove itself anew
    sign_in(site, page, "corvid")
    page.goto(f"{site.url}/policies/{policy.slug}/revise/")
    page.get_by_label("challenge_below").fill("0.15")
    page.get_by_label("safe").fill("0.35")
    page.get_by_role("button", name="Save v2").click()
    page.get_by_role("button", name="Grade it against the champion").click()

    expect(page.get_by_role("heading", name="Grade it against v1")).to_be_visible()
    expect(page.get_by_label("Judge")).to_have_value("mistakes")
    expect(page.get_by_text("Free: no model is asked.")).to_be_visible()
    check(page)
    page.get_by_label("Comparisons at most").fill("12")
    page.get_by_label("If it is better").select_option("Promote it at once")
    page.get_by_role("button", name="Start the trial").click()

    expect(page.locator("#main[data-ready=yes]")).to_be_attached()
    expect(page.locator(".tr-k")).to_contain_text("Queued")
    expect(page.get_by_text("No comparison yet")).to_be_visible()
    check(page)
    # a gate that a dozen comparisons can pass, and scenarios that are the same in every run
    trial = Trial.objects.latest("pk")
    Trial.objects.filter(pk=trial.pk).update(
        alpha=0.5, n_min=1, seed="browser-4", fraction=0.2, status=Trial.Status.RUNNING
    )
    page.evaluate("window.isTheSamePage = true")
    site.run(run(trial.pk, plays=here))
    expect(page.locator(".ch-lede")).to_contain_text("v2 is better and is champion now.")
    assert page.evaluate("window.isTheSamePage")  # it came without a reload
    expect(page.locator("[data-announce]")).to_contain_text("Promoted")
    expect(page.get_by_role("button", name="Stop the trial")).to_have_count(0)
    expect(page.get_by_role("button", name="Undo the promotion")).to_have_count(0)
    expect(page.locator(".tr-list tbody tr").first).to_contain_text("wrong by")
    check(page)

    page.get_by_role("link", name="side by side").first.click()
    expect(page.locator("#main[data-ready=yes]")).to_be_attached()
    stages = page.locator(".stage .seat")
    expect(stages).to_have_count(8)
    page.get_by_role("button", name="One event on").first.click()
    expect(page.locator(".cmp-line").first).not_to_be_empty()
    check(page)

    page.goto(f"{site.url}/policies/{policy.slug}/")
    expect(page.get_by_text("by a trial")).to_be_visible()
    expect(page.get_by_role("row", name="v2 against v1")).to_contain_text("Promoted")
    check(page)

    sign_in(site, page, "boss")
    page.goto(f"{site.url}/trials/{trial.pk}/")
    page.get_by_role("button", name="Undo the promotion").click()
    expect(page.locator(".ch-lede")).to_contain_text("staff have undone it")
    policy.refresh_from_db()
    assert policy.champion is not None
    assert policy.champion.number == 1


def test_a_running_trial_takes_news_in_and_keeps_the_readers_place(
    site: Site, page: Page, policy: Policy
) -> None:
    revise(policy, safe=0.35)
    trial = make_trial(policy, "WLWT", checked={2: True}, comparisons=40, is_settled=False)
    sign_in(site, page, "corvid")
    page.goto(f"{site.url}/trials/{trial.pk}/")
    expect(page.locator(".tr-list tbody tr")).to_have_count(4)
    page.get_by_role("link", name="side by side in comparison 3").focus()
    Trial.objects.filter(pk=trial.pk).update(status=Trial.Status.CANCELLED, decision="undecided")
    expect(page.get_by_text("Cancelled", exact=True)).to_be_visible()
    assert page.evaluate("document.activeElement.textContent") == "side by side in comparison 3"


def test_a_trial_is_stopped_by_its_author(site: Site, page: Page, policy: Policy) -> None:
    revise(policy, safe=0.35)
    trial = make_trial(policy, "WLWT", comparisons=40, is_settled=False)
    sign_in(site, page, "corvid")
    page.goto(f"{site.url}/trials/{trial.pk}/")
    page.get_by_role("button", name="Stop the trial").click()
    expect(page.get_by_text("The trial is stopped.")).to_be_visible()
    expect(page.get_by_text("Cancelled", exact=True)).to_be_visible()


def test_hostile_names_and_reasons_are_text(site: Site, page: Page, policy: Policy) -> None:
    Policy.objects.filter(pk=policy.pk).update(name=HOSTILE)
    revise(policy, safe=0.35)
    longest = make_policy(LONGEST, owner=policy.owner, baseline="bayes")
    revise(longest, safe=0.2)
    reasons = {1: HOSTILE, 2: f"{'long' * 60}{HOSTILE}"}
    trial = make_trial(policy, "WV", reasons=reasons, comparisons=40, is_settled=False)
    make_trial(longest, "L" * 30, checked=CLEAN)
    sign_in(site, page, "corvid")
    for path in (f"{trial.pk}/", f"{trial.pk}/comparisons/1/", ""):
        page.goto(f"{site.url}/trials/{path}")
        expect(page.get_by_text(HOSTILE).first).to_be_visible()
        assert page.evaluate("typeof window.pwn") == "undefined"
        assert page.locator("main img").count() == 0
        check(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_end_is_readable_in_both_themes(
    site: Site, page: Page, policy: Policy, scheme: Literal["light", "dark"]
) -> None:
    revise(policy, safe=0.35)
    unfit = dict.fromkeys(range(1, 21), False)
    ends = [
        make_trial(policy, "W" * 40, checked=CLEAN),
        make_trial(policy, "L" * 40, checked=CLEAN),
        make_trial(policy, "WLTV" * 5, checked=CLEAN),
        make_trial(policy, "W" * 30, checked=unfit),
    ]
    page.emulate_media(color_scheme=scheme)
    for trial in ends:
        page.goto(f"{site.url}/trials/{trial.pk}/")
        check(page)


def test_staff_read_the_judges_health(site: Site, page: Page, policy: Policy) -> None:
    revise(policy, safe=0.35)
    make_trial(policy, "WLTVWWL" * 4, checked={**CLEAN, 9: False}, comparisons=40)
    sign_in(site, page, "boss")
    page.goto(f"{site.url}/admin/judges/")
    expect(page.get_by_role("heading", name="It disagreed with itself in 1 of")).to_be_visible()
    expect(page.locator(".chart__plot svg.main-svg").first).to_be_visible()
    check(page)
