"""Checking a match against its seed: what anybody may do once the seed has been shown."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from games.base import AnyGame, Json
from games.errors import GameError, ReplayMismatch
from games.registry import get_game
from games.replay import check_log
from league.actions.episodes import commitment_of
from league.actions.finishing import encode_results, facets_of, read_log
from league.models import Episode, Event, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that was derived again."""

    name: str
    problem: str = ""
    """What was expected and what is stored; empty when they agree."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What came of verifying an episode."""

    episode: int
    events: int
    checks: tuple[Check, ...]
    first_bad_event: int | None = None
    """Number of the first event that differs from the seed or breaks the rules."""

    @property
    def is_good(self) -> bool:
        return not any(check.problem for check in self.checks)

    def as_json(self) -> Json:
        return {"ok": self.is_good, **asdict(self)}


def verify(episode: Episode) -> Verification:
    """Derive an episode again from its seed, and compare.

    Checked are the commitment, the seats (order and aliases), the log (numbering, every event of
    chance with the hands, and every decision's legality), and for a finished match its results,
    the scores, statistics and decisions of the seats, and the pair facts of the audit.
    """
    game = get_game(episode.game)
    config = game.configure(episode.settings)
    rows = list(episode.events.order_by("seq"))
    seats = list(episode.seats.order_by("slot"))
    bad: list[int] = []

    def check_events() -> str:
        try:
            _check_numbers(episode, rows)
            events = [_decode(game, row) for row in rows]
            is_finished = episode.status == Episode.Status.FINISHED
            check_log(game, config, episode.seed, events, is_finished=is_finished)
        except ReplayMismatch as error:
            bad.extend([] if error.seq is None else [error.seq])
            return str(error)
        return ""

    checks: list[tuple[str, Callable[[], str]]] = [
        ("commitment", lambda: _check_commitment(episode)),
        ("seats", lambda: _check_seats(game, config, episode.seed, seats)),
        ("events", check_events),
    ]
    if episode.status == Episode.Status.FINISHED:
        checks.append(("results", lambda: _check_results(game, episode, rows, seats)))
    return Verification(
        episode=episode.pk,
        events=len(rows),
        checks=tuple(Check(name=name, problem=check()) for name, check in checks),
        first_bad_event=bad[0] if bad else None,
    )


def _check_commitment(episode: Episode) -> str:
    return _differ("commitment", commitment_of(episode.seed, episode.salt), episode.commitment)


def _check_seats(game: AnyGame, config: Any, seed: str, seats: Sequence[Seat]) -> str:
    stored = sorted(seats, key=lambda seat: seat.position)
    return _differ(
        "order", list(map(int, game.order(config, seed))), [seat.slot for seat in stored]
    ) or _differ("aliases", list(game.aliases(config, seed)), [seat.alias for seat in seats])


def _check_numbers(episode: Episode, rows: Sequence[Event]) -> None:
    for seq, row in enumerate(rows, start=1):
        if row.seq != seq:
            raise ReplayMismatch(f"expected event {seq}, got event {row.seq}", seq)
        if row.kind != row.data.get("kind"):
            raise ReplayMismatch(f"expected kind {row.kind!r}, got {row.data.get('kind')!r}", seq)
    if episode.last_seq != len(rows):
        raise ReplayMismatch(f"expected {episode.last_seq} events, got {len(rows)}", len(rows) + 1)


def _decode(game: AnyGame, row: Event) -> Any:
    try:
        return game.decode(row.data)
    except ReplayMismatch as error:
        raise ReplayMismatch(error.reason, row.seq) from None


def _check_results(
    game: AnyGame, episode: Episode, rows: Sequence[Event], seats: Sequence[Seat]
) -> str:
    try:
        results, tallies, _ = read_log(game, episode.settings, [row.data for row in rows])
    except GameError as error:
        return f"results cannot be derived from this log: {error}"
    problem = _differ("results", encode_results(results), episode.results)
    for seat in seats:
        tally = tallies[seat.slot]
        derived = {
            "score": results.scores[seat.slot],
            "stats": dict(results.stats[seat.slot]),
            "facets": facets_of(results, seat.slot),
            "decisions": tally.decisions,
            "model_decisions": tally.model_decisions,
            "fallbacks": tally.fallbacks,
        }
        stored = {name: getattr(seat, name) for name in derived}
        problem = problem or _differ(f"seat {seat.slot}", derived, stored)
    slots = {seat.pk: seat.slot for seat in seats}
    stored_pairs = sorted(
        [
            slots[pair.seat_id],
            slots[pair.other_id],
            pair.faced,
            pair.challenged,
            pair.forgone,
            pair.net,
        ]
        for pair in episode.pair_facts.all()
    )
    derived_pairs = sorted(
        [int(fact.seat), int(fact.other), fact.faced, fact.challenged, fact.forgone, fact.net]
        for fact in results.pairs
    )
    return problem or _differ("audit", derived_pairs, stored_pairs)


def _differ(name: str, derived: Any, stored: Any) -> str:
    """Compare as JSON, so that tuples and lists are the same."""
    derived = json.loads(json.dumps(derived))
    return "" if derived == stored else f"{name}: expected {derived!r}, got {stored!r}"
