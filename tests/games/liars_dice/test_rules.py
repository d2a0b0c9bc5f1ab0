"""The rules, one by one: what is legal, what an action becomes, how a deal is resolved."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from games.aliases import ALIASES
from games.base import FIRST_REPLY, Cause, Origin, Seat
from games.errors import BadSetting, IllegalAction, ReplayMismatch
from games.liars_dice import rules
from games.liars_dice.config import Face, configure, settings
from games.liars_dice.events import BidMade, Challenged, Dealt, Ended, Started
from games.liars_dice.game import LiarsDice
from games.liars_dice.rules import Rule
from games.liars_dice.state import Call, Challenge, Phase, State, score
from games.liars_dice.view import View, view
from tests.games.liars_dice.tables import FOUR, acted, bid, dealt
from tests.games.play import play

# configuration


def test_defaults_are_those_of_a_ladder_table() -> None:
    assert settings(configure({})) == {
        "seats": 4,
        "mode": "dice",
        "hand_size": 5,
        "deals": 8,
        "max_bids_per_deal": 12,
        "talk": True,
    }
    poker = configure({"mode": "poker"})
    assert (poker.hand_size, poker.total, poker.unseen, list(poker.faces)) == (
        8,
        32,
        24,
        list(range(10)),
    )
    assert configure({"seats": 6}).max_bids_per_deal == 18


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("seats", 2, "3..6"),
        ("seats", 7, "3..6"),
        ("hand_size", 0, "1..10"),
        ("hand_size", 11, "1..10"),
        ("deals", 1, "2..30"),
        ("deals", 31, "2..30"),
        ("max_bids_per_deal", 2, "3..30"),
        ("max_bids_per_deal", 31, "3..30"),
        ("deals", "8", "2..30"),
        ("seats", True, "3..6"),
        ("seats", 4.0, "3..6"),
        ("mode", "cards", "dice or poker"),
        ("mode", ["dice"], "dice or poker"),
        ("talk", 1, "true or false"),
        ("wild", True, "a setting of the game"),
    ],
)
def test_a_value_out_of_range_is_refused_with_field_value_and_range(
    field: str, value: Any, expected: str
) -> None:
    with pytest.raises(BadSetting) as caught:
        configure({field: value})
    assert str(caught.value).startswith(f"{field}: expected ")
    assert expected in str(caught.value)
    assert repr(value) in str(caught.value)


# what is illegal, each by its rule


def refused(state: State, seat: int, action: Any) -> str:
    with pytest.raises(IllegalAction) as caught:
        rules.act(state, Seat(seat), action, FIRST_REPLY)
    return caught.value.rule


def test_each_illegal_action_names_its_rule() -> None:
    opening, raised = dealt(), dealt(bids=[bid(3, 4)])
    assert refused(opening, 1, bid(1, 1)) == Rule.TURN
    assert refused(opening, 0, Challenge()) == Rule.NO_BID
    assert refused(opening, 0, bid(0, 1)) == Rule.QUANTITY
    assert refused(opening, 0, bid(21, 1)) == Rule.QUANTITY
    assert refused(opening, 0, bid(1, 0)) == Rule.FACE
    assert refused(opening, 0, bid(1, 7)) == Rule.FACE
    assert refused(raised, 1, bid(3, 4)) == Rule.RAISE
    assert refused(raised, 1, bid(3, 3)) == Rule.RAISE
    assert refused(raised, 1, bid(2, 6)) == Rule.RAISE
    capped = dealt(configure({"max_bids_per_deal": 3}), bids=[bid(1, 1), bid(1, 2), bid(1, 3)])
    assert refused(capped, 3, bid(1, 4)) == Rule.CAP
    assert refused(capped, 3, Challenge()) == Rule.CAP
    ended = rules.apply(rules.begin(configure({})), start())
    assert refused(ended, 0, bid(1, 1)) == Rule.TURN
    over = rules.apply(ended, Ended(reason="deadline", deals_played=0))
    assert refused(over, 0, bid(1, 1)) == Rule.OVER


def test_zero_is_a_digit_and_ten_is_none() -> None:
    poker = dealt(configure({"mode": "poker"}), hands=[[0] * 8] * 4)
    assert acted(poker, bid(32, 0)).standing == Call(Seat(0), 32, 0)  # type: ignore[arg-type]
    assert refused(poker, 0, bid(1, 10)) == Rule.FACE
    assert refused(poker, 0, bid(33, 0)) == Rule.QUANTITY


def test_a_log_with_a_bid_past_the_cap_is_refused() -> None:
    capped = dealt(configure({"max_bids_per_deal": 3}), bids=[bid(1, 1), bid(1, 2), bid(1, 3)])
    with pytest.raises(ReplayMismatch, match="as many as a deal may have"):
        rules.apply(capped, BidMade(seat=Seat(3), quantity=2, face=1))  # type: ignore[arg-type]


# turns and verdicts


def start() -> Started:
    return Started(
        config=configure({}), aliases=ALIASES[:4], order=(Seat(2), Seat(0), Seat(3), Seat(1))
    )


def test_the_turn_passes_by_table_position_and_wraps() -> None:
    state = rules.apply(rules.begin(configure({})), start())
    hands = tuple(tuple(map(Face, hand)) for hand in FOUR)
    state = rules.apply(state, Dealt(deal=0, opener=Seat(2), hands=hands))
    seen = []
    for number in range(1, 6):
        seen.append(state.turn)
        state = acted(state, bid(number, 1))
    assert seen == [2, 0, 3, 1, 2]


def test_the_opener_of_deal_d_is_position_d_mod_seats() -> None:
    game = LiarsDice()
    for seats in (3, 4, 5, 6):
        config = game.configure({"seats": seats, "deals": 13})
        order = game.order(config, "ab")
        log = play(game, config, "ab")
        openers = [event.opener for event in log if isinstance(event, Dealt)]
        assert openers == [order[deal % seats] for deal in range(13)]


@pytest.mark.parametrize(
    ("quantity", "actual", "winner"), [(4, 5, 0), (5, 5, 0), (6, 5, 1)], ids=["over", "tie", "lie"]
)
def test_a_bid_holds_when_the_hands_hold_as_many(quantity: int, actual: int, winner: int) -> None:
    hands = [[5, 5, 1, 2, 3], [5, 1, 1, 2, 3], [5, 5, 1, 2, 3], [1, 1, 2, 3, 4]]
    state = dealt(hands=hands, bids=[bid(quantity, 5)])
    event = rules.act(state, Seat(1), Challenge(), FIRST_REPLY)
    assert isinstance(event, Challenged)
    assert (event.actual, event.counts, event.winner) == (actual, (2, 1, 2, 0), winner)
    after = rules.apply(state, event)
    assert after.points == ((1, -1, 0, 0) if winner == 0 else (-1, 1, 0, 0))
    assert after.phase is Phase.REVEALED


def test_the_cap_challenges_for_the_seat_on_turn() -> None:
    config = configure({"max_bids_per_deal": 3})
    state = dealt(config, bids=[bid(1, 1), bid(1, 2), bid(1, 3)])
    assert LiarsDice().pending(state) == ()
    event = rules.next_event(state, "any")
    assert isinstance(event, Challenged)
    assert (event.seat, event.bidder, event.forced, event.say) == (3, 2, True, None)
    for wrong in (
        replace(event, forced=False),
        replace(event, say="I had to"),
        replace(event, notes="n"),
        replace(event, origin=Origin(scripted=True)),
    ):
        with pytest.raises(ReplayMismatch):
            rules.apply(state, wrong)


def test_a_challenge_without_a_bid_is_no_log() -> None:
    event = rules.act(dealt(bids=[bid(1, 1)]), Seat(1), Challenge(), FIRST_REPLY)
    with pytest.raises(ReplayMismatch, match="no bid stands"):
        rules.apply(dealt(), event)


def test_no_deal_comes_after_the_last() -> None:
    game = LiarsDice()
    config = game.configure({"deals": 2})
    log = play(game, config, "ab")
    state = rules.begin(config)
    for event in log[:-1]:
        state = game.apply(state, event)
    extra = Dealt(deal=2, opener=state.order[2], hands=state.hands)
    with pytest.raises(ReplayMismatch, match="expected the end"):
        game.apply(state, extra)


def test_the_clock_settles_at_the_next_deal_boundary() -> None:
    game = LiarsDice()
    config = game.configure({})
    for after in range(20):
        log = play(game, config, "ab", deadline_after=after)
        end = log[-1]
        assert isinstance(end, Ended)
        deals = sum(isinstance(event, Dealt) for event in log)
        assert (end.reason, end.deals_played) == ("deadline", deals)
        assert sum(isinstance(event, Challenged) for event in log) == deals
    none = play(game, config, "ab", deadline_after=0)
    state = game.begin(config)
    for event in none:
        state = game.apply(state, event)
    assert game.results(state).scores == (0.5,) * 4
    assert [type(event) for event in none] == [Started, Ended]


def test_time_up_after_the_last_deal_is_complete() -> None:
    game = LiarsDice()
    config = game.configure({"deals": 2})
    length = len(play(game, config, "ab"))
    log = play(game, config, "ab", deadline_after=length - 1)
    assert log[-1] == Ended(reason="complete", deals_played=2)


def test_scores_are_zero_sum_in_points_and_mean_a_half() -> None:
    game = LiarsDice()
    for number in range(20):
        config = game.configure({"seats": 3 + number % 4, "deals": 5})
        state = game.begin(config)
        for event in play(game, config, str(number)):
            state = game.apply(state, event)
            assert sum(state.points) == 0
            assert sum(state.scores) / config.seats == pytest.approx(0.5)
    assert score(-8, 8) == 0.0
    assert score(8, 8) == 1.0


def test_no_sequence_of_bids_is_longer_than_thirteen_decisions() -> None:
    game = LiarsDice()
    config = game.configure({"deals": 8})
    log = play(game, config, "ab", slow_raise)
    deals = Counter[int]()
    deal = -1
    for event in log:
        if isinstance(event, Dealt):
            deal = event.deal
        elif isinstance(event, BidMade | Challenged):
            deals[deal] += 1
    assert set(deals.values()) == {13}


def slow_raise(view: View, ties: Any) -> Any:
    if view.standing is None:
        return bid(1, 1)
    if view.standing.face < 6:
        return bid(view.standing.quantity, view.standing.face + 1)
    return bid(view.standing.quantity + 1, 1)


# talk and notes


def test_talk_is_cleaned_and_notes_are_kept_until_replaced() -> None:
    state = dealt(bids=[bid(1, 1, say="two\nlines\x00\ud800", notes=" first\r\nnote ")])
    assert state.calls[0].say == "two lines"
    assert state.notes == ("first\nnote", "", "", "")
    state = acted(state, bid(1, 2))
    for number in (3, 4, 5):
        state = acted(state, bid(1, number))
    assert state.notes[0] == "first\nnote"
    state = acted(dealt(bids=[bid(1, 1, notes="old")]), bid(1, 2))
    state = acted(acted(state, bid(1, 3)), bid(1, 4))
    assert acted(state, bid(1, 5, notes="")).notes == ("", "", "", "")


def test_talk_does_not_carry_into_the_next_deal() -> None:
    state = dealt(bids=[bid(1, 1, say="hello")])
    state = rules.apply(state, rules.act(state, Seat(1), Challenge(say="no"), FIRST_REPLY))
    assert "hello" not in repr(view(state, Seat(2)).played)


def test_without_talk_a_say_reaches_no_log() -> None:
    silent = dealt(configure({"talk": False}))
    event = rules.act(silent, Seat(0), bid(1, 1, say="psst"), FIRST_REPLY)
    assert event.say is None
    with pytest.raises(ReplayMismatch, match="say"):
        rules.apply(silent, replace(event, say="psst"))


def test_words_that_were_not_cleaned_are_no_log() -> None:
    state = dealt()
    event = rules.act(state, Seat(0), bid(1, 1), Origin(retried=Cause.TIMEOUT))
    for wrong in (replace(event, say="x" * 141), replace(event, say=""), replace(event, say="a\n")):
        with pytest.raises(ReplayMismatch, match="say"):
            rules.apply(state, wrong)
    with pytest.raises(ReplayMismatch, match="notes"):
        rules.apply(state, replace(event, notes="x" * 401))


# chance


def test_hands_follow_the_odds_of_the_symbols() -> None:
    config = configure({"mode": "poker", "hand_size": 10, "seats": 6})
    seen = Counter(
        face for deal in range(100) for hand in rules.deal_hands(config, "a", deal) for face in hand
    )
    assert set(seen) == set(range(10))
    chi = sum((count - 600) ** 2 / 600 for count in seen.values())
    assert chi < 27.88  # the 0.999 quantile with 9 degrees of freedom


def test_one_deal_never_depends_on_another() -> None:
    config = configure({"deals": 30})
    assert rules.deal_hands(config, "a", 7) == rules.deal_hands(configure({"deals": 8}), "a", 7)
    assert len({rules.deal_hands(config, "a", deal) for deal in range(30)}) == 30
