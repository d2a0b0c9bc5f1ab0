"""The synthetic study of the rules: a rater whose weights are known, asked by each rule in turn.

Common random numbers. In one seed every rule meets the same weights, the same clips, the same
newcomers and, at each duel, the same uniform that turns the rater's chance into an answer; so rules
are compared by the differences within seeds. In a ``static`` pool the clips stay; in an
``evolving`` one the oldest two leave after each duel, and two newcomers enter that are the model's
two favourites, varied. Measured after the last duel:

- ``cosine`` of the learned weights to the true ones;
- ``rank`` correlation (Spearman) of learned and true utilities on held-out clips;
- ``excess`` nats: the mean Kullback-Leibler divergence from the rater's true chances to the
  predicted ones on held-out pairs, drawn uniformly; less is better.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy import stats
from scipy.special import expit

from calibration.acquisition import Pool, Rule, deal
from calibration.posterior import Array, Posterior, fit, predict, prior
from games.base import Json

METRICS = ("cosine", "rank", "excess")
POOLS = ("static", "evolving")
POLICIES = 8
HELD_OUT = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """The size of a study."""

    seeds: int = 20
    duels: int = 120
    clips: int = 60
    features: int = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """What all rules meet alike in one seed."""

    theta: Array
    clips: Array
    variations: Array
    """Two for each duel: how newcomers differ from their parents."""
    uniforms: Array
    held_out: Array


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What one rule came to in one seed and pool."""

    seed: int
    pool: str
    rule: Rule
    cosine: float
    rank: float
    excess: float


def world(seed: int, design: Design) -> World:
    """Return the weights, clips and chances of one seed."""
    chance = np.random.default_rng([seed, 1])
    d = design.features
    return World(
        theta=chance.standard_normal(d) / np.sqrt(d),
        clips=chance.standard_normal((design.clips, d)),
        variations=0.7 * chance.standard_normal((design.duels, 2, d)),
        uniforms=chance.random(design.duels),
        held_out=chance.standard_normal((HELD_OUT, d)),
    )


def study(design: Design) -> Iterator[Run]:
    """Run every rule in every pool and seed."""
    for seed in range(design.seeds):
        here = world(seed, design)
        for pool in POOLS:
            for rule in Rule:
                yield run(rule, pool, seed, here)


def run(rule: Rule, pool_kind: str, seed: int, here: World) -> Run:
    """Ask one rater by one rule and measure what was learned."""
    chance = np.random.default_rng([seed, 2])
    d, clips = here.theta.size, len(here.clips)
    pool = Pool(
        features=here.clips.copy(),
        groups=np.zeros(clips, dtype=np.int64),
        policies=np.arange(clips) % POLICIES,
        exposure=np.zeros(clips, dtype=np.int64),
    )
    posterior, rows, won = prior(d), np.empty((0, d)), np.empty(0)
    met: set[tuple[int, int]] = set()
    oldest = 0
    for turn, uniform in enumerate(here.uniforms):
        pool = replace(pool, met=frozenset(met))
        asked = deal(rule, pool, posterior, chance, shown=turn)
        if asked is None:
            break
        # The answer belongs to the pair whichever side it stands on.
        low, high = min(asked.a, asked.b), max(asked.a, asked.b)
        difference = pool.features[low] - pool.features[high]
        rows = np.vstack([rows, difference])
        won = np.append(won, float(uniform < expit(difference @ here.theta)))
        posterior = fit(rows, won, start=posterior)
        met.add((low, high))
        assert pool.exposure is not None
        pool.exposure[[low, high]] += 1
        if pool_kind == "evolving":
            leaving = [oldest % clips, (oldest + 1) % clips]
            oldest += 2
            met = {pair for pair in met if not set(pair) & set(leaving)}
            _renew(pool, posterior, leaving, here.variations[turn])
    return _measured(rule, pool_kind, seed, here, posterior)


def _renew(pool: Pool, posterior: Posterior, leaving: Sequence[int], variations: Array) -> None:
    """Replace the leaving clips by variations of the two that the model likes best."""
    assert pool.exposure is not None
    parents = pool.features[np.argsort(-(pool.features @ posterior.mean), kind="stable")[:2]]
    pool.features[leaving] = parents + variations
    pool.exposure[leaving] = 0


def _measured(rule: Rule, pool: str, seed: int, here: World, posterior: Posterior) -> Run:
    theta, mean = here.theta, posterior.mean
    size = float(np.linalg.norm(mean) * np.linalg.norm(theta))
    half = len(here.held_out) // 2
    pairs = here.held_out[:half] - here.held_out[half:]
    true = expit(pairs @ theta)
    said = np.clip(predict(posterior, pairs), 1e-12, 1 - 1e-12)
    excess = true * np.log(true / said) + (1 - true) * np.log((1 - true) / (1 - said))
    return Run(
        seed=seed,
        pool=pool,
        rule=rule,
        cosine=float(mean @ theta) / size if size else 0.0,
        rank=float(stats.spearmanr(here.held_out @ mean, here.held_out @ theta).statistic)
        if size
        else 0.0,
        excess=float(excess.mean()),
    )


def report(design: Design, runs: Sequence[Run]) -> Json:
    """Return means by rule, and each rule less ``random`` within seeds, with 95 % intervals."""
    return {
        "seeds": design.seeds,
        "duels": design.duels,
        "clips": design.clips,
        "features": design.features,
        "pools": {pool: _pool_report([one for one in runs if one.pool == pool]) for pool in POOLS},
    }


def _pool_report(runs: Sequence[Run]) -> Json:
    values = {
        rule: {
            metric: np.array([getattr(one, metric) for one in runs if one.rule is rule])
            for metric in METRICS
        }
        for rule in Rule
    }
    base = values[Rule.RANDOM]
    return {
        rule.value: {
            metric: {
                **_mean(values[rule][metric]),
                "less_random": None
                if rule is Rule.RANDOM
                else _mean(values[rule][metric] - base[metric]),
            }
            for metric in METRICS
        }
        for rule in Rule
    }


def _mean(sample: Array) -> Json:
    """Return a mean with its standard error and 95 % interval (Student's t)."""
    n, mean = len(sample), float(sample.mean())
    if n < 2:
        return {"n": n, "mean": mean, "error": None, "interval_95": None}
    error = float(sample.std(ddof=1) / np.sqrt(n))
    reach = float(stats.t.ppf(0.975, n - 1)) * error
    return {"n": n, "mean": mean, "error": error, "interval_95": [mean - reach, mean + reach]}
