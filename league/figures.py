"""Figures as a reader says them, for pages, charts and the admin alike: with a true minus."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

MINUS = "\N{MINUS SIGN}"


def score_text(value: float | None, digits: int = 3) -> str:
    """Write a score; halves go away from zero, as in the pages' scripts, and zero has no sign.

    >>> score_text(0.5625), score_text(-0.0341), score_text(-0.0001), score_text(None)
    ('0.563', '−0.034', '0.000', '–')
    """
    if value is None:
        return "–"
    rounded = _round(value, digits)
    return f"{MINUS if rounded < 0 else ''}{abs(rounded)}"


def signed_text(value: float, digits: int = 0) -> str:
    """Write a number with its sign; zero has none.

    >>> signed_text(7), signed_text(-7), signed_text(0), signed_text(-0.125, 2)
    ('+7', '−7', '0', '−0.13')
    """
    rounded = _round(value, digits)
    return f"{'+' if rounded > 0 else MINUS if rounded < 0 else ''}{abs(rounded)}"


def span_text(low: float | None, high: float | None, digits: int = 3) -> str:
    """Write an interval, or a dash where there is none.

    >>> span_text(-0.1, 0.2), span_text(None, None)
    ('−0.100 to 0.200', '–')
    """
    if low is None or high is None:
        return "–"
    return f"{score_text(low, digits)} to {score_text(high, digits)}"


def _round(value: float, digits: int) -> Decimal:
    return Decimal(value).quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP)
