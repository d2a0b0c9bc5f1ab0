"""What just ended: each finished match as one true sentence with its scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from games.base import Json, PairFact, Results
from games.errors import BadSetting
from games.registry import get_game
from league.models import Episode
from league.queries.frames import format_time
from league.queries.head import match_title

SHOWN = 8
NEWS = (Episode.Purpose.LADDER, Episode.Purpose.TRYOUT)
"""A trial plays hundreds of matches between the same few: they stand on its own page."""


def read_results(limit: int = SHOWN) -> list[Json]:
    """Return the matches that finished last, newest first, as docs/architecture.md defines them.

    Those of trials and of an author's own comparisons are left out.
    Failed and void matches are no results. Three queries, whatever the limit.
    """
    episodes = (
        Episode.objects.filter(
            status=Episode.Status.FINISHED, ended_at__isnull=False, purpose__in=NEWS
        )
        .order_by("-ended_at", "-id")
        .prefetch_related("seats__version__policy")[:limit]
    )
    return [describe_result(episode) for episode in episodes]


def describe_result(episode: Episode) -> Json:
    """Return one finished match's result: title, address, headline, and scores by rank."""
    seats = sorted(episode.seats.all(), key=lambda seat: seat.slot)
    names = seat_names([seat.version.policy.name for seat in seats])
    scored = sorted(
        zip(names, (seat.score for seat in seats), strict=True),
        key=lambda pair: -(pair[1] if pair[1] is not None else float("-inf")),
    )
    return {
        "episode": episode.pk,
        "title": match_title(episode),
        "url": episode.get_absolute_url(),
        "ended_at": format_time(episode.ended_at) if episode.ended_at else None,
        "headline": headline(episode, names),
        "seats": [{"policy": name, "score": score} for name, score in scored],
    }


def seat_names(policies: Sequence[str]) -> list[str]:
    """Return what to call each seat: its policy, numbered where one policy holds several seats."""
    taken: dict[str, int] = {}
    names = []
    for policy in policies:
        taken[policy] = taken.get(policy, 0) + 1
        several = policies.count(policy) > 1
        names.append(f"{policy} ({taken[policy]})" if several else policy)
    return names


def headline(episode: Episode, names: Sequence[str]) -> str:
    """Return the sentence for a finished match, made by its game from the stored results."""
    if episode.results is None:
        return "No result was kept."
    results = load_results(episode.results)
    try:
        game = get_game(episode.game)
    except BadSetting:
        return "This game is no longer played here."
    return game.headline(results, names)


def load_results(data: Json) -> Results:
    """Read `games.base.Results` back from the JSON that an episode keeps; unknown keys are left."""
    known: dict[str, Any] = {
        field.name: data[field.name] for field in fields(Results) if field.name in data
    }
    known["scores"] = tuple(known["scores"])
    known["stats"] = tuple(known.get("stats", ()))
    known["pairs"] = tuple(PairFact(**pair) for pair in known.get("pairs", ()))
    return Results(**known)
