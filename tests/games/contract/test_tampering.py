"""A tampered log is refused at the number of the event that was tampered with."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest

from games.base import AnyGame, Json
from games.errors import ReplayMismatch
from games.registry import GAMES
from games.replay import check_log, decode_log, states
from tests.games.contract.samples import Match, matches

every_game = pytest.mark.parametrize("key", sorted(GAMES))
type Rows = list[Json]


def check(match: Match, rows: Rows, seed: str | None = None) -> None:
    """Check a stored log as ``verify`` does."""
    game = match.game
    log = decode_log(game, rows)
    check_log(game, match.config, match.seed if seed is None else seed, log, is_finished=True)


def assert_refused_at(match: Match, rows: Rows, seq: int) -> None:
    """What comes after the refused event cannot matter, so it is left out."""
    with pytest.raises(ReplayMismatch) as caught:
        check(match, rows[:seq])
    assert caught.value.seq == seq, caught.value


def stored(match: Match) -> Rows:
    rows: Rows = json.loads(json.dumps([match.game.encode(event) for event in match.log]))
    return rows


def copy(value: Any) -> Any:
    return json.loads(json.dumps(value))


def other_values(value: Any) -> Iterator[Any]:
    """Yield values near a value: of another type, or of the same with another content."""
    yield {"what": "an object"}
    match value:
        case bool():
            yield not value
            yield int(value)
        case int():
            yield from (value + 1, value - 1, str(value), float(value), True)
        case str():
            yield from (value + "x", 7)
        case None:
            yield 7
        case list():
            yield value[:-1]
            yield [*value, *value[:1]] if value else [0]
            if value[::-1] != value:
                yield value[::-1]
            for place, item in enumerate(value):
                for other in other_values(item):
                    yield [*value[:place], other, *value[place + 1 :]]
        case dict():
            for key in value:
                yield {name: item for name, item in value.items() if name != key}
                for other in other_values(value[key]):
                    yield {**value, key: other}
            yield {**value, "more": 1}


@every_game
def test_whatever_changes_in_an_event_of_chance_is_seen_at_its_number(key: str) -> None:
    for match in matches(key):
        rows = stored(match)
        for seq, (row, event) in enumerate(zip(rows, match.log, strict=True), start=1):
            if not match.game.is_chance(event):
                continue
            for other in other_values(row):
                if row["kind"] == "end" and other in settled(match, seq):
                    continue
                assert_refused_at(match, [*rows[: seq - 1], other, *rows[seq:]], seq)


def settled(match: Match, seq: int) -> list[Json]:
    """Return the ends that the rules allow in this place."""
    *_, state = states(match.game, match.config, match.log[: seq - 1])
    due = [match.game.next_event(state, match.seed, deadline=late) for late in (False, True)]
    return [match.game.encode(event) for event in due if event is not None]


@every_game
def test_a_decision_that_is_not_one_is_seen_at_its_number(key: str) -> None:
    """Fields missing, added or of a wrong type; what a seat freely chose has no right value."""
    for match in matches(key):
        rows = stored(match)
        for seq, (row, event) in enumerate(zip(rows, match.log, strict=True), start=1):
            if match.game.is_chance(event):
                continue
            broken = [{name: row[name] for name in row if name != gone} for gone in row]
            broken += [{**row, name: {"what": "an object"}} for name in row]
            broken += [
                {**row, "more": 1},
                {**row, "kind": "wave"},
                {**row, "seat": row["seat"] + 1},
            ]
            for other in broken:
                assert_refused_at(match, [*rows[: seq - 1], other, *rows[seq:]], seq)


def dropped(rows: Rows, index: int) -> Rows:
    return rows[:index] + rows[index + 1 :]


def doubled(rows: Rows, index: int) -> Rows:
    return rows[: index + 1] + rows[index:]


def swapped(rows: Rows, index: int) -> Rows:
    return [*rows[:index], rows[index + 1], rows[index], *rows[index + 2 :]]


@every_game
@pytest.mark.parametrize(
    ("tamper", "shift"),
    [(dropped, 1), (doubled, 2), (swapped, 1)],
    ids=("dropped", "doubled", "swapped"),
)
def test_a_log_with_its_events_out_of_order_is_refused(
    key: str, tamper: Callable[[Rows, int], Rows], shift: int
) -> None:
    for match in matches(key, 2):
        rows = stored(match)
        last = len(rows) - (tamper is swapped)
        for index in range(last):
            other = tamper(rows, index)
            moved = [] if tamper is doubled else other[index : index + 1]
            if any(row in settled(match, index + 1) for row in moved):
                continue  # the clock may have run out one event earlier
            assert_refused_at(match, other, index + shift)


@every_game
def test_a_row_that_is_no_event_is_refused(key: str) -> None:
    match = next(matches(key))
    rows = stored(match)
    wrongs: list[Any] = [None, [], "start", 7, {}, {"kind": None}, {"kind": ["start"]}]
    for wrong in wrongs:
        with pytest.raises(ReplayMismatch) as caught:
            decode_log(match.game, [*rows[:2], wrong, *rows[3:]])
        assert caught.value.seq == 3


@every_game
def test_another_seed_is_refused_at_the_first_event_that_it_decides(key: str) -> None:
    for match in matches(key):
        with pytest.raises(ReplayMismatch) as caught:
            check(match, stored(match), seed="another seed")
        assert caught.value.seq == 1


@every_game
def test_another_configuration_is_refused_at_the_start(key: str) -> None:
    game: AnyGame = GAMES[key]
    played = list(matches(key))
    for one, other in pairwise(played):
        with pytest.raises(ReplayMismatch, match="event 1"):
            check_log(game, other.config, one.seed, one.log)
        with pytest.raises(ReplayMismatch, match="event 1"):
            list(states(game, other.config, one.log))
