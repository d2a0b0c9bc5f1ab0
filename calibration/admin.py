"""Calibration in the staff's site: the settings can be changed, everything else is kept."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.forms import ChoiceField
from django.http import HttpRequest, HttpResponse

from calibration.features import MEASURES
from calibration.models import (
    Clip,
    Comparison,
    Duel,
    DuelSettings,
    Forecast,
    JudgedDuel,
    JudgeRun,
    Observation,
    Rater,
    Scaling,
    Uncut,
)
from league.admin.records import ActedAdmin, KeptAdmin
from league.models import record


@admin.register(DuelSettings)
class DuelSettingsAdmin(ActedAdmin):
    """How a game's duels are dealt. Pairs dealt ahead under other settings are thrown away."""

    list_display = ("game", "acquisition", "duel_check_every", "half_life", "updated_at")
    list_filter = ("acquisition",)
    search_fields = ("game",)

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """The list; above it, which games have no row and are dealt by the defaults."""
        kept = set(DuelSettings.objects.values_list("game", flat=True))
        bare = [key for key in MEASURES if key not in kept]
        if bare and request.method == "GET":
            usual = DuelSettings()
            messages.info(
                request,
                f"Defaults apply to {' and '.join(bare)}: {usual.get_acquisition_display()};"
                f" one shown pair in {usual.duel_check_every} is drawn uniformly."
                " Add settings for a game to change them.",
            )
        return super().changelist_view(request, extra_context)

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "game":
            return ChoiceField(choices=[(key, key) for key in MEASURES])
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        record(request.user, "set duels", obj, changed=form.changed_data)


@admin.register(Rater)
class RaterAdmin(KeptAdmin):
    list_display = ("user", "game", "shown", "answers", "retractions", "created_at")
    list_filter = ("game",)
    list_select_related = ("user",)
    search_fields = ("user__username",)


@admin.register(Duel)
class DuelAdmin(KeptAdmin):
    list_display = (
        "id",
        "rater",
        "state",
        "provenance",
        "rule",
        "is_probe",
        "is_random_check",
        "dealt_at",
    )
    list_filter = ("state", "provenance", "rule", "is_probe", "rater__game")
    list_select_related = ("rater__user",)
    search_fields = ("rater__user__username", "clip_a__policy__name", "clip_b__policy__name")
    raw_id_fields = ("clip_a", "clip_b", "again_of")


@admin.register(Forecast)
class ForecastAdmin(KeptAdmin):
    list_display = ("duel", "rater", "number", "p_a", "seen", "pooled_p_a", "made_at")
    list_filter = ("rater__game", "duel__provenance", "duel__rule", "duel__is_random_check")
    list_select_related = ("duel", "rater__user")
    search_fields = ("rater__user__username",)


@admin.register(Observation)
class ObservationAdmin(KeptAdmin):
    list_display = ("duel", "rater", "number", "picked", "is_blind", "retracted_at", "made_at")
    list_filter = ("is_blind", "picked", "rater__game")
    list_select_related = ("duel", "rater__user")
    search_fields = ("rater__user__username",)


@admin.register(Clip)
class ClipAdmin(KeptAdmin):
    list_display = ("id", "game", "group", "episode", "part", "version", "is_partial")
    list_filter = ("game", "group", "is_partial")
    list_select_related = ("episode", "version__policy")
    search_fields = ("policy__name", "policy__slug")


@admin.register(Uncut)
class UncutAdmin(KeptAdmin):
    list_display = ("episode", "game")
    list_filter = ("game",)
    list_select_related = ("episode",)
    search_fields = ("=episode__id",)


@admin.register(Scaling)
class ScalingAdmin(KeptAdmin):
    list_display = ("game", "number", "clips", "created_at")
    list_filter = ("game",)
    search_fields = ("game",)


@admin.register(Comparison)
class ComparisonAdmin(KeptAdmin):
    list_display = ("version", "parent", "kind", "author", "problem", "created_at")
    list_filter = ("kind",)
    list_select_related = ("version__policy", "parent__policy", "author")
    search_fields = ("version__policy__name", "author__username")


@admin.register(JudgeRun)
class JudgeRunAdmin(KeptAdmin):
    list_display = ("id", "game", "judge", "rubric", "wanted", "status", "requested_by")
    list_filter = ("game", "judge", "status")
    list_select_related = ("rubric", "requested_by")
    search_fields = ("rubric__title", "requested_by__username")


@admin.register(JudgedDuel)
class JudgedDuelAdmin(KeptAdmin):
    list_display = ("duel", "judge", "rubric", "choice", "cost", "judged_at")
    list_filter = ("judge", "choice")
    list_select_related = ("duel", "rubric")
    search_fields = ("rubric__title", "reason")
    raw_id_fields = ("duel",)
