"""``grade`` and ``judge-check``: what they print, and what they refuse."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.management import CommandError, call_command
from pytest_django import Settings

from grading.management.commands import grade
from grading.models import Trial
from grading.runner import run
from league.models import Episode, Policy, Version
from league.play.turn import Turn
from tests.grading.trials import started, two_versions
from tests.support.policies import make_policy
from tests.support.waiting import await_until

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
def _alone(monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> None:
    """The command's process is the only one, its database is there, and it is its turn to play."""
    settings.IS_SCALED = False
    settings.VAR_DIR = tmp_path
    for name in ("grade", "judge-check"):
        monkeypatch.setattr(f"grading.management.commands.{name}.prepare_database", lambda: None)


def printed(*arguments: str) -> Any:
    out = io.StringIO()
    call_command(*arguments, "--json", stdout=out)
    return json.loads(out.getvalue())


def champion_of(policy: Policy) -> Version:
    assert policy.champion is not None
    return policy.champion


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


@pytest.mark.parametrize("is_scaled", [False, True])
def test_matches_that_another_process_plays_are_not_played_twice(
    is_scaled: bool, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.IS_SCALED = is_scaled
    monkeypatch.setattr(grade, "has_workers", lambda: True)
    monkeypatch.setattr("league.play.jobs.submit", lambda episode_id: None)
    server, said = Turn(), []
    assert server.take() is not is_scaled

    async def look(trial_id: int, *, plays: Callable[[], bool]) -> bool:
        said.append(plays())
        server.give_back()
        said.append(plays())
        return True

    monkeypatch.setattr(grade, "run_here", look)
    challenger, incumbent = two_versions()
    printed("grade", "--challenger", address(challenger), "--incumbent", address(incumbent))
    assert said == [False, not is_scaled], "a worker's queue is nobody else's"
    assert server.take() is not is_scaled, "the turn is given back at the end"
    server.give_back()


async def test_a_match_waits_for_whoever_plays_it() -> None:
    trial = await sync_to_async(started)(2)
    asked, is_free = [], asyncio.Event()

    def plays() -> bool:
        asked.append(1)
        return is_free.is_set()

    async def has_asked() -> bool:
        return len(asked) >= 6

    running = asyncio.create_task(run(trial.pk, plays=plays))
    await await_until(has_asked)
    attempts = Episode.objects.order_by("pk").values_list("attempts", flat=True)
    assert [one async for one in attempts.all()] == [0] * 4
    is_free.set()
    await running
    assert [one async for one in attempts.all()] == [1] * 4


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--challenger", "nobody@1"), "expected a policy called 'nobody', found none"),
        (("--incumbent", "@"), "expected a policy called '', found none"),
        (("--opponents", ","), "expected a policy called '', found none"),
        (("--comparisons", "0"), "expected 1 to 1000, got 0"),
        (("--variant", "loud"), "expected one of standard"),
        (("--fraction", "0.5"), "expected 0 to 0.2, got 0.5: .* tournament path"),
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
    with pytest.raises(CommandError, match=f"^{arguments[0]}: {says}"):
        printed("grade", *(part for pair in given.items() for part in pair))
    assert not Trial.objects.exists()


def test_without_a_model_nothing_that_needs_one_is_started(settings: Settings) -> None:
    settings.ANTHROPIC_API_KEY = ""
    prompt = champion_of(make_policy(prompt="Bid what you hold."))
    other = champion_of(make_policy(prompt="Bluff."))
    scripted, first = two_versions()
    sides = ("--challenger", address(prompt), "--incumbent", address(other))
    with pytest.raises(CommandError, match=rf"^{prompt} is played by a model, and ANTHROPIC_API"):
        printed("grade", *sides)
    sides = ("--challenger", address(scripted), "--incumbent", address(first))
    with pytest.raises(CommandError, match=r"^--judge: .* is a model, and ANTHROPIC_API_KEY"):
        printed("grade", *sides, "--judge", "claude")
    with pytest.raises(CommandError, match="is played by a model"):
        printed("grade", *sides, "--opponents", ",".join([address(prompt)] * 3))
    assert not Trial.objects.exists()


def test_a_version_that_does_not_exist_names_those_that_do() -> None:
    challenger, incumbent = two_versions()
    with pytest.raises(CommandError, match=r"expected a version of .*: 1, 2; got '9'"):
        printed(
            "grade",
            *("--challenger", f"{challenger.policy.slug}@9", "--incumbent", address(incumbent)),
        )


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("--judge", "claude", "expected one of always-a"),
        ("--comparisons", "0", "expected 1 to 1000, got 0"),
        ("--comparisons", "1001", "expected 1 to 1000, got 1001"),
        ("--fraction", "nan", "expected 0 to 0.2, got nan"),
    ],
)
def test_a_check_names_the_option_that_it_cannot_use(option: str, value: str, says: str) -> None:
    options = {"--judge": "coin", "--comparisons": "2"} | {option: value}
    with pytest.raises(CommandError, match=f"^{option}: {says}"):
        printed("judge-check", *(part for pair in options.items() for part in pair))
