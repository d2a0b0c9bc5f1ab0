"""How far people and a judge agree on the same pairs, beyond what chance would give.

Cohen's kappa (Cohen 1960) with the large-sample interval of Fleiss, Cohen and Everitt (1969).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt

from calibration.scoring import Z95, Interval, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """A table of two by two, and what it comes to."""

    both_a: int
    person_a: int
    """The person picked A, the judge B."""
    judge_a: int
    """The judge picked A, the person B."""
    both_b: int
    observed: float | None
    """Share of pairs on which they agree; None without pairs."""
    kappa: float | None
    """1 is perfect, 0 what chance gives; None where one of them always gave the same side."""
    kappa_95: Interval | None

    @property
    def n(self) -> int:
        return self.both_a + self.person_a + self.judge_a + self.both_b


def agree(pairs: Iterable[tuple[Side, Side]]) -> Agreement:
    """Return the agreement of (person, judge) picks.

    >>> table = [(Side.A, Side.A)] * 20 + [(Side.A, Side.B)] * 5
    >>> table += [(Side.B, Side.A)] * 10 + [(Side.B, Side.B)] * 15
    >>> round(agree(table).kappa, 4)
    0.4
    """
    counts = {(one, other): 0 for one in Side for other in Side}
    for pair in pairs:
        counts[pair] += 1
    n = sum(counts.values())
    observed = (counts[Side.A, Side.A] + counts[Side.B, Side.B]) / n if n else None
    kappa, interval = _kappa(counts, n) if n else (None, None)
    return Agreement(
        both_a=counts[Side.A, Side.A],
        person_a=counts[Side.A, Side.B],
        judge_a=counts[Side.B, Side.A],
        both_b=counts[Side.B, Side.B],
        observed=observed,
        kappa=kappa,
        kappa_95=interval,
    )


def _kappa(
    counts: Mapping[tuple[Side, Side], float], n: float
) -> tuple[float | None, Interval | None]:
    share = {pair: count / n for pair, count in counts.items()}
    person = {one: sum(share[one, other] for other in Side) for one in Side}
    judge = {one: sum(share[other, one] for other in Side) for one in Side}
    seen = sum(share[one, one] for one in Side)
    by_chance = sum(person[one] * judge[one] for one in Side)
    if by_chance == 1.0:
        return None, None
    kappa = (seen - by_chance) / (1 - by_chance)
    on = sum(share[one, one] * (1 - (person[one] + judge[one]) * (1 - kappa)) ** 2 for one in Side)
    off = (1 - kappa) ** 2 * sum(
        share[one, other] * (judge[one] + person[other]) ** 2
        for one in Side
        for other in Side
        if one is not other
    )
    rest = (kappa - by_chance * (1 - kappa)) ** 2
    error = sqrt(max(0.0, on + off - rest) / n) / (1 - by_chance)
    low, high = max(-1.0, kappa - Z95 * error), min(1.0, kappa + Z95 * error)
    if seen in (0.0, 1.0):
        # Nothing varies, so the formula gives no width. Half a pair more in every cell does.
        _, wider = _kappa({pair: count + 0.5 for pair, count in counts.items()}, n + 2)
        if wider is not None:
            low, high = min(low, wider.low), max(high, wider.high)
    return kappa, Interval(low=low, high=high)
