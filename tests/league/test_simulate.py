"""``manage.py simulate`` from the outside: arguments in, one JSON object out, no database."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command


def simulated(*options: str) -> dict[str, Any]:
    """Run the command with ``--json``; pytest-django refuses any database access here."""
    out = StringIO()
    call_command("simulate", "liars-dice", *options, "--json", stdout=out)
    report: dict[str, Any] = json.loads(out.getvalue())
    return report


def test_prints_one_object_with_every_promised_figure() -> None:
    report = simulated(
        *("--seats", "bayes,bayes,pressure,pressure", "--episodes", "4"),
        *("--deals", "5", "--mode", "dice", "--seed", "1"),
    )
    assert report["deals"] == 20
    assert report["decisions"] == pytest.approx(20 * (report["bids_per_deal"] + 1))
    assert report["deals_per_second"] == pytest.approx(20 / report["seconds"])
    assert report["forced_share"] == 0
    for label in ("bayes", "pressure"):
        summary = report["baselines"][label]
        assert summary["mean_score_n"] == 4
        for name in ("mean_score", "bluff_rate", "challenge_success"):
            low, high = summary[f"{name}_95"]
            assert low <= summary[name] <= high
    means = [report["baselines"][label]["mean_score"] for label in ("bayes", "pressure")]
    assert sum(means) / 2 == pytest.approx(0.5)


def test_the_same_seed_plays_the_same() -> None:
    options = ("--seats", "bayes,pressure,bayes(0.10,0.30)", "--episodes", "3", "--mode", "poker")
    first, again = (simulated(*options, "--seed", "7") for _ in range(2))
    other = simulated(*options, "--seed", "8")
    assert first["baselines"] == again["baselines"]
    assert first["baselines"] != other["baselines"]
    assert set(first["baselines"]) == {"bayes", "pressure", "bayes(0.10,0.30)"}
    assert first["settings"]["hand_size"] == 8


def test_a_person_gets_lines_with_intervals() -> None:
    out = StringIO()
    call_command(
        "simulate", "liars-dice", "--seats=bayes,bayes,pressure", "--episodes=3", stdout=out
    )
    assert "mean_score" in out.getvalue()
    assert "n = 3" in out.getvalue()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--seats", "bayes,bayes"], "seats: expected an integer in 3..6, got 2"),
        (["--seats", "bayes,bayes,clever"], "seats: expected one of bayes, pressure"),
        (["--seats", "bayes,bayes,bayes(2)"], "challenge_below: expected a number in 0..1"),
        (["--seats", "bayes,bayes,bayes(x)"], "challenge_below: expected a number, got 'x'"),
        (["--seats", "bayes,bayes,bayes(0.1,0.2,0.3)"], "at most 2 parameters"),
        (["--seats", "bayes,bayes,bayes(safe=0.3,safe=0.4)"], "safe once"),
        (["--seats", "bayes,bayes,bayes(luck=1)"], "luck: expected a parameter of bayes"),
        (["--seats", "bayes,bayes,bayes", "--mode", "cards"], "mode: expected dice or poker"),
        (["--seats", "bayes,bayes,bayes", "--deals", "31"], "deals: expected an integer in 2..30"),
        (["--seats", "bayes,bayes,bayes", "--episodes", "0"], "episodes: expected an integer"),
        (["--seats", "bayes,bayes,bayes", "--variant", "loud"], "variant: expected one of"),
        (
            ["--seats", "bayes,bayes,bayes", "--rounds", "5"],
            "rounds: expected a setting of the game",
        ),
    ],
)
def test_a_bad_argument_is_named(options: list[str], said: str) -> None:
    with pytest.raises(CommandError, match=said.split("(")[0]):
        simulated(*options)


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(CommandError, match="game: expected one of"):
        call_command("simulate", "chess", "--seats", "bayes")


def test_a_table_of_ten_is_written_shortly() -> None:
    out = StringIO()
    seats = "gossip*8, herd * 2"
    call_command("simulate", "rumor", "--seats", seats, "--episodes=2", "--json", stdout=out)
    report = json.loads(out.getvalue())
    assert report["decisions"] == 2 * 10 * 6
    assert set(report["baselines"]) == {"gossip", "herd"}
    assert 0 <= report["honest_accuracy"] <= 1


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        ("gossip*9", "seats: expected 10 baselines, got 9"),
        ("gossip*x", "as in gossip"),
        ("gossip*0", "as in gossip"),
        ("gossip*100", "as in gossip"),
        ("*10", "one of gossip, herd"),
    ],
)
def test_a_table_that_is_not_of_ten_is_refused(seats: str, said: str) -> None:
    with pytest.raises(CommandError, match=said):
        call_command("simulate", "rumor", "--seats", seats)
