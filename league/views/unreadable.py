"""The answer to a request that cannot be read."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.template.loader import render_to_string


def answer(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say so with 400, without another look at the request.

    Django's own view has the request's token checked: that reads a form once more, so that one in
    another encoding than UTF-8 ended as a fault of ours.
    """
    return HttpResponseBadRequest(render_to_string("400.html"))
