"""Tables as files: CSV that no spreadsheet takes for a formula."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence

from django.http import HttpResponse

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_file(
    name: str, header: Sequence[str], rows: Iterable[Sequence[str | float | None]]
) -> HttpResponse:
    """Answer with a CSV file to download. Texts that a spreadsheet would run are quoted."""
    response = HttpResponse(
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.csv"'},
    )
    writer = csv.writer(response)
    writer.writerow(header)
    for row in rows:
        writer.writerow([quote(cell) if isinstance(cell, str) else cell for cell in row])
    return response


def quote(text: str) -> str:
    """Return a text that a spreadsheet shows as it is.

    >>> quote("=1+1"), quote("a=1")
    ("'=1+1", 'a=1')
    """
    return f"'{text}" if text.startswith(_FORMULA) else text
