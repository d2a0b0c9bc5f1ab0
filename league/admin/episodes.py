"""Episodes and everything that hangs on one, in the admin."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html

from league.actions.episodes import NotAllowedNow, rerun_episode, void_episode
from league.admin.policies import BOTH
from league.admin.records import KeptAdmin, ModelAdmin, Step, acting, take_step
from league.models import Episode, Event, ModelCall, PairFact, Seat

if TYPE_CHECKING:
    TabularInline = admin.TabularInline[Any, Any]
else:
    TabularInline = admin.TabularInline

SETTLED = (Episode.Status.FINISHED, Episode.Status.VOID)
SECRET = "secret until the match is over"  # noqa: S105 - words for people


class ErrorFilter(admin.SimpleListFilter):
    """Whether our own fault is noted on the episode."""

    title = "error"
    parameter_name = "has_error"

    def lookups(self, request: HttpRequest, model_admin: ModelAdmin) -> list[tuple[str, str]]:
        return [("yes", "With an error")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.exclude(error="") if self.value() == "yes" else queryset


class ReasonFilter(admin.SimpleListFilter):
    """Why a match ended. The words stand here: asking the rows for them would read every match."""

    title = "reason"
    parameter_name = "reason"

    def lookups(self, request: HttpRequest, model_admin: ModelAdmin) -> list[tuple[str, str]]:
        return [("complete", "Complete"), ("deadline", "Deadline")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(reason=self.value()) if self.value() else queryset


class SeatInline(TabularInline):
    model = Seat
    extra = 0
    can_delete = False
    fields = readonly_fields = (
        "slot",
        "position",
        "alias",
        "version",
        "score",
        "decisions",
        "model_decisions",
        "fallbacks",
        "cost",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("version__policy")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Episode)
class EpisodeAdmin(KeptAdmin):
    """The seed of a match that may still be played is hidden from staff too."""

    hidden = frozenset({"seed", "salt"})
    list_display = (
        "id",
        "watch",
        "status",
        "ladder",
        "purpose",
        "last_seq",
        "is_rated",
        "unrated_reason",
        "created_at",
        "ended_at",
    )
    list_filter = (
        "status",
        "purpose",
        "ladder",
        "is_rated",
        ErrorFilter,
        ReasonFilter,
        "created_at",
    )
    list_select_related = ("ladder",)
    search_fields = ("=id", "commitment", "unrated_reason", "seats__version__policy__name")
    inlines = (SeatInline,)
    exclude = ("seed", "salt")
    actions = ("rerun", "void")
    readonly_fields = ("shown_seed", "shown_salt", "watch")

    @admin.display(description="seed")
    def shown_seed(self, episode: Episode) -> str:
        return episode.seed if episode.status in SETTLED else SECRET

    @admin.display(description="salt")
    def shown_salt(self, episode: Episode) -> str:
        return episode.salt if episode.status in SETTLED else SECRET

    @admin.display(description="replay")
    def watch(self, episode: Episode) -> str:
        return format_html('<a href="{}">watch</a>', episode.get_absolute_url())

    @admin.action(
        description="Play again",
        description_plural="Play the selected matches again",
        permissions=["act"],
        location=BOTH,
    )
    def rerun(self, request: HttpRequest, queryset: QuerySet[Episode]) -> HttpResponse | None:
        step = Step(
            name="rerun",
            verb="play these matches again",
            done="queued to be played again",
            act=lambda episode, _: rerun_episode(episode, actor=acting(request)),
            refusals=(NotAllowedNow,),
        )
        return take_step(self, request, queryset, step)

    @admin.action(
        description="Void: take it out of the standings",
        description_plural="Void the selected matches",
        permissions=["act"],
        location=BOTH,
    )
    def void(self, request: HttpRequest, queryset: QuerySet[Episode]) -> HttpResponse | None:
        step = Step(
            name="void",
            verb="void these matches",
            done="voided",
            act=lambda episode, why: void_episode(episode, actor=acting(request), reason=why),
            refusals=(NotAllowedNow,),
            warning="Their results leave the standings for good, and one that is still playing "
            "stops. The logs stay.",
            reason="Why, for everyone to read",
        )
        return take_step(self, request, queryset, step)


@admin.register(Seat)
class SeatAdmin(KeptAdmin):
    list_display = (
        "episode",
        "slot",
        "alias",
        "version",
        "score",
        "decisions",
        "model_decisions",
        "fallbacks",
        "cost",
    )
    list_filter = ("episode__ladder", "episode__status", "alias")
    list_select_related = ("episode", "version__policy")
    search_fields = ("=episode__id", "version__policy__name")

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Allow the time of the dashboard's link beside what Django allows."""
        if lookup == "episode__ended_at__gte":
            return True
        return bool(super().lookup_allowed(lookup, value, request))  # type: ignore[arg-type]


@admin.register(Event)
class EventAdmin(KeptAdmin):
    """What an event holds may be sealed, so it is hidden from staff too while a match goes on."""

    hidden = frozenset({"data"})
    exclude = ("data",)
    readonly_fields = ("shown_data",)
    list_display = ("episode", "seq", "kind", "created_at", "moment")
    list_filter = ("kind", "episode__ladder")
    list_select_related = ("episode",)
    search_fields = ("=episode__id",)
    ordering = ("-id",)

    @admin.display(description="data")
    def shown_data(self, event: Event) -> str:
        if event.episode.status not in SETTLED:
            return SECRET
        return json.dumps(event.data, ensure_ascii=False, indent=1)

    @admin.display(description="replay")
    def moment(self, event: Event) -> str:
        url = reverse("watch", args=[event.episode_id])
        return format_html('<a href="{}#e{}">watch</a>', url, event.seq)


@admin.register(ModelCall)
class ModelCallAdmin(KeptAdmin):
    list_display = (
        "created_at",
        "episode",
        "seq",
        "attempt",
        "version",
        "outcome",
        "model",
        "latency",
        "input_tokens",
        "output_tokens",
        "cost",
    )
    list_filter = ("outcome", "model", "attempt", "episode__ladder", "created_at")
    list_select_related = ("episode", "version__policy")
    search_fields = ("=episode__id", "request_id", "version__policy__name")


@admin.register(PairFact)
class PairFactAdmin(KeptAdmin):
    list_display = ("episode", "policy", "other_policy", "faced", "challenged", "forgone", "net")
    list_filter = ("episode__ladder",)
    list_select_related = ("episode", "policy", "other_policy")
    search_fields = ("=episode__id", "policy__name", "other_policy__name")
    ordering = ("-id",)
