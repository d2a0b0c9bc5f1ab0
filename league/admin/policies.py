"""Policies and versions in the admin: read here, written on the site, retired by an action."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.admin import ActionLocation
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse

from league.actions.policies import restore_policy, retire_policy
from league.admin.records import KeptAdmin, ModelAdmin, Step, acting, take_step
from league.models import Policy, Promotion, Version

BOTH = [ActionLocation.CHANGE_LIST, ActionLocation.CHANGE_FORM]


class IsRetired(admin.SimpleListFilter):
    """In play, or retired."""

    title = "state"
    parameter_name = "retired"

    def lookups(self, request: HttpRequest, model_admin: ModelAdmin) -> list[tuple[str, str]]:
        return [("no", "In play"), ("yes", "Retired")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() in ("no", "yes"):
            return queryset.filter(retired_at__isnull=self.value() == "no")
        return queryset


@admin.register(Policy)
class PolicyAdmin(KeptAdmin):
    list_display = (
        "name",
        "game",
        "kind",
        "owner",
        "champion_number",
        "version_count",
        "created_at",
        "retired_at",
    )
    list_filter = ("game", "kind", IsRetired)
    list_select_related = ("owner", "champion")
    search_fields = ("name", "slug", "owner__username")
    date_hierarchy = "created_at"
    actions = ("retire", "restore")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        counted: QuerySet[Any] = rows.annotate(versions_made=Count("versions"))
        return counted

    @admin.display(description="champion", ordering="champion__number")
    def champion_number(self, policy: Policy) -> str:
        return f"v{policy.champion.number}" if policy.champion else "–"

    @admin.display(description="versions", ordering="versions_made")
    def version_count(self, policy: Any) -> int:
        return int(policy.versions_made)

    @admin.action(
        description="Retire: play no more matches",
        description_plural="Retire the selected policies",
        permissions=["act"],
        location=BOTH,
    )
    def retire(self, request: HttpRequest, queryset: QuerySet[Policy]) -> HttpResponse | None:
        step = Step(
            name="retire",
            verb="retire these policies",
            done="retired",
            act=lambda policy, _: retire_policy(acting(request), policy),
        )
        return take_step(self, request, queryset, step)

    @admin.action(
        description="Restore: play again",
        description_plural="Restore the selected policies",
        permissions=["act"],
        location=BOTH,
    )
    def restore(self, request: HttpRequest, queryset: QuerySet[Policy]) -> HttpResponse | None:
        step = Step(
            name="restore",
            verb="restore these policies",
            done="restored",
            act=lambda policy, _: restore_policy(acting(request), policy),
        )
        return take_step(self, request, queryset, step)


@admin.register(Version)
class VersionAdmin(KeptAdmin):
    """Staff may read prompts; they are never shown in a list."""

    list_display = ("policy", "number", "kind", "comment", "author", "created_at")
    list_display_links = ("policy", "number")
    list_filter = ("policy__game", "policy__kind")
    list_select_related = ("policy", "author")
    search_fields = ("policy__name", "comment", "author__username")
    date_hierarchy = "created_at"
    fields = ("policy", "number", "prompt", "baseline", "parameters", "comment", "author")

    @admin.display(description="plays as")
    def kind(self, version: Version) -> str:
        return version.baseline or "prompt"


@admin.register(Promotion)
class PromotionAdmin(KeptAdmin):
    list_display = ("policy", "version", "previous", "is_graded", "reason", "actor", "created_at")
    list_filter = ("is_graded", "policy__game")
    list_select_related = ("policy", "version__policy", "previous__policy", "actor")
    search_fields = ("policy__name", "reason", "actor__username")
    date_hierarchy = "created_at"
    ordering = ("-id",)
