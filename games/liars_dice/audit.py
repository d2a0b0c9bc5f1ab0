"""The soft-play audit: how each seat treated each other one, from full information.

Whenever seat a is on turn with b's bid (q0, f0) standing, a faces b, also when the cap challenges
for it. A bid instead of a challenge forgoes ev = 1 - 2 p_true(a, q0, f0) where that is positive.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.base import Json
from games.liars_dice.config import Config
from games.liars_dice.odds import p_true
from games.liars_dice.state import PlayedDeal

type Matrix[T] = tuple[tuple[T, ...], ...]
"""By the seat that acts, then by the seat acted upon, both slots."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """The tallies over the deals played. Sequences by slot."""

    faced: Matrix[int]
    challenged: Matrix[int]
    forgone: Matrix[float]
    net: Matrix[int]
    """Points taken from the other; antisymmetric."""
    bids: tuple[int, ...]
    false_bids: tuple[int, ...]
    challenges: tuple[int, ...]
    challenges_won: tuple[int, ...]
    forced: int
    """Deals that the cap ended."""

    @property
    def exp_loss(self) -> Matrix[float]:
        """Expected value forgone per facing; 0 when never faced."""
        return tuple(
            tuple(loss / times if times else 0.0 for loss, times in zip(row, faced, strict=True))
            for row, faced in zip(self.forgone, self.faced, strict=True)
        )

    @property
    def bluff_rate(self) -> tuple[float, ...]:
        """False bids per bid; 0 with no bid."""
        return tuple(
            false / made if made else 0.0
            for false, made in zip(self.false_bids, self.bids, strict=True)
        )

    def as_json(self) -> Json:
        """Return what results and the last frame show."""
        return {
            "faced": _rows(self.faced),
            "challenged": _rows(self.challenged),
            "forgone": _rows(self.forgone),
            "net": _rows(self.net),
            "exp_loss": _rows(self.exp_loss),
            "bluff_rate": list(self.bluff_rate),
        }


def audit(config: Config, deals: Sequence[PlayedDeal]) -> Audit:
    """Tally the deals that were played to their end."""
    seats = range(config.seats)
    faced = [[0 for _ in seats] for _ in seats]
    challenged = [[0 for _ in seats] for _ in seats]
    forgone = [[0.0 for _ in seats] for _ in seats]
    net = [[0 for _ in seats] for _ in seats]
    bids, false_bids = [0 for _ in seats], [0 for _ in seats]
    challenges, won = [0 for _ in seats], [0 for _ in seats]
    for deal in deals:
        verdict = deal.verdict
        for call in deal.calls:
            bids[call.seat] += 1
            false_bids[call.seat] += not _is_true(deal, call.quantity, call.face)
        for standing, answer in pairwise(deal.calls):
            chance = p_true(config, deal.hands[answer.seat], standing.quantity, standing.face)
            faced[answer.seat][standing.seat] += 1
            forgone[answer.seat][standing.seat] += max(0.0, 1 - 2 * chance)
        faced[verdict.challenger][verdict.bidder] += 1
        challenged[verdict.challenger][verdict.bidder] += 1
        challenges[verdict.challenger] += 1
        won[verdict.challenger] += verdict.winner == verdict.challenger
        net[verdict.winner][verdict.loser] += 1
        net[verdict.loser][verdict.winner] -= 1
    return Audit(
        faced=_matrix(faced),
        challenged=_matrix(challenged),
        forgone=_matrix(forgone),
        net=_matrix(net),
        bids=tuple(bids),
        false_bids=tuple(false_bids),
        challenges=tuple(challenges),
        challenges_won=tuple(won),
        forced=sum(deal.verdict.forced for deal in deals),
    )


def _is_true(deal: PlayedDeal, quantity: int, face: int) -> bool:
    return sum([hand.count(face) for hand in deal.hands]) >= quantity


def _matrix[T](rows: Iterable[Iterable[T]]) -> Matrix[T]:
    return tuple(tuple(row) for row in rows)


def _rows[T](matrix: Matrix[T]) -> list[list[T]]:
    return [list(row) for row in matrix]
