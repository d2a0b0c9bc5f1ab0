"""Figures as a reader says them, for pages, charts and the admin alike: with a true minus."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal

MINUS = "\N{MINUS SIGN}"
TIMES = "\N{MULTIPLICATION SIGN}"
_QUOTED = re.compile(r'("(?:[^"\\]|\\.)*")')
_TIMES = re.compile(r"(?<=\d) x (?=\w)")
_MINUS = re.compile(r"(?<![\w-])-(?=\d)")


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


def seconds_text(value: float | None) -> str:
    """Write a time in seconds, and one below a second in milliseconds.

    >>> seconds_text(12.34), seconds_text(0.9996), seconds_text(0.0421), seconds_text(0.0042)
    ('12.3 s', '1.0 s', '42 ms', '4.2 ms')
    >>> seconds_text(0.00004), seconds_text(0.0), seconds_text(None)
    ('under 0.1 ms', '0 ms', '–')
    """
    if value is None:
        return "–"
    if not value:
        return "0 ms"
    if value >= 0.9995:
        return f"{value:.1f} s"
    if value < 0.0001:
        return "under 0.1 ms"
    return f"{1000 * value:.{1 if value < 0.00995 else 0}f} ms"


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


def typeset(line: str) -> str:
    """Write a transcript's line with the pages' signs; what a player said stays as it was said.

    Prompts, judges and exports read the plain line.

    >>> typeset('Bolt bids 6 x fives. Says: "6 x fives, -1 for you". Rivet +1, Bolt -1.')
    'Bolt bids 6 × fives. Says: "6 x fives, -1 for you". Rivet +1, Bolt −1.'
    """
    parts = _QUOTED.split(line)
    parts[::2] = [_MINUS.sub(MINUS, _TIMES.sub(f" {TIMES} ", part)) for part in parts[::2]]
    return "".join(parts)
