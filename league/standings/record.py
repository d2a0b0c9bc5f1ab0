"""What a version did over episodes: the sums behind one row of a ladder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from league.standings.replicates import Floats, Interval, exact, interval, no_sums, weights


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResult:
    """What one seat of a finished episode came to."""

    score: float
    stats: Mapping[str, float]
    """Sums by the keys of the game's columns."""
    decisions: int
    model_decisions: int
    """Those in which the model's own reply was played."""
    cost: float
    """US dollars."""


@dataclass(slots=True, kw_only=True)
class Record:
    """Sums over episodes, with those of the bootstrap's replicates.

    An episode counts once, and each seat that the version held in it counts with its score.
    """

    episodes: int = 0
    seats: int = 0
    score_sum: float = 0.0
    replicates: Floats = field(default_factory=no_sums)
    stats: dict[str, float] = field(default_factory=dict)
    decisions: int = 0
    model_decisions: int = 0
    cost: float = 0.0

    def add(self, seed: str, seats: Sequence[SeatResult], *, sign: int = 1) -> None:
        """Count one episode in; with ``sign`` -1 take one out that was counted before."""
        score = sum(exact(seat.score) for seat in seats)
        counts = weights(seed)
        self.episodes += sign
        self.seats += sign * len(seats)
        self.score_sum += sign * score
        self.replicates[0] += sign * score * counts
        self.replicates[1] += sign * len(seats) * counts.astype(float)
        for seat in seats:
            for key, value in seat.stats.items():
                self.stats[key] = self.stats.get(key, 0.0) + sign * exact(value)
            self.decisions += sign * seat.decisions
            self.model_decisions += sign * seat.model_decisions
            self.cost += sign * exact(seat.cost)

    @property
    def mean(self) -> float | None:
        """The mean score over seats, or None before the first episode."""
        return self.score_sum / self.seats if self.seats else None

    def interval(self) -> Interval | None:
        """Return the 95 % interval of the mean, or None with fewer than two episodes."""
        return interval(self.replicates, self.episodes)
