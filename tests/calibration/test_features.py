"""What is measured of a play of Liar's Dice, on rows worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from calibration.features import MEASURES, measure_for
from calibration.features.liars_dice import contradicted
from calibration.features.rumor import named
from games.base import FIRST_REPLY, Seat
from games.chance import stream
from games.liars_dice.config import Face, Quantity, configure
from games.liars_dice.events import BidMade, Challenged, Dealt, Ended, Event, Started
from games.liars_dice.odds import p_true
from games.registry import GAMES
from games.rumor.events import Said, Tallied, Voted
from games.rumor.scenario import Side
from tests.support.stored import log_of

CONFIG = configure({"seats": 3, "deals": 2})
HANDS = ((5, 5, 6, 3, 2), (1, 1, 1, 4, 4), (2, 5, 6, 6, 6))


def bid(seat: int, quantity: int, face: int, say: str | None = None) -> BidMade:
    return BidMade(seat=Seat(seat), quantity=Quantity(quantity), face=Face(face), say=say)


def log(*, forced: bool = False) -> list[Event]:
    hands = tuple(tuple(Face(face) for face in hand) for hand in HANDS)
    return [
        Started(config=CONFIG, aliases=("A", "B", "C"), order=(Seat(0), Seat(1), Seat(2))),
        Dealt(deal=0, opener=Seat(0), hands=hands),
        bid(0, 3, 5, "I have three fives."),
        bid(1, 4, 1),
        bid(2, 5, 6, "Fine."),
        Challenged(
            seat=Seat(0),
            bidder=Seat(2),
            quantity=Quantity(5),
            face=Face(6),
            actual=4,
            counts=(1, 0, 3),
            winner=Seat(0),
            forced=forced,
        ),
        Ended(reason="deadline", deals_played=1),
    ]


def test_one_deal_by_hand() -> None:
    first, second, third = MEASURES["liars-dice"].cut(CONFIG, log())
    assert [(one.seat, one.part, one.group) for one in (first, second, third)] == [
        (0, 0, "dice"),
        (1, 0, "dice"),
        (2, 0, "dice"),
    ]
    assert (first.first_seq, first.last_seq) == (2, 6)
    assert dict(first.values) == pytest.approx(
        {
            "boldness": 3 / (2 + 10 / 6),
            "bluffs": 0.0,
            "soundness": p_true(CONFIG, HANDS[0], 3, 5),
            "challenged": 1.0,
            "challenge_right": 1.0,
            "given_away": 0.0,
            "turns": 1.0,
            "talk_length": 9.5,
            "talk_contradicted": 1.0,
            "points": 1.0,
        }
    )
    assert second.values["bluffs"] == 1.0
    assert second.values["points"] == 0.0
    assert second.values["challenge_right"] is None
    passed = max(0.0, 1 - 2 * p_true(CONFIG, HANDS[1], 3, 5))
    assert passed > 0
    assert second.values["given_away"] == pytest.approx(passed)
    assert third.values["points"] == -1.0
    assert third.values["talk_length"] == 5.0


def test_a_challenge_that_the_cap_forced_is_nobodys_choice() -> None:
    first = MEASURES["liars-dice"].cut(CONFIG, log(forced=True))[0]
    assert (first.values["challenged"], first.values["challenge_right"]) == (0.0, None)
    assert first.values["points"] == 1.0


def test_an_open_deal_is_no_clip_but_counts_so_far() -> None:
    measure = MEASURES["liars-dice"]
    open_deal = log()[:4]
    assert measure.cut(CONFIG, open_deal) == []
    assert measure.so_far is not None
    values = measure.so_far(CONFIG, open_deal, 1)
    assert values["boldness"] == pytest.approx(4 / (3 + 10 / 6))
    assert values["points"] is None
    assert set(measure.so_far(CONFIG, open_deal, 2).values()) == {None}


def test_without_talk_there_is_no_talk_to_measure() -> None:
    silent = configure({"seats": 3, "deals": 2, "talk": False})
    values = MEASURES["liars-dice"].cut(silent, log())[0].values
    assert (values["talk_length"], values["talk_contradicted"]) == (None, None)


@pytest.mark.parametrize(
    ("say", "expected"),
    [
        ("I have three fives", 1),
        ("i've got 2 5s", 0),
        ("I hold two of 6s and I have one sixes", 1),
        ("I only have 9 zeros.", 1),
        ("Three fives, says the table.", 0),
        ("", 0),
    ],
)
def test_talk_is_held_against_the_hand(say: str, expected: int) -> None:
    assert contradicted(say, HANDS[0]) == expected


@pytest.mark.parametrize("variant", ["standard", "poker", "silent"])
def test_whole_episodes_are_cut_into_clips_with_every_feature(variant: str) -> None:
    game, measure = GAMES["liars-dice"], MEASURES["liars-dice"]
    settings = game.settings(game.configure(game.variants[variant].settings))
    config = game.configure(settings)
    events = log_of(settings, "5eed")
    cuts = measure.cut(config, events)
    assert {one.part for one in cuts} == set(range(config.deals))
    for one in cuts:
        assert set(one.values) == set(measure.keys)
        assert isinstance(events[one.first_seq - 1], Dealt)
        assert isinstance(events[one.last_seq - 1], Challenged)
    assert sum(one.values["points"] or 0.0 for one in cuts) <= 0.0 or variant == "poker"


def test_features_are_named_once_in_words_and_unknown_games_are_refused() -> None:
    for measure in MEASURES.values():
        assert len(set(measure.keys)) == len(measure.features)
        assert all(one.label and one.meaning.endswith(".") for one in measure.features)
    with pytest.raises(LookupError, match="liars-dice"):
        measure_for("whist")


def rumor_log() -> tuple[Any, list[Any]]:
    """Play a whole episode of Rumor by its fallback."""
    game = GAMES["rumor"]
    config = game.configure({})
    baseline = game.baseline(game.fallback, {})
    state, log = game.begin(config), []
    while not game.is_over(state):
        event = game.next_event(state, "5eed")
        for seat in () if event is not None else game.pending(state):
            action = baseline.decide(game.view(state, seat), stream("5eed", "ties", seat))
            said = game.act(state, seat, action, FIRST_REPLY)
            log.append(said)
            state = game.apply(state, said)
        if event is not None:
            log.append(event)
            state = game.apply(state, event)
    return config, log


def test_a_tallied_episode_of_rumor_is_a_clip_for_each_seat_by_role() -> None:
    config, events = rumor_log()
    cuts = MEASURES["rumor"].cut(config, events)
    tally = next(event for event in events if isinstance(event, Tallied))
    assert [one.group for one in cuts] == [role.value for role in tally.roles]
    for one in cuts:
        assert set(one.values) == set(MEASURES["rumor"].keys)
        assert one.values["vote_right"] == float(tally.votes[one.seat] is tally.truth)
        truth = 1.0 if tally.truth is Side.A else 0.0
        own = [e.belief for e in events if isinstance(e, Said | Voted) and e.seat == one.seat]
        brier = sum((belief / 100 - truth) ** 2 for belief in own) / len(own)
        assert one.values["belief_brier"] == pytest.approx(brier)
        if one.group == "honest":
            assert one.values["silences"] == 0.0
    assert MEASURES["rumor"].cut(config, events[:20]) == []


def test_a_running_rumor_is_not_measured_since_that_would_tell_roles() -> None:
    assert MEASURES["rumor"].so_far is None


def test_sources_are_aliases_named_as_whole_words() -> None:
    assert named("Boltons and BOLT agree; Bolt's clue.", ["Bolt", "Cog"]) == 1
