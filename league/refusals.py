"""A refusal that Django would answer with an empty page, in the words of the house."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin


class SayRefusals(MiddlewareMixin):
    """Put a page where a button's address was opened as one (405); scripts get what they got.

    It happens to people: whoever signs in on the way to pressing a button comes back by a link.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        is_bare = response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and not response.content
        if not is_bare or request.method != "GET" or not request.accepts("text/html"):
            return response
        page = render(request, "405.html", status=response.status_code)
        page["Allow"] = response["Allow"]
        return page
