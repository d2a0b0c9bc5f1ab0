"""Starting a trial."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db.models import QuerySet

from games.base import AnyGame
from grading.actions.rubrics import newest_rubrics
from grading.actions.trials import MOST_COMPARISONS, USUAL_LIMIT, Plan
from grading.judges import DEFAULT, JUDGES, JudgeKind
from grading.models import Rubric, Trial
from league.forms.house import HouseForm
from league.models import Policy, Version

USUAL = 100
PATHS = {
    Trial.Path.ALTERNATING: "Sides turn about, a tenth is judged twice",
    Trial.Path.BOTH_ORDERS: "Every comparison in both orders (twice the calls)",
}
ENDS = {"hand": "Wait for my word", "auto": "Promote it at once"}


def judges_on_offer() -> list[JudgeKind]:
    """Return the judges that can judge here: a model only where one is configured."""
    has_model = bool(settings.ANTHROPIC_API_KEY)
    return [kind for kind in JUDGES.values() if has_model or not kind.is_model]


class GradeForm(HouseForm):
    """Choose how a version is graded against its policy's champion."""

    version = forms.TypedChoiceField(label="Challenger", coerce=int)
    judge = forms.ChoiceField(label="Judge", initial=DEFAULT)
    rubric = forms.TypedChoiceField(
        label="Rubric", coerce=int, help_text="Only a judge that is a model reads it."
    )
    comparisons = forms.IntegerField(label="Comparisons at most", initial=USUAL, min_value=2)
    variant = forms.ChoiceField(label="Variant")
    path = forms.ChoiceField(label="Order", choices=list(PATHS.items()))
    ending = forms.ChoiceField(
        label="If it is better",
        choices=list(ENDS.items()),
        help_text="The ladders seat a champion from the next match on.",
    )

    def __init__(
        self, *args: Any, policy: Policy, game: AnyGame, limit: int = USUAL_LIMIT, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.rubrics = {rubric.pk: rubric for rubric in newest_rubrics()}
        self._choose(
            "judge", [(one.key, f"{one.title}: {one.summary}") for one in judges_on_offer()]
        )
        self._choose("rubric", [(pk, str(rubric)) for pk, rubric in self.rubrics.items()])
        self._choose("variant", [(one.key, one.title) for one in game.variants.values()])
        versions = challengers_of(policy).order_by("-number")
        self._choose("version", [(one.number, f"v{one.number}") for one in versions])
        number = self.fields["comparisons"]
        assert isinstance(number, forms.IntegerField)
        number.max_value = limit
        number.validators.append(MaxValueValidator(limit))
        number.widget.attrs["max"] = str(limit)
        number.help_text = f"2 to {limit:,}. The trial stops sooner once the evidence is in."

    def _choose(self, name: str, choices: list[tuple[Any, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    @property
    def plan(self) -> Plan:
        data = self.cleaned_data
        rubric: Rubric = self.rubrics[data["rubric"]]
        return Plan(
            judge=data["judge"],
            rubric=rubric,
            comparisons=data["comparisons"],
            path=data["path"],
            variant=data["variant"],
            promotes=data["ending"] == "auto",
        )


def limit_for(is_staff: bool) -> int:
    """Return how many comparisons a person may ask for."""
    return MOST_COMPARISONS if is_staff else USUAL_LIMIT


def versions_to_grade(policy: Policy) -> bool:
    """Say whether a policy has a version beside its champion."""
    return challengers_of(policy).exists()


def challengers_of(policy: Policy) -> QuerySet[Version]:
    """Return the versions that could challenge a policy's champion."""
    return policy.versions.exclude(pk=policy.champion_id or 0)


def is_gradable(version: Version) -> bool:
    """Say whether a version can be a challenger: another one is its policy's champion."""
    champion = version.policy.champion_id
    return champion is not None and champion != version.pk and version.policy.retired_at is None
