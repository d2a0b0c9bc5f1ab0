"""Small pieces that pages about policies share: emblems, times, intervals."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django import template
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.models import Policy
from league.queries.estimates import Axis, Estimate

register = template.Library()


@register.simple_tag
def emblem(policy: Policy, is_own: bool = False) -> SafeString:
    """Draw a policy's letter block: ink for a prompt, pale for a baseline, brass for one's own."""
    kind = " block--own" if is_own else " block--scripted" if policy.is_scripted else ""
    return format_html('<span class="block{}" aria-hidden="true">{}</span>', kind, policy.name[:1])


@register.inclusion_tag("league/policies/_interval.html")
def interval(estimate: Estimate, axis: Axis) -> dict[str, Any]:
    """Draw a mean with its interval on an axis, positions in per cent."""
    has_interval = estimate.low is not None and estimate.high is not None
    return {
        "zero": axis.place(axis.zero),
        "mean": axis.place(estimate.mean),
        "low": axis.place(estimate.low) if has_interval else None,
        "high": axis.place(estimate.high) if has_interval else None,
    }


@register.simple_tag
def ago(moment: datetime) -> SafeString:
    """Write "2 minutes ago" with the UTC time on hover."""
    utc = moment.astimezone(UTC)
    return format_html(
        '<time datetime="{}" title="{} UTC">{}</time>',
        utc.isoformat(),
        utc.strftime("%-d %B %Y, %H:%M"),
        naturaltime(moment),
    )


@register.filter
def percent(share: float) -> str:
    """Write a share as a reader says it: ``0.784`` becomes ``78 %``, tiny ones keep a digit."""
    value = share * 100
    digits = 0 if value in (0, 100) or 1 <= value <= 99 else 1
    return f"{value:.{digits}f}\u202f%"


@register.filter
def signed(number: int) -> str:
    """Write a number with its sign, and a true minus."""
    return f"+{number}" if number > 0 else str(number).replace("-", "\u2212")
