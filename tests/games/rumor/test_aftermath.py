"""What the messages did: exact for baselines, observed for models, and never before the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.base import FIRST_REPLY, Seat
from games.rumor import rules
from games.rumor.aftermath import aftermath, replay
from games.rumor.baselines import baseline
from games.rumor.config import configure
from games.rumor.events import Said, Started
from games.rumor.game import Rumor
from games.rumor.scenario import Role
from games.rumor.state import Talk
from games.rumor.view import view
from tests.games.play import play
from tests.games.rumor.tables import A, B, scenario

GAME = Rumor()
CONFIG = configure({"rounds": 3})
GOSSIPS = [baseline("gossip", {})] * 10
HERDS = [baseline("herd", {})] * 10


def log_of(seed: str, players: list[Any], **more: Any) -> list[Any]:
    return play(GAME, CONFIG, seed, players[0].decide, **more)


@pytest.mark.parametrize("players", [GOSSIPS, HERDS])
def test_the_replay_of_a_table_without_a_muted_seat_is_the_table(players: list[Any]) -> None:
    for number in range(5):
        log = log_of(f"seed {number}", players)
        state = rules.begin(CONFIG)
        for event in log:
            state = rules.apply(state, event)
        assert replay(CONFIG, log[0], players) == state


def test_the_counterfactual_mutes_one_seat_and_compares_honest_votes() -> None:
    log = log_of("seed", GOSSIPS)
    found = GAME.aftermath(CONFIG, log, GOSSIPS)
    assert found["kind"] == "counterfactual"
    facts = log[0].scenario
    real = replay(CONFIG, log[0], GOSSIPS)
    for seat, row in zip(rules.ALL_SEATS, found["seats"], strict=True):
        honest = [one for one in facts.seats(Role.HONEST) if one != seat]
        silent = replay(CONFIG, log[0], GOSSIPS, seat)
        assert silent.votes[seat] is real.votes[seat]
        for part, near in (("neighbours", True), ("others", False)):
            group = [one for one in honest if (one in facts.neighbours[seat]) == near]
            right = [sum(w.votes[one] is facts.truth for one in group) for w in (real, silent)]
            assert row[part]["n"] == len(group)
            assert row[part]["change"] == pytest.approx((right[0] - right[1]) / len(group))


def test_a_mute_gossip_changes_none_but_its_neighbours() -> None:
    """Only first claims of neighbours count for gossip, so nothing travels two links."""
    for number in range(20):
        log = log_of(f"seed {number}", GOSSIPS)
        for row in aftermath(CONFIG, log, GOSSIPS)["seats"]:
            assert row["others"] is None or row["others"]["change"] == 0


def test_a_herd_carries_a_lie_past_its_neighbours() -> None:
    far = [
        row["others"]["change"]
        for number in range(20)
        for row in aftermath(CONFIG, log_of(f"seed {number}", HERDS), HERDS)["seats"]
        if row["others"]
    ]
    assert any(change < 0 for change in far)


def test_a_seat_without_honest_neighbours_has_no_change_there() -> None:
    start = log_of("seed", GOSSIPS)[0]
    facts = scenario(saboteurs=(1, 9))
    log = [replace(start, scenario=facts)]
    state = rules.apply(rules.begin(CONFIG), log[0])
    while state.phase != "over":
        event = rules.next_event(state, "")
        for made in (
            [event]
            if event is not None
            else [
                rules.act(state, s, GOSSIPS[s].decide(view(state, s), None), FIRST_REPLY)  # type: ignore[arg-type]
                for s in rules.pending(state)
            ]
        ):
            state = rules.apply(state, made)
            log.append(made)
    assert aftermath(CONFIG, log, GOSSIPS)["seats"][0]["neighbours"] is None


def test_a_table_of_models_shows_how_listeners_moved() -> None:
    def decide(seen: Any, ties: Any) -> Any:
        action = GOSSIPS[0].decide(seen, ties)
        if not isinstance(action, Talk):
            return replace(action, belief=90)
        claim = {1: A, 2: B}.get(seen.round)
        words = "" if seen.round == 3 else "hm"
        return replace(action, claim=claim, belief=20 * seen.round, message=words)

    log = play(GAME, CONFIG, "seed", decide)
    found = aftermath(CONFIG, log, [None] * 10)
    assert found["kind"] == "observed"
    assert [row["round"] for row in found["messages"]] == [1] * 10 + [2] * 10, "silence is none"
    start = log[0]
    assert isinstance(start, Started)
    for row in found["messages"]:
        assert [one["seat"] for one in row["listeners"]] == list(
            start.scenario.neighbours[Seat(row["seat"])]
        )
        assert row["toward"] == (20 if row["round"] == 1 else -20)


def test_words_without_a_claim_lean_nowhere_and_a_forced_ballot_is_no_belief() -> None:
    def decide(seen: Any, ties: Any) -> Any:
        return Talk(claim=None, confidence=50, belief=50, message="hm")

    log = play(GAME, CONFIG, "seed", decide, deadline_after=12)
    assert sum(isinstance(event, Said) for event in log) == 10
    found = aftermath(CONFIG, log, GOSSIPS)
    assert found["kind"] == "observed", "the clock is no part of a replay"
    assert [row["listeners"] for row in found["messages"]] == [[]] * 10
    assert {row["toward"] for row in found["messages"]} == {None}
