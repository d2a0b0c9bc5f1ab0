"""Making the matches that the ladders lack; a fault here must not stop anyone's play."""

from __future__ import annotations

import structlog
from django.utils.module_loading import import_string

log = structlog.get_logger()


def supply_league() -> None:
    """Supply every ladder; log what goes wrong."""
    try:
        import_string("league.actions.matchmaking.supply_all")()
    except Exception:
        log.exception("the ladders could not be supplied")
