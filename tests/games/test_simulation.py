"""What many episodes come to: ratios of sums, with the interval of independent episodes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.base import Results
from games.chance import stream
from games.errors import BadSetting
from games.liars_dice.game import LiarsDice
from games.simulation import parse_seats, simulate, summarise

GAME = LiarsDice()
SEATS = parse_seats(GAME, "bayes,bayes,pressure")


def result(scores: Sequence[float], bids: int, false: int) -> Results:
    stats = {"bids": bids, "false_bids": false, "challenges": 0, "challenges_won": 0}
    return Results(
        reason="complete",
        scores=tuple(scores),
        stats=tuple(stats for _ in scores),
        details={"deals_played": 2, "forced": 1},
    )


def test_sums_are_divided_and_not_means() -> None:
    summary = summarise(GAME, SEATS, [result([0.5, 1.0, 0.0], 1, 1), result([0.5, 0.5, 0.5], 3, 0)])
    bayes = summary["baselines"]["bayes"]
    assert bayes["mean_score"] == pytest.approx((0.75 + 0.5) / 2)
    assert bayes["bluff_rate"] == pytest.approx(2 / 8)
    assert bayes["bluff_rate_n"] == 8
    assert bayes["challenge_success"] is None
    assert bayes["challenge_success_95"] is None
    assert (summary["deals"], summary["forced_share"]) == (4, 0.5)
    assert summary["bids_per_deal"] == 12 / 4


def test_one_episode_has_no_interval_and_none_has_no_figures() -> None:
    one = summarise(GAME, SEATS, [result([0.5, 1.0, 0.0], 1, 1)])
    assert one["baselines"]["bayes"]["mean_score_95"] is None
    none = summarise(GAME, SEATS, [])
    assert none["baselines"]["bayes"]["mean_score"] is None
    assert (none["deals"], none["bids_per_deal"], none["forced_share"]) == (0, 0.0, 0.0)


def test_the_interval_covers_the_truth_nineteen_times_in_twenty() -> None:
    """Scores of a known mean, 400 experiments of 40 episodes each."""
    covered = 0
    for number in range(400):
        draw = stream(str(number)).uniform
        results = [result([draw(), draw(), 0.0], 1, int(draw() < 0.3)) for _ in range(40)]
        bayes = summarise(GAME, SEATS, results)["baselines"]["bayes"]
        low, high = bayes["mean_score_95"]
        covered += low <= 0.5 <= high
    assert 0.92 < covered / 400 < 0.98


def test_seats_are_read_with_parameters_in_order_or_by_name() -> None:
    fielded = parse_seats(GAME, "bayes(0.10, 0.30), bayes(safe=0.3),pressure(pad=2),bayes()")
    assert [seat.label for seat in fielded] == [
        "bayes(0.10, 0.30)",
        "bayes(safe=0.3)",
        "pressure(pad=2)",
        "bayes()",
    ]
    assert fielded[0].baseline == GAME.baseline("bayes", {"challenge_below": 0.1, "safe": 0.3})
    assert fielded[1].baseline == GAME.baseline("bayes", {"safe": 0.3})
    assert fielded[2].baseline == GAME.baseline("pressure", {"pad": 2})
    assert fielded[3].baseline == GAME.baseline("bayes", {})


@pytest.mark.parametrize("text", ["", "bayes(", "bayes,,bayes", "pressure(0.1,0.2,1,1)", "b(1)"])
def test_seats_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(BadSetting, match="seats"):
        parse_seats(GAME, text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bayes(0.1,0.2,0.3)", "at most 2 parameters: challenge_below, safe"),
        ("bayes(safe=0.3,safe=0.4)", "safe once"),
        ("bayes(0.1,challenge_below=0.2)", "challenge_below once"),
        ("bayes(x)", "challenge_below: expected a number, got 'x'"),
        ("bayes(luck=1)", "luck: expected a parameter of bayes"),
    ],
)
def test_parameters_that_are_none_are_named(text: str, said: str) -> None:
    with pytest.raises(BadSetting, match=said):
        parse_seats(GAME, text)


def test_a_pad_is_whole() -> None:
    with pytest.raises(BadSetting, match=r"pad: expected an integer in 0\.\.10"):
        parse_seats(GAME, "pressure(pad=1.5)")


def test_the_same_seed_plays_the_same_episodes() -> None:
    config = GAME.configure({"seats": 3, "deals": 4})
    first, again, other = (
        [one.results for one in simulate(GAME, config, seed, SEATS, 3)] for seed in ("a", "a", "b")
    )
    assert first == again != other
