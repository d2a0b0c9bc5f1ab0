"""Each ladder's top, as the lobby shows it."""

from __future__ import annotations

from games.base import Json


def read_tops() -> list[Json]:
    """Return the first rows of every ladder."""
    return []
