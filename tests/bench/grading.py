"""How many comparisons the gate takes to tell a known-better pair apart.

``uv run python -m tests.bench.grading`` grades bayes(0.15, 0.35) against bayes(0.55, 0.55), and the
other way round, by both judges that are rules: paired episodes against three bayes seats at the
standard table, in memory, over 20 trial seeds with at most 400 comparisons each. Positions,
samples, scenarios and the gate are a trial's own; each trial begins without any history.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median

from games.base import Seat
from games.chance import stream
from games.liars_dice.game import LiarsDice
from grading.evidence import Checks, Ruling, read_gate
from grading.exhibits import play_exhibit
from grading.judges.base import Exhibit, Judge
from grading.judges.rules import Mistakes, ScoreOutcome
from grading.record import Outcome, Position, WinRecord, normalise
from grading.sequence import DEFAULT_FRACTION, draw_sample, position_of

GAME = LiarsDice()
CONFIG = GAME.configure(GAME.variants["standard"].settings)
BETTER = GAME.baseline("bayes", {"challenge_below": 0.15, "safe": 0.35})
WORSE = GAME.baseline("bayes", {"challenge_below": 0.55, "safe": 0.55})
OTHER = GAME.baseline("bayes", {})
JUDGES: dict[str, Judge] = {"mistakes": Mistakes(), "outcome": ScoreOutcome()}


@dataclass(slots=True, kw_only=True)
class Run:
    """One trial on its way."""

    judge: Judge
    is_upside_down: bool
    """The worse one is the challenger."""
    outcomes: list[Outcome] = field(default_factory=list)
    sampled: int = 0
    disagreements: int = 0
    ruling: Ruling = Ruling.GO_ON

    def take(self, better: Exhibit, worse: Exhibit, index: int, is_sampled: bool) -> None:
        """Judge the next comparison; read the gate after every second one."""
        sides = (worse, better) if self.is_upside_down else (better, worse)
        position = position_of(index)
        first = self._ask(*sides, position)
        self.outcomes.append(first)
        if is_sampled:
            self.sampled += 1
            self.disagreements += self._ask(*sides, position.other) is not first
        if index % 2:
            checks = Checks(sampled=self.sampled, disagreements=self.disagreements)
            self.ruling = read_gate(WinRecord.of(self.outcomes), checks).ruling

    def _ask(self, challenger: Exhibit, incumbent: Exhibit, position: Position) -> Outcome:
        pair = (challenger, incumbent) if position is Position.A else (incumbent, challenger)
        return normalise(asyncio.run(self.judge.compare(*pair, "")).choice, position)


def pairs_of(seed: str, comparisons: int) -> Iterator[tuple[Exhibit, Exhibit]]:
    """Play a trial's scenarios one after another, each with both players in the graded seat."""
    seats = GAME.seats(CONFIG)
    for index in range(comparisons):
        scenario = hashlib.sha256(f"{seed}:{index}".encode()).hexdigest()
        slot = stream(seed, "slot", index).below(seats)
        better, worse = (
            play_exhibit(
                GAME,
                CONFIG,
                scenario,
                [player if seat == slot else OTHER for seat in range(seats)],
                Seat(slot),
            )
            for player in (BETTER, WORSE)
        )
        yield better, worse


def grade(seed: str, comparisons: int) -> dict[tuple[str, bool], Run]:
    """Run the four trials of one seed over the same matches, each until it decides."""
    runs = {
        (name, upside_down): Run(judge=judge, is_upside_down=upside_down)
        for name, judge in JUDGES.items()
        for upside_down in (False, True)
    }
    sample = draw_sample(seed, DEFAULT_FRACTION, comparisons)
    for index, (better, worse) in enumerate(pairs_of(seed, comparisons)):
        going = [run for run in runs.values() if run.ruling is Ruling.GO_ON]
        if not going:
            break
        for run in going:
            run.take(better, worse, index, index in sample)
    return runs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--comparisons", type=int, default=400)
    options = parser.parse_args()
    graded = [grade(f"known pair {n}", options.comparisons) for n in range(options.seeds)]
    for name, upside_down in graded[0]:
        runs = [one[name, upside_down] for one in graded]
        rulings = Counter(run.ruling.value for run in runs)
        took = sorted(len(run.outcomes) for run in runs if run.ruling is not Ruling.GO_ON)
        record = WinRecord.of(outcome for run in runs for outcome in run.outcomes)
        side = "the worse against the better" if upside_down else "the better against the worse"
        share = record.wins / record.decisive
        after = f"after {took[0]} to {took[-1]}, median {median(took):g}" if took else "never"
        print(
            f"{name:>8}, {side}: {dict(rulings)} {after} comparisons; "
            f"{share:.1%} of {record.decisive} decisive ones won, {record.ties} ties"
        )


if __name__ == "__main__":
    main()
