"""What every page knows."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from league.extensions import menu


def site(request: HttpRequest) -> dict[str, Any]:
    """Say whether a model can play, and which part of the site the page belongs to."""
    match = request.resolver_match
    return {
        "has_model": bool(settings.ANTHROPIC_API_KEY),
        "menu": [entry for entry in menu.values() if not entry.under],
        "submenu": [entry for entry in menu.values() if entry.under],
        "section": (match.kwargs.get("section") or match.url_name) if match else "",
    }
