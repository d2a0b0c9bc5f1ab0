"""What the contract gives to a game that does not say otherwise."""

from __future__ import annotations

import pytest

from games.base import Game, Results, Seat
from games.liars_dice.game import LiarsDice


@pytest.mark.parametrize(
    ("scores", "headline"),
    [
        ((0.5, 0.75, 0.25), "B wins with 0.75."),
        ((0.75, 0.75, 0.0), "A and B share first place with 0.75."),
        ((0.5, 0.5, 0.5), "All 3 seats finish level at 0.50."),
    ],
)
def test_the_headline_names_who_won(scores: tuple[float, ...], headline: str) -> None:
    results = Results(reason="complete", scores=scores, stats=({}, {}, {}))
    assert Game.headline(LiarsDice(), results, ["A", "B", "C"]) == headline


def test_a_game_without_more_figures_or_facings_has_none() -> None:
    assert Game.figures(LiarsDice(), []) == {}
    game = LiarsDice()
    assert super(LiarsDice, game).facings(game.configure({}), [], Seat(0), Seat(1)) == ()
