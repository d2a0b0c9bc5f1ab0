"""Grading in the admin: rubrics are edited, trials acted on, answers only read."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from grading.actions.promotions import promote_challenger, undo_promotion
from grading.actions.rubrics import save_rubric
from grading.actions.trials import cancel_trial
from grading.models import Comparison, JudgeCall, Rubric, Trial
from league.actions.policies import Refused
from league.admin.policies import BOTH
from league.admin.records import ActedAdmin, KeptAdmin, Step, acting, take_step


@admin.register(Rubric)
class RubricAdmin(ActedAdmin):
    """Saving an edited rubric adds a version; finished trials keep the one they were judged by."""

    list_display = ("title", "slug", "number", "author", "created_at")
    list_filter = ("slug",)
    list_select_related = ("author",)
    search_fields = ("title", "slug", "text")
    date_hierarchy = "created_at"
    fields = ("title", "slug", "text")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("slug",) if obj else ()

    def save_model(self, request: HttpRequest, obj: Rubric, form: Any, change: bool) -> None:
        saved = save_rubric(acting(request), slug=obj.slug, title=obj.title, text=obj.text)
        obj.pk, obj.number = saved.pk, saved.number


@admin.register(Trial)
class TrialAdmin(KeptAdmin):
    list_display = (
        "id",
        "challenger",
        "incumbent",
        "judge",
        "rubric",
        "status",
        "decision",
        "decided_after",
        "is_check",
        "created_at",
    )
    list_filter = ("status", "decision", "judge", "is_check", "game")
    list_select_related = ("challenger__policy", "incumbent__policy", "rubric")
    search_fields = ("challenger__policy__name", "incumbent__policy__name", "reason")
    date_hierarchy = "created_at"
    actions = ("promote", "undo", "cancel")
    hidden = frozenset({"seed"})
    exclude = ("seed",)

    @admin.action(
        description="Promote the challenger",
        description_plural="Promote the challengers of the selected trials",
        permissions=["act"],
        location=BOTH,
    )
    def promote(self, request: HttpRequest, queryset: QuerySet[Trial]) -> HttpResponse | None:
        step = Step(
            name="promote",
            verb="promote these challengers",
            done="promoted the challengers of",
            act=lambda trial, _: promote_challenger(acting(request), trial),
            refusals=(Refused,),
        )
        return take_step(self, request, queryset, step)

    @admin.action(
        description="Undo the promotion",
        description_plural="Undo the promotions of the selected trials",
        permissions=["act"],
        location=BOTH,
    )
    def undo(self, request: HttpRequest, queryset: QuerySet[Trial]) -> HttpResponse | None:
        step = Step(
            name="undo",
            verb="undo these promotions",
            done="undid the promotions of",
            act=lambda trial, _: undo_promotion(acting(request), trial),
            refusals=(Refused,),
        )
        return take_step(self, request, queryset, step)

    @admin.action(
        description="Stop the trial",
        description_plural="Stop the selected trials",
        permissions=["act"],
        location=BOTH,
    )
    def cancel(self, request: HttpRequest, queryset: QuerySet[Trial]) -> HttpResponse | None:
        step = Step(
            name="cancel",
            verb="stop these trials",
            done="stopped",
            act=lambda trial, _: cancel_trial(acting(request), trial),
            refusals=(Refused,),
            warning="A stopped trial does not go on; what was judged stays.",
        )
        return take_step(self, request, queryset, step)


@admin.register(Comparison)
class ComparisonAdmin(KeptAdmin):
    list_display = (
        "trial",
        "index",
        "position",
        "choice",
        "verdict",
        "swapped_choice",
        "swapped_verdict",
        "outcome",
        "status",
    )
    list_display_links = ("trial", "index")
    list_filter = ("status", "outcome", "is_sampled", "trial__judge")
    list_select_related = ("trial",)
    raw_id_fields = ("trial", "challenger_episode", "incumbent_episode")
    date_hierarchy = "settled_at"
    hidden = frozenset({"seed"})
    exclude = ("seed",)


@admin.register(JudgeCall)
class JudgeCallAdmin(KeptAdmin):
    list_display = (
        "trial",
        "comparison",
        "order",
        "choice",
        "is_fooled",
        "requests",
        "latency",
        "cost",
        "created_at",
    )
    list_filter = ("order", "is_fooled", "trial__judge")
    list_select_related = ("trial", "comparison")
    date_hierarchy = "created_at"
