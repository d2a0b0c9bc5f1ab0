"""Making the matches that the ladders lack; a fault here must not stop anyone's play."""

from __future__ import annotations

import structlog

from league.actions.matchmaking import supply_all

log = structlog.get_logger()


def supply_league() -> None:
    """Supply every ladder; log what goes wrong."""
    try:
        supply_all()
    except Exception:
        log.exception("the ladders could not be supplied")
