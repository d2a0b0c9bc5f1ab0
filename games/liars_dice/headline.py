"""One sentence on a finished episode, for people who did not watch it.

The winner and the score come first, then the most telling fact that is true, in this order: the
winner's challenges were all right; the winner never bid falsely; somebody's bids were mostly false;
how many deals the winner won.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from games.base import Results

FEW = 3
"""Fewer challenges than this say nothing about a seat."""
SOME = 5
"""Fewer bids than this say nothing about a seat."""


def headline(results: Results, names: Sequence[str]) -> str:
    """Return the sentence; ``names`` are by seat."""
    deals = int(results.details["deals_played"])
    if deals == 0:
        return "Time ran out before the first deal was played."
    best = max(results.scores)
    winners = [seat for seat, score in enumerate(results.scores) if score == best]
    ending = f" Time ran out after {_count(deals, 'deal')}." if results.reason == "deadline" else ""
    if len(winners) == len(names):
        return f"Nobody gained on anybody over {_count(deals, 'deal')}.{ending}"
    if len(winners) > 1:
        shared = f"{', '.join(names[seat] for seat in winners[:-1])} and {names[winners[-1]]}"
        return f"{shared} share first place with {_score(best)}.{ending}"
    fact = _winners_fact(results.stats[winners[0]]) or _false_bids(results, names)
    if not fact:
        won = int(results.stats[winners[0]]["wins"])
        fact = f"winning {won} of {_count(deals, 'deal')}"
    return f"{names[winners[0]]} wins with {_score(best)}, {fact}.{ending}"


def _score(score: float) -> str:
    """Format a score as pages do: halves go up, so 0.5625 is 0.563."""
    return f"{math.floor(score * 1000 + 0.5) / 1000:.3f}"


def _winners_fact(stats: Mapping[str, float]) -> str:
    challenges, bids = int(stats["challenges"]), int(stats["bids"])
    if challenges >= FEW and stats["challenges_won"] == challenges:
        return f"right in all {challenges} challenges"
    if bids >= SOME and stats["false_bids"] == 0:
        return f"without one false bid in {bids}"
    return ""


def _false_bids(results: Results, names: Sequence[str]) -> str:
    """Tell of the seat with the largest share of false bids, when that is more than half."""
    shares = [
        (stats["false_bids"] / stats["bids"], -seat)
        for seat, stats in enumerate(results.stats)
        if stats["bids"] >= SOME
    ]
    share, seat = max(shares, default=(0.0, 0))
    if share <= 0.5:
        return ""
    stats = results.stats[-seat]
    false, bids = int(stats["false_bids"]), int(stats["bids"])
    return f"while {false} of the {bids} bids by {names[-seat]} were false"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
