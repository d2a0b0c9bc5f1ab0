"""Small pieces that pages about policies share: emblems and figures."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.models import Policy

register = template.Library()


@register.simple_tag
def emblem(policy: Policy, is_own: bool = False) -> SafeString:
    """Draw a policy's letter block: ink for a prompt, pale for a baseline, brass for one's own."""
    kind = " block--own" if is_own else " block--scripted" if policy.is_scripted else ""
    return format_html('<span class="block{}" aria-hidden="true">{}</span>', kind, policy.name[:1])


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
