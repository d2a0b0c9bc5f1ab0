"""Every registered game brings what the league and this suite need."""

from __future__ import annotations

import re

import pytest

from games.errors import BadSetting
from games.registry import GAMES, get_game
from tests.games.contract.samples import SAMPLES
from tests.games.contract.test_transcripts import fixture_of

every_game = pytest.mark.parametrize("key", sorted(GAMES))


@every_game
def test_has_a_sample_and_a_readable_transcript_of_each_variant(key: str) -> None:
    assert key in SAMPLES
    missing = [name for name in GAMES[key].variants if not fixture_of(key, name).exists()]
    assert missing == []


@every_game
def test_names_and_keys_are_in_order(key: str) -> None:
    game = GAMES[key]
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", game.key)
    assert game.key == key
    assert game.fallback in game.baselines
    assert all(name == one.key for name, one in game.variants.items())
    assert all(name == one.key for name, one in game.baselines.items())
    assert game.score_range[0] <= game.break_even <= game.score_range[1]
    counts = {column.key for column in game.columns if column.kind == "count"}
    ratios = [column for column in game.columns if column.kind == "ratio"]
    assert all(column.over in counts and column.rate for column in ratios)


@every_game
def test_settings_come_back_as_they_went(key: str) -> None:
    game = GAMES[key]
    for settings in [one.settings for one in game.variants.values()] + [*SAMPLES[key].settings]:
        config = game.configure(settings)
        assert game.configure(game.settings(config)) == config
        assert {**game.settings(config), **settings} == game.settings(config)
    with pytest.raises(BadSetting, match="luck"):
        game.configure({"luck": 1})


@every_game
def test_baselines_check_their_parameters(key: str) -> None:
    game = GAMES[key]
    with pytest.raises(BadSetting, match="baseline: expected one of"):
        game.baseline("clever", {})
    for kind in game.baselines.values():
        with pytest.raises(BadSetting, match="luck"):
            game.baseline(kind.key, {"luck": 1})
        for parameter in kind.parameters:
            game.baseline(kind.key, {parameter.key: parameter.default})
            for wrong in (parameter.low - 1, parameter.high + 1, "1", True, float("nan")):
                with pytest.raises(BadSetting, match=parameter.key):
                    game.baseline(kind.key, {parameter.key: wrong})


def test_an_unknown_game_is_refused_with_those_that_exist() -> None:
    with pytest.raises(BadSetting, match="liars-dice"):
        get_game("chess")
