"""Sweep the bayes baseline's two parameters, and hold it against pressure at every table.

``uv run python -m tests.bench.sweep`` plays 2,000 episodes of bayes against pressure in both modes
at 3 to 6 seats; with ``--seeds N`` it then plays every pair of the 110 published points (threshold
0.05-0.55, safe 0.25-0.70), two seats each, N seeds of 30 deals in both modes, and prints the points
in order. 24 seeds are the published size and take a while. Fewer do not tell the plateau: every
pair meets the same hands, so their luck is shared by all pairs and no interval here holds it.
With 2 seeds points that are worse came out above the plateau; with 16 it stood above them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import combinations, cycle, islice
from math import sqrt

from games.base import Baseline
from games.chance import stream
from games.liars_dice.config import Config, configure
from games.liars_dice.game import LiarsDice
from games.liars_dice.state import Action
from games.liars_dice.view import View
from games.simulation import Z, parse_seats, play_scripted, simulate, summarise

GAME = LiarsDice()
THRESHOLDS = [round(0.05 * step, 2) for step in range(1, 12)]
SAFES = [round(0.05 * step, 2) for step in range(5, 15)]
POINTS = [(below, safe) for below in THRESHOLDS for safe in SAFES]
type Point = tuple[float, float]
type Player = Baseline[View, Action]


def half_each(seats: int) -> str:
    """Return bayes and pressure on half the seats each, at odd counts one more bayes."""
    return ",".join(["bayes"] * ((seats + 1) // 2) + ["pressure"] * (seats // 2))


def against_pressure(episodes: int) -> Iterator[str]:
    """Yield one line for each mode and table size."""
    for mode in ("dice", "poker"):
        for seats in range(3, 7):
            fielded = parse_seats(GAME, half_each(seats))
            config = GAME.configure({"mode": mode, "seats": seats, "deals": 30})
            played = [one.results for one in simulate(GAME, config, "beat", fielded, episodes)]
            bayes = summarise(GAME, fielded, played)["baselines"]["bayes"]
            low, high = bayes["mean_score_95"]
            yield (
                f"{mode:<6} {seats} seats  bayes {bayes['mean_score']:.4f}"
                f" ({low:.4f} to {high:.4f}), n = {episodes}"
            )


def pairs(limit: int | None, seed: str) -> list[tuple[Point, Point]]:
    """Return every pair of points, or a sample in which no point is met much more than another."""
    every = list(combinations(POINTS, 2))
    return every if limit is None else stream(seed, "pairs").sample(every, limit)


def sweep(seeds: int, limit: int | None) -> Iterator[str]:
    """Yield one line for each point, best first: its mean score over all its episodes."""
    scores: dict[Point, list[float]] = {point: [] for point in POINTS}
    players: dict[Point, Player] = {
        point: GAME.baseline("bayes", {"challenge_below": point[0], "safe": point[1]})
        for point in POINTS
    }
    configs: list[Config] = [configure({"mode": mode, "deals": 30}) for mode in ("dice", "poker")]
    for one, other in pairs(limit, "sweep"):
        seats = list(islice(cycle([players[one], players[other]]), 4))
        for config in configs:
            for number in range(seeds):
                results = play_scripted(GAME, config, f"sweep.{number}", seats).results
                scores[one].append((results.scores[0] + results.scores[2]) / 2)
                scores[other].append((results.scores[1] + results.scores[3]) / 2)
    for point in sorted(POINTS, key=lambda point: -mean(scores[point])):
        yield f"{point[0]:.2f} {point[1]:.2f}  {described(scores[point])}"


def mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.5


def described(values: list[float]) -> str:
    if len(values) < 2:
        return f"{mean(values):.4f}, n = {len(values)}"
    centre = mean(values)
    spread = sqrt(sum((value - centre) ** 2 for value in values) / (len(values) - 1))
    return f"{centre:.4f} ± {Z * spread / sqrt(len(values)):.4f}, n = {len(values)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--episodes", type=int, default=2_000, help="against pressure; 0 for none")
    parser.add_argument("--seeds", type=int, default=0, help="seeds a pair of points plays")
    parser.add_argument("--pairs", type=int, help="only so many pairs of points, by chance")
    options = parser.parse_args()
    if options.episodes:
        for line in against_pressure(options.episodes):
            print(line, flush=True)
    if options.seeds:
        for line in sweep(options.seeds, options.pairs):
            print(line, flush=True)


if __name__ == "__main__":
    main()
