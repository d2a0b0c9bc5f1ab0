"""Static files, whole: they are small, and an answer that streams is slower under ASGI."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # it has no types
    """WhiteNoise with answers that do not stream.

    Its own come from a synchronous iterator, which Django warns of under ASGI and then reads whole.
    """

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        found = static_file.get_response(request.method, request.META)
        content = b""
        if found.file is not None:
            with found.file as file:
                content = file.read()
        response = HttpResponse(content, status=HTTPStatus(found.status))
        del response["content-type"]  # the file's own is among its headers
        for name, value in found.headers:
            response[name] = value
        return response
