"""Entering, revising and trying out a policy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict

from games.base import AnyGame, BaselineKind, Parameter
from games.registry import GAMES
from league.actions.policies import Content, Outdated
from league.extensions import ShownStep
from league.forms.house import HouseForm
from league.models import PROMPT_LIMIT, Policy, Version
from league.wording import NAME_LIMIT, BadText, clean_comment, clean_name, clean_prompt

BOX = "step-"
"""The names of boxes begin so, and go on with a step's key."""


class TextField(forms.CharField):
    """A text that one rule of ``league.wording`` cleans; what was typed stays in the form."""

    def __init__(self, rule: Callable[[str], str], **kwargs: Any) -> None:
        super().__init__(strip=False, **kwargs)
        self.rule = rule
        self.validators = []

    def clean(self, value: Any) -> str:
        try:
            return self.rule(super().clean(value))
        except BadText as error:
            raise forms.ValidationError(str(error)) from None


def name_field() -> TextField:
    return TextField(
        clean_name,
        label="Name",
        help_text=f"Up to {NAME_LIMIT} characters, unique in its game. Everyone can read it.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


def prompt_field() -> TextField:
    return TextField(
        clean_prompt,
        label="Prompt",
        help_text="The rules, the table and the hand are sent with it. "
        "Only you and staff can read it.",
        widget=forms.Textarea(
            attrs={"rows": 16, "spellcheck": "true", "data-count": str(PROMPT_LIMIT)}
        ),
    )


def comment_field() -> TextField:
    return TextField(
        clean_comment,
        label="What changed",
        required=False,
        help_text="A line for your own history. Only you and staff can read it.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class PromptForm(HouseForm):
    """Enter a policy that is a prompt."""

    name = name_field()
    game = forms.ChoiceField(label="Game")
    prompt = prompt_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(game.key, game.title) for game in GAMES.values()]
        field = self.fields["game"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
        if len(choices) == 1:
            field.widget = forms.HiddenInput()
            self.initial["game"] = choices[0][0]

    @property
    def content(self) -> Content:
        return Content(prompt=self.cleaned_data["prompt"])


class RevisionForm(HouseForm):
    """Save a next version of what was version ``based_on`` when the page was opened.

    ``boxes`` are steps that may be taken with it at once; one that is hindered shows why.
    """

    comment = comment_field()
    based_on = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, boxes: Sequence[ShownStep] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for box in boxes:
            self.fields[f"{BOX}{box.step.key}"] = _box_field(box)

    @property
    def ticked(self) -> list[str]:
        """The keys of the steps whose boxes are ticked."""
        names = [name for name in self.fields if name.startswith(BOX)]
        return [name.removeprefix(BOX) for name in names if self.cleaned_data[name]]

    @property
    def is_outdated(self) -> bool:
        """A newer version was saved meanwhile; what was typed here still stands in the form."""
        return isinstance(self.refusal, Outdated)

    def rebase(self, newest: Version) -> None:
        """Let the same text be saved after ``newest``, now that its author was told of it."""
        assert isinstance(self.data, QueryDict)
        self.data = self.data.copy()
        self.data["based_on"] = str(newest.number)

    @property
    def content(self) -> Content:
        raise NotImplementedError


class RevisePromptForm(RevisionForm):
    """Save the next version of a prompt."""

    prompt = prompt_field()
    field_order = ("prompt", "comment")

    def __init__(
        self, *args: Any, latest: Version, initial: Mapping[str, Any] | None = None, **kwargs: Any
    ) -> None:
        stored = {"prompt": latest.prompt, "based_on": latest.number}
        super().__init__(*args, initial={**stored, **(initial or {})}, **kwargs)

    @property
    def content(self) -> Content:
        return Content(prompt=self.cleaned_data["prompt"])


class ParametersForm(HouseForm):
    """The parameters of a baseline, each within its bounds. Mix it in before the other fields."""

    def __init__(self, *args: Any, kind: BaselineKind, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind
        for parameter in kind.parameters:
            self.fields[parameter.key] = _parameter_field(parameter)
            self.fields[parameter.key].widget.attrs["class"] = "input"

    @property
    def content(self) -> Content:
        return Content(
            baseline=self.kind.key,
            parameters={one.key: self.cleaned_data[one.key] for one in self.kind.parameters},
        )


class BaselineForm(ParametersForm):
    """Field a baseline as a policy of the house."""

    name = name_field()


class ReviseBaselineForm(ParametersForm, RevisionForm):
    """Save the next version of a baseline's parameters."""

    def __init__(
        self, *args: Any, latest: Version, initial: Mapping[str, Any] | None = None, **kwargs: Any
    ) -> None:
        stored = {**latest.parameters, "based_on": latest.number}
        super().__init__(*args, initial={**stored, **(initial or {})}, **kwargs)
        self.order_fields([one.key for one in self.kind.parameters])


class TryOutForm(HouseForm):
    """Choose what a try-out plays."""

    version = forms.TypedChoiceField(label="Version", coerce=int)
    variant = forms.ChoiceField(label="Variant")

    def __init__(self, *args: Any, policy: Policy, game: AnyGame, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        version, variant = self.fields["version"], self.fields["variant"]
        assert isinstance(version, forms.ChoiceField)
        assert isinstance(variant, forms.ChoiceField)
        version.choices = [
            (one.number, f"v{one.number}{', champion' if one.pk == policy.champion_id else ''}")
            for one in policy.versions.all()
        ]
        variant.choices = [(one.key, one.title) for one in game.variants.values()]


def _box_field(box: ShownStep) -> forms.BooleanField:
    return forms.BooleanField(
        label=box.step.label,
        help_text=f"Not now. {box.hindrance}" if box.hindrance else box.step.hint,
        required=False,
        disabled=bool(box.hindrance),
    )


def _parameter_field(parameter: Parameter) -> forms.Field:
    low, high, default = (
        f"{number:g}" for number in (parameter.low, parameter.high, parameter.default)
    )
    facts: dict[str, Any] = {
        "label": parameter.key,
        "min_value": parameter.low,
        "max_value": parameter.high,
        "initial": parameter.default,
        "help_text": f"{low} to {high}; {default} unless you change it.",
        "widget": forms.NumberInput(attrs={"step": "1" if parameter.integer else "any"}),
    }
    return forms.IntegerField(**facts) if parameter.integer else forms.FloatField(**facts)
