"""Ladders, standings and the league's own settings in the admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from league.actions.ladders import pause_ladder, resume_ladder
from league.admin.policies import BOTH
from league.admin.records import AuditedAdmin, KeptAdmin, Step, take_step
from league.figures import span_text
from league.models import Episode, Ladder, LeagueSettings, Meeting, Standing

OPEN = (Episode.Status.QUEUED, Episode.Status.RUNNING)


@admin.register(Ladder)
class LadderAdmin(AuditedAdmin):
    list_display = (
        "title",
        "game",
        "variant",
        "position",
        "is_paused",
        "open_matches",
        "tables",
        "episodes_per_hour",
        "daily_limit",
    )
    list_filter = ("game", "variant", "is_paused")
    search_fields = ("title", "slug")
    prepopulated_fields = {"slug": ("title",)}
    actions = ("pause", "resume")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        is_open = Q(episodes__status__in=OPEN)
        rows: QuerySet[Any] = super().get_queryset(request)
        counted: QuerySet[Any] = rows.annotate(open_now=Count("episodes", filter=is_open))
        return counted

    @admin.display(description="queued or running")
    def open_matches(self, ladder: Any) -> int:
        return int(ladder.open_now)

    @admin.action(
        description="Pause: make no new matches",
        description_plural="Pause the selected ladders",
        permissions=["act"],
        location=BOTH,
    )
    def pause(self, request: HttpRequest, queryset: QuerySet[Ladder]) -> HttpResponse | None:
        step = Step(
            name="pause",
            verb="pause these ladders",
            done="paused",
            act=lambda ladder, _: pause_ladder(request.user, ladder),
        )
        return take_step(self, request, queryset, step)

    @admin.action(
        description="Resume: make matches again",
        description_plural="Resume the selected ladders",
        permissions=["act"],
        location=BOTH,
    )
    def resume(self, request: HttpRequest, queryset: QuerySet[Ladder]) -> HttpResponse | None:
        step = Step(
            name="resume",
            verb="resume these ladders",
            done="resumed",
            act=lambda ladder, _: resume_ladder(request.user, ladder),
        )
        return take_step(self, request, queryset, step)


@admin.register(LeagueSettings)
class LeagueSettingsAdmin(AuditedAdmin):
    """One row: its list leads straight to the form."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = LeagueSettings.load()
        return HttpResponseRedirect(reverse("admin:league_leaguesettings_change", args=[row.pk]))


@admin.register(Standing)
class StandingAdmin(KeptAdmin):
    list_display = ("version", "ladder", "mean", "interval", "episodes", "seats", "cost")
    list_filter = ("ladder",)
    list_select_related = ("version__policy", "ladder")
    search_fields = ("version__policy__name",)

    @admin.display(description="95 % interval", empty_value="–")
    def interval(self, standing: Standing) -> str:
        return span_text(standing.low, standing.high)


@admin.register(Meeting)
class MeetingAdmin(KeptAdmin):
    list_display = ("one", "other", "ladder", "made", "rated")
    list_filter = ("ladder",)
    list_select_related = ("one__policy", "other__policy", "ladder")
    search_fields = ("one__policy__name", "other__policy__name")
