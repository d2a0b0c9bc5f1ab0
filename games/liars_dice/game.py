"""Liar's Dice and Liar's Poker as the league plays them: the contract, fulfilled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from games.base import (
    Audience,
    Baseline,
    BaselineKind,
    Beat,
    Column,
    Game,
    Json,
    Origin,
    PairFact,
    Prompt,
    Results,
    Seat,
    Variant,
)
from games.errors import InvariantBroken
from games.liars_dice import baselines, events, headline, lines, rules, text
from games.liars_dice import config as configs
from games.liars_dice import reply as replies
from games.liars_dice import view as views
from games.liars_dice.audit import Audit, audit
from games.liars_dice.config import Config
from games.liars_dice.events import BidMade, Challenged, Event
from games.liars_dice.mistakes import mistake_rate
from games.liars_dice.state import Action, Phase, State
from games.liars_dice.view import View


class LiarsDice(Game[Config, State, Event, View, Action]):
    """Bid what all hands hold together, or call the last bid a lie."""

    key: ClassVar[str] = "liars-dice"
    title: ClassVar[str] = "Liar's Dice"
    variants: ClassVar[Mapping[str, Variant]] = {
        "standard": Variant(
            key="standard",
            title="Standard",
            summary="Five dice each, and everybody may talk.",
            settings={"mode": "dice", "talk": True},
        ),
        "poker": Variant(
            key="poker",
            title="Poker",
            summary="Liar's Poker: an eight-digit serial number each, and everybody may talk.",
            settings={"mode": "poker", "talk": True},
        ),
        "silent": Variant(
            key="silent",
            title="Silent",
            summary="Five dice each and not a word: only the bids speak.",
            settings={"mode": "dice", "talk": False},
        ),
    }
    baselines: ClassVar[Mapping[str, BaselineKind]] = baselines.KINDS
    fallback: ClassVar[str] = "bayes"
    columns: ClassVar[tuple[Column, ...]] = (
        Column(key="wins", label="Wins", kind="count"),
        Column(key="losses", label="Losses", kind="count"),
        Column(key="bids", label="Bids", kind="count"),
        Column(key="false_bids", label="Bluff rate", kind="ratio", over="bids", rate="bluff_rate"),
        Column(key="challenges", label="Challenges", kind="count"),
        Column(
            key="challenges_won",
            label="Challenge success",
            kind="ratio",
            over="challenges",
            rate="challenge_success",
        ),
    )
    break_even: ClassVar[float] = 0.5
    score_range: ClassVar[tuple[float, float]] = (0.0, 1.0)

    def configure(self, settings: Mapping[str, Any]) -> Config:
        return configs.configure(settings)

    def settings(self, config: Config) -> Json:
        return configs.settings(config)

    def seats(self, config: Config) -> int:
        return config.seats

    def begin(self, config: Config) -> State:
        return rules.begin(config)

    def next_event(self, state: State, seed: str, *, deadline: bool = False) -> Event | None:
        return rules.next_event(state, seed, deadline=deadline)

    def pending(self, state: State) -> tuple[Seat, ...]:
        return () if state.turn is None or rules.is_capped(state) else (state.turn,)

    def is_over(self, state: State) -> bool:
        return state.phase is Phase.OVER

    def apply(self, state: State, event: Event) -> State:
        return rules.apply(state, event)

    def is_chance(self, event: Event) -> bool:
        if isinstance(event, Challenged):
            return event.forced
        return not isinstance(event, BidMade)

    def view(self, state: State, seat: Seat) -> View:
        return views.view(state, seat)

    def prompt(self, view: View, policy: str) -> Prompt:
        return text.prompt(view, policy)

    def parse(self, view: View, reply: str) -> Action:
        return replies.parse(reply)

    def act(self, state: State, seat: Seat, action: Action, origin: Origin) -> Event:
        return rules.act(state, seat, action, origin)

    def baseline(self, key: str, parameters: Mapping[str, Any]) -> Baseline[View, Action]:
        return baselines.baseline(key, parameters)

    def encode(self, event: Event) -> Json:
        return events.encode(event)

    def decode(self, data: Mapping[str, Any]) -> Event:
        return events.decode(data)

    def export(self, state: State, event: Event, audience: Audience) -> Json:
        return views.export(event, audience)

    def frame(self, state: State, event: Event, audience: Audience) -> Json:
        return views.frame(state, event, audience)

    def line(self, state: State, event: Event, seat: Seat | None = None) -> str:
        return lines.line(state, event, seat)

    def aliases(self, config: Config, seed: str) -> tuple[str, ...]:
        return rules.aliases(config, seed)

    def order(self, config: Config, seed: str) -> tuple[Seat, ...]:
        return rules.order(config, seed)

    def results(self, state: State) -> Results:
        if state.phase is not Phase.OVER:
            raise InvariantBroken(f"expected a finished episode, got one {state.phase.value}")
        tallies = audit(state.config, state.played)
        return Results(
            reason=state.reason,
            scores=state.scores,
            stats=tuple(_stats(state, tallies, seat) for seat in range(state.config.seats)),
            pairs=_pairs(tallies),
            details={
                "deals_played": len(state.played),
                "forced": tallies.forced,
                "points": list(state.points),
                "audit": tallies.as_json(),
            },
        )

    def beat(self, before: str | None, after: str) -> Beat:
        if before == "challenge":
            return Beat.REVEAL
        return Beat.NONE if before is None or after in ("start", "deal") else Beat.MOVE

    def figures(self, results: Sequence[Results]) -> Json:
        deals = sum(one.details["deals_played"] for one in results)
        bids = sum(stats["bids"] for one in results for stats in one.stats)
        forced = sum(one.details["forced"] for one in results)
        return {
            "deals": deals,
            "bids_per_deal": bids / deals if deals else 0.0,
            "forced_share": forced / deals if deals else 0.0,
        }

    def headline(self, results: Results, names: Sequence[str]) -> str:
        return headline.headline(results, names)

    def mistakes(self, state: State, seat: Seat) -> float | None:
        return mistake_rate(state.played, seat)

    def facings(
        self, config: Config, events: Sequence[Event], seat: Seat, other: Seat
    ) -> tuple[int, ...]:
        found = []
        standing: BidMade | None = None
        for seq, event in enumerate(events, start=1):
            if isinstance(event, BidMade | Challenged):
                if standing is not None and (event.seat, standing.seat) == (seat, other):
                    found.append(seq)
                standing = event if isinstance(event, BidMade) else None
        return tuple(found)


def _stats(state: State, tallies: Audit, seat: int) -> Mapping[str, float]:
    return {
        "wins": state.wins[seat],
        "losses": state.losses[seat],
        "bids": tallies.bids[seat],
        "false_bids": tallies.false_bids[seat],
        "challenges": tallies.challenges[seat],
        "challenges_won": tallies.challenges_won[seat],
    }


def _pairs(tallies: Audit) -> tuple[PairFact, ...]:
    seats = range(len(tallies.bids))
    return tuple(
        PairFact(
            seat=Seat(seat),
            other=Seat(other),
            faced=tallies.faced[seat][other],
            challenged=tallies.challenged[seat][other],
            forgone=tallies.forgone[seat][other],
            net=tallies.net[seat][other],
        )
        for seat in seats
        for other in seats
        if other != seat
    )
