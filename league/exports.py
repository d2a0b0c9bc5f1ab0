"""Tables as files: CSV that no spreadsheet takes for a formula, and numbers without binary noise.

A number in them has at most ``DECIMALS`` decimals, far below what any interval here tells apart.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence

from django.http import HttpResponse

DECIMALS = 6
"""Scores and shares lie in [-1, 1], and costs are dollars."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What begins a formula; some editions take the signs in full width too."""
type Cell = str | float | None


def csv_file(name: str, header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> HttpResponse:
    """Answer with a CSV file to download. Numbers are tidied, formulas are quoted."""
    response = HttpResponse(
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.csv"'},
    )
    writer = csv.writer(response)
    writer.writerow(header)
    for row in rows:
        writer.writerow([quote(cell) if isinstance(cell, str) else tidy(cell) for cell in row])
    return response


def tidy[T: Cell](cell: T) -> T | float:
    """Return a cell whose number, if it is one, reads as people write it.

    >>> tidy(0.1 + 0.2), tidy(-1e-17), tidy(2 / 3), tidy(7), tidy("a"), tidy(None)
    (0.3, 0.0, 0.666667, 7, 'a', None)
    """
    if not isinstance(cell, float):
        return cell
    return round(cell, DECIMALS) + 0.0  # a zero without a sign


def quote(text: str) -> str:
    """Return a text that a spreadsheet shows as it is.

    >>> quote("=1+1"), quote("a=1")
    ("'=1+1", 'a=1')
    """
    return f"'{text}" if text.startswith(_FORMULA) else text
