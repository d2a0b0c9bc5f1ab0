"""Chances, skills and measurements as a rater reads them."""

from __future__ import annotations

from django import template

register = template.Library()
NARROW = "\u202f"
MINUS = "\u2212"


@register.filter
def chance(p: float) -> str:
    """Write a chance in whole percent; never 0 or 100 unless it is.

    >>> chance(0.6204), chance(0.999), chance(0.001)
    ('62\u202f%', '>99\u202f%', '<1\u202f%')
    """
    if 0 < p < 0.005:
        return f"<1{NARROW}%"
    if 0.995 < p < 1:
        return f">99{NARROW}%"
    return f"{_whole(p)}{NARROW}%"


@register.filter
def other_chance(p: float) -> str:
    """Write the other side's chance, so that the two add up to 100 %."""
    if p <= 0.005 or p >= 0.995:
        return chance(1 - p)
    return f"{100 - _whole(p)}{NARROW}%"


def _whole(p: float) -> int:
    return int(100 * p + 0.5)


@register.filter
def signed(value: float, digits: int = 2) -> str:
    """Write a number with its sign, and a minus that is one.

    >>> signed(-0.0247), signed(0.1), signed(-0.001)
    ('−0.02', '+0.10', '0.00')
    """
    rounded = round(value, digits)
    sign = MINUS if rounded < 0 else "+" if rounded > 0 else ""
    return f"{sign}{abs(rounded):.{digits}f}"


@register.filter
def size(value: float) -> str:
    """Write how much a number is, without its sign.

    >>> size(-0.384)
    '0.38'
    """
    return f"{abs(value):.2f}"


@register.filter
def measure(value: float | None) -> str:
    """Write a measurement: whole numbers plain, others with two digits, a dash for none."""
    if value is None:
        return "–"
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.2f}"


@register.filter
def thousandths(share: float, nudge: int = 0) -> str:
    """Return a share of a drawing that is 1,000 wide, a little to one side."""
    return f"{max(0.0, min(1000.0, 1000 * share + nudge)):.1f}"


@register.filter
def plus(value: float, more: float) -> float:
    """Add, for a place in a drawing."""
    return round(float(value) + float(more), 1)


@register.filter
def less(value: float, other: float) -> float:
    """Subtract, for a size in a drawing."""
    return round(float(value) - float(other), 1)


@register.filter
def along(share: float, length: float) -> float:
    """Return a share of a length."""
    return round(float(share) * float(length), 1)
