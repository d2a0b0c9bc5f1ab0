"""How records are kept in the admin: rows that nobody edits, and actions that ask first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.text import capfirst

from league.models import record

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin  # generic for the type checker only


class ActedAdmin(ModelAdmin):
    """Records with actions: who may see a row may not yet act on it."""

    show_full_result_count = False
    list_per_page = 50

    def has_act_permission(self, request: HttpRequest) -> bool:
        """Ask for the right to change, even where the form changes nothing."""
        names = self.opts
        return request.user.has_perm(f"{names.app_label}.change_{names.model_name}")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class KeptAdmin(ActedAdmin):
    """Rows that are shown and never written here: the log and what is derived from it.

    ``hidden`` names columns that may not even be asked about: a filter in the address
    (``?seed__startswith=a``) would tell them letter by letter.
    """

    hidden: ClassVar[frozenset[str]] = frozenset()

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        if self.hidden.intersection(lookup.split("__")):
            return False
        return super().lookup_allowed(lookup, value, request)


class AuditedAdmin(ActedAdmin):
    """Settings that staff edit: every save leaves an audit row, and nothing is deleted."""

    def save_model(self, request: HttpRequest, obj: Model, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        verb = f"{'change' if change else 'add'} {obj._meta.verbose_name}"
        values = {name: str(form.cleaned_data.get(name)) for name in form.changed_data}
        record(request.user, verb, obj, **values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What an admin action does to one row, and the words for it."""

    name: str
    """Of the action method, which the confirmation posts back."""
    verb: str
    """In the imperative: ``void``."""
    done: str
    """In the past: ``voided``."""
    act: Callable[[Any, str], object]
    """Does it to one row for a reason; raises one of ``refusals`` for a row that forbids it."""
    refusals: tuple[type[Exception], ...] = ()
    warning: str = ""
    """What cannot be undone; empty when everything can, and nothing is asked."""
    reason: str = ""
    """The label of the reason to give before it is done; empty when none is needed."""


def take_step(
    owner: ModelAdmin,
    request: HttpRequest,
    rows: QuerySet[Any],
    step: Step,
) -> HttpResponse | None:
    """Do ``step`` to each row, after a page that asks when it has a warning.

    Says how many rows were done, and of each refused one why.
    """
    reason = request.POST.get("reason", "").strip()
    is_sure = request.POST.get("confirmed") == "yes" and (reason or not step.reason)
    if step.warning and not is_sure:
        return ask_first(owner, request, rows, step)
    done = 0
    for row in rows:
        try:
            step.act(row, reason)
        except step.refusals as refusal:
            owner.message_user(request, f"{capfirst(str(row))}: {refusal}", messages.ERROR)
        else:
            done += 1
    if done:
        owner.message_user(request, f"{capfirst(step.done)}: {count(done, owner)}.")
    return None


def acting(request: HttpRequest) -> User:
    """Return the staff member behind a request; the site lets nobody else through."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def ask_first(
    owner: ModelAdmin, request: HttpRequest, rows: Iterable[Any], step: Step
) -> HttpResponse:
    """Show what would be done to which rows, with one button that does it."""
    context = {
        **owner.admin_site.each_context(request),
        "title": f"{capfirst(step.verb)}?",
        "opts": owner.model._meta,
        "rows": list(rows),
        "step": step,
        "checkbox": ACTION_CHECKBOX_NAME,
    }
    return TemplateResponse(request, "admin/league/confirm.html", context)


def count(number: int, owner: ModelAdmin) -> str:
    names = owner.model._meta
    return f"{number} {names.verbose_name if number == 1 else names.verbose_name_plural}"
