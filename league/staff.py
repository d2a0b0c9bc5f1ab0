"""The staff's site: the stock admin with Hearsay's masthead, and pages of its own.

A page of its own is a view with an address under ``/admin/`` and an entry in the staff's menu.
Whoever adds one (the upper packages too) calls ``add_page`` when the apps start; the site lets only
staff through. The module stands outside ``league.admin`` because the registering modules in there
need the site to be made first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.admin.apps import AdminConfig
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import TO_FIELD_VAR
from django.contrib.admin.views.main import ERROR_FLAG
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, URLResolver, path, reverse

type View = Callable[..., HttpResponse]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page of the staff's site."""

    route: str
    """Below ``/admin/``, with Django's converters, such as ``audit/``."""
    name: str
    """Of the URL, below the ``admin`` namespace."""
    view: View
    title: str = ""
    """In the menu; a page without one stands behind another page and has no entry."""
    summary: str = ""
    """The question that the page answers, for the index."""

    position: int = 0
    """In the menu; lower stands first."""


PAGES: list[Page] = []
LONGEST_NUMBER = 19
"""Digits of a row's number stay below this, so that it fits any database."""


def add_page(page: Page) -> None:
    """Put a page on the staff's site. Raises ValueError when its name is taken."""
    if any(page.name == other.name for other in PAGES):
        raise ValueError(f"staff page: expected a new name, got {page.name!r} twice")
    PAGES.append(page)


class StaffConfig(AdminConfig):
    """Puts the league's site in the place of the stock one."""

    default = False
    default_site = "league.staff.StaffSite"


class StaffSite(AdminSite):
    """The stock admin under the league's name."""

    site_header = "Hearsay"
    site_title = "Hearsay staff"
    index_title = "All records"
    enable_nav_sidebar = False
    empty_value_display = "–"

    def get_urls(self) -> list[URLPattern | URLResolver]:
        pages: list[URLPattern | URLResolver] = [
            path(page.route, self.admin_view(page.view), name=page.name) for page in PAGES
        ]
        return pages + super().get_urls()

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Guard a page: let only staff through, and answer what only a forged request asks."""
        return super().admin_view(read_soberly(view), cacheable)

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        return {**super().each_context(request), "tab": "staff", "staff_menu": menu(request)}


def read_soberly(view: View) -> View:
    """Answer what the stock admin takes on trust from its own forms and links.

    A chosen row that is no number is a bad request, an empty field to look up by is none, and a
    number beyond 64 bits, which SQLite cannot look up, is a filter that the admin does not know.
    """

    @wraps(view)
    def sober(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        for chosen in request.POST.getlist(ACTION_CHECKBOX_NAME):
            if not (chosen.isascii() and chosen.isdigit() and len(chosen) < LONGEST_NUMBER):
                raise BadRequest("expected the numbers of rows")
        if request.GET.get(TO_FIELD_VAR) == "":
            asked = request.GET.copy()
            del asked[TO_FIELD_VAR]
            request.GET = asked  # type: ignore[assignment]  # a mutable one serves as well
        try:
            return view(request, *args, **kwargs)
        except OverflowError:
            if ERROR_FLAG in request.GET:  # it was not the address
                raise
            return HttpResponseRedirect(f"{request.path}?{ERROR_FLAG}=1")

    return sober


def menu(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the entries of the staff's menu, the records last; says which one is open."""
    match = request.resolver_match
    here = match.url_name if match else ""
    entries = [
        {
            "title": page.title,
            "summary": page.summary,
            "url": reverse(f"admin:{page.name}"),
            "is_open": here is not None and here.startswith(page.name),
        }
        for page in sorted(PAGES, key=lambda page: page.position)
        if page.title
    ]
    is_record = not any(entry["is_open"] for entry in entries)
    index = {"title": "Records", "url": reverse("admin:index"), "is_open": is_record}
    return [*entries, index]
