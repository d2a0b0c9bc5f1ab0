"""What one rater's answers say of their taste: a Gaussian over the weights of the features.

The model. A clip has standardised features phi, the rater weights theta, and::

    u = theta . phi,   theta ~ N(0, I / d),   P(A wins) = E_theta[ sigma(u(A) - u(B)) ]

so that a clip's utility has about unit variance before the first answer.

The posterior in two steps. Newton's method with a backtracking line search finds the mode. The
objective is strongly convex with modulus d, so a gradient of at most ``TOLERANCE`` places the mode
within ``TOLERANCE / d``, wherever the search began: a warm start changes the number of steps and
nothing else. Laplace's Gaussian, at the mode and with the curvature there, is then settled to the
Gaussian that is nearest to the posterior (least Kullback-Leibler divergence; Opper and Archambeau
2009, convex by Challis and Barber 2013). After a few answers the posterior leans away from its
mode, and the predictive chances of Laplace's Gaussian alone miss a grid's by up to 0.07; those of
the settled one stay within 0.005. One step of either costs O(n d^2).

The predictive chance is an integral over one dimension, the difference of utilities, and is taken
by Gauss-Hermite quadrature; the probit shortcut is not used.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial, pi

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

type Array = NDArray[np.float64]

TOLERANCE = 1e-8
SETTLED = 1e-9
"""The settled Gaussian is there when neither its mean nor its covariance moves by more."""
MOST_STEPS = 100
ARMIJO = 1e-4
MISSED = 1e-10
"""What the quadrature of one answer's slope may miss while a Gaussian is settled."""
NODES = 100
"""Of the predictive integral: within 1e-3 up to a variance of 64, which is the most that features
held inside four spreads can reach under the prior, and far closer for less."""


def _nodes(count: int) -> tuple[Array, Array]:
    """Return points and shares of the quadrature under a standard normal."""
    points, weights = np.polynomial.hermite.hermgauss(count)
    return np.sqrt(2.0) * points, weights / np.sqrt(np.pi)


_POINTS, _SHARES = _nodes(NODES)
_FEW = [_nodes(count) for count in range(3, 13)]
_REACHES = [pi * (MISSED / (2.0 * factorial(m))) ** (0.5 / m) for m in range(3, 13)]
"""The widest spread that each of these rules may be taken for (``_rule``)."""


class NotConverged(ArithmeticError):
    """Newton's method did not reach the mode; the features are not finite or beyond all scale."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Posterior:
    """A Gaussian over the weights."""

    mean: Array
    """Shape (d,)."""
    covariance: Array
    """Shape (d, d)."""
    mode: Array
    """The most probable weights; the next search begins here."""
    n: int
    """Answers that it has seen."""
    steps: int = 0
    """Newton steps that the mode took."""

    @property
    def spread(self) -> Array:
        """Standard deviation of each weight."""
        return np.sqrt(np.diag(self.covariance))


def prior(d: int) -> Posterior:
    """Return what is known of ``d`` weights before the first answer."""
    return Posterior(mean=np.zeros(d), covariance=np.eye(d) / max(d, 1), mode=np.zeros(d), n=0)


def fit(
    differences: Array,
    a_won: Array,
    *,
    weights: Array | None = None,
    start: Posterior | None = None,
) -> Posterior:
    """Return the posterior after n answers, in O(n d^2) for each of a few steps.

    ``differences`` are the features of A less those of B, shape (n, d); ``a_won`` is 1 where A was
    picked and 0 where B was; ``weights`` (default 1) let old answers fade; ``start`` is where to
    begin, such as the posterior before the last answer. Raises NotConverged.
    """
    n, d = differences.shape
    signed = differences * (2.0 * a_won - 1.0)[:, None]
    scale = np.ones(n) if weights is None else weights
    theta = np.zeros(d) if start is None else start.mode
    margins = signed @ theta
    value = _value(margins, scale, theta)
    for step in range(MOST_STEPS):
        lost = expit(-margins)
        gradient = d * theta - signed.T @ (scale * lost)
        hessian = (signed * (scale * lost * (1.0 - lost))[:, None]).T @ signed + d * np.eye(d)
        if not np.abs(gradient).max(initial=0.0) > TOLERANCE:
            if not np.isfinite(value):
                break
            near = (
                (theta, hessian) if start is None else (start.mean, np.linalg.inv(start.covariance))
            )
            mean, covariance = _settle(signed, scale, *near)
            return Posterior(mean=mean, covariance=covariance, mode=theta, n=n, steps=step)
        move = -np.linalg.solve(hessian, gradient)
        theta, margins, value = _search(signed, scale, theta, margins, value, move, gradient)
    raise NotConverged(f"expected a mode within {MOST_STEPS} steps from {n} answers, got none")


def _search(
    signed: Array,
    scale: Array,
    theta: Array,
    margins: Array,
    value: float,
    move: Array,
    gradient: Array,
) -> tuple[Array, Array, float]:
    """Halve the step until it earns its share of the decrease that the slope promises."""
    slope = float(gradient @ move)
    along = signed @ move
    noise = 1e-14 * (1.0 + abs(value))  # near the mode the decrease is below what floats resolve
    length = 1.0
    while length > 1e-12:
        moved, reached = theta + length * move, margins + length * along
        new = _value(reached, scale, moved)
        if new <= value + ARMIJO * length * slope + noise:
            return moved, signed @ moved, new
        length /= 2.0
    raise NotConverged("expected a step that lowers the objective, got none")


def _value(margins: Array, scale: Array, theta: Array) -> float:
    """Negative log posterior, up to a constant."""
    return float(scale @ np.logaddexp(0.0, -margins) + 0.5 * theta.size * (theta @ theta))


def _settle(signed: Array, scale: Array, mean: Array, precision: Array) -> tuple[Array, Array]:
    """Move a Gaussian, Laplace's or the last one, to the nearest and return mean and covariance.

    Each step replaces the precision by the mean curvature under the Gaussian, moves the mean along
    the mean gradient, and is halved until the divergence falls. Where whole steps overshoot and
    swing to and fro, the steps that follow are shorter.
    """
    d = mean.size
    covariance = np.linalg.inv(precision)
    divergence, lost, bent = _divergence(signed, scale, mean, precision, covariance)
    reach, before = 1.0, np.zeros(d + d * d)
    for _ in range(MOST_STEPS):
        gradient = d * mean - signed.T @ (scale * lost)
        target = (signed * (scale * bent)[:, None]).T @ signed + d * np.eye(d)
        length, noise = reach, 1e-10 * (1.0 + abs(divergence))
        while True:
            sharper = (1.0 - length) * precision + length * target
            narrower = np.linalg.inv(sharper)
            moved = mean - length * narrower @ gradient
            new, lost, bent = _divergence(signed, scale, moved, sharper, narrower)
            if new <= divergence + noise:
                break
            if length < 1e-9:
                raise NotConverged("expected a step that lowers the divergence, got none")
            length /= 2.0
        change = np.append(moved - mean, narrower - covariance)
        mean, precision, covariance, divergence = moved, sharper, narrower, new
        if not np.abs(change).max(initial=0.0) > SETTLED:
            return mean, covariance
        if change @ before < -0.25 * (before @ before):
            reach *= 0.6
        before = change
    raise NotConverged(f"expected a settled Gaussian within {MOST_STEPS} steps, got none")


def _divergence(
    signed: Array, scale: Array, mean: Array, precision: Array, covariance: Array
) -> tuple[float, Array, Array]:
    """Return the divergence up to a constant, and each answer's mean slope and mean curvature."""
    spreads = np.sqrt(np.einsum("ij,ij->i", signed @ covariance, signed))
    points, shares = _rule(float(spreads.max(initial=0.0)))
    margins = (signed @ mean)[:, None] + spreads[:, None] * points
    small = np.exp(-np.abs(margins))  # the one exponential that all three are made of
    likely = 1.0 / (1.0 + small)
    lost = np.where(margins < 0.0, likely, small * likely)
    surprise = np.log1p(small) - np.minimum(margins, 0.0)
    log_precision = np.linalg.slogdet(precision)[1]
    prior_part = 0.5 * mean.size * (mean @ mean + np.trace(covariance))
    value = float(scale @ (surprise @ shares) + prior_part + 0.5 * log_precision)
    return value, lost @ shares, (small * likely * likely) @ shares


def _rule(spread: float) -> tuple[Array, Array]:
    """Return points and shares under a standard normal for a logistic so many times wider.

    With m points Gauss-Hermite's rule misses slope and curvature by about 2 m! (spread / pi)^(2m):
    the nearest pole of the logistic is at pi / spread. Once many answers have made the spread
    small a few points do; where a dozen would not, the trapezoid rule takes over.
    """
    for (points, shares), reach in zip(_FEW, _REACHES, strict=True):
        if spread <= reach:
            return points, shares
    return _trapezoid(spread)


def _trapezoid(spread: float) -> tuple[Array, Array]:
    """Return the points of the trapezoid rule, closer together for a wider spread.

    Where a function is analytic within a of the line, the rule's error is exp(-2 pi a / step); the
    logistic's nearest pole is at pi / spread, so this step leaves about 1e-10.
    """
    step = min(0.6, 0.8 / max(spread, 1e-9))
    half = int(np.ceil(7.0 / step))
    points = step * np.arange(-half, half + 1, dtype=np.float64)
    shares = np.exp(-0.5 * points * points)
    return points, shares / shares.sum()


def fading(n: int, half_life: float | None) -> Array | None:
    """Return the weights of n answers, oldest first: half for each ``half_life`` answers since.

    None keeps every answer whole, as does the newest one always.
    """
    if half_life is None:
        return None
    age = np.arange(n - 1, -1, -1, dtype=np.float64)
    return np.asarray(0.5 ** (age / half_life))


def moments(posterior: Posterior, differences: Array) -> tuple[Array, Array]:
    """Return mean and variance of u(A) - u(B) for differences of shape (m, d)."""
    means = differences @ posterior.mean
    variances = np.einsum("ij,jk,ik->i", differences, posterior.covariance, differences)
    return means, np.maximum(variances, 0.0)


def predict(posterior: Posterior, differences: Array) -> Array:
    """Return P(A wins) for differences of shape (m, d).

    Where the mean is even the chance is one half, which the quadrature may miss by its last bit.
    """
    means, variances = moments(posterior, differences)
    utilities = means[:, None] + np.sqrt(variances)[:, None] * _POINTS
    chances = np.clip(expit(utilities) @ _SHARES, 0.0, 1.0)
    return np.where(means == 0.0, 0.5, chances)


def information(posterior: Posterior, differences: Array) -> Array:
    """Return the nats that each answer is expected to tell about the weights, shape (m,).

    It is the entropy of the predictive chance less the mean entropy of the chance once the weights
    are known (Houlsby and others 2011).
    """
    means, variances = moments(posterior, differences)
    chances = expit(means[:, None] + np.sqrt(variances)[:, None] * _POINTS)
    return np.maximum(_entropy(chances @ _SHARES) - _entropy(chances) @ _SHARES, 0.0)


def _entropy(chance: Array) -> Array:
    held = np.clip(chance, 1e-15, 1.0 - 1e-15)
    return np.asarray(-held * np.log(held) - (1.0 - held) * np.log1p(-held))


def draw(posterior: Posterior, chance: np.random.Generator) -> Array:
    """Draw one set of weights."""
    lower = np.linalg.cholesky(posterior.covariance)
    return np.asarray(posterior.mean + lower @ chance.standard_normal(posterior.mean.size))
