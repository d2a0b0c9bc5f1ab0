"""The posterior against finite differences, a grid, itself from elsewhere, and a known rater."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.special import expit

from calibration.posterior import (
    TOLERANCE,
    Array,
    NotConverged,
    Posterior,
    draw,
    fading,
    fit,
    information,
    moments,
    predict,
    prior,
)
from calibration.scoring import Resolved, Side, calibrate


def answers(n: int, d: int, seed: int, *, scale: float = 1.0) -> tuple[Array, Array, Array]:
    """Return differences, answers and the weights behind them."""
    chance = np.random.default_rng(seed)
    theta = scale * chance.standard_normal(d) / np.sqrt(d)
    differences = chance.standard_normal((n, d)) - chance.standard_normal((n, d))
    a_won = (chance.random(n) < expit(differences @ theta)).astype(float)
    return differences, a_won, theta


def objective(theta: Array, differences: Array, a_won: Array, weights: Array) -> float:
    margins = (differences @ theta) * (2 * a_won - 1)
    return float(weights @ np.logaddexp(0, -margins) + theta.size / 2 * theta @ theta)


@pytest.mark.parametrize(("n", "d"), [(1, 1), (7, 3), (60, 10)])
@pytest.mark.parametrize("half_life", [None, 20.0])
def test_the_mode_is_flat_by_finite_differences(n: int, d: int, half_life: float | None) -> None:
    differences, a_won, _ = answers(n, d, seed=n)
    weights = fading(n, half_life)
    found = fit(differences, a_won, weights=weights)
    scale = np.ones(n) if weights is None else weights
    step = 1e-4 * np.eye(d)

    def at(move: Array) -> float:
        return objective(found.mode + move, differences, a_won, scale)

    slope = [(at(one) - at(-one)) / 2e-4 for one in step]
    assert slope == pytest.approx([0.0] * d, abs=1e-6)


def divergence(mean: Array, covariance: Array, differences: Array, a_won: Array) -> float:
    """Return the Kullback-Leibler divergence from the posterior, up to a constant, by sums."""
    d = mean.size
    signed = differences * (2 * a_won - 1)[:, None]
    z = np.linspace(-8, 8, 2_001)
    density = np.exp(-z * z / 2) / np.exp(-z * z / 2).sum()
    spreads = np.sqrt(np.einsum("ij,jk,ik->i", signed, covariance, signed))
    surprise = np.logaddexp(0, -(signed @ mean)[:, None] - spreads[:, None] * z) @ density
    own = d / 2 * (mean @ mean + np.trace(covariance)) - np.linalg.slogdet(covariance)[1] / 2
    return float(surprise.sum() + own)


@pytest.mark.parametrize(("n", "d"), [(1, 1), (7, 3), (40, 5)])
def test_no_gaussian_nearby_is_nearer_to_the_posterior(n: int, d: int) -> None:
    differences, a_won, _ = answers(n, d, seed=n)
    found = fit(differences, a_won)
    least = divergence(found.mean, found.covariance, differences, a_won)
    chance = np.random.default_rng(0)
    for _ in range(20):
        move = 0.01 * chance.standard_normal(d)
        bend = np.eye(d) + 0.01 * np.tril(chance.standard_normal((d, d)))
        other = bend @ found.covariance @ bend.T
        assert divergence(found.mean + move, found.covariance, differences, a_won) > least
        assert divergence(found.mean, other, differences, a_won) > least


def test_without_answers_it_is_the_prior_and_says_one_half() -> None:
    none = fit(np.empty((0, 4)), np.empty(0))
    assert none.mean == pytest.approx(np.zeros(4))
    assert none.covariance == pytest.approx(prior(4).covariance)
    for width in (0.3, 1.0, 1.7, 2.9):
        assert predict(none, np.full((2, 4), width)).tolist() == [0.5, 0.5]


@pytest.mark.parametrize("half_life", [None, 30.0])
def test_a_refit_from_nothing_agrees_with_warm_starts_to_a_millionth(
    half_life: float | None,
) -> None:
    differences, a_won, _ = answers(150, 10, seed=3)
    warm = prior(10)
    steps = 0
    for n in range(1, 151):
        weights = fading(n, half_life)
        warm = fit(differences[:n], a_won[:n], weights=weights, start=warm)
        steps += warm.steps
    cold = fit(differences, a_won, weights=fading(150, half_life))
    assert warm.mode == pytest.approx(cold.mode, abs=1e-6)
    assert warm.mean == pytest.approx(cold.mean, abs=1e-6)
    assert warm.covariance == pytest.approx(cold.covariance, abs=1e-6)
    assert steps / 150 <= 4, "one more answer costs a few steps"


def test_it_converges_from_far_away_and_on_answers_that_a_line_separates() -> None:
    differences, _, theta = answers(300, 6, seed=9)
    a_won = (differences @ theta > 0).astype(float)
    near = fit(differences, a_won)
    far = fit(
        differences, a_won, start=replace(prior(6), mode=np.full(6, 1e3), mean=np.full(6, 30.0))
    )
    assert far.mode == pytest.approx(near.mode, abs=10 * TOLERANCE)
    assert far.mean == pytest.approx(near.mean, abs=1e-6)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_features_that_are_no_numbers_do_not_give_a_posterior(bad: float) -> None:
    differences = np.array([[1.0, bad]])
    with pytest.raises((NotConverged, np.linalg.LinAlgError)), np.errstate(all="ignore"):
        fit(differences, np.ones(1))


def grid(differences: Array, a_won: Array, asked: Array) -> Array:
    """Return P(A wins) by summing over a fine grid of two weights."""
    line = np.linspace(-5, 5, 201)
    thetas = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    margins = thetas @ (differences * (2 * a_won - 1)[:, None]).T
    logs = -np.logaddexp(0, -margins).sum(axis=1) - (thetas**2).sum(axis=1)  # d / 2 = 1
    mass = np.exp(logs - logs.max())
    return np.asarray(mass @ expit(thetas @ asked.T) / mass.sum())


@pytest.mark.parametrize("n", [0, 1, 3, 8, 20, 60])
@pytest.mark.parametrize("scale", [0.5, 3.0])
def test_predictive_chances_are_those_of_a_grid_within_two_hundredths(n: int, scale: float) -> None:
    differences, a_won, _ = answers(n, 2, seed=n + 1, scale=scale)
    asked, _, _ = answers(40, 2, seed=99)
    found = predict(fit(differences, a_won), asked)
    assert np.abs(found - grid(differences, a_won, asked)).max() < 0.02


def test_predictive_chances_are_those_of_a_long_chain_with_four_features() -> None:
    differences, a_won, _ = answers(25, 4, seed=5)
    asked, _, _ = answers(30, 4, seed=6)
    posterior = fit(differences, a_won)
    chance = np.random.default_rng(1)
    lower = np.linalg.cholesky(posterior.covariance) * (2.4 / np.sqrt(4))
    walkers = np.array([draw(posterior, chance) for _ in range(400)])

    def log_density(thetas: Array) -> Array:
        margins = thetas @ (differences * (2 * a_won - 1)[:, None]).T
        return np.asarray(-np.logaddexp(0, -margins).sum(axis=1) - 2 * (thetas**2).sum(axis=1))

    here, total, kept = log_density(walkers), np.zeros(30), 0
    for turn in range(600):
        tried = walkers + chance.standard_normal(walkers.shape) @ lower.T
        there = log_density(tried)
        taken = np.log(chance.random(400)) < there - here
        walkers[taken], here[taken] = tried[taken], there[taken]
        if turn >= 100 and turn % 5 == 0:
            total += expit(walkers @ asked.T).mean(axis=0)
            kept += 1
    assert np.abs(predict(posterior, asked) - total / kept).max() < 0.02


@pytest.mark.parametrize("variance", [0.0, 0.3, 4.0, 64.0])
@pytest.mark.parametrize("mean", [0.0, -1.0, 5.0])
def test_the_quadrature_is_the_integral(mean: float, variance: float) -> None:
    centre = np.array([mean])
    one = Posterior(mean=centre, covariance=np.array([[variance]]), mode=centre, n=1)
    z = np.linspace(-9, 9, 20_001)
    density = np.exp(-z * z / 2)
    known = (density * expit(mean + np.sqrt(variance) * z)).sum() / density.sum()
    assert predict(one, np.array([[1.0]]))[0] == pytest.approx(known, abs=1e-3)


def test_the_two_sides_of_a_pair_add_up_to_one() -> None:
    differences, a_won, _ = answers(40, 5, seed=8)
    posterior = fit(differences, a_won)
    both = predict(posterior, differences) + predict(posterior, -differences)
    assert both == pytest.approx(np.ones(40), abs=1e-12)


def test_information_is_none_where_the_weights_cannot_matter_and_less_once_they_are_known() -> None:
    differences, a_won, _ = answers(200, 3, seed=4)
    asked = np.vstack([np.zeros(3), np.ones(3)])
    before, after = information(prior(3), asked), information(fit(differences, a_won), asked)
    assert before[0] == pytest.approx(0.0, abs=1e-12)
    assert 0.0 < after[1] < before[1] < np.log(2)


def test_fading_halves_with_each_half_life_and_keeps_the_newest_whole() -> None:
    assert fading(5, None) is None
    assert fading(5, 2.0) == pytest.approx([0.25, 0.5 / np.sqrt(2), 0.5, 1 / np.sqrt(2), 1.0])
    differences = np.ones((40, 1))
    a_won = np.repeat([1.0, 0.0], 20)
    assert fit(differences, a_won).mean[0] == pytest.approx(0.0, abs=1e-9)
    assert fit(differences, a_won, weights=fading(40, 5.0)).mean[0] < -0.3


def prequential(differences: Array, a_won: Array) -> tuple[list[Resolved], Posterior]:
    """Forecast each answer from those before it, then learn it."""
    posterior, forecasts = prior(differences.shape[1]), []
    for n in range(len(a_won)):
        p_a = float(predict(posterior, differences[n : n + 1])[0])
        came = Side.A if a_won[n] else Side.B
        forecasts.append(Resolved(p_a=p_a, came=came, is_random_check=True))
        posterior = fit(differences[: n + 1], a_won[: n + 1], start=posterior)
    return forecasts, posterior


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_rater_with_known_weights_is_learned_from_200_random_duels(seed: int) -> None:
    differences, a_won, theta = answers(200, 10, seed=seed)
    forecasts, posterior = prequential(differences, a_won)
    cosine = posterior.mean @ theta / np.linalg.norm(posterior.mean) / np.linalg.norm(theta)
    assert cosine > 0.8
    found = calibrate(forecasts)
    assert found.check_skill is not None
    assert found.check_skill > 0.0
    for bucket in found.reliability:
        if bucket.predicted is not None and bucket.observed_95 is not None:
            assert bucket.observed_95.low <= bucket.predicted <= bucket.observed_95.high


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_coin_flipping_rater_has_no_skill(seed: int) -> None:
    differences, _, _ = answers(200, 10, seed=seed)
    coin = (np.random.default_rng(seed).random(200) < 0.5).astype(float)
    scores = calibrate(prequential(differences, coin)[0]).scores
    assert scores is not None
    assert scores.skill_95 is not None
    assert scores.skill_95.low <= 0.0


def test_moments_are_the_gaussians() -> None:
    differences, a_won, _ = answers(30, 3, seed=2)
    posterior = fit(differences, a_won)
    chance = np.random.default_rng(0)
    utilities = np.array([draw(posterior, chance) for _ in range(4000)]) @ differences[:2].T
    means, variances = moments(posterior, differences[:2])
    assert utilities.mean(axis=0) == pytest.approx(means, abs=0.05)
    assert utilities.var(axis=0) == pytest.approx(variances, rel=0.1)


@pytest.mark.parametrize("d", [1, 2, 10])
@pytest.mark.parametrize("n", [1, 3, 30])
def test_it_settles_for_clips_as_far_apart_as_a_scaling_lets_them_be(n: int, d: int) -> None:
    for seed in range(10):
        differences, a_won, _ = answers(n, d, seed=seed, scale=5.0)
        found = fit(np.clip(6 * differences, -8.0, 8.0), a_won)
        assert np.isfinite(found.mean).all()
        assert (np.linalg.eigvalsh(found.covariance) > 0).all()


@pytest.mark.parametrize("d", [1, 3, 10])
def test_without_answers_every_chance_is_exactly_one_half(d: int) -> None:
    differences = np.random.default_rng(d).standard_normal((200, d)) * 8.0
    assert set(predict(prior(d), differences)) == {0.5}


@pytest.mark.parametrize("n", [40, 400, 4_000])
def test_with_however_many_answers_the_settled_gaussian_solves_its_own_equations(n: int) -> None:
    """The mean slope under it is nothing, and its precision is the mean curvature."""
    differences, a_won, _ = answers(n, 4, seed=n)
    found = fit(differences, a_won)
    signed = differences * (2 * a_won - 1)[:, None]
    z = np.linspace(-8, 8, 401)
    density = np.exp(-z * z / 2) / np.exp(-z * z / 2).sum()
    spreads = np.sqrt(np.einsum("ij,jk,ik->i", signed, found.covariance, signed))
    lost = expit(-(signed @ found.mean)[:, None] - spreads[:, None] * z)
    assert signed.T @ (lost @ density) == pytest.approx(4 * found.mean, abs=1e-6)
    bent = (lost * (1 - lost)) @ density
    precision = (signed * bent[:, None]).T @ signed + 4 * np.eye(4)
    assert np.linalg.inv(precision) == pytest.approx(found.covariance, abs=1e-8)
