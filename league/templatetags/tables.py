"""Filters that templates of a table need: a seat by its slot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import template

register = template.Library()


@register.filter
def at(items: Sequence[Any], index: int) -> Any:
    """Return the item at an index: ``{{ table.points|at:seat.slot }}``."""
    return items[index]


@register.filter
def by_position(seats: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the seats of a head in turn order."""
    return sorted(seats, key=lambda seat: seat["position"])
