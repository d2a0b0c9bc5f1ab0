"""How every form of the house is drawn, and how an action's refusal reaches its field.

Widgets get the classes of ``static/league/base.css``; ``templates/forms/`` draws the fields. The
admin keeps its own look, which is why this is a mixin and not a setting.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.forms.renderers import TemplatesSetting

from league.actions.policies import Refused

_CLASSES: tuple[tuple[type[forms.Widget], str], ...] = (
    (forms.CheckboxInput, ""),
    (forms.Select, "select"),
    (forms.Textarea, "textarea"),
    (forms.Widget, "input"),
)


class HouseRenderer(TemplatesSetting):
    """Draws forms by the templates of the house."""

    form_template_name = "forms/form.html"
    field_template_name = "forms/field.html"


class HouseForm(forms.Form):
    """A form in the house's look. Mix it in first."""

    default_renderer = HouseRenderer()
    refusal: Refused | None = None
    """Why the action that was attempted did not happen."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
            style = next(style for kind, style in _CLASSES if isinstance(field.widget, kind))
            if style:
                field.widget.attrs["class"] = style

    def attempt[**P, T](
        self, action: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T | None:
        """Run an action; when it refuses, put its sentence at the field and return None."""
        try:
            return action(*args, **kwargs)
        except Refused as error:
            self.refusal = error
            self.add_error(error.field if error.field in self.fields else None, error.message)
            return None
