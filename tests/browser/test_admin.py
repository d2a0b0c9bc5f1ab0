"""The staff's pages in chromium: figures under their own style policy, both themes, keyboard."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page, expect

from league.models import Ladder
from tests.browser.conftest import assert_accessible, assert_fits
from tests.support.league import a_ladder, a_match, a_policy, a_standing, an_event
from tests.support.server import Site

HOSTILE = "<img src=x onerror=window.pwn=1>"


@pytest.fixture
def ladder(transactional_db: None) -> Ladder:
    """A ladder of three, one with a hostile name, of whom one spares another."""
    ladder = a_ladder(title="Liar’s Dice")
    policies = [a_policy(HOSTILE), a_policy("The Magpie"), a_policy("Plain Ledger")]
    for match in range(20):
        pairs = {
            (seat, other): (
                6,
                2,
                6 * (0.3 if (seat, other) == (0, 1) else 0.02 + match % 3 / 99),
                0,
            )
            for seat in range(3)
            for other in range(3)
            if seat != other
        }
        episode = a_match(ladder, policies, scores=(0.3 + match / 50, 0.5, 0.6), pairs=pairs)
        an_event(episode, 1)
    for policy, mean in zip(policies, (0.49, 0.5, 0.6), strict=True):
        a_standing(ladder, policy, mean)
    return ladder


@pytest.fixture
def staff(page: Page, site: Site, ladder: Ladder) -> Page:
    """A page of somebody who may do everything."""
    client = Client()
    client.force_login(User.objects.create_superuser("chief", password="chief-pass-1"))
    session = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    return page


def show(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("data-figures", "drawn")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_figures_are_drawn_accessible_and_narrow(site: Site, staff: Page, theme: str) -> None:
    staff.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    for name, marks in (("audit", ".heatmaplayer image"), ("leaderboards", ".boxlayer path.box")):
        show(staff, f"{site.url}/admin/{name}/")
        expect(staff.locator(marks).first).to_be_attached()
        assert_accessible(staff)
        assert_fits(staff)
        staff.set_viewport_size({"width": 1280, "height": 900})
    show(staff, f"{site.url}/admin/dashboard/")
    expect(staff.locator(".barlayer .point").first).to_be_attached()
    assert_accessible(staff)
    assert_fits(staff)


def test_the_theme_switch_draws_the_figures_again(site: Site, staff: Page) -> None:
    staff.emulate_media(color_scheme="light")
    show(staff, f"{site.url}/admin/audit/")
    paper = staff.locator("#audit-title")
    ground = staff.locator(".main-svg").first
    assert "244, 239, 228" in str(ground.evaluate("node => getComputedStyle(node).background"))
    staff.get_by_role("button", name="Switch between paper and ink").click()
    staff.wait_for_function(
        "() => getComputedStyle(document.querySelector('.main-svg')).background"
        ".includes('18, 20, 26')"
    )
    expect(paper).to_be_visible()


def test_a_hostile_name_is_text_on_the_axis_and_in_the_hover(site: Site, staff: Page) -> None:
    show(staff, f"{site.url}/admin/audit/?span=all")
    axis = staff.locator(".yaxislayer-above, .ytick").first
    expect(staff.locator(".ytick", has_text="<img src=x")).to_have_count(1)
    expect(axis).to_be_attached()
    plot = staff.locator(".nsewdrag").first
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    assert box
    row = [text.strip()[:4] for text in staff.locator(".ytick text").all_text_contents()].index(
        "<img"
    )
    staff.mouse.move(
        box["x"] + box["width"] / 2, box["y"] + box["height"] * (row + 0.5) / 3, steps=4
    )
    expect(staff.locator(".hoverlayer")).to_contain_text(HOSTILE)
    assert staff.evaluate("window.pwn") is None
    assert staff.locator(".js-plotly-plot img").count() == 0


def test_a_click_on_a_cell_leads_to_its_turns_and_so_does_the_keyboard(
    site: Site, staff: Page
) -> None:
    show(staff, f"{site.url}/admin/audit/?span=all")
    staff.get_by_label("The turns on which The Magpie could challenge Plain Ledger").focus()
    href = staff.evaluate("document.activeElement.getAttribute('href')")
    assert href.startswith("/admin/audit/facings/?ladder=")
    plot = staff.locator(".nsewdrag").first
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    assert box
    # the figure's first row and last column: the best policy and the worst
    with staff.expect_request(lambda request: "/admin/audit/facings/" in request.url) as asked:
        staff.mouse.click(box["x"] + box["width"] * 5 / 6, box["y"] + box["height"] / 6)
    assert "policy=" in asked.value.url
    assert "other=" in asked.value.url


def test_the_stock_admin_stands_under_the_strict_policy(site: Site, staff: Page) -> None:
    for name in ("", "league/episode/", "league/ladder/", "league/policy/", "league/modelcall/"):
        staff.goto(f"{site.url}/admin/{name}")
        assert_fits(staff)
        staff.set_viewport_size({"width": 1280, "height": 900})
    staff.goto(f"{site.url}/admin/league/ladder/")
    staff.locator("input.action-select").first.check()
    staff.get_by_label("Action:").select_option("pause")
    staff.get_by_role("button", name="Run").click()
    expect(staff.locator(".messagelist")).to_contain_text("Paused: 1 ladder.")
    expect(staff.locator(".messagelist li")).to_have_css("background-image", "none")
