"""What was typed into a form that could not be taken: held, and given back by the form's page.

The session had run out, or the form's token was stale (``league.views.stale``). The texts wait in
the session of the same browser, for the page they were sent to, until that page's form is sent
again or an hour has passed. Nothing is done with them: the form shows them, and only its own button
saves.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponseBase

KEY = "kept_form"
SECONDS = 3_600
MOST_FIELDS = 20
LONGEST = 20_000
"""Characters of one field that are kept; a prompt has 4,000 at most."""
_keepers: set[Callable[..., Any]] = set()


def keeps_text[**P](view: Callable[P, HttpResponseBase]) -> Callable[P, HttpResponseBase]:
    """Ask a stranger to sign in, and keep what the stranger had typed for after that."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        request = args[0]
        assert isinstance(request, HttpRequest)
        if request.user.is_authenticated:
            return view(*args, **kwargs)
        if request.method == "POST":
            keep(request)
            messages.warning(
                request,
                "You had been signed out, so nothing was saved. "
                "Sign in, and what you typed stands in the form again.",
            )
        return redirect_to_login(request.get_full_path())

    _keepers.add(guarded)
    return guarded


def keeps(view: Callable[..., Any]) -> bool:
    """Say whether a view gives back what was kept for its page."""
    return view in _keepers


def kept_text(request: HttpRequest) -> dict[str, str]:
    """Return what was typed into this page's form and kept; empty when nothing was.

    Sending the form ends the keeping: then it holds the text itself, whatever comes of it.
    """
    kept = request.session.get(KEY)
    if not kept or kept["path"] != request.path:
        return {}
    if request.method == "POST" or time.time() - kept["at"] > SECONDS:
        del request.session[KEY]
        return {}
    messages.info(request, "What you typed is here again. It is not saved yet.")
    return dict(kept["fields"])


def keep(request: HttpRequest) -> None:
    """Hold what was typed for the page it was sent to."""
    typed = [(name, text) for name, text in request.POST.items() if name != "csrfmiddlewaretoken"]
    request.session[KEY] = {
        "path": request.path,
        "at": time.time(),
        "fields": {name: str(text)[:LONGEST] for name, text in typed[:MOST_FIELDS]},
    }
