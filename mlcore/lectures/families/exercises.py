"""Exercises of lecture 07: exponential families and generalised linear models."""

import numpy as np
from scipy.special import expit

from mlcore.base.labels import add_ones
from mlcore.base.steps import last, take
from mlcore.check import Mistake, exercises_of
from mlcore.glm import FAMILIES, GLMCost, bernoulli
from mlcore.logistic import newton_steps, softmax

exercise = exercises_of("families")


def _parameters(rng):
    yield (0.0,)
    yield (float(np.log(2)),)
    for _ in range(12):
        yield (float(rng.normal(scale=1.5)),)


def _of_01(t):
    """Through labels 0 and 1, whose natural parameter is 2 t: y = 2 (label) − 1."""
    family, score = bernoulli(), np.array(2 * t)
    return np.logaddexp(0, 2 * t) - t, 2 * family.mean(score) - 1, 4 * family.variance(score)


@exercise(
    "glm-02",
    "a coin with the sides −1 and +1",
    problems=_parameters,
    hint="The two probabilities e^ϑ/e^a and e^(−ϑ)/e^a add up to 1: that gives a. Then differentiate twice.",
    worked=[  # ln 2; ln 2.5, (2 − ½)/2.5, 1 − 0.36
        ((0,), (0.6931471805599453, 0, 1)),
        ((0.6931471805599453,), (0.9162907318741551, 0.6, 0.64)),
    ],
    twin=_of_01,
    mistakes=[
        Mistake(
            lambda t: (np.logaddexp(0, t), expit(t), expit(t) * expit(-t)),
            "That is for 0 and 1. Here the other side has y = −1, hence the weight e^(−ϑ) and not e^0.",
        ),
        Mistake(
            lambda t: (np.logaddexp(t, -t), np.tanh(t), expit(t) * expit(-t)),
            "The variance is the curvature of your a, and 1 − tanh² is not p (1 − p): −1 and +1 are 2 apart.",
        ),
        Mistake(lambda t: (np.log(np.cosh(t)), np.tanh(t), 1 - np.tanh(t) ** 2), "Almost: cosh is half of the sum."),
        Mistake(
            lambda t: (2 * np.cosh(t), np.tanh(t), 1 - np.tanh(t) ** 2), "a is the logarithm of that sum, by (07.2)."
        ),
    ],
)
def signed_coin(t):
    # (07.2) with h = 1 and y = −1, +1: a = ln(e^(−ϑ) + e^ϑ).
    # (07.3): the mean is its slope, (e^ϑ − e^(−ϑ)) / (e^ϑ + e^(−ϑ)) = tanh ϑ.
    # (07.4): the variance is its curvature, the derivative of tanh, 1 − tanh² ϑ. (As y² = 1, Var y = 1 − (E y)².)
    return np.logaddexp(t, -t), np.tanh(t), 1 - np.tanh(t) ** 2


def _pairs(rng):
    yield 2.0, -0.5
    yield 0.325, -0.125
    for _ in range(12):
        yield float(rng.normal()), float(-rng.uniform(0.05, 3))


def _by_sums(first, second):
    """Mean and variance of the density that is proportional to exp(first y + second y²), summed up on a grid."""
    middle, half = -first / (2 * second), 12 / np.sqrt(-2 * second)
    y = np.linspace(middle - half, middle + half, 4001)
    p = np.exp(second * (y - middle) ** 2)
    p = p / p.sum()
    mean = p @ y
    return float(mean), float(p @ (y - mean) ** 2)


@exercise(
    "glm-03",
    "a Gaussian whose mean and variance are both unknown",
    problems=_pairs,
    hint="Multiply out −(y − μ)²/(2σ²). What stands before y is ϑ1, what stands before y² is ϑ2. Then solve for μ, σ².",
    worked=[((2, -0.5), (2, 1)), ((0.325, -0.125), (1.3, 4))],  # 1/(2 · 0.125) = 4, and 4 · 0.325
    twin=_by_sums,
    mistakes=[
        Mistake(lambda a, b: (a, -1 / (2 * b)), "ϑ1 is μ/σ², not μ: multiply by the variance."),
        Mistake(lambda a, b: (-a / b, -1 / b), "Do not forget the 2 in −(y − μ)²/(2σ²)."),
        Mistake(lambda a, b: (-a / (2 * b), (-1 / (2 * b)) ** 0.5), "That is σ. The variance is asked for."),
        Mistake(lambda a, b: (a / (2 * b), 1 / (2 * b)), "The sign: ϑ2 = −1/(2σ²) is negative, a variance is not."),
        Mistake(lambda a, b: (-1 / (2 * b), -a / (2 * b)), "Right numbers, in the other order: the mean first."),
    ],
)
def mean_and_variance(first, second):
    # ln of the Gaussian density is −(y − μ)²/(2σ²) + const = (μ/σ²) y − y²/(2σ²) + const.
    # Compare the factors of y and of y²: ϑ1 = μ/σ² and ϑ2 = −1/(2σ²). So σ² = −1/(2 ϑ2), and μ = ϑ1 σ².
    variance = -1 / (2 * second)
    return first * variance, variance


def _hours(rng):
    yield np.array([[1.0]]), np.array([3.0]), np.array([2.0]), np.array([0.0])
    yield np.array([[1.0, 0.0], [1.0, 1.0]]), np.array([1.0, 5.0]), np.array([1.0, 3.0]), np.array([0.0, np.log(2)])
    for n in range(3, 14):
        D = int(rng.integers(1, 4))
        A = add_ones(rng.normal(size=(n, D)))
        yield A, rng.poisson(3, n).astype(float), rng.uniform(0.3, 4, n), rng.normal(scale=0.5, size=D + 1)


def _timed(pull):
    return lambda A, y, hours, w: A.T @ pull(np.exp(A @ w), y, hours) / len(y)


def _timed_by_differences(A, y, hours, w, h=1e-6):
    def J(w):
        mean = hours * np.exp(A @ w)
        return (mean - y * np.log(mean)).mean()

    return np.array([(J(w + e) - J(w - e)) / (2 * h) for e in h * np.eye(len(w))])


@exercise(
    "glm-04",
    "counts over different times",
    problems=_hours,
    tolerance=1e-5,
    hint="ln μ_i = ln t_i + a_i'w. Only the second part depends on w, so the derivative of μ_i is μ_i a_i.",
    worked=[  # 2 − 3; means 1 and 6: ((1 − 1) (1, 0) + (6 − 5) (1, 1))/2
        (([[1]], [3], [2], [0]), [-1]),
        (([[1, 0], [1, 1]], [1, 5], [1, 3], [0, 0.6931471805599453]), [0.5, 0.5]),
    ],
    twin=_timed_by_differences,
    mistakes=[
        Mistake(
            _timed(lambda rate, y, t: rate - y), "e^(a'w) is the rate of one hour: the mean of t hours is t times."
        ),
        Mistake(
            _timed(lambda rate, y, t: t * (rate - y)),
            "The count y_i is already that of all t_i hours: only the mean has t.",
        ),
        Mistake(
            _timed(lambda rate, y, t: rate - y / t), "Rates have another variance than counts: keep the count y_i."
        ),
        Mistake(_timed(lambda rate, y, t: y - t * rate), "The sign: that is the gradient of the log-likelihood."),
        Mistake(
            lambda A, y, hours, w: A.T @ (hours * np.exp(A @ w) - y),
            "J is a mean: divide the sum over the counts by n.",
        ),
    ],
)
def gradient_of_hours(A, y, hours, w):
    # ln μ_i = ln t_i + a_i'w, and only the second part depends on w: its gradient is a_i.
    # So μ_i has the gradient μ_i a_i, and J = (1/n) Σ (μ_i − y_i ln μ_i) has (1/n) Σ (μ_i − y_i) a_i:
    # residual times input, as in (07.11), with the mean t_i times the rate.
    return A.T @ (hours * np.exp(A @ w) - y) / len(y)


@exercise(
    "glm-07",
    "why logistic regression, step by step",
    hint="Which of the five sentences would make the step wrong if it did not hold?",
    worked=[((), [3, 2, 4, 5, 1])],
    mistakes=[
        Mistake([2, 3, 4, 5, 1], "(A) says what is to be predicted at all; that y is 0 or 1 is used one step later."),
        Mistake([3, 2, 5, 4, 1], "(C) holds for every family; only (D) uses that a is ln(1 + e^ϑ)."),
        Mistake([3, 4, 2, 5, 1], "(B) is 0 · P(y = 0) + 1 · P(y = 1). No a occurs in it."),
        Mistake([3, 2, 4, 1, 5], "w occurs in (E) for the first time: there the score is put in."),
        Mistake([3, 2, 1, 5, 4], "(C) brings in a, not w: its reason is that the slope of a is the mean."),
    ],
)
def reasons():
    """Predict the expectation; 0 and 1; the slope of a; Bernoulli's a; the linear score."""
    return np.array([3, 2, 4, 5, 1])


def _zeros(n, K=4, d=3):
    """How many eigenvalues of the softmax Hessian are 0 for n random rows with ones."""
    rng = np.random.default_rng(1)
    A = add_ones(rng.normal(size=(n, d)))
    P = softmax(A @ rng.normal(size=(K, d + 1)).T)
    H = sum(np.kron(np.diag(p) - np.outer(p, p), np.outer(a, a)) for p, a in zip(P, A, strict=True))
    size = np.abs(np.linalg.eigvalsh(H))
    return int((size < 1e-9 * size.max()).sum())


@exercise(
    "glm-08",
    "how many directions are flat",
    hint="The weights are K · (d + 1). One row bends the cost along K − 1 directions; a hundred rows along "
    "(K − 1)(d + 1), as many as are left when one class has its weights fixed.",
    worked=[((), (4, 13))],  # 16 − 12; 16 − 3
    twin=lambda: (_zeros(100), _zeros(1)),
    mistakes=[
        Mistake((3, 12), "The ones are a column too: each class has d + 1 = 4 weights."),
        Mistake(
            (3, 13), "A hundred rows: one free shift for each of the d + 1 = 4 columns, as the ones are one of them."
        ),
        Mistake(
            (4, 4),
            "A single row leaves more directions flat: all that do not change its own four scores, or shift them.",
        ),
        Mistake((4, 12), "The four scores of the row may all be shifted together: one more flat direction."),
        Mistake((4, 15), "Four scores bend the cost along three directions, not one."),
        Mistake((12, 3), "That is how many are not 0."),
        Mistake((13, 4), "Right numbers, in the other order: the hundred rows first."),
    ],
)
def flat_directions():
    """Of 4 · 4 weights: 16 − 3 · 4 for many rows, 16 − 3 for one."""
    return 16 - 3 * 4, 16 - 3


def _fits(rng):
    yield np.ones((4, 1)), np.array([1.0, 4.0, 0.0, 3.0]), 20
    for n in range(8, 40, 3):
        x = rng.uniform(-1, 1, (n, int(rng.integers(1, 3))))
        y = rng.poisson(np.exp(0.8 + x.sum(axis=1) / 2)).astype(float)
        yield add_ones(x), y + (y.sum() == 0), 20


def _irls(working, weight=lambda mean: mean):
    def fit(A, y, steps):
        w = np.append(np.log(y.mean()), np.zeros(A.shape[1] - 1))
        with np.errstate(all="ignore"):
            for _ in range(steps):
                mean = np.exp(np.minimum(A @ w, 50))
                v = weight(mean)
                w = np.linalg.lstsq((A.T * v) @ A, A.T @ (v * (A @ w + working(y, mean))), rcond=None)[0]
        return w

    return fit


@exercise(
    "glm-09",
    "a fit of counts that is a little wrong",
    problems=_fits,
    tolerance=1e-5,
    hint="Compare both lines of the loop with (07.13) and (07.14). At the right w, A'(mean − y) is 0.",
    worked=[(([[1], [1], [1], [1]], [1, 4, 0, 3], 20), [0.6931471805599453])],  # without a feature: ln of the mean 2
    twin=lambda A, y, steps: last(newton_steps(GLMCost(A, y, FAMILIES["poisson"]), w=0 * A[0]), 200).w,
    mistakes=[
        Mistake(
            _irls(lambda y, mean: (y - mean) / mean, lambda mean: np.ones(len(mean))),
            "As before: each working target has the weight v_i = μ_i, (07.14), and without it another w comes out.",
        ),
        Mistake(
            _irls(lambda y, mean: (y - mean) / mean, lambda mean: np.sqrt(mean)),
            "The working targets are right. The weight in (07.14) is v_i itself, not its root.",
        ),
    ],
)
def fit_counts(A, y, steps):
    """The residual is divided by the variance, which is the mean, and the variance is the weight."""
    w = np.append(np.log(y.mean()), np.zeros(A.shape[1] - 1))
    for _ in range(steps):
        mean = np.exp(A @ w)
        z = A @ w + (y - mean) / mean
        w = np.linalg.solve((A.T * mean) @ A, A.T @ (mean * z))
    return w


def _walk():
    states = take(newton_steps(GLMCost(np.ones((4, 1)), [1, 4, 0, 3], FAMILIES["poisson"]), w=[0.0]), 50)
    return float(states[1].w[0]), float(states[-1].w[0])


@exercise(
    "glm-09b",
    "the first leap, and the end",
    hint="At b = 0 the mean and the variance are both e^0. The gradient is the mean minus the average count.",
    worked=[((), (1, 0.6931471805599453))],  # 0 − (1 − 2)/1; ln 2
    twin=_walk,
    tolerance=5e-5,
    mistakes=[
        Mistake((2, 0.6931), "The average count is 2; from 0, where the mean is 1, the leap is (2 − 1)/1."),
        Mistake((1, 0.693), "Right as far as it goes: four decimals are asked for, 0.693…", within=0.0),
        Mistake((1, 2), "2 is the mean at the end. Its score is asked for: b = ln of it."),
        Mistake((0.6931, 0.6931), "The first leap does not arrive: the parabola at 0 is not the cost."),
        Mistake((-1, 0.6931), "The sign: the leap goes against the gradient, (06.15)."),
        Mistake((0.6931, 1), "Right numbers, in the other order."),
    ],
)
def first_and_end():
    """0 − (1 − 2)/1 and ln 2."""
    return 1.0, np.log(2)
