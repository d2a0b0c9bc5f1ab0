"""What is sent to a page that only takes: a browser that comes without sending is sent on."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

NOTHING_TAKEN = "Nothing was taken, for you had been signed out. Send it once more."


def taken_by_post[**P](
    back: Callable[..., HttpResponse],
) -> Callable[[Callable[P, HttpResponse]], Callable[P, HttpResponse]]:
    """Let signed-in people send to a view, and send whoever comes by GET to ``back``.

    That is what a browser does after signing in: it asks for the address that it had sent to.
    ``back`` takes the view's own arguments after the request.
    """

    def wrap(view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
        @login_required
        @wraps(view)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            request = args[0]
            assert isinstance(request, HttpRequest)
            if request.method == "POST":
                return view(*args, **kwargs)
            if request.method != "GET":
                return HttpResponseNotAllowed(["POST"])
            messages.info(request, NOTHING_TAKEN)
            return back(*args[1:], **kwargs)

        return guarded

    return wrap
