"""Not built yet."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse


def mine(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet", status=501)


def submit(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet", status=501)


def show(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet", status=501)


def revise(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet", status=501)


def diff(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet", status=501)


def make_champion(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet", status=501)


def retire(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet", status=501)


def try_out(request: HttpRequest, **kwargs: Any) -> HttpResponse:
    return HttpResponse("not built yet", status=501)
