"""What calibration adds to the league's pages."""

from __future__ import annotations

from league.extensions import MenuEntry, register


def register_all() -> None:
    """Register once, when the apps are ready."""
    register(MenuEntry(key="duels", label="Duels", url_name="duels"))
