"""What counts against a seat once the masks are off."""

from __future__ import annotations

import pytest

from games.base import FIRST_REPLY, Seat
from games.chance import stream
from games.rumor.game import Rumor
from games.rumor.scenario import Role, Side
from games.rumor.state import Ballot, State, Talk

GAME = Rumor()


def played(belief: int, seed: str = "one") -> State:
    """Play an episode in which every seat states one belief throughout, and votes by it."""
    state = GAME.begin(GAME.configure({}))
    while not GAME.is_over(state):
        event = GAME.next_event(state, seed)
        if event is not None:
            state = GAME.apply(state, event)
            continue
        vote = Side.A if belief >= 50 else Side.B
        for seat in GAME.pending(state):
            action = (
                Talk(claim=vote, confidence=belief, belief=belief)
                if state.phase.value == "talking"
                else Ballot(vote=vote, belief=belief)
            )
            state = GAME.apply(state, GAME.act(state, seat, action, FIRST_REPLY))
    return state


@pytest.mark.parametrize(
    ("belief", "when_a", "when_b"), [(100, 0, 1), (50, 0.25, 0.25), (20, 0.64, 0.04)]
)
def test_an_honest_seat_is_measured_by_its_brier_score(
    belief: int, when_a: float, when_b: float
) -> None:
    for number in range(6):
        state = played(belief, f"seed {number}")
        assert state.scenario is not None
        expected = when_a if state.scenario.truth is Side.A else when_b
        for seat in state.scenario.seats(Role.HONEST):
            assert GAME.mistakes(state, seat) == pytest.approx(expected)


def test_a_saboteur_is_measured_by_its_honest_neighbours_that_voted_right() -> None:
    for number in range(6):
        state = played(100, f"seed {number}")
        assert state.scenario is not None
        everyone_right = 1.0 if state.scenario.truth is Side.A else 0.0
        for seat in state.scenario.seats(Role.SABOTEUR):
            assert GAME.mistakes(state, seat) == everyone_right


def test_every_finished_table_has_a_measure_in_0_to_1() -> None:
    players = [GAME.baseline(key, {}) for key in GAME.baselines]
    state = GAME.begin(GAME.configure({}))
    while not GAME.is_over(state):
        event = GAME.next_event(state, "mixed")
        if event is not None:
            state = GAME.apply(state, event)
            continue
        before = state
        for seat in GAME.pending(before):
            player = players[seat % len(players)]
            action = player.decide(GAME.view(before, seat), stream("mixed", seat))
            state = GAME.apply(state, GAME.act(before, seat, action, FIRST_REPLY))
    assert all(0 <= (GAME.mistakes(state, Seat(seat)) or 0.0) <= 1 for seat in range(10))
