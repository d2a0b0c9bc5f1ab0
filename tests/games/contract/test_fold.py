"""An episode is a fold over its events, for every registered game."""

from __future__ import annotations

import json

import pytest

from games.base import FIRST_REPLY, SPECTATOR, Audience, Seat
from games.errors import IllegalAction, InvariantBroken, ReplayMismatch
from games.registry import GAMES
from games.replay import check_log, decode_log, last_state, states
from tests.games.contract.samples import SAMPLES, matches

every_game = pytest.mark.parametrize("key", sorted(GAMES))


@every_game
def test_n_events_give_n_plus_one_states_and_a_checked_log(key: str) -> None:
    for match in matches(key, 4):
        reached = list(states(match.game, match.config, match.log))
        assert len(reached) == len(match.log) + 1
        assert reached[0] == match.game.begin(match.config)
        assert match.game.is_over(reached[-1])
        assert not any(match.game.is_over(state) for state in reached[:-1])
        checked = check_log(match.game, match.config, match.seed, match.log, is_finished=True)
        assert checked == reached[-1] == last_state(match.game, match.config, match.log)


@every_game
def test_every_beginning_of_a_log_is_a_log(key: str) -> None:
    for match in matches(key):
        for length in range(len(match.log)):
            check_log(match.game, match.config, match.seed, match.log[:length])
            with pytest.raises(ReplayMismatch, match=f"event {length + 1}: expected one more"):
                check_log(
                    match.game, match.config, match.seed, match.log[:length], is_finished=True
                )


@every_game
def test_events_come_back_from_json_as_they_went(key: str) -> None:
    for match in matches(key, 2):
        rows = json.loads(json.dumps([match.game.encode(event) for event in match.log]))
        assert decode_log(match.game, rows) == match.log
        assert [match.game.encode(event) for event in match.log] == rows


@every_game
def test_somebody_must_act_or_chance_moves_but_never_both(key: str) -> None:
    for match in matches(key, 2):
        for state in states(match.game, match.config, match.log):
            event = match.game.next_event(state, match.seed)
            seats = match.game.pending(state)
            if match.game.is_over(state):
                assert event is None
                assert seats == ()
            else:
                assert (event is None) == bool(seats)
            assert list(seats) == sorted(set(seats))
            assert event is None or match.game.is_chance(event)


@every_game
def test_aliases_and_order_stand_in_the_log(key: str) -> None:
    for match in matches(key):
        first = match.game.encode(match.log[0])
        order = match.game.order(match.config, match.seed)
        aliases = match.game.aliases(match.config, match.seed)
        assert first["kind"] == "start"
        assert first["order"] == list(order)
        assert first["aliases"] == list(aliases)
        assert sorted(order) == list(range(match.game.seats(match.config)))
        assert len(set(aliases)) == len(aliases)


@every_game
def test_seats_that_are_not_asked_may_not_act(key: str) -> None:
    for match in matches(key):
        sample = SAMPLES[key]
        for state in states(match.game, match.config, match.log):
            pending = match.game.pending(state)
            for seat in map(Seat, range(match.game.seats(match.config))):
                if seat not in pending:
                    with pytest.raises(IllegalAction):
                        match.game.act(state, seat, sample.nonsense[0], FIRST_REPLY)


@every_game
def test_results_wait_for_the_end_and_name_every_column(key: str) -> None:
    for match in matches(key, 2):
        reached = list(states(match.game, match.config, match.log))
        with pytest.raises(InvariantBroken):
            match.game.results(reached[-2])
        results = match.game.results(reached[-1])
        seats = match.game.seats(match.config)
        low, high = match.game.score_range
        assert results.reason in ("complete", "deadline")
        assert len(results.scores) == len(results.stats) == seats
        assert all(low <= score <= high for score in results.scores)
        named = {column.key for column in match.game.columns}
        assert all(set(stats) == named for stats in results.stats)
        if match.game.facets:
            assert len(results.facets) == seats
            for facets in results.facets:
                assert set(facets) == {facet.key for facet in match.game.facets}
                assert all(facets[one.key] in one.values for one in match.game.facets)
        assert all(pair.seat != pair.other for pair in results.pairs)
        json.dumps(results.details)
        assert isinstance(match.game.figures([results]), dict)
        headline = match.game.headline(results, [f"Policy {seat}" for seat in range(seats)])
        assert headline.endswith(".")
        assert "Policy" in headline or "All" in headline


@every_game
def test_frames_are_complete_bounded_json(key: str) -> None:
    for match in matches(key, 2):
        sizes = []
        for state, event in zip(
            list(states(match.game, match.config, match.log))[1:], match.log, strict=True
        ):
            frame = match.game.frame(state, event, SPECTATOR)
            assert set(frame) == {"kind", "event", "table"}
            assert frame["kind"] == match.game.encode(event)["kind"]
            assert "kind" not in frame["event"]
            sizes.append(len(json.dumps(frame)))
        assert max(sizes) < SAMPLES[key].frame_size


@every_game
def test_facings_are_decisions_of_the_seat(key: str) -> None:
    for match in matches(key):
        seats = [Seat(seat) for seat in range(match.game.seats(match.config))]
        results = match.game.results(last_state(match.game, match.config, match.log))
        for seat in seats:
            for other in seats:
                found = match.game.facings(match.config, match.log, seat, other)
                rows = [match.game.encode(match.log[number - 1]) for number in found]
                assert all(row["seat"] == seat for row in rows)
                faced = [p.faced for p in results.pairs if (p.seat, p.other) == (seat, other)]
                assert sum(faced) == len(found)


@every_game
def test_staff_read_all_notes_and_an_owner_its_own(key: str) -> None:
    for match in matches(key):
        reached = list(states(match.game, match.config, match.log))[1:]
        rows = [match.game.encode(event) for event in match.log]
        everyone = frozenset(map(Seat, range(match.game.seats(match.config))))
        for state, event, row in zip(reached, match.log, rows, strict=True):
            assert match.game.export(state, event, Audience(notes_of=everyone)) == (
                SAMPLES[key].unsealed(row)
            )
            mine = match.game.export(state, event, Audience(notes_of=frozenset([Seat(0)])))
            if row.get("notes"):
                assert ("notes" in mine) == (row["seat"] == 0)
