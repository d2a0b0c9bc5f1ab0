"""``import-policies``: every problem with its place, and nothing half imported."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.registry import get_game
from league.models import AuditEntry, Policy, Version
from league.policy_file import BadFile, parse_policy_file
from tests.support.policies import make_policy, make_user

GOOD: list[Any] = [
    {"name": "The Magpie", "env": {"PLAYER_PROMPT": "Count first."}},
    {"name": "Steady", "env": {"PLAYER_SCRIPTED": "bayes"}},
    {"name": "Pushy", "env": {"PLAYER_SCRIPTED": "pressure", "PAD": "2", "safe": 0.4}},
]


def problems(data: Any) -> tuple[str, ...]:
    text = data if isinstance(data, str) else json.dumps(data)
    try:
        return parse_policy_file(text, get_game("liars-dice")).problems
    except BadFile as error:
        return error.problems


@pytest.mark.parametrize(
    ("env", "message"),
    [
        ({"PLAYER_PROMPT": ""}, "[0].env.PLAYER_PROMPT: expected 1 to 4,000 characters, got none"),
        ({"PLAYER_PROMPT": " \n"}, "[0].env.PLAYER_PROMPT: expected 1 to 4,000"),
        ({"PLAYER_PROMPT": "x" * 4_001}, "[0].env.PLAYER_PROMPT: expected at most 4,000"),
        ({"PLAYER_PROMPT": 5}, "[0].env.PLAYER_PROMPT: expected a text, got a number"),
        ({"PLAYER_PROMPT": None}, "[0].env.PLAYER_PROMPT: expected a text, got nothing"),
        ({"PLAYER_SCRIPTED": "oracle"}, "[0].env.PLAYER_SCRIPTED: expected one of bayes, pressure"),
        ({"PLAYER_SCRIPTED": ["bayes"]}, "[0].env.PLAYER_SCRIPTED: expected one of bayes"),
        ({"PLAYER_SCRIPTED": "bayes", "SAFE": 7}, "[0].env.SAFE: expected a number from 0 to 1"),
        ({"PLAYER_SCRIPTED": "bayes", "SAFE": "nan"}, "[0].env.SAFE: expected a number"),
        ({"PLAYER_SCRIPTED": "bayes", "SAFE": True}, "[0].env.SAFE: expected a number"),
        ({"PLAYER_SCRIPTED": "pressure", "PAD": 0.5}, "[0].env.PAD: expected a whole number"),
        ({}, "[0].env: expected either PLAYER_PROMPT or PLAYER_SCRIPTED, got neither"),
        (
            {"PLAYER_PROMPT": "x", "PLAYER_SCRIPTED": "bayes"},
            "[0].env: expected either PLAYER_PROMPT or PLAYER_SCRIPTED, got both",
        ),
        ([], "[0].env: expected an object with PLAYER_PROMPT or PLAYER_SCRIPTED, got a list"),
    ],
)
def test_an_environment_is_refused_with_its_place(env: Any, message: str) -> None:
    (problem,) = problems([{"name": "One", "env": env}])
    assert problem.startswith(message)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("", "line 1, column 1: expected JSON"),
        ("[1 2]", "line 1, column 4: expected JSON"),
        ("[NaN]", "expected JSON, got NaN"),
        ("[" * 100_000, "expected JSON"),
        ({}, "expected a list of policies, got an object"),
        ([], "expected at least one policy"),
        ([7], "[0]: expected an object with name and env, got a number"),
        ([{"env": {"PLAYER_PROMPT": "x"}}], "[0].name: expected a text, got nothing"),
        ([{"name": "A"}], "[0].env: expected an object"),
        ('[{"name": "A", "name": "B"}]', "expected JSON, got the key 'name' twice in one object"),
        ([7] * 1_001, "expected at most 1,000 policies in a file, got 1,001"),
        ([{"name": " ", "env": {"PLAYER_PROMPT": "x"}}], "[0].name: expected 1 to 60"),
    ],
)
def test_a_file_of_another_shape_is_refused(data: Any, message: str) -> None:
    (problem,) = problems(data)
    assert problem.startswith(message)


def test_all_problems_are_listed_at_once() -> None:
    twice = {"name": "the  MAGPIE", "env": {"PLAYER_SCRIPTED": "oracle"}}
    assert [one.partition(":")[0] for one in problems([*GOOD, twice, 7])] == [
        "[3].name",
        "[3].env.PLAYER_SCRIPTED",
        "[4]",
    ]


def test_a_name_that_reads_like_another_comes_twice() -> None:
    steady = {"name": "\uff33\uff34\uff25\uff21\uff24\uff39", "env": GOOD[1]["env"]}
    (problem,) = problems([*GOOD, steady])
    assert problem.startswith("[3].name: expected a name that comes once")


def test_keys_that_mean_nothing_are_named() -> None:
    file = parse_policy_file(
        json.dumps(
            [
                {"name": "A", "tags": [], "env": {"PLAYER_PROMPT": "x", "PORT": "80"}},
                {"name": "B", "env": {"PLAYER_SCRIPTED": "bayes", "PAD": 1}},
            ]
        ),
        get_game("liars-dice"),
    )
    assert file.ignored == ("[0].tags", "[0].env.PORT", "[1].env.PAD")


@pytest.mark.parametrize(
    ("env", "message"),
    [
        ({"PLAYER_SCRIPTED": "y" * 100_000}, f"got '{'y' * 60}'… (100,000 characters)"),
        ({"PLAYER_SCRIPTED": "\x1b[2J\u202e"}, r"got '\x1b[2J\u202e'"),
        ({"PLAYER_SCRIPTED": [[[]]]}, "got a list"),
        ({"PLAYER_SCRIPTED": "bayes", "SAFE": 10**4_000}, "got a very large number"),
    ],
)
def test_a_problem_quotes_little_and_nothing_that_a_terminal_obeys(env: Any, message: str) -> None:
    (problem,) = problems([{"name": "A", "env": env}])
    assert problem.endswith(message)


def test_an_ignored_key_speaks_for_nobody() -> None:
    env = {"PLAYER_PROMPT": "x", "\x1b[2J\n[0].name: fine": 1, "k" * 9_000: 1, "é": 1, "": 1}
    file = parse_policy_file(json.dumps([{"name": "A", "env": env}]), get_game("liars-dice"))
    assert file.ignored == (
        r"[0].env.'\x1b[2J\n[0].name: fine'",
        f"[0].env.'{'k' * 60}'… (9,000 characters)",
        r"[0].env.'\xe9'",
        "[0].env.''",
    )


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / "policies.json"
    path.write_text("\ufeff" + json.dumps(GOOD), encoding="utf-8")
    return path


@pytest.mark.django_db
class TestCommand:
    def test_a_file_is_entered_for_the_house(
        self, written: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        call_command("import-policies", str(written))
        assert "entered: The Magpie v1" in capsys.readouterr().out
        assert Policy.objects.filter(owner__isnull=True).count() == Policy.objects.count() == 3
        pushy = Version.objects.get(policy__name="Pushy")
        assert pushy.parameters == {"challenge_below": 0.25, "safe": 0.4, "pad": 2}
        assert pushy.policy.champion == pushy
        assert AuditEntry.objects.get(verb="import policies").detail == {"count": 3}

    def test_an_owner_may_be_named(self, written: Path) -> None:
        owner = make_user("corvid")
        call_command("import-policies", str(written), owner="corvid")
        assert owner.policies.count() == 3
        with pytest.raises(CommandError, match="--owner: expected the name of a user, got 'tern'"):
            call_command("import-policies", str(written), owner="tern")

    @pytest.mark.parametrize("name", ["The Magpie", "sTEADY"])
    def test_a_name_the_league_has_is_refused_and_nothing_is_half_imported(
        self, written: Path, name: str
    ) -> None:
        make_policy(name)
        with pytest.raises(CommandError, match=r"\]\.name: .* is taken") as caught:
            call_command("import-policies", str(written))
        assert caught.value.returncode == 2
        assert Policy.objects.count() == 1
        assert not AuditEntry.objects.filter(verb="import policies").exists()

    def test_names_that_are_taken_stand_among_the_other_faults_in_the_order_of_the_file(
        self, written: Path
    ) -> None:
        """Who mends all that is named once need not come back."""
        make_policy("Steady")
        make_policy("Halved")
        bad = [{"name": "Halved", "env": {}}, {"name": "", "env": GOOD[0]["env"]}, 7]
        written.write_text(json.dumps([*GOOD, *bad]))
        with pytest.raises(CommandError) as caught:
            call_command("import-policies", str(written))
        assert [line.partition(":")[0] for line in str(caught.value).splitlines()[:-1]] == [
            "[1].name",
            "[3].env",
            "[3].name",
            "[4].name",
            "[5]",
        ]
        assert Policy.objects.count() == 2

    def test_what_hinders_a_revision_stands_among_them_too(self, written: Path) -> None:
        make_policy("Steady", owner=make_user("tern"))
        make_policy("Pushy")
        written.write_text(json.dumps([{"name": "", "env": {}}, *GOOD[1:]]))
        with pytest.raises(CommandError) as caught:
            call_command("import-policies", str(written), revise=True)
        places = [line.partition(":")[0] for line in str(caught.value).splitlines()[:-1]]
        assert places == ["[0].name", "[0].env", "[1].name", "[2].env.PLAYER_SCRIPTED"]

    def test_revise_saves_what_changed_and_leaves_the_rest(self, written: Path) -> None:
        call_command("import-policies", str(written))
        changed = [{"name": "the magpie", "env": {"PLAYER_PROMPT": "Count twice."}}, *GOOD[1:]]
        written.write_text(json.dumps(changed))
        call_command("import-policies", str(written), revise=True)
        magpie = Policy.objects.get(name="The Magpie")
        assert magpie.champion is not None
        assert (magpie.champion.number, magpie.champion.prompt) == (2, "Count twice.")
        assert Version.objects.count() == 4
        call_command("import-policies", str(written), revise=True)
        assert Version.objects.count() == 4

    def test_revise_does_not_touch_what_somebody_else_owns(self, written: Path) -> None:
        make_policy("Steady", owner=make_user("tern"))
        with pytest.raises(CommandError, match=r"\[1\]\.name: .* tern owns this one"):
            call_command("import-policies", str(written), revise=True)
        assert Policy.objects.count() == 1

    def test_a_missing_file_and_one_in_another_encoding(self, tmp_path: Path) -> None:
        with pytest.raises(CommandError, match="expected a file to read"):
            call_command("import-policies", str(tmp_path / "none.json"))
        (tmp_path / "old.json").write_bytes(b'[{"name": "caf\xe9"}]')
        with pytest.raises(CommandError, match="expected UTF-8 text"):
            call_command("import-policies", str(tmp_path / "old.json"))

    def test_of_many_problems_the_first_are_printed(self, tmp_path: Path) -> None:
        path = tmp_path / "many.json"
        path.write_text(json.dumps([7] * 900))
        with pytest.raises(CommandError, match="and 850 more\nNothing was imported") as caught:
            call_command("import-policies", str(path))
        assert len(str(caught.value).splitlines()) == 52

    def test_an_unknown_game_is_named(self, written: Path) -> None:
        with pytest.raises(CommandError, match="--game: expected one of liars-dice"):
            call_command("import-policies", str(written), game="whist")
