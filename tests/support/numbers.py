"""Numbers that tell rows apart, counted anew in every test.

A seed or a name that counted on from test to test would make what a test sees depend on which
tests ran before it, and they run in random order.
"""

from __future__ import annotations

from itertools import count

_numbers = count(1)


def next_number() -> int:
    """Return a number that this test has not had yet."""
    return next(_numbers)


def restart_numbers() -> None:
    """Begin at 1 again; done before each test."""
    global _numbers
    _numbers = count(1)
