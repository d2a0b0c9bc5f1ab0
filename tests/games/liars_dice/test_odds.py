"""The chance of a bid: the specification's numbers, SciPy's, and the ends."""

from __future__ import annotations

import pytest
from scipy.stats import binom

from games.liars_dice.config import FACES, configure
from games.liars_dice.odds import p_true, tail


def test_the_published_numbers() -> None:
    assert tail(15, 6)[3] == pytest.approx(0.4677751335452294, abs=1e-15)
    assert tail(24, 10)[4] == pytest.approx(0.2142622390466099, abs=1e-15)


def test_agrees_with_scipy_for_every_table_size() -> None:
    for faces in (6, 10):
        for unseen in range(2, 51):
            expected = binom.sf([k - 1 for k in range(unseen + 1)], unseen, 1 / faces)
            assert tail(unseen, faces) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("mode", ["dice", "poker"])
def test_counts_the_own_hand_first(mode: str) -> None:
    config = configure({"mode": mode})
    faces = FACES[config.mode]
    hand = [faces[-1]] * 3 + [faces[0]] * (config.hand_size - 3)
    assert p_true(config, hand, 3, faces[-1]) == 1.0
    assert p_true(config, hand, 4, faces[-1]) == tail(config.unseen, len(faces))[1]
    assert p_true(config, hand, config.unseen + 3, faces[-1]) == tail(config.unseen, len(faces))[-1]
    assert p_true(config, hand, config.unseen + 4, faces[-1]) == 0.0
    assert p_true(config, hand, 1, faces[1]) == pytest.approx(
        1 - (1 - 1 / len(faces)) ** config.unseen
    )
