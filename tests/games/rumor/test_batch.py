"""The arrays agree with the rules engine, table by table."""

from __future__ import annotations

import numpy as np
import pytest

from games.batch import rumor
from games.rumor.game import Rumor
from games.rumor.scenario import Role
from games.simulation import play_scripted
from tests.games.rumor.tables import A, B, scenario

SEED = "batch"
COUNT = 60


@pytest.mark.parametrize("key", ["gossip", "herd"])
def test_the_batch_agrees_with_the_rules_engine_seed_by_seed(key: str) -> None:
    game = Rumor()
    config = game.configure({"rounds": rumor.ROUNDS})
    drawn = list(rumor.scenarios(SEED, COUNT))
    columns = rumor.headroom(drawn, rumor.draws_of(SEED, drawn))
    players = [game.baseline(key, {})] * 10
    for number in range(COUNT):
        results = play_scripted(game, config, rumor.seed_of(SEED, number), players).results
        assert getattr(columns, key)[number] == pytest.approx(results.details["accuracy"])


def test_majorities_are_counted_as_by_hand() -> None:
    drawn = list(rumor.scenarios(SEED, COUNT))
    columns = rumor.headroom(drawn, rumor.draws_of(SEED, drawn))
    for number, one in enumerate(drawn):
        honest = one.seats(Role.HONEST)
        right = [one.clues[seat] is one.truth for seat in range(10)]
        told = [right[seat] == (seat in honest) for seat in range(10)]
        assert columns.own_clue[number] == pytest.approx(
            sum(right[seat] for seat in honest) / len(honest)
        )
        assert columns.all_claims[number] == by_hand(sum(told), 10)
        assert columns.honest_clues[number] == by_hand(
            sum(right[seat] for seat in honest), len(honest)
        )


def by_hand(right: int, of: int) -> float:
    return 0.5 if 2 * right == of else float(2 * right > of)


def test_columns_of_a_table_that_is_known() -> None:
    """Eight honest on a ring, five of them with a true clue; both saboteurs hold a false one."""
    one = scenario(clues=(A, A, A, B, B, A, A, A, B, B))
    columns = rumor.headroom([one], np.array([1.0]))
    assert columns.own_clue.tolist() == [6 / 8]
    assert columns.all_claims.tolist() == [1.0]
    assert columns.honest_clues.tolist() == [1.0]


def test_an_estimate_of_nothing_and_of_one() -> None:
    assert rumor.estimate(np.array([])) == {"mean": None, "se": None, "n": 0}
    assert rumor.estimate(np.array([0.5])) == {"mean": 0.5, "se": None, "n": 1}
    assert rumor.estimate(np.array([0.0, 1.0])) == {"mean": 0.5, "se": 0.5, "n": 2}
