"""Names of the channel layer's groups: numeric ids only, since a layer refuses most text."""

from __future__ import annotations

LOBBY = "lobby"


def episode_group(pk: int) -> str:
    """Return the group of one match's watchers."""
    return f"episode.{pk:d}"


def ladder_group(pk: int) -> str:
    """Return the group of one ladder's page."""
    return f"ladder.{pk:d}"
