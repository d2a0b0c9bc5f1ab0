"""Take the screenshots under docs/screens: the main pages at three widths in both themes.

    uv run python -m tools.screens [page ...]

The pages are those of a demo league in a database of its own, after it has played a while without
waiting; so the pictures show real matches.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

OUT = Path(__file__).resolve().parent.parent / "docs" / "screens"
WIDTHS = {360: 1.0, 768: 0.7, 1280: 0.6}
"""CSS pixels, and the size of the picture beside them."""
SHOWN = (
    "lobby",
    "watch-reveal",
    "watch-poker",
    "rumor",
    "rumor-tally",
    "ladder",
    "policy",
    "duel",
    "learning",
    "trial",
    "admin-audit",
)
"""The pages of docs/screens; others are taken when they are named."""
THEMES = {"paper": "light", "ink": "dark"}
PASSWORD = "screens-only-7143"  # noqa: S105  # of a database that lives for one run
SETTLED_MS = 900


def main(wanted: list[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "league.settings", "HEARSAY_VAR_DIR": folder}
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
        import django

        django.setup()
        from tools.scenes import build_scenes

        scenes = build_scenes(PASSWORD)
        take(scenes, wanted)
    return 0


def take(scenes: dict[str, tuple[str, bool]], wanted: list[str]) -> None:
    """Photograph each scene: its name, its address, and whether staff must be signed in."""
    from playwright.sync_api import sync_playwright

    from tests.support.server import running_site

    OUT.mkdir(parents=True, exist_ok=True)
    with running_site() as site, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium") or shutil.which("chromium-browser"),
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        for theme, scheme in THEMES.items():
            for width, scale in WIDTHS.items():
                page = chromium.new_page(
                    color_scheme=scheme,  # type: ignore[arg-type]  # one of its words
                    reduced_motion="reduce",
                    viewport={"width": width, "height": 900},
                    device_scale_factor=scale,
                )
                signed_in = False
                for name in wanted or SHOWN:
                    path, is_staff = scenes[name]
                    if is_staff and not signed_in:
                        sign_in(page, site.url)
                        signed_in = True
                    page.goto(f"{site.url}{path}")
                    page.wait_for_timeout(SETTLED_MS)
                    page.screenshot(path=OUT / f"{name}-{width}-{theme}.png", full_page=True)
                    print(f"{name}-{width}-{theme}", flush=True)
                page.close()
        chromium.close()
    shrink(wanted or SHOWN)


def sign_in(page: Any, address: str) -> None:
    """Sign in as staff."""
    page.goto(f"{address}/accounts/login/")
    page.fill("[name=login]", "staff")
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    page.wait_for_load_state()


def shrink(names: Sequence[str]) -> None:
    """Reduce the new pictures to 40 colours, undithered, where pngquant is installed."""
    if quant := shutil.which("pngquant"):
        files = [
            str(OUT / f"{name}-{width}-{theme}.png")
            for name in names
            for width in WIDTHS
            for theme in THEMES
        ]
        command = [quant, "--force", "--ext", ".png", "--nofs", "--speed", "8", "40", *files]
        subprocess.run(command, check=False)  # noqa: S603


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
