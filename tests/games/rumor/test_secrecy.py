"""Two worlds that are equal in what a seat may know look the same to it (field case 26).

The contract suite compares whole logs. Here the worlds are single moments and far more different:
truth, clues, roles, graph, positions, settings, all that was said out of the seat's hearing, and
all that its own neighbours say in the round that is open.
"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from games.base import FIRST_REPLY, SPECTATOR, Audience, Seat
from games.chance import Stream, stream
from games.errors import GameError
from games.rumor import rules
from games.rumor.config import Config, configure
from games.rumor.events import Said, Started, Voted
from games.rumor.frames import export, frame
from games.rumor.reply import parse
from games.rumor.scenario import Side, draw
from games.rumor.state import State
from games.rumor.text import prompt
from games.rumor.view import view
from tests.games.contract.wild_rumor import (
    NONSENSE,
    REPLIES,
    decide,
    other_clues,
    other_edges,
    other_roles,
)
from tests.games.rumor.tables import A, advanced, spoken, started, voted

WORLDS = 120
"""Each compared at every turn of its episode; a turn is one seat's."""


def told(state: State, seat: Seat) -> list[str]:
    """Return all that a seat can come to see at its turn."""
    seen = view(state, seat)
    asked = prompt(seen, "Play.")
    texts = [repr(seen), asked.system, asked.user, json.dumps(asked.schema)]
    for action in NONSENSE:
        try:
            rules.act(state, seat, action, FIRST_REPLY)
        except GameError as error:
            texts.append(f"{error.code} {error}")
    for reply in REPLIES:
        try:
            texts.append(repr(parse(seen, reply)))
        except GameError as error:
            texts.append(f"{error.code} {error}")
    return texts


def other_start(event: Started, config: Config, seat: Seat, chance: Stream) -> Started:
    facts = event.scenario
    truth = chance.choice((Side.A, Side.B))
    other = replace(
        facts,
        truth=truth,
        clues=other_clues(truth, facts.clues[seat], seat, chance),
        roles=other_roles(config, facts, seat, chance),
        edges=other_edges(facts, seat, chance),
        topology=chance.choice(list(type(facts.topology))),
    )
    order = tuple(chance.shuffled(event.order))
    return replace(event, config=config, order=order, scenario=other)


def other_say(event: Said, is_heard: bool, chance: Stream) -> Said:
    private = replace(event, belief=chance.below(101), notes="other notes")
    if is_heard:
        return private
    claim = chance.choice((Side.A, Side.B, None))
    return replace(private, claim=claim, confidence=chance.below(101), message="other words")


def test_thousands_of_pairs_of_worlds_look_the_same_at_every_turn() -> None:
    pairs = 0
    for number in range(WORLDS):
        chance = stream("pairs", number)
        seat = Seat(chance.below(10))
        config = configure({"rounds": 3})
        here, there = rules.begin(config), rules.begin(config)
        start = rules.next_event(here, f"world {number}")
        assert isinstance(start, Started)
        mates = start.scenario.neighbours[seat]
        here = rules.apply(here, start)
        there = rules.apply(there, other_start(start, config, seat, chance))
        assert here.facts != there.facts
        while here.phase != "over":
            if (event := rules.next_event(here, "")) is not None:
                other = rules.next_event(there, "")
                assert other is not None
                here, there = rules.apply(here, event), rules.apply(there, other)
                continue
            asked = here
            for actor in rules.pending(asked):
                # The seat looks at the open round again and again while the others act before it.
                if seat in rules.pending(here):
                    assert told(here, seat) == told(there, seat)
                    pairs += 1
                act = rules.act(
                    asked,
                    actor,
                    decide(view(asked, actor), stream("x", number, actor)),
                    FIRST_REPLY,
                )
                here = rules.apply(here, act)
                if isinstance(act, Said):
                    twin = other_say(act, actor in mates, chance) if actor != seat else act
                    there = rules.apply(there, twin)
                else:
                    twin_vote = replace(act, vote=act.vote.other) if actor != seat else act
                    there = rules.apply(there, twin_vote)
    assert pairs > 2_000


def test_what_neighbours_say_in_the_open_round_is_not_heard_yet() -> None:
    for number in range(50):
        chance = stream("open", number)
        seat = Seat(chance.below(10))
        here = there = advanced(spoken(started(), [A] * 10))
        for actor in rules.ALL_SEATS[: seat + 1]:
            assert told(here, seat) == told(there, seat)
            act = rules.act(here, actor, decide(view(here, actor), chance), FIRST_REPLY)
            assert isinstance(act, Said)
            here = rules.apply(here, act)
            there = rules.apply(there, other_say(act, is_heard=False, chance=chance))


def test_the_comparison_can_see_a_difference() -> None:
    here = spoken(started(), [A] * 10, message="one")
    there = spoken(started(), [A] * 10, message="other")
    assert told(here, Seat(0)) != told(there, Seat(0))


def test_settings_that_pin_the_scenario_are_not_told() -> None:
    facts = draw("seed", topology=started().facts.topology, saboteurs=2)
    pinned = started(facts, topology="ring", saboteurs=2)
    free = started(facts)
    assert all(view(pinned, seat) == view(free, seat) for seat in rules.ALL_SEATS)


# spectators


EVERYONE = Audience(notes_of=frozenset(rules.ALL_SEATS))


@pytest.mark.parametrize("audience", [SPECTATOR, EVERYONE])
def test_no_audience_is_sent_a_role_the_truth_or_a_vote_before_the_tally(
    audience: Audience,
) -> None:
    """Two worlds that differ in these alone give the same frames and exports until the tally."""
    facts = draw("seed", saboteurs=2)
    flipped = replace(
        facts,
        roles=tuple(reversed(facts.roles)),
        truth=facts.truth,
    )
    frames: list[list[str]] = []
    for world, swap in ((facts, False), (flipped, True)):
        config = configure({"rounds": 3})
        state = rules.begin(config)
        first = rules.next_event(state, "seed")
        assert isinstance(first, Started)
        event: object = replace(first, scenario=world)
        shown = []
        while True:
            state = rules.apply(state, event)  # type: ignore[arg-type]
            shown.append(json.dumps([frame(state, event, audience), export(event, audience)]))  # type: ignore[arg-type]
            due = rules.next_event(state, "")
            if due is None:
                (seat, *_) = rules.pending(state)
                action = decide(view(state, seat), stream("say", len(shown)))
                made = rules.act(state, seat, action, FIRST_REPLY)
                if isinstance(made, Voted) and swap:
                    made = replace(made, vote=made.vote.other, belief=1, reason="no")
                event = made
            elif state.phase == "voting":
                break
            else:
                event = due
        frames.append(shown)
    assert frames[0] == frames[1]


def test_the_tally_shows_it_all() -> None:
    state = started()
    for _ in range(3):
        state = spoken(state, [A] * 10)
    state = voted(state, [A] * 8 + [A.other] * 2)
    shown = frame(
        state, rules.next_event(replace_phase(state), "") or rules.opened(state), SPECTATOR
    )
    tally = shown["table"]["tally"]
    assert tally["truth"] == "a"
    assert tally["roles"].count("saboteur") == 2
    assert tally["votes"] == ["a"] * 8 + ["b"] * 2
    assert (tally["correct"], tally["honest"], tally["verdict"]) == (7, 8, "a")


def replace_phase(state: State) -> State:
    return replace(state, phase=type(state.phase).TALLIED)
