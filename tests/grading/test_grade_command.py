"""``grade`` and ``judge-check``: what they print, and what they refuse."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from grading.models import Trial
from league.models import Version
from tests.grading.trials import two_versions

pytestmark = pytest.mark.django_db(transaction=True)

CHECK_KEYS = {
    "compare_calls",
    "comparisons",
    "sampled",
    "disagreement",
    "first_position",
    "record",
    "positions",
    "decision",
}


@pytest.fixture(autouse=True)
def _migrated(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("grade", "judge-check"):
        monkeypatch.setattr(f"grading.management.commands.{name}.prepare_database", lambda: None)


def printed(*arguments: str) -> Any:
    out = io.StringIO()
    call_command(*arguments, "--json", stdout=out)
    return json.loads(out.getvalue())


def address(version: Version) -> str:
    return f"{version.policy.slug}@{version.number}"


@pytest.mark.parametrize(
    ("judge", "disagreement", "first_position"),
    [("always-a", 1.0, 1.0), ("always-b", 1.0, 0.0), ("content", 0.0, None)],
)
def test_a_check_prints_what_its_rows_say(
    judge: str, disagreement: float, first_position: float | None
) -> None:
    report = printed("judge-check", "--judge", judge, "--comparisons", "30")
    assert set(report) == CHECK_KEYS
    assert report["comparisons"] == 30
    assert report["positions"] == ["A", "B"] * 15
    assert report["disagreement"] == disagreement
    assert report["compare_calls"] == 30 + report["sampled"]
    assert report["decision"] == "undecided"
    if first_position is not None:
        assert report["first_position"] == first_position
        assert report["record"] == {"wins": 15, "losses": 15, "ties": 0}


def test_a_trial_from_the_command_line() -> None:
    challenger, incumbent = two_versions()
    report = printed(
        "grade",
        *("--challenger", address(challenger), "--incumbent", address(incumbent)),
        *("--judge", "mistakes", "--comparisons", "6", "--seed", "one", "--variant", "silent"),
    )
    trial = Trial.objects.get()
    assert report["trial"] == trial.pk
    assert report["challenger"] == str(challenger)
    assert (report["status"], report["decision"]) == ("finished", "undecided")
    assert report["comparisons"] == 6
    assert sum(report["record"].values()) + report["voids"] == 6
    assert report["rubric"] == "sound-play-1"
    assert not report["promoted"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--challenger", "nobody@1"), "expected a policy called 'nobody', found none"),
        (("--fraction", "0.5"), "tournament path"),
        (("--judge", "always-a"), "expected one of mistakes, outcome, claude"),
        (("--rubric", "good-manners"), "expected one of none yet, got 'good-manners'"),
    ],
)
def test_what_cannot_be_graded_is_refused_in_a_sentence(
    arguments: tuple[str, str], says: str
) -> None:
    challenger, incumbent = two_versions()
    given = {"--challenger": address(challenger), "--incumbent": address(incumbent)}
    given |= dict([arguments])
    with pytest.raises(CommandError, match=says):
        printed("grade", *(part for pair in given.items() for part in pair))
    assert not Trial.objects.exists()


def test_a_version_that_does_not_exist_names_those_that_do() -> None:
    challenger, incumbent = two_versions()
    with pytest.raises(CommandError, match=r"expected a version of .*: 1, 2; got '9'"):
        printed(
            "grade",
            *("--challenger", f"{challenger.policy.slug}@9", "--incumbent", address(incumbent)),
        )


def test_an_unknown_check_judge_is_refused() -> None:
    with pytest.raises(CommandError, match="expected one of always-a"):
        printed("judge-check", "--judge", "claude")
