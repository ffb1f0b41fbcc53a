"""Exercises of lecture 08: generative classifiers."""

from typing import Any

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import softmax, xlogy
from scipy.stats import multivariate_normal

from mlcore.check import Mistake, exercises_of
from mlcore.generative import GaussianDiscriminant

exercise = exercises_of("generative")

POINTS = np.array([[0.0, 0.0], [2.0, 1.0], [2.0, 3.0], [4.0, 4.0]])


@exercise(
    "gen-03",
    "a covariance by hand",
    hint="First the two means. Then the averages of x1², x2² and x1 x2 over the four points, each minus its product "
    "of means.",
    worked=[((), [2, 2.5, 2, 0.8944271909999159])],  # 24/4 − 4, 26/4 − 4, 24/4 − 4, 2/√5
    twin=lambda: [*np.var(POINTS, axis=0), np.cov(POINTS.T, bias=True)[0, 1], np.corrcoef(POINTS.T)[0, 1]],
    tolerance=5e-4,
    mistakes=[
        Mistake([6, 6.5, 6, 6 / np.sqrt(39)], "Those are the averages of the squares: subtract the products of means."),
        Mistake([8 / 3, 10 / 3, 8 / 3, 2 / np.sqrt(5)], "Divide by 4, the number of points, not by 3, (08.6)."),
        Mistake([2**0.5, 2.5**0.5, 2, 2 / np.sqrt(5)], "The first two are variances here, not standard deviations."),
        Mistake([2, 2.5, 2, 0.89], "Right as far as it goes: ρ to three decimals is asked for."),
        Mistake([2, 2.5, 2, 0.4], "ρ = Σ12/(σ1 σ2): the standard deviations stand below, not the variances."),
        Mistake([8, 10, 8, 2 / np.sqrt(5)], "Averages are asked for: divide the sums by 4."),
    ],
)
def covariance():
    """E[x1²] − E[x1]², E[x2²] − E[x2]², E[x1 x2] − E[x1] E[x2], and the last over the two standard deviations."""
    return 24 / 4 - 4, 26 / 4 - 4, 24 / 4 - 4, 2 / np.sqrt(5)


def _circles(rng):
    yield 2.0, 0.5
    yield 2.0, 0.9
    for _ in range(12):
        yield float(rng.uniform(1.1, 4)), float(rng.uniform(0.05, 0.97))


def _by_search(s, share):
    """The last radius of a fine grid at which class 0 still has the larger joint density."""
    r = np.linspace(0, 60, 600_001)
    odds = np.log(share / (1 - share)) - 2 * np.log(s) - r**2 / (2 * s**2) + r**2 / 2
    return float(r[np.argmax(odds > 0)])


def _radius(bracket):
    return lambda s, share: float(np.sqrt(max(bracket(s, np.log(share / (1 - share))), 0)))


@exercise(
    "gen-06",
    "a boundary that is a circle",
    problems=_circles,
    tolerance=3e-4,
    hint="Set ln π0 + ln N(x; 0, I) equal to ln π1 + ln N(x; 0, s²I), with |s²I| = s⁴ in the plane, and solve for r². "
    "If that is negative, there is no boundary: 0.",
    worked=[((2, 0.5), 1.9227025), ((2, 0.9), 0)],  # √(8/3 · 2 ln 2); ln 9 > 2 ln 2
    twin=_by_search,
    mistakes=[
        Mistake(_radius(lambda s, odds: 2 * (np.log(s) - odds) * s**2 / (s**2 - 1)), "|s²I| = s⁴ in the plane."),
        Mistake(_radius(lambda s, odds: 2 * (2 * np.log(s) + odds) * s**2 / (s**2 - 1)), "The sign of ln(π1/π0)."),
        Mistake(_radius(lambda s, odds: 4 * np.log(s) * s**2 / (s**2 - 1)), "The shares of the classes count too."),
        Mistake(
            lambda s, share: max(2 * (2 * np.log(s) - np.log(share / (1 - share))) * s**2 / (s**2 - 1), 0),
            "That is r²: the radius is asked for.",
        ),
        Mistake(_radius(lambda s, odds: (2 * np.log(s) - odds) * s**2 / (s**2 - 1)), "The ½ in the exponent: times 2."),
        Mistake(_radius(lambda s, odds: 2 * (2 * np.log(s) - odds)), "Both exponents count: r²/2 and r²/(2s²)."),
    ],
)
def radius(s, share):
    # The boundary is where π0 N(x; 0, I) = π1 N(x; 0, s²I), and in the plane |s²I| = s⁴. Take logarithms, with r = ‖x‖:
    #     ln π0 − ln 2π − r²/2 = ln π1 − ln 2π − ln s² − r²/(2s²).
    # Collect r²: (r²/2)(1 − 1/s²) = 2 ln s − ln(π1/π0), so r² = 2 (2 ln s − ln(π1/π0)) s²/(s² − 1).
    # If the bracket is not above 0, class 1 has the larger joint density at 0 already, and so everywhere.
    square = 2 * (2 * np.log(s) - np.log(share / (1 - share))) * s**2 / (s**2 - 1)
    return float(np.sqrt(max(square, 0)))


def _classes(rng):
    yield np.array([0.5, 0.5]), np.array([[2.0], [0.0]]), np.array([[1.0]])
    yield np.array([0.3, 0.7]), np.array([[2.0, 0.0], [0.0, 1.0]]), np.array([[1.5, 0.4], [0.4, 0.8]])
    for d in (1, 2, 2, 3, 3, 4):
        K = int(rng.integers(2, 5))
        M = rng.normal(size=(d, d))
        yield rng.dirichlet(np.full(K, 4.0)), rng.normal(scale=2, size=(K, d)), M @ M.T + np.eye(d)


def _scores(shares, means, S, bias=lambda lean, own, shares: np.log(shares) - own / 2, weight=np.linalg.solve):
    W = weight(S, means.T).T
    b = bias(W, (W * means).sum(axis=1), shares)
    return W - W[-1], b - b[-1]


def _by_densities(shares, means, S):
    """The log-odds against the last class at 0 and at the unit vectors give b and W."""
    d = means.shape[1]
    places = np.vstack([np.zeros(d), np.eye(d)])
    joint = np.array([np.log(p) + multivariate_normal(m, S).logpdf(places) for p, m in zip(shares, means, strict=True)])
    odds = (joint - joint[-1]).reshape(len(shares), d + 1)
    return odds[:, 1:] - odds[:, :1], odds[:, 0]


@exercise(
    "gen-07",
    "Gaussians with one covariance are softmax",
    problems=_classes,
    hint="Multiply out (x − μk)'Σ⁻¹(x − μk). What has no k is the same for all classes. Then subtract the last row.",
    worked=[  # 2 x − 2; GEN-07 with the classes in the other order
        (([0.5, 0.5], [[2], [0]], [[1]]), ([[2], [0]], [-2, 0])),
        (
            ([0.3, 0.7], [[2, 0], [0, 1]], [[1.5, 0.4], [0.4, 0.8]]),
            ([[1.9230769, -2.2115385], [0, 0]], [-1.6646056, 0]),
        ),
    ],
    twin=_by_densities,
    mistakes=[
        Mistake(
            lambda p, m, S: _scores(p, m, S, lambda W, own, shares: -own / 2), "The shares belong into b: ln πk.",
        ),
        Mistake(
            lambda p, m, S: _scores(p, m, S, lambda W, own, shares: np.log(shares) - own), "½ μk'Σ⁻¹μk, with the ½.",
        ),
        Mistake(
            lambda p, m, S: _scores(p, m, S, weight=lambda S, M: S @ M), "Σ⁻¹μk, not Σμk: np.linalg.solve(S, means.T).",
        ),
        Mistake(
            lambda p, m, S: (
                np.linalg.solve(S, m.T).T,
                np.log(p) - (np.linalg.solve(S, m.T).T * m).sum(axis=1) / 2,
            ),
            "Right up to a shift: subtract the weights and the bias of the last class from all, so that its own are 0.",
        ),
        Mistake(
            lambda p, m, S: _scores(p, m, S, lambda W, own, shares: np.log(shares) + own / 2), "Minus ½ μk'Σ⁻¹μk.",
        ),
    ],
)  # fmt: skip
def softmax_weights(shares, means, S):
    # ln πk + ln N(x; μk, Σ) = ln πk − ½ (x − μk)'Σ⁻¹(x − μk) + const.
    # Multiply out: −½ x'Σ⁻¹x + μk'Σ⁻¹x − ½ μk'Σ⁻¹μk. The first term and the constant are the same for all k, and the
    # softmax does not change when the same number is subtracted from all scores.
    # What remains is w_k'x + b_k with w_k = Σ⁻¹μk and b_k = ln πk − ½ μk'w_k. Subtract those of the last class.
    W = np.linalg.solve(S, means.T).T
    b = np.log(shares) - (W * means).sum(axis=1) / 2
    return W - W[-1], b - b[-1]


def _skewed_errors(t):
    """The share of mistakes of the rule x > t for exponential classes with means 1 and 3."""
    return (np.exp(-t) + 1 - np.exp(-t / 3)) / 2


def _measured():
    """A fine grid of quantiles stands for a million examples of each class."""
    u = (np.arange(400_000) + 0.5) / 400_000
    X = np.concatenate([-np.log1p(-u), -3 * np.log1p(-u)])[:, None]
    model = GaussianDiscriminant().fit(X, np.repeat([0, 1], len(u)))
    grid = np.linspace(1, 3, 20_001)[:, None]
    t = float(grid[np.argmax(model.predict(grid) == 1), 0])  # to 0.0001
    return 1.5 * np.log(3), t, 100 * (_skewed_errors(t) - _skewed_errors(1.5 * np.log(3)))


@exercise(
    "gen-08",
    "skewed classes: where the Gaussians end up",
    hint="Densities e^(−x) and e^(−x/3)/3 are equal at the best threshold. Gaussians with one variance cut halfway "
    "between the means. A threshold t errs on ½ e^(−t) + ½ (1 − e^(−t/3)).",
    worked=[((), [1.6479184, 2, 0.3409172])],  # 1.5 ln 3; (1 + 3)/2; 31.0959082 − 30.7549910
    twin=_measured,
    tolerance=5e-4,
    mistakes=[
        Mistake([2, 1.6479, 0.341], "Right numbers, in another order: the best threshold first."),
        Mistake([1.6479, 2, 0.0034], "Percentage points are asked for: times 100."),
        Mistake([1.65, 2, 0.34], "Right as far as it goes: three decimals are asked for."),
        Mistake([2, 2, 0], "The densities are not equal halfway: solve e^(−x) = e^(−x/3)/3."),
        Mistake([1.0986, 2, -0.903], "x (1 − 1/3) = ln 3: divide by 2/3."),
        Mistake([1.6479, 2, 0.682], "Each class has the share ½: the mistakes are averaged, not added."),
        Mistake(
            [1.6479, 2, 0.3],
            "The thresholds are right. The third number must not be counted on draws: it is about as small as chance "
            "makes such counts differ. Compute both errors from the densities.",
            within=1.0,
        ),
    ],
)
def skewed():
    """1.5 ln 3, halfway between 1 and 3, and the difference of the errors."""
    best = 1.5 * np.log(3)
    return best, 2.0, 100 * (_skewed_errors(2.0) - _skewed_errors(best))


def _tables(rng):
    yield (2,), 2
    yield (3, 4, 2, 5), 2
    yield (2,) * 11, 2
    for _ in range(10):
        yield tuple(int(v) for v in rng.integers(2, 7, rng.integers(1, 7))), int(rng.integers(2, 6))


def _counted(free):
    return lambda sizes, K: (int(np.prod(sizes)), *free(int(np.prod(sizes)), sizes, K))


def _by_enumeration(sizes, K):
    """Probabilities written down one by one; the last of each group that sums to 1 is not free."""
    outcomes = list(np.ndindex(*sizes))
    full = [(k, x) for k in range(K) for x in outcomes[:-1]] + list(range(K - 1))
    naive = [(k, j, v) for k in range(K) for j, size in enumerate(sizes) for v in range(size)[:-1]] + list(range(K - 1))
    return len(outcomes), len(full), len(naive)


@exercise(
    "gen-10",
    "how many numbers a model has to learn",
    problems=_tables,
    hint="Probabilities that sum to 1 leave one of them not free: L outcomes have L − 1 free numbers, in "
    "each class; and the shares of the classes have K − 1.",
    worked=[(((3, 4, 2, 5), 2), (120, 239, 21)), (((2, 2), 3), (4, 11, 8))],  # 3 · 3 + 2, 3 · 2 + 2
    twin=_by_enumeration,
    mistakes=[
        Mistake(
            _counted(lambda L, sizes, K: (K * L + K - 1, K * sum(sizes) + K - 1)),
            "Probabilities that sum to 1: one of each group follows from the others.",
        ),
        Mistake(
            _counted(lambda L, sizes, K: (K * (L - 1), K * (sum(sizes) - len(sizes)))),
            "The shares of the classes are to be learnt, too: K − 1 numbers.",
        ),
        Mistake(
            _counted(lambda L, sizes, K: (K * (L - 1) + K, K * (sum(sizes) - len(sizes)) + K)),
            "The K shares sum to 1: K − 1 of them are free.",
        ),
        Mistake(
            _counted(lambda L, sizes, K: (K * (L - 1) + K - 1, K * (sum(sizes) - 1) + K - 1)),
            "Naive: each feature has its own probabilities that sum to 1, and its own one that is not free.",
        ),
        Mistake(
            _counted(lambda L, sizes, K: (2 * L, K * (sum(sizes) - len(sizes)) + K - 1)),
            "2(L − 1) free numbers for two classes, and 1 for the share: 2L − 1. And K may be larger.",
        ),
    ],
)
def parameters(sizes, K):
    """L outcomes; K (L − 1) + K − 1 = KL − 1; K Σ(size − 1) + K − 1."""
    L = int(np.prod(sizes))
    return L, K * L - 1, K * (sum(sizes) - len(sizes)) + K - 1


def _weighted_mails(rng):
    yield np.array([[1, 0], [1, 1], [0, 1]]), np.array([1, 1, 0]), np.array([1.0, 3.0, 1.0])
    for n in range(4, 16, 2):
        y = np.arange(n) % 2
        yield rng.integers(0, 2, (n, int(rng.integers(1, 5)))), rng.permutation(y), rng.uniform(0.1, 3, n)


def _by_argmax(X, y, c):
    """Each chance by maximising its part of the weighted log-likelihood numerically."""

    def best(x):
        def loss(p):
            return -(c * (y == 1) * (xlogy(x, p) + xlogy(1 - x, 1 - p))).sum()

        found: Any = minimize_scalar(loss, bounds=(0, 1), method="bounded", options=dict(xatol=1e-12))
        return found.x

    return np.array([best(x) for x in X.T])


@exercise(
    "gen-12",
    "mails that count more than once",
    problems=_weighted_mails,
    tolerance=1e-4,
    hint="Only mails with y = 1 hold φ_j. Set Σ c_i [x_ij/φ − (1 − x_ij)/(1 − φ)] = 0, times φ(1 − φ); solve for φ.",
    worked=[(([[1, 0], [1, 1], [0, 1]], [1, 1, 0], [1, 3, 1]), [1, 0.75])],  # 4/4 and 3/4
    twin=_by_argmax,
    mistakes=[
        Mistake(lambda X, y, c: X[y == 1].mean(axis=0), "The weights c_i: count each mail c_i times, above and below."),
        Mistake(lambda X, y, c: c @ X / c.sum(), "The mails of class 0 say nothing about class 1."),
        Mistake(lambda X, y, c: (c * (y == 1)) @ X / c.sum(), "Divide by the weight of class 1 alone."),
        Mistake(
            lambda X, y, c: (c * (y == 1)) @ X / (y == 1).sum(), "Below the line stands the sum of the weights, too."
        ),
        Mistake(lambda X, y, c: (c * (y == 0)) @ X / c[y == 0].sum(), "That is class 0."),
    ],
)
def weighted_chances(X, y, c):
    # With φ = φ_j1, the part of the weighted log-likelihood that contains it is A ln φ + B ln(1 − φ), where A is the
    # weight of the mails of class 1 with the word, and B of those without it.
    # Its derivative A/φ − B/(1 − φ) is 0 where A (1 − φ) = B φ, so φ = A/(A + B). With all c_i = 1 this is (08.11).
    of_class = c * (y == 1)
    return of_class @ X / of_class.sum()


def _long_mails(rng):
    yield np.array([1.0, 0.0]), np.array([[0.5, 0.5], [0.25, 0.75]]), 0.5
    yield np.array([1.0, 2.0]), np.array([[0.5, 0.5], [0.25, 0.75]]), 0.5
    for size in (10, 100, 1000, 5000):
        d = int(rng.integers(3, 8))
        chances = rng.dirichlet(np.full(d, 5.0), 2)
        middle = np.sqrt(chances.prod(axis=0))
        yield rng.multinomial(size, middle / middle.sum()).astype(float), chances, float(rng.uniform(0.2, 0.8))


def _by_softmax(x, chances, share):
    return float(softmax(np.log(chances) @ x + np.log([1 - share, share]))[1])


def _ratio(score):
    return lambda x, chances, share: float(1 / (1 + np.exp(-np.clip(score(x, *np.log(chances), share), -700, 700))))


@exercise(
    "gen-15",
    "a filter that fails on long mails",
    problems=_long_mails,
    hint="Print the two products for a mail of 400 words. What is the smallest number that a float can hold? Sum "
    "logarithms, and take the sigmoid of the difference.",
    worked=[(([1, 0], [[0.5, 0.5], [0.25, 0.75]], 0.5), 1 / 3)],  # 0.25/(0.5 + 0.25)
    twin=_by_softmax,
    mistakes=[
        Mistake(_ratio(lambda x, zero, one, share: (one - zero) @ x), "The share of spam, 0.5 or not, still counts."),
        Mistake(_ratio(lambda x, zero, one, share: (zero - one) @ x - np.log(share / (1 - share))),
                "That is the chance of email."),
        Mistake(_ratio(lambda x, zero, one, share: (one - zero) @ (x > 0) + np.log(share / (1 - share))),
                "A word that occurs twice counts twice."),
        Mistake(_ratio(lambda x, zero, one, share: (one - zero) @ x + np.log(share)), "The odds are π/(1 − π)."),
    ],
)  # fmt: skip
def spam_chance(x, chances, share):
    """The sigmoid of the summed log-odds: no product that could fall below the smallest float."""
    zero, one = np.log(chances)
    score = (one - zero) @ x + np.log(share / (1 - share))
    return float(1 / (1 + np.exp(-np.clip(score, -700, 700))))


_RIGHT = [4, 1, 5, 3]
_TOLD = [[4, 2, 5, 3], [4, 1, 3, 3], [4, 1, 5, 4]]  # these have words of their own
_WHY = (
    "Look again at (a), the others are right: a class is asked for, and the lab values are bell-shaped in each.",
    "Look again at (b), the others are right: the target is a number, and no count.",
    "Look again at (c), the others are right: the inputs are discrete, and a class is asked for.",
    "Look again at (d), the others are right: a class is asked for, and no shape of the inputs can be trusted.",
)


@exercise(
    "fnd-08",
    "which model first?",
    hint="Ask first what the target is (a number, a count, a name), then the inputs, then what is known of them.",
    worked=[((), [4, 1, 5, 3])],
    mistakes=[
        Mistake([3, 1, 5, 4], "Bell-shaped in each class, few examples: use that. Where nothing is known, do not."),
        Mistake([4, 2, 5, 3], "A price is a number that may be anything above 0 and is no count."),
        Mistake([4, 1, 3, 3], "Thousands of words that occur or not, and a name to guess: discrete and discrete."),
        Mistake([4, 1, 5, 4], "Incomes and clicks are skewed, and there are many examples: nothing says Gaussian."),
        *(
            Mistake([*_RIGHT[:at], wrong, *_RIGHT[at + 1 :]], _WHY[at])
            for at in range(4)
            for wrong in range(1, 6)
            if wrong != _RIGHT[at] and [*_RIGHT[:at], wrong, *_RIGHT[at + 1 :]] not in _TOLD
        ),
    ],
)
def first_models():
    """Discriminant, linear regression, naive Bayes, logistic regression."""
    return 4, 1, 5, 3
