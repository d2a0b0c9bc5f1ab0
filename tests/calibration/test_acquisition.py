"""Which pairs are dealt: eligible, uniform or informative, and one probe in ten shown."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from calibration.acquisition import (
    Deal,
    Penalties,
    Pool,
    Rule,
    bald_pair,
    deal,
    is_probe_due,
    random_pair,
    thompson_pair,
)
from calibration.posterior import Posterior, fit, information, prior


def a_pool(clips: int = 12, policies: int = 4, groups: int = 1, seed: int = 0) -> Pool:
    chance = np.random.default_rng(seed)
    return Pool(
        features=chance.standard_normal((clips, 3)),
        groups=np.arange(clips) % groups,
        policies=np.arange(clips) // groups % policies,
    )


def a_posterior() -> Posterior:
    chance = np.random.default_rng(5)
    differences = chance.standard_normal((30, 3))
    return fit(differences, (differences[:, 0] > 0).astype(float))


@pytest.mark.parametrize("rule", list(Rule))
def test_only_clips_of_one_group_and_different_policies_meet_and_no_pair_twice(rule: Rule) -> None:
    pool, chance = a_pool(clips=12, policies=3, groups=2), np.random.default_rng(1)
    met: set[tuple[int, int]] = set()
    for shown in range(len(pool.pairs())):
        found = deal(rule, replace(pool, met=frozenset(met)), a_posterior(), chance, shown=shown)
        assert found is not None
        pair = (min(found.a, found.b), max(found.a, found.b))
        assert pool.groups[found.a] == pool.groups[found.b]
        assert pool.policies[found.a] != pool.policies[found.b]
        assert pair not in met
        met.add(pair)
    assert met == set(pool.pairs())
    gone = replace(pool, met=frozenset(met))
    assert deal(rule, gone, a_posterior(), chance, shown=0) is None


@pytest.mark.parametrize("rule", list(Rule))
@pytest.mark.parametrize("clips", [0, 1])
def test_without_two_clips_there_is_no_pair(rule: Rule, clips: int) -> None:
    pool = a_pool(clips=clips)
    assert deal(rule, pool, prior(3), np.random.default_rng(0), shown=0) is None


def test_random_pairs_are_uniform_and_so_are_the_sides() -> None:
    pool, chance = a_pool(clips=6, policies=3), np.random.default_rng(2)
    deals = [deal(Rule.RANDOM, pool, prior(3), chance, shown=n) for n in range(6000)]
    found = Counter((one.a, one.b) for one in deals if one is not None)
    pairs = pool.pairs()
    assert len(found) == 2 * len(pairs)
    expected = 6000 / len(found)
    chi_squared = sum((count - expected) ** 2 / expected for count in found.values())
    assert chi_squared < 2 * len(found) + 4 * np.sqrt(2 * len(found))


def test_random_finds_the_only_pair_there_is() -> None:
    pool = Pool(
        features=np.zeros((200, 1)),
        groups=np.zeros(200, dtype=np.int64),
        policies=np.array([0] * 199 + [1]),
        met=frozenset((one, 199) for one in range(198)),
    )
    assert random_pair(pool, np.random.default_rng(0)) == (198, 199)


def test_under_random_every_dealt_pair_is_a_check_and_none_a_probe() -> None:
    chance = np.random.default_rng(3)
    for shown in range(20):
        found = deal(Rule.RANDOM, a_pool(), prior(3), chance, shown=shown)
        assert found is not None
        assert (found.is_random_check, found.is_probe) == (True, False)


@pytest.mark.parametrize("rule", [Rule.BALD, Rule.THOMPSON])
def test_a_rule_that_chooses_marks_probes_alone_as_checks(rule: Rule) -> None:
    chance = np.random.default_rng(3)
    found = [deal(rule, a_pool(), a_posterior(), chance, shown=n) for n in range(20)]
    checks = [turn for turn, one in enumerate(found) if one is not None and one.is_random_check]
    probes = [turn for turn, one in enumerate(found) if one is not None and one.is_probe]
    assert checks == probes == [9, 19]


def test_10000_deals_under_bald_give_one_probe_in_ten_shown_though_some_are_thrown_away() -> None:
    pool, posterior = a_pool(clips=6, policies=3), a_posterior()
    chance = np.random.default_rng(4)
    shown = probes = thrown = 0
    for _ in range(10_000):
        found = deal(Rule.BALD, pool, posterior, chance, shown=shown)
        assert isinstance(found, Deal)
        if chance.random() < 0.3:
            thrown += 1
            continue
        shown += 1
        probes += found.is_probe
    assert thrown > 2_000
    assert probes == shown // 10


def test_a_deal_thrown_away_unseen_does_not_use_up_the_probes_turn() -> None:
    chance = np.random.default_rng(4)
    for _ in range(5):
        found = deal(Rule.BALD, a_pool(), a_posterior(), chance, shown=9)
        assert found is not None
        assert found.is_probe
    assert not is_probe_due(10, 10)


def test_bald_takes_the_most_informative_pair_and_looks_elsewhere_after_meetings() -> None:
    pool, posterior = a_pool(), a_posterior()
    chance = np.random.default_rng(0)
    pairs = pool.pairs()
    gains = [
        float(information(posterior, (pool.features[a] - pool.features[b])[None])[0])
        for a, b in pairs
    ]
    best = pairs[int(np.argmax(gains))]
    assert bald_pair(pool, posterior, chance, Penalties()) == best
    exposure = np.zeros(pool.size, dtype=np.int64)
    exposure[list(best)] = 50
    worn = replace(pool, exposure=exposure)
    assert not set(bald_pair(worn, posterior, chance, Penalties()) or best) & set(best)
    low, high = sorted(int(pool.policies[one]) for one in best)
    stale = replace(pool, rivals={(low, high): 50})
    other = bald_pair(stale, posterior, chance, Penalties())
    assert other is not None
    assert sorted(int(pool.policies[one]) for one in other) != [low, high]
    assert bald_pair(worn, posterior, chance, Penalties(repeat=0.0, exposure=0.0)) == best


def test_bald_samples_a_large_pool_of_pairs() -> None:
    pool = a_pool(clips=300)
    pair = bald_pair(pool, a_posterior(), np.random.default_rng(0), Penalties())
    assert pair is not None
    assert pool.may_meet(*pair)


def test_thompson_lets_clips_meet_that_the_rater_is_thought_to_like() -> None:
    pool = a_pool(clips=60)
    posterior = a_posterior()
    chance = np.random.default_rng(0)
    likings = pool.features @ posterior.mean
    shown = [thompson_pair(pool, posterior, chance) for _ in range(30)]
    mean = np.mean([likings[list(pair)].mean() for pair in shown if pair is not None])
    assert mean > np.quantile(likings, 0.75)
