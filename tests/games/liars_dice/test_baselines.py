"""The baselines' rules, each by a row whose answer is known by construction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.base import FIRST_REPLY, Seat
from games.chance import Stream, stream
from games.liars_dice import rules
from games.liars_dice.baselines import baseline
from games.liars_dice.config import configure
from games.liars_dice.game import LiarsDice
from games.liars_dice.odds import p_true
from games.liars_dice.state import Action, Bid, Challenge
from games.liars_dice.view import view
from games.simulation import parse_seats, simulate, summarise
from tests.games.liars_dice.tables import bid, dealt

DICE, POKER = configure({}), configure({"mode": "poker"})
OTHERS = [[1, 1, 2, 2, 3]] * 4


def answer(
    hand: Sequence[int],
    standing: tuple[int, int] | None,
    key: str = "bayes",
    ties: Stream | None = None,
    **parameters: float,
) -> Action:
    """Return what a baseline does with a hand, in slot 1 after a bid or else as the opener."""
    hands = [hand if slot == (standing is not None) else other for slot, other in enumerate(OTHERS)]
    state = dealt(DICE, hands, [bid(*standing)] if standing else [])
    assert state.turn is not None
    decide = baseline(key, parameters).decide
    return decide(view(state, state.turn), ties or stream("x", "ties"))


def test_opens_on_the_face_held_most_at_its_count_and_the_expected_share() -> None:
    assert answer([5, 5, 5, 2, 1], None) == bid(5, 5)  # 3 + floor(15 / 6)
    assert answer([2, 2, 5, 5, 1], None) == bid(4, 5)  # a tie: the higher face
    assert answer([5, 5, 5, 2, 1], None, key="pressure") == bid(5, 5)  # an opening is no raise


def test_an_opening_stays_on_the_table() -> None:
    config = configure({"seats": 3, "hand_size": 1})
    state = dealt(config, [[4], [4], [4]])
    assert baseline("bayes", {}).decide(view(state, Seat(0)), stream("x")) == bid(1, 4)


def test_challenges_below_its_threshold_and_not_at_it() -> None:
    hand = [1, 2, 3, 4, 6]
    chance = p_true(DICE, hand, 5, 5)
    assert isinstance(answer(hand, (5, 5), challenge_below=chance * 1.001, safe=0.0), Challenge)
    assert isinstance(answer(hand, (5, 5), challenge_below=chance, safe=0.0), Bid)
    assert isinstance(answer(hand, (7, 5)), Challenge)


def test_bids_the_likeliest_safe_raise() -> None:
    assert answer([6, 6, 6, 1, 2], (3, 5)) == bid(3, 6)  # sure: it holds three
    assert answer([2, 2, 2, 2, 6], (3, 5)) == bid(4, 2)


def test_among_equally_likely_the_lower_quantity_then_the_face_held_most() -> None:
    assert answer([5, 5, 5, 5, 5], (2, 5)) == bid(3, 5)  # 3 and 4 fives are both certain
    assert answer([5, 5, 5, 6, 6], (1, 5)) == bid(1, 6)  # certain as 2 fives, and lower
    assert answer([1, 1, 1, 2, 2], (1, 6)) == bid(2, 1)  # certain as 2 twos, but held more


def test_the_stream_breaks_what_is_left_of_a_tie() -> None:
    seen = {answer([1, 1, 3, 3, 4], (2, 4), ties=stream(str(n))) for n in range(40)}
    assert seen == {bid(3, 1), bid(3, 3)}


def test_looks_no_further_than_two_above() -> None:
    hand = [1, 1, 1, 1, 1]
    chosen = answer(hand, (2, 6), safe=0.9)
    assert chosen == bid(3, 1)


def test_challenges_when_nothing_is_safe() -> None:
    assert isinstance(answer([1, 2, 3, 4, 6], (5, 5), challenge_below=0.0, safe=0.9), Challenge)


def test_pressure_pads_its_raise_where_that_stays_legal() -> None:
    assert answer([6, 6, 6, 1, 2], (3, 5), key="pressure") == bid(4, 6)
    assert answer([6, 6, 6, 1, 2], (3, 5), key="pressure", pad=2) == bid(5, 6)
    small = configure({"seats": 3, "hand_size": 1, "max_bids_per_deal": 3})
    state = dealt(small, [[6], [6], [6]], [bid(3, 5)])
    padded = baseline("pressure", {"safe": 0.0, "challenge_below": 0.0})
    assert padded.decide(view(state, Seat(1)), stream("x")) == bid(3, 6)


def test_at_the_cap_there_is_only_the_challenge() -> None:
    capped = configure({"max_bids_per_deal": 3})
    state = dealt(capped, OTHERS, [bid(1, 1), bid(1, 2), bid(1, 3)])
    assert isinstance(baseline("bayes", {}).decide(view(state, Seat(3)), stream("x")), Challenge)


def test_the_defaults_are_the_published_ones() -> None:
    assert baseline("bayes", {}) == baseline("bayes", {"challenge_below": 0.15, "safe": 0.35})
    assert baseline("pressure", {}) == baseline(
        "pressure", {"challenge_below": 0.25, "safe": 0.35, "pad": 1}
    )


@dataclass(frozen=True)
class Checked:
    """A seat's hand and parameters by hypothesis."""

    seed: str
    key: str
    parameters: dict[str, float]
    settings: dict[str, object]


checked = st.builds(
    Checked,
    seed=st.text(max_size=4),
    key=st.sampled_from(["bayes", "pressure"]),
    parameters=st.fixed_dictionaries(
        {"challenge_below": st.floats(0, 1), "safe": st.floats(0, 1)},
    ),
    settings=st.fixed_dictionaries(
        {
            "seats": st.integers(3, 6),
            "mode": st.sampled_from(["dice", "poker"]),
            "hand_size": st.integers(1, 10),
            "max_bids_per_deal": st.integers(3, 30),
            "deals": st.just(2),
        }
    ),
)


@given(checked)
def test_no_action_of_a_baseline_is_ever_refused(case: Checked) -> None:
    """``act`` raises on an illegal action, so playing through is the assertion."""
    game = LiarsDice()
    player = game.baseline(case.key, case.parameters)
    config, state = game.configure(case.settings), None
    state = game.begin(config)
    while not game.is_over(state):
        event = game.next_event(state, case.seed)
        if event is None:
            (seat,) = game.pending(state)
            action = player.decide(game.view(state, seat), stream(case.seed, "ties"))
            assert action.say is None
            assert action.notes is None
            event = rules.act(state, seat, action, FIRST_REPLY)
        state = game.apply(state, event)


@pytest.mark.parametrize(("seats", "episodes"), [(3, 20), (4, 40), (5, 60)])
@pytest.mark.parametrize("mode", ["dice", "poker"])
def test_bayes_beats_pressure(mode: str, seats: int, episodes: int) -> None:
    """Half the seats each. ``tests/bench/sweep.py`` plays 2,000 episodes, and six seats too."""
    game = LiarsDice()
    fielded = parse_seats(game, ",".join(half_each(seats)))
    config = game.configure({"mode": mode, "seats": seats, "deals": 30})
    played = [one.results for one in simulate(game, config, "1", fielded, episodes)]
    assert summarise(game, fielded, played)["baselines"]["bayes"]["mean_score"] > 0.5


def half_each(seats: int) -> list[str]:
    """Return bayes and pressure on half the seats each, at odd counts one more bayes."""
    return ["bayes"] * ((seats + 1) // 2) + ["pressure"] * (seats // 2)
