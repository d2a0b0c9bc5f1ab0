"""Trials, comparisons and the judges' calls in the admin: read here, acted on by actions."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.admin import ActionLocation
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html

from grading.actions.promotions import promote_challenger, undo_promotion
from grading.actions.trials import cancel_trial
from grading.models import Comparison, JudgeCall, Opponent, Trial
from league.actions.policies import Refused
from league.admin.records import KeptAdmin, Step, acting, take_step

BOTH = [ActionLocation.CHANGE_LIST, ActionLocation.CHANGE_FORM]


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
        "promotion",
        "undone_at",
        "page",
    )
    list_filter = ("status", "decision", "judge", "path", "is_check")
    list_select_related = (
        "challenger__policy",
        "incumbent__policy",
        "rubric",
        "promotion__version__policy",
    )
    search_fields = ("challenger__policy__name", "challenger__policy__slug")
    date_hierarchy = "created_at"
    hidden = frozenset({"seed"})
    exclude = ("seed", "holder", "held_until")
    actions = ("promote", "undo", "cancel")

    @admin.display(description="page")
    def page(self, trial: Trial) -> str:
        if trial.is_check:
            return "–"
        return format_html('<a href="{}">open</a>', reverse("trial", args=[trial.pk]))

    @admin.action(
        description="Promote the challenger",
        description_plural="Promote the challengers",
        permissions=["act"],
        location=BOTH,
    )
    def promote(self, request: HttpRequest, queryset: QuerySet[Trial]) -> HttpResponse | None:
        step = Step(
            name="promote",
            verb="promote the challengers",
            done="promoted by",
            act=lambda trial, _: promote_challenger(acting(request), trial),
            refusals=(Refused,),
        )
        return take_step(self, request, queryset, step)

    @admin.action(
        description="Undo the promotion",
        description_plural="Undo the promotions",
        permissions=["act"],
        location=BOTH,
    )
    def undo(self, request: HttpRequest, queryset: QuerySet[Trial]) -> HttpResponse | None:
        step = Step(
            name="undo",
            verb="undo the promotions",
            done="undone for",
            act=lambda trial, _: undo_promotion(acting(request), trial),
            refusals=(Refused,),
        )
        return take_step(self, request, queryset, step)

    @admin.action(
        description="Stop where it is",
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
            warning="A stopped trial does not go on: what was judged stays, undecided.",
        )
        return take_step(self, request, queryset, step)


@admin.register(Comparison)
class ComparisonAdmin(KeptAdmin):
    list_display = (
        "trial",
        "index",
        "position",
        "status",
        "choice",
        "verdict",
        "is_sampled",
        "swapped_choice",
        "swapped_verdict",
        "outcome",
        "settled_at",
    )
    list_filter = ("status", "outcome", "is_sampled", "position", "trial__judge")
    list_select_related = ("trial",)
    search_fields = ("trial__challenger__policy__name", "reason", "void_reason")
    hidden = frozenset({"seed"})
    exclude = ("seed",)


@admin.register(JudgeCall)
class JudgeCallAdmin(KeptAdmin):
    list_display = (
        "created_at",
        "trial",
        "comparison",
        "order",
        "choice",
        "is_fooled",
        "requests",
        "latency",
        "input_tokens",
        "output_tokens",
        "cost",
    )
    list_filter = ("order", "choice", "is_fooled", "trial__judge")
    list_select_related = ("trial", "comparison")
    search_fields = ("trial__challenger__policy__name", "reason")
    date_hierarchy = "created_at"


@admin.register(Opponent)
class OpponentAdmin(KeptAdmin):
    list_display = ("trial", "place", "version")
    list_filter = ("trial__game",)
    list_select_related = ("trial", "version__policy")
    search_fields = ("version__policy__name",)
