"""The sentence on a finished episode is true and tells the most that is known."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from games.base import Game, Results
from games.liars_dice.game import LiarsDice

NAMES = ("Magpie", "Otter", "Heron", "Wren")
PLAIN: dict[str, float] = {
    "wins": 2,
    "losses": 2,
    "bids": 4,
    "false_bids": 1,
    "challenges": 2,
    "challenges_won": 1,
}


def sentence(
    scores: tuple[float, ...], *stats: Mapping[str, float], reason: str = "complete", deals: int = 8
) -> str:
    seats = tuple({**PLAIN, **given} for given in (*stats, *({},) * (4 - len(stats))))
    results = Results(
        reason=reason, scores=scores, stats=seats, details={"deals_played": deals, "points": []}
    )
    return LiarsDice().headline(results, NAMES)


ONE = (0.75, 0.5, 0.5, 0.25)


@pytest.mark.parametrize(
    ("stats", "expected"),
    [
        ({}, "Magpie wins with 0.750, winning 2 of 8 deals."),
        (
            {"challenges": 3, "challenges_won": 3},
            "Magpie wins with 0.750, right in all 3 challenges.",
        ),
        ({"challenges": 2, "challenges_won": 2}, "Magpie wins with 0.750, winning 2 of 8 deals."),
        (
            {"bids": 5, "false_bids": 0},
            "Magpie wins with 0.750, without one false bid in 5.",
        ),
        ({"bids": 4, "false_bids": 0}, "Magpie wins with 0.750, winning 2 of 8 deals."),
    ],
)
def test_the_winner_comes_with_the_most_telling_fact(
    stats: dict[str, float], expected: str
) -> None:
    assert sentence(ONE, stats) == expected


def test_somebody_whose_bids_were_mostly_false_is_named() -> None:
    false = {"bids": 7, "false_bids": 4}
    expected = "Magpie wins with 0.750, while 4 of the 7 bids by Heron were false."
    assert sentence(ONE, {}, {}, false) == expected
    half = {"bids": 8, "false_bids": 4}
    assert sentence(ONE, {}, {}, half) == "Magpie wins with 0.750, winning 2 of 8 deals."


def test_a_shared_first_place_names_everyone_who_shares_it() -> None:
    assert sentence((0.6, 0.6, 0.5, 0.3)) == "Magpie and Otter share first place with 0.600."
    expected = "Magpie, Otter and Wren share first place with 0.600."
    assert sentence((0.6, 0.6, 0.2, 0.6)) == expected
    assert sentence((0.5,) * 4) == "Nobody gained on anybody over 8 deals."


def test_a_deadline_is_told() -> None:
    text = sentence(ONE, reason="deadline", deals=5)
    assert text == "Magpie wins with 0.750, winning 2 of 5 deals. Time ran out after 5 deals."
    none = sentence((0.5,) * 4, reason="deadline", deals=0)
    assert none == "Time ran out before the first deal was played."


def test_a_game_without_a_sentence_of_its_own_names_the_winner() -> None:
    def plain(*scores: float) -> str:
        results = Results(reason="complete", scores=scores, stats=({},) * len(scores))
        return Game.headline(LiarsDice(), results, NAMES)

    assert plain(0.7, 0.5, 0.5, 0.3) == "Magpie wins with 0.70."
    assert plain(0.7, 0.3, 0.3, 0.7) == "Magpie and Wren share first place with 0.70."
    assert plain(0.5, 0.5, 0.5, 0.5) == "All 4 seats finish level at 0.50."


def test_a_half_of_the_last_digit_goes_up_as_on_every_page() -> None:
    assert "0.563" in sentence((0.5625, 0.5, 0.5, 0.4375))
