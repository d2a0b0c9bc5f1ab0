"""A real chromium, a real server, and a page that fails its test on any console error."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Page

from tests.conftest import CHROMIUM
from tests.support.server import Site, running_site

SETTLE = """(limit) => new Promise((done) => {
  const until = performance.now() + limit;
  const look = () => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth || performance.now() > until) done(scrollWidth - clientWidth);
    else requestAnimationFrame(look);
  };
  look();
})"""
"""How far a page is too wide; 0 as soon as it fits. Figures are drawn anew some moments after the
window has changed."""
SETTLE_MS = 10_000
AT_REST = """(limit) => new Promise((done) => {
  const until = performance.now() + limit;
  const ends = (one) => Number.isFinite(one.effect?.getComputedTiming().endTime);
  const moves = (one) => one.playState === "running" && ends(one);
  const look = () => {
    if (!document.getAnimations().some(moves) || performance.now() > until) done();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})"""
"""Wait for every transition and animation that ends: a colour half-way between two is neither."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {
        **browser_type_launch_args,
        "executable_path": CHROMIUM,
        "args": [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
    }


@pytest.fixture
def site(transactional_db: None) -> Iterator[Site]:
    """The site on a loopback port, over the test's own database."""
    with running_site() as running:
        yield running


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """A page that holds its test to zero console errors, script errors and CSP violations.

    Every tab that is opened beside it is held to the same.
    """
    problems: list[str] = []

    def on_console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            problems.append(f"{message.type}: {message.text}")

    page.context.on("console", on_console)
    page.context.on("weberror", lambda error: problems.append(f"script: {error.error}"))
    page.set_default_timeout(10_000)
    yield page
    assert problems == []


def assert_accessible(page: Page) -> None:
    """Assert that axe finds nothing serious on the page, once nothing on it moves."""
    page.evaluate(AT_REST, SETTLE_MS)
    found = Axe().run(page)
    serious = [
        (one["id"], [node["html"][:160] for node in one["nodes"][:3]])
        for one in found.response["violations"]
        if one["impact"] in ("serious", "critical")
    ]
    assert serious == []


def assert_fits(page: Page, width: int = 360) -> None:
    """Assert that the page does not scroll sideways at ``width`` pixels, once it has settled."""
    page.set_viewport_size({"width": width, "height": 800})
    beyond = page.evaluate(SETTLE, SETTLE_MS)
    assert beyond <= 0, f"the page is {beyond} px wider than {width} px"
