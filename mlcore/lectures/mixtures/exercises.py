"""Exercises of lecture 18: EM and Gaussian mixtures."""

import numpy as np
from scipy.stats import norm

from mlcore.base.steps import last
from mlcore.check import Mistake, exercises_of
from mlcore.mixture import e_step, em_steps, log_joint, m_step

exercise = exercises_of("mixtures")


def _bounds(rng):
    yield np.log([[0.18, 0.08]]), np.array([[0.5, 0.5]])
    for n in range(1, 12):
        K = int(rng.integers(2, 5))
        yield np.log(rng.uniform(0.01, 1, size=(n, K))), rng.dirichlet(np.ones(K), n)


def _posterior(joint):
    return np.exp(joint - np.logaddexp.reduce(joint, axis=1)[:, None])


@exercise(
    "emx-04",
    "how far the bound lies below",
    problems=_bounds,
    hint="The log-likelihood, a sum of ln Σ_k exp(joint), minus the bound (18.6). Or one divergence a point, added up.",
    worked=[  # ln 0.26 − ½ ln 0.18 − ½ ln 0.08 − ln 2 = ln(0.13 / 0.12); 0 at the posterior
        ((np.log([[0.18, 0.08]]), [[0.5, 0.5]]), 0.080042707673),
        ((np.log([[0.3, 0.1]]), [[0.75, 0.25]]), 0),
    ],
    twin=lambda joint, R: (R * np.log(R / _posterior(joint))).sum(),
    mistakes=[
        Mistake(
            lambda joint, R: np.log(np.exp(joint).sum(axis=1)).sum() - (R * joint).sum(),
            "The bound has the entropy of q too: + H(q).",
        ),
        Mistake(
            lambda joint, R: np.log(np.exp(joint).sum(axis=1)).sum() - (R * joint).sum() - (R * np.log(R)).sum(),
            "The entropy has a minus of its own: H(q) = −Σ q ln q, and the bound contains +H(q).",
        ),
        Mistake(
            lambda joint, R: (_posterior(joint) * np.log(_posterior(joint) / R)).sum(),
            "That is KL(p‖q). The mean is taken under q: KL(q‖p).",
        ),
        Mistake(
            lambda joint, R: (R * np.log(R / _posterior(joint))).sum() / len(R),
            "A sum over the points, not a mean.",
        ),
        Mistake(
            lambda joint, R: -(R * np.log(R / _posterior(joint))).sum(),
            "The sign: the bound lies below, so the gap is the log-likelihood minus the bound.",
        ),
        Mistake(
            lambda joint, R: (R * np.log(R / _posterior(joint))).sum(axis=1),
            "That is a gap for each point. Asked for is their sum.",
        ),
        Mistake(
            lambda joint, R: (R * joint - R * np.log(R)).sum(),
            "That is the bound itself. The gap is the log-likelihood, the sum of ln Σ_k exp(joint), minus the bound.",
        ),
        Mistake(
            lambda joint, R: (R * np.log(R) - R * joint).sum(),
            "That is minus the bound. Add the log-likelihood, the sum of ln Σ_k exp(joint).",
        ),
    ],
)
def gap(joint, R):
    """LL - ELBO, (18.5) and (18.6): never negative."""
    log_likelihood = np.logaddexp.reduce(joint, axis=1).sum()
    return log_likelihood - ((R * joint).sum() - (R * np.log(R)).sum())


def _flips(rng):
    yield np.array([1.0]), 1, np.array([0.8, 0.4]), np.array([0.5, 0.5])
    yield np.array([5.0, 9, 8, 4, 7]), 10, np.array([0.6, 0.5]), np.array([0.5, 0.5])
    for n in range(2, 12):
        flips, share = int(rng.integers(3, 30)), rng.uniform(0.2, 0.8)
        heads = rng.integers(0, flips + 1, n).astype(float)
        yield heads, flips, rng.uniform(0.1, 0.9, size=2), np.array([share, 1 - share])


def _coin_step(heads, flips, thetas, chances, power=lambda r: r, prior=lambda c: c):
    like = prior(chances) * thetas ** heads[:, None] * (1 - thetas) ** (flips - heads)[:, None]
    r = power(like / like.sum(axis=1, keepdims=True))
    return heads @ r / (flips * r.sum(axis=0)), r.mean(axis=0)


@exercise(
    "emx-06",
    "coins of which one is picked more often",
    problems=_flips,
    hint="Bayes' rule with the chances: r_ik in proportion to π_k θ_k^h (1−θ_k)^t. Then the biases as in (18.9), and "
    "π_k is the mean of r_ik over the sets. From section 5 and even chances the new biases are (.7130, .5813).",
    worked=[  # one head: 0.5·0.8 : 0.5·0.4 = 2 : 1, and 0.2·0.8 : 0.8·0.4 = 1 : 2; two heads and two tails speak 9 : 1
        (([1], 1, [0.8, 0.4], [0.5, 0.5]), ([1, 1], [2 / 3, 1 / 3])),
        (([1], 1, [0.8, 0.4], [0.2, 0.8]), ([1, 1], [1 / 3, 2 / 3])),
        (([2, 0], 2, [0.75, 0.25], [0.5, 0.5]), ([0.9, 0.1], [0.5, 0.5])),
    ],
    mistakes=[
        Mistake(
            lambda h, f, t, c: (_coin_step(h, f, t, c, prior=lambda c: 1.0)[0], c),
            "The chances are parameters as well: they belong into the responsibilities, and get an update.",
        ),
        Mistake(
            lambda h, f, t, c: _coin_step(h, f, t, c, prior=lambda c: 1.0),
            "Bayes' rule: a coin that is picked more often gets a larger share of each set. Multiply by π_k.",
        ),
        Mistake(
            lambda h, f, t, c: (_coin_step(h, f, t, c)[0], c),
            "The biases are right. The chances get an update, too: (18.11) holds for any kind of component.",
        ),
        Mistake(
            lambda h, f, t, c: tuple(np.asarray(part)[::-1] for part in _coin_step(h, f, t, c)),
            "Right numbers, with the two coins exchanged: coin A first.",
        ),
        Mistake(
            lambda h, f, t, c: _coin_step(h, f, t, c)[::-1],
            "Right numbers, in the other order: the biases first, then the chances.",
        ),
        Mistake(
            lambda h, f, t, c: (_coin_step(h, f, t, c)[0], _coin_step(h, f, t, c)[1] * len(h)),
            "The chances must add up to 1: divide the sums of the shares by the number of sets.",
        ),
        Mistake(
            lambda h, f, t, c: _coin_step(h, f, t, c, power=lambda r: np.eye(2)[r.argmax(axis=1)] + 1e-12),
            "That gives each set to its likelier coin, whole. EM shares it out, by the responsibilities.",
        ),
    ],
)
def coin_step(heads, flips, thetas, chances):
    """(18.9) with chances π_k in front, and (18.11)."""
    joint = chances * thetas ** heads[:, None] * (1 - thetas) ** (flips - heads)[:, None]
    r = joint / joint.sum(axis=1, keepdims=True)
    return heads @ r / (flips * r.sum(axis=0)), r.mean(axis=0)


def _lines(rng):
    half = np.array([0.5, 0.5])
    yield np.array([-1.0, 1.0]), half, np.array([0.0, 0.0]), np.array([4.0, 4.0]), 1
    yield np.array([0.0, 1, 2, 6, 7, 8]), half, np.array([0.0, 6.0]), np.array([2.0, 2.0]), 2
    for n in range(8, 30, 3):
        x = np.concatenate([rng.normal(0, 1, n), rng.normal(4, 2, n)])
        yield x, half, np.array([0.0, 3.0]), rng.uniform(0.5, 4, 2), int(rng.integers(1, 5))


def _em_line(width, about=lambda old, new: new, keep=lambda v: v):
    def run(x, weights, means, variances, steps):
        for _ in range(steps):
            parts = weights * norm.pdf(x[:, None], means, width(variances))
            R = parts / parts.sum(axis=1, keepdims=True)
            N = R.sum(axis=0)
            old, means = means, R.T @ x / N
            weights, variances = N / len(x), keep((R * (x[:, None] - about(old, means)) ** 2).sum(axis=0) / N)
        return weights, means, variances

    return run


def _package(x, weights, means, variances, steps):
    start = weights, means[:, None], variances[:, None, None]
    end = last(em_steps(x[:, None], start=start, reg_covar=0, tol=0), steps)
    return end.weights, end.means[:, 0], end.covariances[:, 0, 0]


@exercise(
    "emx-07",
    "a program that does not climb",
    problems=_lines,
    hint="Both steps follow the formulas. Look at what norm.pdf wants as its third argument.",
    worked=[(([-1, 1], [0.5, 0.5], [0, 0], [4, 4], 1), ([0.5, 0.5], [0, 0], [1, 1]))],  # twins: half of everything
    twin=_package,
    mistakes=[
        Mistake(
            _em_line(lambda v: v),
            "The same as before. The third argument of norm.pdf is a standard deviation, and `variances` are squares.",
        ),
        Mistake(
            _em_line(np.sqrt, keep=np.sqrt),
            "Now the width is right in the density, but the function has to go on with, and return, variances.",
        ),
        Mistake(
            _em_line(np.sqrt, about=lambda old, new: old),
            "The variances are about the new means; that part of the program was right.",
        ),
        Mistake(_em_line(lambda v: v**2), "The other way round: the root of the variance, not its square."),
    ],
)
def em_line(x, weights, means, variances, steps):
    """norm.pdf takes the standard deviation; the rest was right."""
    for _ in range(steps):
        parts = weights * norm.pdf(x[:, None], means, np.sqrt(variances))
        R = parts / parts.sum(axis=1, keepdims=True)
        N = R.sum(axis=0)
        weights, means = N / len(x), R.T @ x / N
        variances = (R * (x[:, None] - means) ** 2).sum(axis=0) / N
    return weights, means, variances


def _spikes(rng):
    yield from ((1, 1), (2, 1), (1, 2), (2, 3), (5, 2))
    yield from ((int(rng.integers(1, 8)), int(rng.integers(1, 5))) for _ in range(4))


def _measured(m, d, sigma=1e-9):
    """The gain of a spike on m points at 0, among ten others."""
    rng = np.random.default_rng(d)
    X = np.vstack([np.zeros((m, d)), 3 + rng.normal(size=(10, d))])
    means, half = np.array([np.zeros(d), np.full(d, 3.0)]), np.array([0.5, 0.5])

    def ll(s):
        return e_step(log_joint(X, half, means, np.array([s**2 * np.eye(d), 4 * np.eye(d)])))[1]

    return ll(sigma / 2) - ll(sigma)


@exercise(
    "emx-08",
    "half the width of a spike",
    problems=_spikes,
    hint="At its mean a Gaussian with Σ = σ²I has the density (2π)^(−d/2) σ^(−d). For the m points the other "
    "components are negligible; for all other points the spike is.",
    worked=[((1, 1), 0.693147180560), ((2, 1), 1.386294361120), ((2, 3), 4.158883083360)],  # multiples of ln 2
    twin=_measured,
    mistakes=[
        Mistake(lambda m, d: m * np.log(2), "In d dimensions the peak grows like σ^(−d): each direction adds ln 2."),
        Mistake(lambda m, d: d * np.log(2), "Each of the m points gains: LL is a sum over the points."),
        Mistake(lambda m, d: -m * d * np.log(2), "The sign: a narrower Gaussian is higher at its mean."),
        Mistake(lambda m, d: m * d, "Halving σ doubles the density once for each direction: that gains ln 2, not 1."),
        Mistake(lambda m, d: m * d * np.log(2) / 2, "det Σ = σ^(2d), and its root is σ^d: ½ and square cancel."),
        Mistake(lambda m, d: 2 * m * d * np.log(2), "Halved is σ, not σ²: det Σ = σ^(2d), and its root stands below."),
        Mistake(lambda m, d: m * 2.0**d, "That is about the density. The log-likelihood gains its logarithm."),
    ],
)
def gain(m, d):
    # At its mean a Gaussian in d dimensions with Σ = σ²I has the density (2π)^(−d/2) σ^(−d).
    # For each of the m points there, the other components are negligible beside it when σ is small, so each contributes
    # ln π_k − (d/2) ln 2π − d ln σ. For all other points the spike is negligible, and they do not change.
    # Halve σ: −d ln(σ/2) = −d ln σ + d ln 2. So each of the m points gains d ln 2.
    return m * d * np.log(2)


def _shared(rng):
    yield np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 4.0]]), np.array([[1.0, 0.0], [0.5, 0.5], [0.5, 0.5]])
    for n in range(3, 15):
        K, d = int(rng.integers(1, 4)), int(rng.integers(2, 4))
        yield rng.normal(size=(n, d)), rng.dirichlet(np.ones(K), n)


def _widths(X, R, per=lambda X, N: N * X.shape[1], means=lambda X, R: R.T @ X / R.sum(axis=0)[:, None]):
    squares = ((X[:, None] - means(X, R)) ** 2).sum(axis=2)
    return (R * squares).sum(axis=0) / per(X, R.sum(axis=0))


def _by_trace(X, R):
    K, d = R.shape[1], X.shape[1]
    _, _, covariances = m_step(X, R, np.zeros((K, d)), np.zeros((K, d, d)))
    return np.trace(covariances, axis1=1, axis2=2) / d


@exercise(
    "emx-09",
    "round components",
    problems=_shared,
    hint="ln N = −d/2 · ln σ² − ‖x − μ‖²/(2σ²) + const. Differentiate Σ r_ik ln N with respect to σ², and set it to 0.",
    worked=[  # N = 2, mean (½, 1), squares 1.25 + ½·3.25 + ½·9.25 = 7.5, over 2·2; N = 1, mean (1, 2), 5 over 2
        (([[0, 0], [2, 0], [0, 4]], [[1, 0], [0.5, 0.5], [0.5, 0.5]]), [1.875, 2.5]),
    ],
    twin=_by_trace,
    mistakes=[
        Mistake(
            lambda X, R: _widths(X, R, per=lambda X, N: N),
            "Divide by d as well: ln det σ²I = d ln σ², so each direction counts.",
        ),
        Mistake(
            lambda X, R: _widths(X, R, per=lambda X, N: len(X) * X.shape[1]),
            "Divide by the component's mass N_k, not by n.",
        ),
        Mistake(
            lambda X, R: _widths(X, R, means=lambda X, R: np.tile(X.mean(axis=0), (R.shape[1], 1))),
            "About the component's own new mean, Σ r x / Σ r, not about the mean of all points.",
        ),
        Mistake(lambda X, R: np.sqrt(_widths(X, R)), "Asked for is the variance σ², not σ."),
        Mistake(
            lambda X, R: np.tile((R.sum(axis=0) * _widths(X, R)).sum() / len(X), R.shape[1]),
            "That is one width for all components. Each has its own here.",
        ),
    ],
)
def round_widths(X, R):
    # With Σ_k = σ² I: ln N = −(d/2) ln σ² − ‖x − μ_k‖² / (2σ²) + const.
    # Σ_i r_ik ln N has the derivative −N_k d / (2σ²) + Σ_i r_ik ‖x_i − μ_k‖² / (2σ⁴) with respect to σ².
    # It is 0 where σ² = Σ_i r_ik ‖x_i − μ_k‖² / (N_k d). The means are those of (18.12), whatever σ² is.
    N = R.sum(axis=0)
    means = R.T @ X / N[:, None]
    squares = ((X[:, None] - means) ** 2).sum(axis=2)
    return (R * squares).sum(axis=0) / (N * X.shape[1])


def _rest(a: float) -> float:
    """Where mu_2 rests, measured with the package: two points, two means, and only these move."""
    X, mu = np.array([[-a], [a]]), 0.1
    for _ in range(3000):
        R, _ = e_step(log_joint(X, np.array([0.5, 0.5]), np.array([[-mu], [mu]]), np.ones((2, 1, 1))))
        mu = float(R[:, 1] @ X[:, 0] / R[:, 1].sum())
    return mu


@exercise(
    "emx-11",
    "two points, two means",
    hint="By symmetry the means stay at ∓μ. The share of the right mean in the point a is 1/(1 + exp(−2aμ)), so a "
    "step is μ ← a tanh(aμ). Draw that curve, and the diagonal: its slope at 0 is a². And take steps until the first "
    "four decimals stand still: near 0 that needs more than fifty.",
    worked=[((), (0, 1.463244))],  # 1.5 tanh(1.5 · 1.463244) = 1.463244
    twin=lambda: (_rest(0.9), _rest(1.5)),
    tolerance=2e-4,  # three decimals
    mistakes=[
        Mistake((0.9, 1.5), "That is k-means, σ → 0. Here each mean keeps a share of the other point."),
        Mistake((0, 1.5), "Nearly: the right mean keeps a small share of the left point, so it stays short of 1.5."),
        Mistake((0, 0), "For a = 1.5 the slope of a tanh(aμ) at 0 is 2.25: the means run away from 0."),
        Mistake((1.463244, 0), "Right numbers, in the other order: a = .9 first."),
        Mistake((0, 1.46), "Right as far as it goes: one decimal more, three in all."),
        Mistake((0.1, 0.1), "That is the start. Go on until nothing moves."),
    ],
)
def rests():
    """0 as long as a < σ; beyond, the positive solution of μ = a tanh(aμ)."""
    mu = 1.5
    for _ in range(100):
        mu = 1.5 * np.tanh(1.5 * mu)
    return 0.0, float(mu)
