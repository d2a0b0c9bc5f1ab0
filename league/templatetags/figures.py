"""Figures as a reader says them."""

from __future__ import annotations

from datetime import UTC, datetime

from django import template
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.figures import score_text
from league.figures import typeset as typeset_line
from league.queries.arrangement import Wish
from league.standings.axis import Axis

register = template.Library()
NARROW = "\u202f"


@register.filter
def typeset(line: str) -> str:
    """Write a transcript's line with true signs, as ``league.figures.typeset`` does."""
    return typeset_line(line)


@register.filter
def whole_percent(share: float | None) -> str:
    """Write a share without digits: ``0.784`` becomes ``78 %``."""
    return "–" if share is None else f"{100 * share:.0f}{NARROW}%"


@register.filter
def fine_percent(share: float | None) -> str:
    """Write a share with one digit: ``0.9962`` becomes ``99.6 %``."""
    return "–" if share is None else f"{100 * share:.1f}{NARROW}%"


@register.filter
def score(value: float | None, digits: int = 3) -> str:
    """Write a score with three digits, or so many, and a true minus."""
    return score_text(value, digits)


@register.filter
def on(value: float, axis: Axis) -> str:
    """Return where a score stands on an axis, as an SVG length."""
    return axis.at(value)


@register.filter
def beyond(value: float, axis: Axis) -> bool:
    """Does a score lie outside an axis?"""
    return not axis.low <= value <= axis.high


@register.filter
def column(wish: Wish, key: str) -> dict[str, str]:
    """Return a column's link and its aria-sort."""
    return {"href": wish.sorted_by(key), "sort": wish.direction(key)}


@register.simple_tag
def moment(when: datetime) -> SafeString:
    """Write "2 minutes ago" with the UTC time on hover."""
    utc = when.astimezone(UTC)
    return format_html(
        '<time datetime="{}" title="{} UTC">{}</time>',
        utc.isoformat(timespec="seconds"),
        f"{utc:%-d %B %Y, %H:%M}",
        naturaltime(when),
    )
