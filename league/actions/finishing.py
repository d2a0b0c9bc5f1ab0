"""Finishing an episode: from its log to results, seats, pair facts and standings, all at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Sum
from django.utils import timezone

from games.base import AnyGame, Cause, Json, Results
from games.registry import get_game
from league.actions import standings
from league.live.publish import publish_status
from league.models import Episode, ModelCall, PairFact, Seat, record

MAX_FALLBACK_SHARE = 0.25
"""For an episode without a ladder."""
REFUSED = "The provider refused our credentials, so baselines played for prompt policies."
UNSET = "No credentials are configured, so baselines played for prompt policies."


SEAT_FIELDS = (
    "score",
    "stats",
    "facets",
    "decisions",
    "model_decisions",
    "fallbacks",
    "input_tokens",
    "output_tokens",
    "cost",
)


@dataclass(slots=True)
class Tally:
    """How one seat's decisions came about."""

    decisions: int = 0
    model_decisions: int = 0
    fallbacks: int = 0


def finish_episode(episode_id: int) -> Episode | None:
    """Write all that follows from a complete log; return the episode, or None if it was over.

    The log alone decides what is written, in one transaction, once.
    """
    with transaction.atomic():
        episode = (
            Episode.objects.select_for_update(of=("self",))
            .select_related("ladder")
            .filter(pk=episode_id, status=Episode.Status.RUNNING)
            .first()
        )
        if episode is None:
            return None
        _write_results(episode)
        return episode


def _write_results(episode: Episode) -> None:
    game = get_game(episode.game)
    log = list(episode.events.order_by("seq").values_list("data", flat=True))
    results, tallies, causes = read_log(game, episode.settings, log)
    seats = list(episode.seats.select_related("version__policy").select_for_update(of=("self",)))
    _write_seats(episode, seats, results, tallies)
    _write_pairs(episode, seats, results)
    reason = why_unrated(episode, seats, causes)
    if reason:
        if episode.is_rated:
            record(None, "leave unrated", episode, reason=reason)
        episode.is_rated = False
        episode.unrated_reason = episode.unrated_reason or reason
    episode.status = Episode.Status.FINISHED
    episode.reason = results.reason
    episode.results = encode_results(results)
    episode.ended_at = timezone.now()
    episode.save(
        update_fields=["is_rated", "unrated_reason", "status", "reason", "results", "ended_at"]
    )
    standings.apply_result(episode)
    transaction.on_commit(partial(publish_status, episode))


def encode_results(results: Results) -> Json:
    """Return what an episode stores of its results; pair facts have rows of their own."""
    return {
        "reason": results.reason,
        "scores": list(results.scores),
        "stats": [dict(stats) for stats in results.stats],
        "details": results.details,
    }


def facets_of(results: Results, slot: int) -> dict[str, str]:
    """Return the conditions that a seat played under; empty when the game has no facets."""
    return dict(results.facets[slot]) if results.facets else {}


def read_log(
    game: AnyGame, settings: dict[str, Any], log: Iterable[dict[str, Any]]
) -> tuple[Results, dict[int, Tally], Counter[Cause]]:
    """Fold a complete log: its results, each slot's tally, and the causes of all fallbacks."""
    config = game.configure(settings)
    state = game.begin(config)
    tallies = {slot: Tally() for slot in range(game.seats(config))}
    causes: Counter[Cause] = Counter()
    for data in log:
        event = game.decode(data)
        if not game.is_chance(event):
            tally = tallies[data["seat"]]
            tally.decisions += 1
            if data["fallback"]:
                tally.fallbacks += 1
                causes[Cause(data["fallback"])] += 1
            elif not data["scripted"]:
                tally.model_decisions += 1
        state = game.apply(state, event)
    return game.results(state), tallies, causes


def _write_seats(
    episode: Episode, seats: Sequence[Seat], results: Results, tallies: dict[int, Tally]
) -> None:
    calls = {
        row["slot"]: row
        for row in ModelCall.objects.filter(episode=episode)
        .order_by()
        .values("slot")
        .annotate(
            sent=Sum("input_tokens") + Sum("cache_creation_tokens") + Sum("cache_read_tokens"),
            received=Sum("output_tokens"),
            dollars=Sum("cost"),
        )
    }
    for seat in seats:
        tally = tallies[seat.slot]
        seat.score = results.scores[seat.slot]
        seat.stats = dict(results.stats[seat.slot])
        seat.facets = facets_of(results, seat.slot)
        seat.decisions = tally.decisions
        seat.model_decisions = tally.model_decisions
        seat.fallbacks = tally.fallbacks
        if spent := calls.get(seat.slot):
            seat.input_tokens = spent["sent"]
            seat.output_tokens = spent["received"]
            seat.cost = spent["dollars"]
        seat.save(update_fields=SEAT_FIELDS)


def _write_pairs(episode: Episode, seats: Sequence[Seat], results: Results) -> None:
    by_slot = {seat.slot: seat for seat in seats}
    PairFact.objects.bulk_create(
        PairFact(
            episode=episode,
            seat=by_slot[fact.seat],
            other=by_slot[fact.other],
            policy=by_slot[fact.seat].version.policy,
            other_policy=by_slot[fact.other].version.policy,
            faced=fact.faced,
            challenged=fact.challenged,
            forgone=fact.forgone,
            net=fact.net,
        )
        for fact in results.pairs
    )


def why_unrated(episode: Episode, seats: Sequence[Seat], causes: Counter[Cause]) -> str:
    """Return why the episode may not count, for people; empty when it may."""
    if causes[Cause.CREDENTIALS]:
        return REFUSED
    if causes[Cause.NO_CREDENTIALS]:
        return UNSET
    allowed = episode.ladder.max_fallback_share if episode.ladder else MAX_FALLBACK_SHARE
    policies: dict[str, Tally] = {}
    for seat in seats:
        if not seat.version.policy.is_scripted:
            tally = policies.setdefault(seat.version.policy.name, Tally())
            tally.decisions += seat.decisions
            tally.fallbacks += seat.fallbacks
    for name, tally in sorted(policies.items()):
        if tally.fallbacks > allowed * tally.decisions:
            return (
                f"A baseline played {tally.fallbacks} of {tally.decisions} decisions "
                f"of {name}; at most {allowed:.0%} may be."
            )[:200]
    return ""
