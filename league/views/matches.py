"""The filters of the list of matches."""

from __future__ import annotations

from typing import Any

import django_filters
from django import forms
from django.db.models import QuerySet

from league.models import Episode, Ladder, Seat


class MatchFilter(django_filters.FilterSet):  # type: ignore[misc]  # django-filter has no types
    """Finished matches by ladder, by the name of a policy that sat there, and rated or not."""

    ladder = django_filters.ModelChoiceFilter(
        queryset=Ladder.objects.all(), to_field_name="slug", empty_label="Every ladder"
    )
    policy = django_filters.CharFilter(
        method="by_policy",
        label="Policy",
        widget=forms.TextInput(attrs={"placeholder": "Name of a policy"}),
    )

    class Meta:
        model = Episode
        fields = ("ladder", "policy")

    def __init__(self, data: Any) -> None:
        finished = (
            Episode.objects.filter(status=Episode.Status.FINISHED, ended_at__isnull=False)
            .exclude(purpose=Episode.Purpose.SELF_REPORT)
            .select_related("ladder")
            .prefetch_related("seats__version__policy")
            .order_by("-ended_at", "-id")
        )
        super().__init__(data, queryset=finished)
        self.form.fields["ladder"].widget.attrs["class"] = "select"
        self.form.fields["policy"].widget.attrs["class"] = "input"

    def by_policy(self, episodes: QuerySet[Episode], name: str, value: str) -> QuerySet[Episode]:
        seats = Seat.objects.filter(version__policy__name__icontains=value)
        return episodes.filter(pk__in=seats.values("episode"))
