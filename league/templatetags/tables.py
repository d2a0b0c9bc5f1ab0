"""What templates of tables, results and ladders need beyond Django's own filters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from django import template
from django.contrib.humanize.templatetags.humanize import apnumber
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()
NAMED = 5
"""More seats than this are counted."""
SIZES = ((86_400, "day"), (3_600, "hour"), (60, "minute"))


@register.filter
def at(items: Sequence[Any], index: int) -> Any:
    """Return the item at an index: ``{{ table.points|at:seat.slot }}``."""
    return items[index]


@register.filter
def by_position(seats: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the seats of a head in turn order."""
    return sorted(seats, key=lambda seat: seat["position"])


@register.filter
def roster(seats: Sequence[dict[str, Any]]) -> str:
    """Say who sits at a table, as words.js does: a policy with several seats is named once.

    >>> roster([{"policy": "herd"}, {"policy": "gossip"}, {"policy": "herd"}])
    'herd × 2 and gossip'
    """
    seated = Counter(seat["policy"] for seat in seats)
    names = [f"{name} × {n}" if n > 1 else name for name, n in seated.items()]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


@register.filter
def placing(seats: Sequence[dict[str, Any]]) -> str:
    """Say whom the first of some ranked seats is level with, and whom it is ahead of.

    >>> placing([{"policy": "herd", "score": 1.0}, {"policy": "bayes", "score": 0.5}])
    'ahead of bayes'
    """
    best, *rest = seats
    level = [seat for seat in rest if seat["score"] == best["score"]]
    behind = rest[len(level) :]
    parts = [f"level with {_named(level)}"] if level else []
    return ", ".join([*parts, f"ahead of {_named(behind)}"] if behind else parts)


def _named(seats: Sequence[dict[str, Any]]) -> str:
    """Name some seats, or count them when they are many."""
    if len(seats) <= NAMED:
        return roster(seats)
    return f"{apnumber(len(seats))} others"


@register.filter
def ago(text: str) -> str:
    """Say how long ago a time in ISO 8601 was, as words.js does."""
    then = datetime.fromisoformat(text).astimezone(UTC)
    seconds = max(0.0, (timezone.now() - then).total_seconds())
    for size, unit in SIZES:
        if seconds >= size * 0.97 or (unit == "minute" and seconds >= 45):
            count = max(1, round(seconds / size))
            return f"{count} {unit}{'' if count == 1 else 's'} ago"
    return "just now"


@register.filter
def reach(rows: Sequence[dict[str, Any]], even: float) -> float:
    """Return how far from break even the picture of these intervals reaches, 0.1 at least."""
    ends = [abs(row[end] - even) for row in rows for end in ("low", "high")]
    return float(max([0.1, *ends])) * 1.08


@register.simple_tag
def interval(row: dict[str, Any], even: float, far: float) -> SafeString:
    """Draw an interval as a bar with a dot, ``far`` to either side of the break-even line."""

    def place(score: float) -> str:
        return f"{max(0.0, min(100.0, 50 + 50 * (score - even) / far)):.1f}"

    return format_html(
        '<svg class="iv" viewBox="0 0 100 18" preserveAspectRatio="none" aria-hidden="true">'
        '<path class="iv__zero" d="M50 0V18"/><path class="iv__bar" d="M{} 9H{}"/>'
        '<path class="iv__dot" d="M{} 9h0"/></svg>',
        place(row["low"]),
        place(row["high"]),
        place(row["mean"]),
    )
