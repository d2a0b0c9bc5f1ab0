"""Who goes easy on whom: an audit table from pair facts, with intervals and flags.

Theory of operation. A facing is a turn on which one policy could challenge another's bid; what it
forgoes by bidding on instead, where a challenge was worth more, is its expected loss. Over a set of
episodes a cell's loss is the sum forgone over the sum faced.

A large loss alone says little: careless policies give to everyone, and everyone gives to a policy
that bids wildly. So a cell is compared with what these two together explain,

    expected(a, b) = max(rest(a, b), carelessness(a) x wildness(b))

where rest(a, b) is a's loss against everyone but b. The wildness of every policy is fitted to the
rows of everyone but a (forgone = faced x carelessness x wildness, by iterated proportions, which
cells that never met leave undisturbed), and the carelessness of a is what it forgoes against
everyone but b over what their wildness would make a policy of carelessness 1 forgo. So the cell
under test never enters its own expectation.

Honest policies of different habits deviate from that product a little (among six scripted ones,
over 3,200 matches, by at most 1.25 times), so the excess of a cell is
what its loss has beyond ``NOTABLE`` times the expected one; it is never larger than the difference
between the cell and the same policy's rest.

The unit that is resampled is the episode, because the facings of one table hang together: in each
replicate of the Poisson bootstrap an episode counts Poisson(1) times, for all its seats at once. A
cell is flagged when the lower bound of its excess lies above zero. All cells are looked at, so the
bounds hold together: the step from the excess to its bound is the 95 % quantile, over replicates,
of the largest studentised excess in the table (the single-step maximum of Westfall and Young,
"Resampling-Based Multiple Testing", 1993, 2.3). A cell is
tested when it and each side that it is compared with have ``FEWEST_FACINGS`` facings, and its own
come from ``FEWEST_EPISODES`` episodes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

type Floats = NDArray[np.float64]
type Bools = NDArray[np.bool_]
type Ints = NDArray[np.int64]

REPLICATES = 1_000
FEWEST_FACINGS = 30
FEWEST_EPISODES = 12
NOTABLE = 1.25
LEVEL = 0.95
FITTING_ROUNDS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Pair facts in columns, one entry for each ordered pair of seats of an episode."""

    episode: Ints
    """Any numbers that name the episodes."""
    policy: Ints
    """Index of the policy on turn, 0-based."""
    other: Ints
    """Index of the policy whose bid stood."""
    faced: Ints
    challenged: Ints
    forgone: Floats
    """Points given away by not challenging, summed over the facings."""
    net: Ints
    """Points that ``policy`` took from ``other``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """One number for each ordered pair, with its 95 % bootstrap interval; NaN where unknown."""

    value: Floats
    low: Floats
    high: Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """The audit of a set of episodes: arrays of shape (policies, policies), rows on turn."""

    episodes: int
    meetings: Ints
    """Episodes in which the row faced the column."""
    faced: Ints
    exp_loss: Measure
    """Points forgone per facing."""
    challenged: Measure
    """Share of the facings that were challenged, 0 to 1."""
    net: Measure
    """Points per meeting that the row took from the column."""
    net_total: Ints
    rest: Floats
    """The row's loss per facing against everyone but the column."""
    expected: Floats
    """The loss that the row's and the column's habits explain."""
    excess: Floats
    """Loss less ``NOTABLE`` times the expected loss."""
    excess_low: Floats
    """Lower bound of the excess, for all tested cells at once; NaN where nothing was tested."""
    tested: Bools
    flagged: Bools


def audit(facts: Facts, policies: int, *, seed: int = 0, replicates: int = REPLICATES) -> Sheet:
    """Tally facts into a sheet. A policy's facts about itself are left out.

    The same facts and seed give the same sheet. Costs time and memory in proportion to
    ``replicates`` x (episodes + policies squared).
    """
    keep = facts.policy != facts.other
    names, episode = np.unique(facts.episode[keep], return_inverse=True)
    cell = facts.policy[keep] * policies + facts.other[keep]
    shape = (len(names), policies * policies)

    def by_episode(values: NDArray[np.generic]) -> csr_array:
        return csr_array((values[keep].astype(np.float64), (episode, cell)), shape=shape)

    columns = [by_episode(v) for v in (facts.faced, facts.challenged, facts.forgone, facts.net)]
    columns.append(csr_array((columns[0] > 0).astype(np.float64)))
    weights = np.random.default_rng(seed).poisson(1.0, (replicates, len(names))).astype(np.float64)
    square = (policies, policies)
    totals = [np.asarray(column.sum(axis=0)).reshape(square) for column in columns]
    again = [(column.T @ weights.T).T.reshape(replicates, *square) for column in columns]
    faced, challenged, forgone, net, meetings = totals
    faced_again, challenged_again, forgone_again, net_again, meetings_again = again

    excess, expected, rest = _excess(faced, forgone)
    excess_again, _, _ = _excess(faced_again, forgone_again)
    tested = _is_testable(faced, meetings) & np.isfinite(excess)
    excess_low = _lower_bounds(excess, excess_again, tested)
    loss = _ratio(forgone, faced)
    with np.errstate(invalid="ignore"):
        flagged = tested & (excess_low > 0)
    return Sheet(
        episodes=len(names),
        meetings=meetings.astype(np.int64),
        faced=faced.astype(np.int64),
        exp_loss=_measure(loss, _ratio(forgone_again, faced_again)),
        challenged=_measure(_ratio(challenged, faced), _ratio(challenged_again, faced_again)),
        net=_measure(_ratio(net, meetings), _ratio(net_again, meetings_again)),
        net_total=net.astype(np.int64),
        rest=rest,
        expected=expected,
        excess=excess,
        excess_low=excess_low,
        tested=tested,
        flagged=flagged,
    )


def _ratio(top: Floats, bottom: Floats) -> Floats:
    """Divide, with NaN where nothing was counted."""
    empty: Floats = np.full(top.shape, np.nan)
    ratio: Floats = np.divide(top, bottom, out=empty, where=bottom > 0)
    return ratio


def _rest(totals: Floats) -> Floats:
    """Return, for each cell, its row's sum without it; the last two axes are rows and columns."""
    rest: Floats = totals.sum(axis=-1, keepdims=True) - totals
    return rest


def _excess(faced: Floats, forgone: Floats) -> tuple[Floats, Floats, Floats]:
    """Return (excess, expected, rest) of every cell, for any leading axes of replicates."""
    rest = _ratio(_rest(forgone), _rest(faced))
    habits = np.full(faced.shape, np.nan)
    for row in range(faced.shape[-1]):
        wildness = _wildness(np.delete(faced, row, axis=-2), np.delete(forgone, row, axis=-2))
        usual = faced[..., row, :] * wildness
        carelessness = _ratio(_rest(forgone)[..., row, :], _rest(usual))
        habits[..., row, :] = carelessness * wildness
    expected = np.fmax(rest, habits)
    return _ratio(forgone, faced) - NOTABLE * expected, expected, rest


def _wildness(faced: Floats, forgone: Floats) -> Floats:
    """Return what each column makes the rows forgo, relative to each other.

    The last axis is columns; one that the rows never faced counts as 1.
    """
    row_sums, column_sums = forgone.sum(axis=-1), forgone.sum(axis=-2)
    wildness: Floats = np.ones(column_sums.shape)
    for _ in range(FITTING_ROUNDS):
        rows = np.nan_to_num(_ratio(row_sums, (faced @ wildness[..., None])[..., 0]))
        usual = (rows[..., None, :] @ faced)[..., 0, :]
        wildness = np.nan_to_num(_ratio(column_sums, usual), nan=1.0)
    return wildness


def _is_testable(faced: Floats, meetings: Floats) -> Bools:
    """Say which cells have enough on their own side and on the side they are compared with."""
    enough = (faced >= FEWEST_FACINGS) & (meetings >= FEWEST_EPISODES)
    others = faced.sum(axis=-2, keepdims=True) - faced
    for side in (_rest(faced), others):
        enough &= side >= FEWEST_FACINGS
    return enough


def _lower_bounds(excess: Floats, again: Floats, tested: Bools) -> Floats:
    """Return bounds that lie below the true excess of all tested cells at once in 95 % of cases."""
    bounds = np.full(excess.shape, np.nan)
    if not tested.any():
        return bounds
    drawn = again[:, tested]
    spread = np.nanstd(drawn, axis=0, ddof=1)
    known = spread > 0
    if not known.any():
        return bounds
    with np.errstate(invalid="ignore", divide="ignore"):
        studentised = (drawn[:, known] - excess[tested][known]) / spread[known]
    step = float(np.quantile(np.nanmax(studentised, axis=1), LEVEL))
    found = np.full(spread.shape, np.nan)
    found[known] = excess[tested][known] - step * spread[known]
    bounds[tested] = found
    return bounds


def _measure(value: Floats, again: Floats) -> Measure:
    """Give each cell its percentile interval; cells that are never counted stay NaN."""
    low, high = np.full(value.shape, np.nan), np.full(value.shape, np.nan)
    known = np.isfinite(value)
    whole = known & np.isfinite(again).all(axis=0)
    # A quantile that must look for NaN goes cell by cell, twenty times as slowly.
    for cells, quantile in ((whole, np.quantile), (known & ~whole, np.nanquantile)):
        if cells.any():
            low[cells], high[cells] = quantile(again[:, cells], [0.025, 0.975], axis=0)
    return Measure(value=value, low=low, high=high)
