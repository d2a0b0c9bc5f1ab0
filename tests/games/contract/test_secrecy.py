"""Hidden information fails closed, for every registered game.

Two worlds that are equal in what a seat may know must give it byte-identical views, prompts,
errors and transcripts (field case 26).
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.base import FIRST_REPLY, SPECTATOR, AnyGame, Seat
from games.chance import stream
from games.errors import GameError
from games.registry import GAMES
from games.replay import states
from games.transcript import transcript
from tests.games.contract.samples import SAMPLES, matches

every_game = pytest.mark.parametrize("key", sorted(GAMES))
POLICY = "Bid what you hold."


def told(game: AnyGame, reached: list[Any], log: list[Any], seat: Seat) -> list[str]:
    """Return, as text, all that one seat can come to see after a log with its states."""
    state, sample = reached[-1], SAMPLES[game.key]
    view = game.view(state, seat)
    seen = [repr(view)]
    seen += [game.line(after, event, seat) for after, event in zip(reached[1:], log, strict=True)]
    if seat in game.pending(state):
        prompt = game.prompt(view, POLICY)
        seen += [prompt.system, prompt.user, json.dumps(prompt.schema)]
    for action in sample.nonsense:
        try:
            seen.append(type(game.act(state, seat, action, FIRST_REPLY)).__name__)
        except GameError as error:
            seen.append(f"{error.code} {error}")
    for reply in sample.replies:
        try:
            seen.append(repr(game.parse(view, reply)))
        except GameError as error:
            seen.append(f"{error.code} {error}")
    return seen


@every_game
def test_worlds_equal_in_what_a_seat_may_know_look_the_same_to_it(key: str) -> None:
    pairs = differing = 0
    for match in matches(key, SAMPLES[key].twins):
        game, config, chance = match.game, match.config, stream(match.seed, "twins")
        seats = [Seat(seat) for seat in range(game.seats(config))]
        whole = list(states(game, config, match.log))
        for length in range(1, len(match.log)):
            log, reached = match.log[:length], whole[: length + 1]
            asked = chance.shuffled(game.pending(reached[-1]))[:2]
            for seat in {chance.choice(seats), *asked}:
                twin = SAMPLES[key].twin(config, log, seat, chance)
                other = list(states(game, config, twin))
                assert told(game, reached, log, seat) == told(game, other, twin, seat)
                pairs += 1
                differing += other != reached
    assert pairs > 1_000
    assert differing > 0.5 * pairs


@every_game
def test_the_comparison_of_worlds_can_see_a_difference(key: str) -> None:
    """Given to another seat than the one that it was made for, a twin shows."""
    seen = 0
    for match in matches(key):
        game, config, chance = match.game, match.config, stream(match.seed, "twins")
        log = match.log[: len(match.log) // 2]
        twin = SAMPLES[key].twin(config, log, Seat(0), chance)
        worlds = [told(game, list(states(game, config, one)), one, Seat(1)) for one in (log, twin)]
        seen += worlds[0] != worlds[1]
    assert seen


@every_game
def test_no_frame_nor_public_export_holds_notes_or_the_seed(key: str) -> None:
    noted = 0
    for match in matches(key, 2):
        rows = [match.game.encode(event) for event in match.log]
        notes = set(SAMPLES[key].secrets(rows))
        noted += len(notes)
        shown = []
        for state, event in zip(
            list(states(match.game, match.config, match.log))[1:], match.log, strict=True
        ):
            shown.append(match.game.frame(state, event, SPECTATOR))
            shown.append(match.game.export(state, event, SPECTATOR))
        text = json.dumps(shown, ensure_ascii=False) + transcript(
            match.game, match.config, match.log
        )
        assert match.seed not in text
        assert '"notes"' not in text
        assert not any(json.dumps(note, ensure_ascii=False)[1:-1] in text for note in notes)
    assert noted


@every_game
def test_a_prompt_holds_the_policy_and_its_schema_is_closed(key: str) -> None:
    allowed = {"type", "enum", "anyOf", "properties", "required", "additionalProperties", "items"}

    def check(schema: Any) -> None:
        if isinstance(schema, dict):
            assert set(schema) <= allowed
            if schema.get("type") == "object":
                assert schema["additionalProperties"] is False
                assert schema["required"] == list(schema["properties"])
            for one in schema.get("properties", {}).values():
                check(one)
            for one in schema.get("anyOf", []):
                check(one)

    for match in matches(key):
        for state in states(match.game, match.config, match.log):
            for seat in match.game.pending(state):
                prompt = match.game.prompt(match.game.view(state, seat), POLICY)
                assert prompt.system.count(POLICY) == 1
                assert POLICY not in prompt.user
                check(prompt.schema)
