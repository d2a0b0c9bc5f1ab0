"""The watch page in motion, on a phone: what flies in never makes the page scroll sideways."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.test_watch import index_of, open_match
from tests.support.server import Site
from tests.support.stored import log_of, make_match

LOOK_OUT = """(moving) => new MutationObserver((_, observer) => {
  if (!document.querySelector(moving) || window.seen) return;
  observer.disconnect();
  const all = document.getAnimations();
  const ends = all.map(one => one.effect.getComputedTiming().endTime).filter(Number.isFinite);
  for (const one of all) one.pause();
  const widths = [];
  for (let at = 0; at <= Math.max(...ends); at += 20) {
    for (const one of all) one.currentTime = at;
    widths.push(document.documentElement.scrollWidth);
  }
  window.seen = {names: all.map(one => one.animationName), widest: Math.max(...widths)};
}).observe(document.querySelector("[data-part=stage]"),
  {subtree: true, childList: true, attributes: true})"""
"""Holds the page's animations as they begin and looks at it at every 20 ms of their time."""


@pytest.mark.parametrize(
    ("variant", "kind", "moving", "motion"),
    [
        ("standard", "Challenged", ".stage.is-playing .verdict__strip", "land"),
        ("poker", "Challenged", ".stage.is-playing .verdict__strip", "land"),
        ("silent", "Challenged", ".stage.is-playing .verdict__strip", "land"),
        ("standard", "BidMade", ".bid.is-new", "bid-in-flat"),
    ],
)
def test_what_flies_in_stays_inside_a_phone(
    site: Site, page: Page, variant: str, kind: str, moving: str, motion: str
) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.emulate_media(reduced_motion="no-preference")
    episode = make_match(variant=variant)
    at = index_of(log_of(episode.settings, episode.seed), kind) + 1
    open_match(site, page, episode, f"#e{at - 1}")
    page.evaluate(LOOK_OUT, moving)
    page.keyboard.press("ArrowRight")
    page.wait_for_function("window.seen")
    seen = page.evaluate("window.seen")
    assert motion in seen["names"]
    assert seen["widest"] == 360
