"""Not built yet."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse


def show(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet", status=501)


def results(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet", status=501)
