"""The rules, one by one: what may come when, what an action becomes, how the time runs out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.aliases import ALIASES
from games.base import FIRST_REPLY, Cause, Origin, Seat
from games.errors import BadSetting, IllegalAction, ReplayMismatch
from games.rumor import rules
from games.rumor.baselines import GOSSIP, baseline
from games.rumor.config import configure, settings
from games.rumor.events import Ended, RoundOpened, Said, Started, Tallied, Voted
from games.rumor.limits import MESSAGE_LIMIT, NOTES_LIMIT, REASON_LIMIT
from games.rumor.scenario import Role, Topology
from games.rumor.scoring import Verdict
from games.rumor.state import Action, Ballot, Phase, State, Talk
from games.rumor.view import view
from tests.games.rumor.tables import RING, A, B, advanced, scenario, spoken, started, voted

TALK = Talk(claim=A, confidence=70, belief=60, message="hm")
VOTE = Ballot(vote=A, belief=60)


def at_the_ballot(**more: Any) -> State:
    state = started(**more)
    for _ in range(state.config.rounds):
        state = spoken(state, [A] * 10)
    return state


def say(seat: int, **more: Any) -> Said:
    known: dict[str, Any] = {"round": 1, "claim": A, "confidence": 7, "belief": 6, "message": "m"}
    return Said(seat=Seat(seat), **{**known, **more})


# configuration


def test_the_defaults() -> None:
    assert settings(configure({})) == {"rounds": 5, "topology": None, "saboteurs": None}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"rounds": 2}, "rounds: expected an integer in 3..6, got 2"),
        ({"rounds": 7}, "3..6"),
        ({"rounds": True}, "3..6"),
        ({"rounds": "5"}, "3..6"),
        ({"topology": "star"}, "topology: expected one of ring, smallworld, clusters, hub"),
        ({"topology": 7}, "topology"),
        ({"saboteurs": 4}, "saboteurs: expected 2 or 3, or null, got 4"),
        ({"saboteurs": "2"}, "2 or 3"),
        ({"seats": 10}, "seats: expected a setting of the game: rounds, topology, saboteurs"),
    ],
)
def test_a_setting_out_of_range_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(BadSetting, match=said.replace("(", r"\(")):
        configure(given)


# turns


def test_ten_seats_speak_at_once_in_each_round_then_vote_at_once() -> None:
    state = advanced(started())
    for number in (1, 2, 3):
        assert (state.phase, state.round) == (Phase.TALKING, number)
        assert rules.pending(state) == rules.ALL_SEATS
        state = spoken(state, [A] * 10)
    assert state.phase is Phase.VOTING
    assert rules.pending(state) == rules.ALL_SEATS
    state = voted(state, [A] * 8 + [B] * 2)
    assert (state.phase, state.reason) == (Phase.OVER, "complete")
    assert state.tally is not None
    assert state.tally.accuracy == 7 / 8
    assert rules.next_event(state, "") is None


@pytest.mark.parametrize("rounds", [3, 4, 5, 6])
def test_there_are_as_many_rounds_as_set(rounds: int) -> None:
    assert len(at_the_ballot(rounds=rounds).rounds) == rounds


def test_those_who_spoke_are_not_asked_again() -> None:
    asked = advanced(started())
    state = rules.apply(asked, rules.act(asked, Seat(0), TALK, FIRST_REPLY))
    assert rules.pending(state) == rules.ALL_SEATS[1:]
    with pytest.raises(IllegalAction, match="this seat is not asked now"):
        rules.act(state, Seat(0), TALK, FIRST_REPLY)


def test_what_was_sent_is_read_in_the_next_round_by_neighbours_only() -> None:
    asked = advanced(started())
    before = view(asked, Seat(1))
    state = asked
    for seat in range(9):
        state = rules.apply(state, rules.act(asked, Seat(seat), TALK, FIRST_REPLY))
        if seat != 1:
            assert view(state, Seat(1)).neighbours == before.neighbours
    state = rules.apply(state, rules.act(asked, Seat(9), TALK, FIRST_REPLY))
    heard = view(advanced(state), Seat(1))
    assert [one.alias for one in heard.neighbours] == [ALIASES[0], ALIASES[2]]
    assert all(one.last is not None and one.last.message == "hm" for one in heard.neighbours)


def test_only_the_last_round_is_heard_and_first_claims_are_kept() -> None:
    state = spoken(spoken(started(), [A] * 10), [B] * 10)
    (one, _) = view(state, Seat(1)).neighbours
    assert one.last is not None
    assert (one.last.claim, one.first_claim) == (B, A)


# actions


@pytest.mark.parametrize(
    ("action", "rule", "said"),
    [
        (replace(TALK, belief=101), "belief", "belief: expected an integer in 0..100, got 101"),
        (replace(TALK, confidence=-1), "confidence", "got -1"),
        (VOTE, "talk", "expected talk: the ballot is not open yet"),
    ],
)
def test_what_breaks_a_rule_in_a_round_is_told(action: Action, rule: str, said: str) -> None:
    with pytest.raises(IllegalAction, match=said) as caught:
        rules.act(advanced(started()), Seat(0), action, FIRST_REPLY)
    assert caught.value.rule == rule


@pytest.mark.parametrize(
    ("action", "said"),
    [(TALK, "expected a vote: the talk is over"), (replace(VOTE, belief=-1), "belief: expected")],
)
def test_what_breaks_a_rule_at_the_ballot_is_told(action: Action, said: str) -> None:
    with pytest.raises(IllegalAction, match=said):
        rules.act(at_the_ballot(), Seat(0), action, FIRST_REPLY)


def test_nobody_acts_before_the_first_round_or_after_the_end() -> None:
    over = voted(at_the_ballot(), [A] * 10)
    for state, said in ((started(), "not asked now"), (over, "the episode is over")):
        with pytest.raises(IllegalAction, match=said):
            rules.act(state, Seat(0), TALK, FIRST_REPLY)


def test_words_are_cleaned_and_cut_and_notes_are_kept_until_replaced() -> None:
    asked = advanced(started())
    long = Talk(claim=A, confidence=1, belief=2, message="a\nb" * 200, notes="n" * 700)
    said = rules.act(asked, Seat(0), long, Origin(retried=Cause.ILLEGAL))
    assert isinstance(said, Said)
    assert len(said.message) == MESSAGE_LIMIT
    assert "\n" not in said.message
    assert said.notes is not None
    assert len(said.notes) == NOTES_LIMIT
    assert said.origin == Origin(retried=Cause.ILLEGAL)
    state = rules.apply(asked, said)
    assert view(state, Seat(0)).notes == said.notes
    assert view(state, Seat(1)).notes == ""
    ballot = rules.act(at_the_ballot(), Seat(0), replace(VOTE, reason="r" * 300), FIRST_REPLY)
    assert isinstance(ballot, Voted)
    assert len(ballot.reason) == REASON_LIMIT


# the time is up


@pytest.mark.parametrize("says", [None, 0, 4, 10, 17, 30])
def test_when_the_time_is_up_gossip_votes_for_everybody(says: int | None) -> None:
    """Also in the middle of a round, whose messages nobody has read."""
    state = started()
    for _ in range(0 if says is None else says // 10 + (says < 30)):
        state = advanced(state)
        for seat in rules.pending(state)[: (says or 0) - sum(map(len, state.rounds))]:
            state = rules.apply(state, rules.act(state, seat, TALK, FIRST_REPLY))
    expected = [GOSSIP.vote(view(state, seat)) for seat in rules.ALL_SEATS]
    for ballot in expected:
        event = rules.next_event(state, "", deadline=True)
        assert isinstance(event, Voted)
        assert event.forced
        assert (event.vote, event.belief, event.reason) == (
            ballot.vote,
            ballot.belief,
            ballot.reason,
        )
        state = rules.apply(state, event)
        assert rules.pending(state) == ()
    state = advanced(state)
    assert (state.phase, state.reason) == (Phase.OVER, "deadline")
    assert state.tally is not None


def test_votes_that_are_in_stay_when_the_time_runs_out_at_the_ballot() -> None:
    state = at_the_ballot()
    for seat in rules.ALL_SEATS[:3]:
        ballot = replace(VOTE, vote=B, reason="mine")
        state = rules.apply(state, rules.act(state, seat, ballot, FIRST_REPLY))
    assert rules.next_event(state, "") is None
    while (event := rules.next_event(state, "", deadline=True)) is not None:
        state = rules.apply(state, event)
    assert [one.forced for one in state.ballots] == [False] * 3 + [True] * 7
    assert [one.reason for one in state.ballots[:3]] == ["mine"] * 3
    assert state.reason == "deadline"


def test_a_time_that_runs_out_after_the_ballot_changes_nothing() -> None:
    state = at_the_ballot()
    for seat in rules.ALL_SEATS:
        state = rules.apply(state, rules.act(state, seat, VOTE, FIRST_REPLY))
    assert isinstance(rules.next_event(state, "", deadline=True), Tallied)


# the log


def test_an_event_out_of_its_phase_is_refused() -> None:
    with pytest.raises(ReplayMismatch, match="expected Started while new, got Ended"):
        rules.apply(rules.begin(configure({})), Ended(reason="complete"))
    over = voted(at_the_ballot(), [A] * 10)
    with pytest.raises(ReplayMismatch, match="expected no event while over"):
        rules.apply(over, RoundOpened(round=1))


def start_of(**more: Any) -> Started:
    known: dict[str, Any] = {
        "config": configure({}),
        "aliases": ALIASES,
        "order": rules.ALL_SEATS,
        "scenario": scenario(),
    }
    return Started(**{**known, **more})


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (start_of(config=configure({"rounds": 3})), "config: expected"),
        (start_of(order=(Seat(0),) * 10), "order: expected"),
        (start_of(aliases=("Sprocket",) * 10), "aliases: expected"),
        (start_of(scenario=replace(scenario(), roles=(Role.HONEST,) * 8)), "seats with a role"),
        (start_of(scenario=replace(scenario(), clues=(A,) * 7)), "seats with a clue"),
        (start_of(scenario=scenario(saboteurs=())), "roles: expected the configured"),
        (start_of(scenario=scenario(clues=(A,) * 10)), "clues: expected"),
        (start_of(scenario=scenario(truth=B)), "clues: expected"),
        (start_of(scenario=scenario(edges=[(Seat(1), Seat(0))])), "edges: expected pairs of slots"),
        (start_of(scenario=scenario(edges=[*RING, RING[0]])), "edges: expected"),
        (start_of(scenario=scenario(edges=RING[:7])), "edges: expected a connected graph"),
    ],
)
def test_a_start_that_the_rules_do_not_allow_is_refused(event: Started, said: str) -> None:
    with pytest.raises(ReplayMismatch, match=said):
        rules.apply(rules.begin(configure({})), event)


@pytest.mark.parametrize("pinned", [{"topology": "hub"}, {"saboteurs": 3}])
def test_a_start_that_is_not_as_pinned_is_refused(pinned: dict[str, Any]) -> None:
    config = configure(pinned)
    with pytest.raises(ReplayMismatch, match=r"topology|roles"):
        rules.apply(rules.begin(config), start_of(config=config))
    config = configure({"topology": Topology.RING, "saboteurs": 2})
    assert rules.apply(rules.begin(config), start_of(config=config)).scenario is not None


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (say(1), "seat: expected 0, got 1"),
        (say(0, round=2), "round: expected 1, got 2"),
        (say(0, belief=101), "belief: expected 0..100"),
        (say(0, confidence=-1), "confidence: expected 0..100"),
        (say(0, message="a\nb"), "message: expected 'a b'"),
        (say(0, notes="n" * 601), "notes: expected"),
        (RoundOpened(round=2), "expected the open round to go on"),
        (Voted(seat=Seat(0), vote=A, belief=5, reason=""), "expected a forced vote or none"),
        (Voted(seat=Seat(1), vote=A, belief=5, reason="", forced=True), "seat: expected 0"),
        (Voted(seat=Seat(0), vote=B, belief=5, reason="", forced=True), "a forced vote: expected"),
    ],
)
def test_a_stored_event_that_is_not_so_is_refused_in_a_round(event: Any, said: str) -> None:
    with pytest.raises(ReplayMismatch, match=said):
        rules.apply(advanced(started()), event)


def test_a_say_between_rounds_and_a_vote_after_ten_are_refused() -> None:
    asked = state = advanced(started())
    for seat in rules.ALL_SEATS:
        state = rules.apply(state, rules.act(asked, seat, TALK, FIRST_REPLY))
    with pytest.raises(ReplayMismatch, match="expected the next round"):
        rules.apply(state, say(0))
    with pytest.raises(ReplayMismatch, match="round: expected 2, got 3"):
        rules.apply(state, RoundOpened(round=3))
    asked = state = at_the_ballot()
    for seat in rules.ALL_SEATS:
        state = rules.apply(state, rules.act(asked, seat, VOTE, FIRST_REPLY))
    with pytest.raises(ReplayMismatch, match="expected the tally"):
        rules.apply(state, Voted(seat=Seat(10), vote=A, belief=5, reason=""))


def test_a_vote_or_a_tally_that_is_not_so_is_refused_at_the_ballot() -> None:
    state = at_the_ballot()
    vote = Voted(seat=Seat(0), vote=A, belief=5, reason="")
    for event, said in (
        (replace(vote, belief=101), "belief: expected 0..100"),
        (replace(vote, reason=" x"), "reason: expected 'x'"),
        (tally_of(voted(state, [A] * 10)), "votes before the tally: expected 10, got 0"),
    ):
        with pytest.raises(ReplayMismatch, match=said):
            rules.apply(state, event)
    forced = rules.apply(state, rules.forced_vote(state))
    with pytest.raises(ReplayMismatch, match="expected a forced vote or none"):
        rules.apply(forced, replace(vote, seat=Seat(1)))
    for seat in rules.ALL_SEATS:
        state = rules.apply(state, rules.act(state, seat, VOTE, FIRST_REPLY))
    with pytest.raises(ReplayMismatch, match="tally: expected"):
        rules.apply(state, replace(rules.opened(state), verdict=Verdict.SPLIT))
    state = rules.apply(state, rules.opened(state))
    with pytest.raises(ReplayMismatch, match="reason: expected 'complete', got 'deadline'"):
        rules.apply(state, Ended(reason="deadline"))


def tally_of(state: State) -> Tallied:
    return rules.opened(state)


def test_the_fallback_takes_no_parameters() -> None:
    with pytest.raises(BadSetting, match="nothing: gossip takes no parameters"):
        baseline("gossip", {"safe": 1})
