"""The scores of a tally (seed: Rumor scoring), from votes, roles, links and the truth alone.

With A the share of the honest seats that voted the truth, an honest seat scores
``0.6 (2A - 1) + 0.4 (right ? 1 : -1)`` and a saboteur ``0.6 (1 - 2A) + 0.4 (2 w - 1)``, where w is
the share of its honest neighbours that voted wrong, or ``1 - A`` when it has none. Votes of
saboteurs never enter A; the verdict counts all ten and is for display only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.rumor.scenario import Edge, Role, Side, neighbours

POOL, OWN = 0.6, 0.4
"""Weights of the whole bloc's accuracy and of the seat's own part."""


class Verdict(StrEnum):
    """The majority of all ten votes."""

    A = "a"
    B = "b"
    SPLIT = "split"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What the votes came to. Sequences are by slot."""

    correct: int
    """Honest seats that voted the truth."""
    honest: int
    accuracy: float
    verdict: Verdict
    scores: tuple[float, ...]
    local_wrong: tuple[float | None, ...]
    """For a saboteur the share of its honest neighbours that voted wrong; None for the honest."""


def tally(
    votes: Sequence[Side], roles: Sequence[Role], edges: Iterable[Edge], truth: Side
) -> Tally:
    """Score a ballot. ``votes`` and ``roles`` are by slot."""
    linked = neighbours(edges)
    honest = [seat for seat, role in enumerate(roles) if role is Role.HONEST]
    correct = sum(votes[seat] is truth for seat in honest)
    accuracy = correct / len(honest)
    scores: list[float] = []
    local_wrong: list[float | None] = []
    for seat, role in enumerate(roles):
        if role is Role.HONEST:
            own = 1 if votes[seat] is truth else -1
            scores.append(POOL * (2 * accuracy - 1) + OWN * own)
            local_wrong.append(None)
            continue
        heard_by = [other for other in linked[seat] if roles[other] is Role.HONEST]
        wrong = sum(votes[other] is not truth for other in heard_by)
        share = wrong / len(heard_by) if heard_by else 1 - accuracy
        scores.append(POOL * (1 - 2 * accuracy) + OWN * (2 * share - 1))
        local_wrong.append(share)
    return Tally(
        correct=correct,
        honest=len(honest),
        accuracy=accuracy,
        verdict=verdict(votes),
        scores=tuple(scores),
        local_wrong=tuple(local_wrong),
    )


def verdict(votes: Sequence[Side]) -> Verdict:
    """Return the majority of all votes."""
    for_a, for_b = votes.count(Side.A), votes.count(Side.B)
    if for_a == for_b:
        return Verdict.SPLIT
    return Verdict.A if for_a > for_b else Verdict.B
