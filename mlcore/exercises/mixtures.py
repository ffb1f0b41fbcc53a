"""Exercises of lecture 18: EM and Gaussian mixtures."""

import numpy as np
import scipy.stats

from mlcore.check import Mistake, exercises_of

exercise = exercises_of("mixtures")


def _two_distributions(rng):
    yield np.array([0.5, 0.5]), np.array([0.5, 0.5])
    yield np.array([0.5, 0.5]), np.array([0.9, 0.1])
    yield np.array([0.7, 0.2, 0.1]), np.array([0.2, 0.2, 0.6])
    for K in range(2, 12):
        yield rng.dirichlet(np.ones(K)), rng.dirichlet(np.ones(K))


@exercise(
    "emx-02",
    "the Kullback-Leibler divergence",
    problems=_two_distributions,
    hint="The mean of log(q/p), each value weighted with q, in nats. It must be 0 for q = p and never negative.",
    worked=[  # ½ ln(5/9) + ½ ln 5 = ln(5/3)
        (([0.5, 0.5], [0.9, 0.1]), 0.510825623766),
        (([0.5, 0.5], [0.5, 0.5]), 0),
    ],
    twin=scipy.stats.entropy,
    mistakes=[
        Mistake(
            lambda q, p: (p * np.log(p / q)).sum(),
            "That is KL(p‖q). The two are not the same: the mean is taken under the first one, q.",
        ),
        Mistake(
            lambda q, p: (q * np.log(p / q)).sum(),
            "The sign: your number is 0 or negative. The divergence is the mean of log(q/p), not of log(p/q).",
        ),
        Mistake(lambda q, p: (q * np.log2(q / p)).sum(), "In bits. Here, and everywhere in EM, the logarithm is ln."),
        Mistake(lambda q, p: (q - p) @ (q - p), "That is a squared distance. Asked for is the mean of a logarithm."),
    ],
)
def kl(q, p):
    """Equation (18.4)."""
    return (q * np.log(q / p)).sum()


def _bounds(rng):
    yield np.log([[0.18, 0.08]]), np.array([[0.5, 0.5]])
    for n in range(1, 12):
        K = int(rng.integers(2, 5))
        yield np.log(rng.uniform(0.01, 1, size=(n, K))), rng.dirichlet(np.ones(K), n)


@exercise(
    "emx-04",
    "the lower bound",
    problems=_bounds,
    hint="The mean of log p(x, z) under q, plus the entropy H(q) = −Σ q log q, summed over points and components.",
    worked=[((np.log([[0.18, 0.08]]), [[0.5, 0.5]]), -1.427116355640)],  # ½ ln 0.18 + ½ ln 0.08 + ln 2 = ln 0.24
    mistakes=[
        Mistake(
            lambda joint, R: (R * joint).sum() + (R * np.log(R)).sum(),
            "The entropy comes with a plus: + H(q), and H(q) = −Σ q log q is positive.",
        ),
        Mistake(
            lambda joint, R: (R * joint).sum(),
            "That is Q(θ), what the M-step maximises. The bound has the entropy of q too.",
        ),
        Mistake(
            lambda joint, R: np.log(np.exp(joint).sum(axis=1)).sum(),
            "That is the log-likelihood itself, which the bound reaches only if q is the posterior.",
        ),
        Mistake(
            lambda joint, R: ((R * joint).sum() - (R * np.log(R)).sum()) / len(R),
            "A sum over the points, not a mean.",
        ),
    ],
)
def bound(joint, R):
    """Equation (18.6)."""
    return (R * joint).sum() - (R * np.log(R)).sum()


def _flips(rng):
    yield np.array([5.0]), 10, np.array([0.6, 0.5])
    yield np.array([5.0, 9, 8, 4, 7]), 10, np.array([0.6, 0.5])
    for n in range(2, 12):
        flips = int(rng.integers(3, 30))
        yield rng.integers(0, flips + 1, n).astype(float), flips, rng.uniform(0.1, 0.9, size=2)


def _coin_step(heads, flips, thetas, power=lambda r: r, tails=lambda heads, flips: flips - heads):
    like = thetas ** heads[:, None] * (1 - thetas) ** tails(heads, flips)[:, None]
    r = power(like / like.sum(axis=1, keepdims=True))
    return heads @ r / (flips * r.sum(axis=0))


def _hard(r):
    return np.eye(r.shape[1])[r.argmax(axis=1)] + 1e-12


@exercise(
    "emx-06",
    "one step for the two coins",
    problems=_flips,
    hint="Likelihoods θ^h (1−θ)^t, five rows and two columns; divide each row by its sum; expected heads over expected "
    "flips of each coin. For the table of section 6 the answer is (.7130, .5813).",
    worked=[  # two heads speak 9 : 1 for the first coin, two tails 1 : 9; a single set teaches both coins the same
        (([2, 0], 2, [0.75, 0.25]), (0.9, 0.1)),
        (([5], 10, [0.6, 0.5]), (0.5, 0.5)),
    ],
    mistakes=[
        Mistake(
            lambda heads, flips, thetas: _coin_step(heads, flips, thetas, tails=lambda h, f: 0 * h),
            "The tails are missing in the likelihood: a coin with θ = .6 also has to explain them, with (1 − θ)^tails.",
        ),
        Mistake(
            lambda heads, flips, thetas: _coin_step(heads, flips, thetas, _hard),
            "That gives each set to its likelier coin, whole. EM shares it out, by the responsibilities.",
        ),
        Mistake(
            lambda heads, flips, thetas: np.array([heads.sum() / (flips * len(heads))] * 2),
            "Both coins got all heads. Weight the heads of set i with r_ik, and its flips, too.",
        ),
        Mistake(
            lambda heads, flips, thetas: heads @ _likelihood_shares(heads, flips, thetas) / (flips * len(heads)),
            "Divide by the flips expected of this coin, flips · Σ_i r_ik, not by all flips.",
        ),
    ],
)
def coin_step(heads, flips, thetas):
    """Equations (18.9) and (18.10)."""
    tails = flips - heads
    likelihood = thetas ** heads[:, None] * (1 - thetas) ** tails[:, None]
    r = likelihood / likelihood.sum(axis=1, keepdims=True)
    return heads @ r / (heads @ r + tails @ r)


def _likelihood_shares(heads, flips, thetas):
    like = thetas ** heads[:, None] * (1 - thetas) ** (flips - heads)[:, None]
    return like / like.sum(axis=1, keepdims=True)


def _densities(rng):
    yield np.array([[0.2, 0.2]]), np.array([0.5, 0.5])
    yield np.array([[0.242, 0.054]]), np.array([0.3, 0.7])
    for n in range(2, 12):
        K = int(rng.integers(2, 5))
        yield rng.uniform(0.01, 1, size=(n, K)), rng.dirichlet(np.ones(K))


@exercise(
    "emx-09",
    "responsibilities",
    problems=_densities,
    hint="Bayes' rule: weight times density, divided by the sum of exactly these products. Each row adds up to 1.",
    worked=[  # 0.225 : 0.075; 0.1 : 0.05 and 0.05 : 0.2
        (([[0.9, 0.1]], [0.25, 0.75]), [[0.75, 0.25]]),
        (([[0.2, 0.1], [0.1, 0.4]], [0.5, 0.5]), [[2 / 3, 1 / 3], [0.2, 0.8]]),
    ],
    mistakes=[
        Mistake(
            lambda P, weights: weights * P / P.sum(axis=1, keepdims=True),
            "The weights are missing in the denominator: your rows do not add up to 1.",
        ),
        Mistake(
            lambda P, weights: P / P.sum(axis=1, keepdims=True),
            "The weights are missing: a component that makes more of the points gets more of each.",
        ),
        Mistake(
            lambda P, weights: weights * P / (weights * P).sum(axis=0),
            "That makes the columns add up to 1. Each point is shared out among the components: axis=1.",
        ),
    ],
)
def responsibilities(P, weights):
    """Equation (18.9)."""
    joint = weights * P
    return joint / joint.sum(axis=1, keepdims=True)


def _shared(rng):
    yield np.array([[0.0], [2.0]]), np.array([1.0, 1.0])
    yield np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 4.0]]), np.array([0.5, 0.25, 0.25])
    for n in range(3, 15):
        yield rng.normal(size=(n, int(rng.integers(1, 4)))), rng.uniform(0.01, 1, n)


def _covariance(X, r, about=lambda X, r: r @ X / r.sum(), mass=lambda r: r.sum()):
    away = X - about(X, r)
    return (r * away.T) @ away / mass(r)


@exercise(
    "emx-09b",
    "the covariance of one component",
    problems=_shared,
    hint="First the new mean, Σ r x / Σ r. Then the weighted mean of (x − mean)(x − mean)ᵀ; (r * away.T) @ away.",
    worked=[  # means 1; and (0.5, 1)
        (([[0], [2]], [1, 1]), [[1]]),
        (([[0, 0], [2, 0], [0, 4]], [1, 0.5, 0.5]), [[0.75, -0.5], [-0.5, 3]]),
    ],
    twin=lambda X, r: np.cov(X.T, aweights=r, ddof=0),
    mistakes=[
        Mistake(
            lambda X, r: _covariance(X, r, about=lambda X, r: X.mean(axis=0)),
            "That is the spread about the mean of all points. It must be about the component's own new mean.",
        ),
        Mistake(
            lambda X, r: _covariance(X, r, mass=len),
            "Divide by the component's mass Σ r = N_k, not by n.",
        ),
        Mistake(
            lambda X, r: _covariance(X, r, mass=lambda r: r.sum() - 1 + 1e-9),
            "Maximum likelihood divides by Σ r, without the −1 of the unbiased estimate.",
        ),
        Mistake(
            lambda X, r: np.cov(X.T, ddof=0).reshape(X.shape[1], X.shape[1]),
            "The responsibilities are missing: a point counts for this component with the weight r.",
        ),
    ],
)
def covariance(X, r):
    """Equations (18.12) and (18.14)."""
    away = X - r @ X / r.sum()
    return (r * away.T) @ away / r.sum()
