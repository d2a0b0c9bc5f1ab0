"""Rubrics in the admin: a saved text is the next version, and older ones stay as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest

from grading.actions.rubrics import save_rubric
from grading.models import Rubric
from league.admin.records import ActedAdmin, acting

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[Rubric]
else:
    ModelForm = forms.ModelForm  # generic for the type checker only


class RubricForm(ModelForm):
    """A rubric's text; the address is the same in every version."""

    class Meta:
        model = Rubric
        fields = ("slug", "title", "text")
        widgets = {"text": forms.Textarea(attrs={"rows": 24, "cols": 90})}


@admin.register(Rubric)
class RubricAdmin(ActedAdmin):
    """Shows versions; editing one saves the next."""

    form = RubricForm
    list_display = ("title", "slug", "number", "author", "created_at")
    list_filter = ("slug",)
    list_select_related = ("author",)
    search_fields = ("title", "text")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("slug", "number", "author", "created_at") if obj else ()

    def save_model(self, request: HttpRequest, obj: Rubric, form: Any, change: bool) -> None:
        """Save the text as the next version; the row that was opened is left alone."""
        saved = save_rubric(acting(request), slug=obj.slug, title=obj.title, text=obj.text)
        obj.pk, obj.number = saved.pk, saved.number
