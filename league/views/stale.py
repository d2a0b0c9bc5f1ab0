"""A form whose token is missing or stale: nothing is done, and what was typed comes back.

It happens to people who sign in or out in one tab and send a form from another, or whose browser
was told to forget its cookies. Django has refused the form by then; this only answers it. A text
comes back only where the browser itself says that a page of ours sent it, for otherwise any site
could put its words into a page of this one. Passwords and the like never come back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import ResolverMatch
from django.utils.http import url_has_allowed_host_and_scheme

from league.live.origin import is_own_origin
from league.views.kept import keep, keeps

SECRET = re.compile(r"pass|secret|token|key|code", re.IGNORECASE)
WHY = "This page was open from before you signed in or out, so nothing was saved."


def answer(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """Show the form again with its text where its page can, else say what happened."""
    match, is_ours = request.resolver_match, _is_ours(request)
    if is_ours and match is not None and keeps(match.func):
        keep(request)
        messages.warning(request, WHY)
        return redirect(request.get_full_path())
    typed = list(_typed(request)) if is_ours and _is_record(match) else []
    back = request.headers.get("Referer", "") if is_ours else ""
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, request.is_secure()):
        back = ""
    page: HttpResponse = render(
        request, "403_csrf.html", {"typed": typed, "back": back}, status=403
    )
    page["Cache-Control"] = "no-store"
    return page


def _is_ours(request: HttpRequest) -> bool:
    """No page can forge its origin, and browsers send it with every form that is posted."""
    origin, host = request.headers.get("Origin", ""), request.get_host()
    return is_own_origin({b"origin": origin.encode(), b"host": host.encode()})


def _is_record(match: ResolverMatch | None) -> bool:
    """Say whether it is one of the admin's forms for a row; those of accounts hold passwords."""
    if match is None or match.namespace != "admin":
        return False
    name = match.url_name or ""
    return name.endswith(("_add", "_change")) and not name.startswith("auth_")


def _typed(request: HttpRequest) -> Iterator[tuple[str, str]]:
    for name, texts in request.POST.lists():
        if not SECRET.search(name) and not name.startswith(("csrf", "_")):
            for text in texts:
                if str(text).strip():
                    yield name.replace("_", " "), str(text)
