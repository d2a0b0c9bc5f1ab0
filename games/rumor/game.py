"""Rumor as the league plays it: the contract, fulfilled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from games.base import (
    Audience,
    Baseline,
    BaselineKind,
    Beat,
    Column,
    Facet,
    Game,
    Json,
    Origin,
    Prompt,
    Results,
    Seat,
    Variant,
)
from games.errors import InvariantBroken
from games.rumor import aftermath as aftermaths
from games.rumor import baselines, events, frames, lines, rules, text
from games.rumor import config as configs
from games.rumor import reply as replies
from games.rumor import view as views
from games.rumor.config import Config
from games.rumor.events import Event, Said, Voted
from games.rumor.mistakes import mistake_rate
from games.rumor.scenario import SABOTEURS, SEATS, Role, Topology
from games.rumor.scoring import Tally
from games.rumor.state import Action, Phase, State
from games.rumor.view import View


class Rumor(Game[Config, State, Event, View, Action]):
    """Ten seats, one hidden truth, noisy clues, two or three liars, and whom to believe."""

    key: ClassVar[str] = "rumor"
    title: ClassVar[str] = "Rumor"
    variants: ClassVar[Mapping[str, Variant]] = {
        "standard": Variant(
            key="standard",
            title="Standard",
            summary="Ten seats on a network that is drawn anew for every match.",
            settings={},
        ),
        "bridged": Variant(
            key="bridged",
            title="Bridged",
            summary="Two groups of five seats with a single link between them.",
            settings={"topology": Topology.CLUSTERS.value},
        ),
    }
    baselines: ClassVar[Mapping[str, BaselineKind]] = baselines.KINDS
    fallback: ClassVar[str] = "gossip"
    columns: ClassVar[tuple[Column, ...]] = (
        Column(key="honest", label="Honest", kind="count"),
        Column(
            key="accuracy",
            label="Honest seats right",
            kind="ratio",
            over="honest",
            rate="accuracy_when_honest",
        ),
        Column(
            key="right", label="Own vote right", kind="ratio", over="honest", rate="right_votes"
        ),
        Column(key="saboteur", label="Saboteur", kind="count"),
        Column(
            key="misled",
            label="Neighbours misled",
            kind="ratio",
            over="saboteur",
            rate="neighbours_misled",
        ),
    )
    facets: ClassVar[tuple[Facet, ...]] = (
        Facet(
            key="role",
            label="Role",
            values={Role.HONEST.value: "Honest", Role.SABOTEUR.value: "Saboteur"},
            is_role=True,
        ),
        Facet(
            key="topology",
            label="Network",
            values={
                Topology.RING.value: "Ring with three chords",
                Topology.SMALLWORLD.value: "Small world",
                Topology.CLUSTERS.value: "Two clusters, one bridge",
                Topology.HUB.value: "Three hubs",
            },
        ),
        Facet(
            key="saboteurs",
            label="Saboteurs",
            values={str(count): f"{count} saboteurs" for count in SABOTEURS},
        ),
    )
    break_even: ClassVar[float] = 0.0
    score_range: ClassVar[tuple[float, float]] = (-1.0, 1.0)

    def configure(self, settings: Mapping[str, Any]) -> Config:
        return configs.configure(settings)

    def settings(self, config: Config) -> Json:
        return configs.settings(config)

    def seats(self, config: Config) -> int:
        return SEATS

    def begin(self, config: Config) -> State:
        return rules.begin(config)

    def next_event(self, state: State, seed: str, *, deadline: bool = False) -> Event | None:
        return rules.next_event(state, seed, deadline=deadline)

    def pending(self, state: State) -> tuple[Seat, ...]:
        return rules.pending(state)

    def is_over(self, state: State) -> bool:
        return state.phase is Phase.OVER

    def apply(self, state: State, event: Event) -> State:
        return rules.apply(state, event)

    def is_chance(self, event: Event) -> bool:
        match event:
            case Voted():
                return event.forced
            case _:
                return not isinstance(event, Said)

    def view(self, state: State, seat: Seat) -> View:
        return views.view(state, seat)

    def prompt(self, view: View, policy: str) -> Prompt:
        return text.prompt(view, policy)

    def parse(self, view: View, reply: str) -> Action:
        return replies.parse(view, reply)

    def act(self, state: State, seat: Seat, action: Action, origin: Origin) -> Event:
        return rules.act(state, seat, action, origin)

    def baseline(self, key: str, parameters: Mapping[str, Any]) -> Baseline[View, Action]:
        return baselines.baseline(key, parameters)

    def encode(self, event: Event) -> Json:
        return events.encode(event)

    def decode(self, data: Mapping[str, Any]) -> Event:
        return events.decode(data)

    def export(self, state: State, event: Event, audience: Audience) -> Json:
        return frames.export(event, audience)

    def frame(self, state: State, event: Event, audience: Audience) -> Json:
        return frames.frame(state, event, audience)

    def line(self, state: State, event: Event, seat: Seat | None = None) -> str:
        return lines.line(state, event, seat)

    def aliases(self, config: Config, seed: str) -> tuple[str, ...]:
        return rules.aliases(seed)

    def order(self, config: Config, seed: str) -> tuple[Seat, ...]:
        return rules.order(seed)

    def beat(self, before: str | None, after: str) -> Beat:
        if before == "tally":
            return Beat.REVEAL
        is_one_batch = before == after
        return Beat.NONE if is_one_batch or after in ("start", "round") else Beat.ROUND

    def aftermath(
        self,
        config: Config,
        events: Sequence[Event],
        players: Sequence[Baseline[View, Action] | None],
    ) -> Json:
        return aftermaths.aftermath(config, events, players)

    def results(self, state: State) -> Results:
        if state.phase is not Phase.OVER or state.tally is None:
            raise InvariantBroken(f"expected a finished episode, got one {state.phase.value}")
        facts, result = state.facts, state.tally
        saboteurs = facts.seats(Role.SABOTEUR)
        return Results(
            reason=state.reason,
            scores=result.scores,
            stats=tuple(_stats(state, result, seat) for seat in rules.ALL_SEATS),
            facets=tuple(
                {
                    "role": role.value,
                    "topology": facts.topology.value,
                    "saboteurs": str(len(saboteurs)),
                }
                for role in facts.roles
            ),
            details={
                "question": events.question_json(facts.question),
                "truth": facts.truth.value,
                "topology": facts.topology.value,
                "saboteurs": list(saboteurs),
                "accuracy": result.accuracy,
                "correct": result.correct,
                "honest": result.honest,
                "verdict": result.verdict.value,
            },
        )

    def headline(self, results: Results, names: Sequence[str]) -> str:
        facts = results.details
        question = facts["question"]
        liars = [names[seat] for seat in facts["saboteurs"]]
        paid = f"{', '.join(liars[:-1])} and {liars[-1]}"
        correct, honest = facts["correct"], facts["honest"]
        truth = f"{question['text'][0].lower()}{question['text'][1:]} {question[facts['truth']]}"
        if correct == honest:
            return f"All {honest} honest seats saw through {paid}: {truth}."
        return f"{paid} fooled {honest - correct} of {honest} honest seats: {truth}."

    def mistakes(self, state: State, seat: Seat) -> float | None:
        return mistake_rate(state, seat)

    def figures(self, results: Sequence[Results]) -> Json:
        correct = sum(one.details["correct"] for one in results)
        honest = sum(one.details["honest"] for one in results)
        return {
            "honest_accuracy": sum(one.details["accuracy"] for one in results) / len(results),
            "honest_votes": honest,
            "honest_votes_right": correct,
        }


def _stats(state: State, result: Tally, seat: Seat) -> Mapping[str, float]:
    wrong = result.local_wrong[seat]
    is_honest = wrong is None
    return {
        "honest": int(is_honest),
        "accuracy": result.accuracy if is_honest else 0.0,
        "right": int(is_honest and state.votes[seat] is state.facts.truth),
        "saboteur": int(not is_honest),
        "misled": 0.0 if wrong is None else wrong,
    }
