"""Exercises of lecture 19: which one?"""

import numpy as np
from scipy.stats import binom
from sklearn.preprocessing import StandardScaler

from mlcore.check import Mistake, exercises_of

exercise = exercises_of("which_one")


def _spreads(rng):
    yield 0.02, 0.02, 0.5, 4
    yield 0.03, 0.04, 0.0, 25
    yield 0.01, 0.01, 1.0, 9
    for _ in range(10):
        yield *rng.uniform(0.005, 0.1, 2), float(rng.uniform(-0.5, 0.95)), int(rng.integers(5, 200))


@exercise(
    "cmp-01",
    "what pairing is worth",
    problems=_spreads,
    hint="The variance of a difference is the sum of both variances minus twice the covariance, which is ρ s_a s_b. "
    "The mean of R independent differences has a variance that is R times smaller.",
    worked=[
        ((0.02, 0.02, 0.5, 4), (0.01, np.sqrt(2) * 0.01)),  # 0.0004 + 0.0004 − 0.0004, over 4; and 0.0008 over 4
        ((0.03, 0.04, 0.0, 25), (0.01, 0.01)),  # 3, 4, 5
        ((0.01, 0.01, 1.0, 9), (0.0, 0.01 * np.sqrt(2) / 3)),
    ],
    twin=lambda s_a, s_b, rho, R: tuple(
        np.sqrt(np.array([1.0, -1.0]) @ np.array([[s_a**2, c], [c, s_b**2]]) @ np.array([1.0, -1.0]) / R)
        for c in (rho * s_a * s_b, 0.0)
    ),
    mistakes=[
        Mistake(
            lambda s_a, s_b, rho, R: (
                (s_a**2 + s_b**2 - 2 * rho * s_a * s_b) / R, (s_a**2 + s_b**2) / R
            ),
            "These are variances. A standard error is the square root.",
        ),
        Mistake(
            lambda s_a, s_b, rho, R: (
                np.sqrt((s_a**2 + s_b**2 + 2 * rho * s_a * s_b) / R), np.sqrt((s_a**2 + s_b**2) / R)
            ),
            "That is the variance of a sum. Of a difference the covariance is subtracted.",
        ),
        Mistake(
            lambda s_a, s_b, rho, R: (
                np.sqrt(s_a**2 + s_b**2 - 2 * rho * s_a * s_b), np.sqrt(s_a**2 + s_b**2)
            ),
            "That is the spread of a single difference. Their mean over R splits has √R times less.",
        ),
        Mistake(
            lambda s_a, s_b, rho, R: (
                np.sqrt((s_a**2 + s_b**2) / R), np.sqrt(max(s_a**2 + s_b**2 - 2 * rho * s_a * s_b, 0) / R)
            ),
            "Right numbers, in the other order: on the same splits first.",
        ),
    ],
)  # fmt: skip
def standard_errors(s_a, s_b, rho, R):
    # Var(a − b) = E[((a − μ_a) − (b − μ_b))²] = Var a + Var b − 2 Cov(a, b), and Cov(a, b) = ρ s_a s_b.
    # On the same splits that is s_a² + s_b² − 2 ρ s_a s_b; with splits of their own the covariance is 0.
    # The mean of R independent values has the variance of one, divided by R.
    together = max(s_a**2 + s_b**2 - 2 * rho * s_a * s_b, 0.0)  # rounding may leave −1e-20 where ρ = 1
    return np.sqrt(together / R), np.sqrt((s_a**2 + s_b**2) / R)


def _contests(rng):
    yield 0.5, 1, 1
    yield 0.5, 1, 2
    yield 0.1, 100, 13
    for _ in range(8):
        yield float(rng.uniform(0.02, 0.5)), int(rng.integers(2, 400)), int(rng.integers(1, 40))


def _lowest_by_cases(p, m, k):
    """By the chances of each number that the smallest may be."""
    counts = np.arange(m + 1)
    at_least = np.append(binom.sf(counts - 1, m, p), 0.0) ** k  # all k have j errors or more
    return float(counts @ (at_least[:-1] - at_least[1:]) / m)


@exercise(
    "cmp-02",
    "the winner among equals",
    problems=_contests,
    hint="Let S be the smallest of the k numbers of errors. Its mean is the sum over j = 0, 1, …, m − 1 of P(S > j), "
    "and S > j means that all k have more than j errors: P(X > j) to the power k.",
    worked=[
        ((0.5, 1, 1), 1 / 2),
        ((0.5, 1, 2), 1 / 4),  # 1 only if both are wrong
        ((0.5, 2, 2), 5 / 16),  # P(X > 0)² + P(X > 1)² = 9/16 + 1/16, of 2 rows
    ],
    twin=_lowest_by_cases,
    mistakes=[
        Mistake(lambda p, m, k: p, "That is the error of each of them. The lowest of several tends to be below it."),
        Mistake(
            lambda p, m, k: m * _lowest_by_cases(p, m, k),
            "That is a number of errors. Asked for is the share: divide by m.",
        ),
        Mistake(
            lambda p, m, k: 100 * _lowest_by_cases(p, m, k), "In percent, yes; return the share, a number from 0 to 1."
        ),
        Mistake(
            lambda p, m, k: 1 - _lowest_by_cases(1 - p, m, k),
            "That is the highest of the k shares. Asked for is the lowest.",
        ),
        Mistake(
            lambda p, m, k: float((binom.sf(np.arange(-1, m), m, p) ** k).sum() / m),
            "The sum begins one too early: P(S > j) for j = 0, 1, …, m − 1. P(S > −1) = 1 does not belong to it.",
        ),
    ],
)
def lowest(p, m, k):
    """E[S] = Σ_j P(S > j), and the smallest of k is above j if all of them are."""
    return float((binom.sf(np.arange(m), m, p) ** k).sum() / m)


def _two_tables(rng):
    yield np.array([[0.0], [2.0]]), np.array([[1.0], [3.0]])
    yield np.array([[0.0, 5.0], [4.0, 7.0]]), np.array([[8.0, 5.0]])
    for n in (3, 5, 12):
        d = int(rng.integers(1, 5))
        yield rng.normal(3, 2, (n, d)), rng.normal(4, 5, (n + 2, d))


def _of_train(train, new):
    scale = StandardScaler().fit(train)
    return scale.transform(train), scale.transform(new)


def _of_all(train, new):
    scale = StandardScaler().fit(np.vstack([train, new]))
    return scale.transform(train), scale.transform(new)


@exercise(
    "cmp-03",
    "a scaling that has seen the test rows",
    problems=_two_tables,
    hint="Mean and spread are fitted, too: to the rows that are learnt from, and to no other.",
    worked=[
        (([[0.0], [2.0]], [[1.0], [3.0]]), ([[-1.0], [1.0]], [[0.0], [2.0]])),  # mean 1, spread 1
        (([[0.0], [4.0]], [[8.0]]), ([[-1.0], [1.0]], [[3.0]])),  # mean 2, spread 2
    ],
    twin=_of_train,
    mistakes=[
        Mistake(_of_all, "Mean and spread are still those of both tables together: take the rows of train alone."),
        Mistake(
            lambda train, new: (StandardScaler().fit_transform(train), StandardScaler().fit_transform(new)),
            "The new rows have a scale of their own now: two equal rows get different numbers. Take that of train.",
        ),
        Mistake(
            lambda train, new: tuple((part - train.mean(axis=0)) / train.std(axis=0, ddof=1) for part in (train, new)),
            "The spread of this course divides by n, as StandardScaler does: leave out ddof=1.",
        ),
        Mistake(
            lambda train, new: (_of_train(train, new)[0], new), "The new rows have to be scaled as well, as train is."
        ),
    ],
)
def standardised_apart(train, new):
    """Mean and spread of the rows that are learnt from, for both."""
    mean, spread = train.mean(axis=0), train.std(axis=0)
    return (train - mean) / spread, (new - mean) / spread


def _splits(rng):
    yield (np.array([[0.1, 0.2]] * 20),)
    yield (np.array([[0.2, 0.1, 0.1]] * 20),)
    yield (np.array([[0.1, 0.2]] * 19 + [[0.1, 0.1]]),)
    yield (np.array([[0.1, 0.2]] * 18 + [[0.1, 0.1]] * 2),)
    for _ in range(10):
        R, k = int(rng.integers(20, 60)), int(rng.integers(2, 8))
        yield (np.round(0.2 + rng.uniform(0, 0.06, k) + 0.02 * rng.standard_normal((R, k)), 2).clip(0, 1),)


def _below_95(errors, compare):
    best = errors[:, errors.mean(axis=0).argmin()]
    return [bool(np.mean([compare(a, b) for a, b in zip(column, best, strict=True)]) < 0.95) for column in errors.T]


@exercise(
    "cmp-04",
    "which cannot be told from the best",
    problems=_splits,
    hint="Find the column with the lowest mean. For each column count the splits on which it is larger than that one, "
    "strictly, and say True where these are fewer than 95 % of all.",
    worked=[
        ((np.array([[0.1, 0.2]] * 20),), [True, False]),
        ((np.array([[0.1, 0.2]] * 19 + [[0.1, 0.1]]),), [True, False]),  # 19 of 20 are 95 %
        ((np.array([[0.1, 0.2]] * 18 + [[0.1, 0.1]] * 2),), [True, True]),
        ((np.array([[0.2, 0.1, 0.1]] * 20),), [False, True, True]),
    ],
    twin=lambda errors: _below_95(errors, lambda a, b: a > b),
    mistakes=[
        Mistake(
            lambda errors: _below_95(errors, lambda a, b: a >= b),
            "On a split with equally many errors it has no more than the best: count > and not >=.",
        ),
        Mistake(
            lambda errors: [not level for level in _below_95(errors, lambda a, b: a > b)],
            "That is the other way round: True where the method can *not* be told from the best.",
        ),
        Mistake(
            lambda errors: [bool(mean == errors.mean(axis=0).min()) for mean in errors.mean(axis=0)],
            "These are the lowest means. A mean that is higher by a hair is not told from the lowest.",
        ),
    ],
)
def level_with_the_best(errors):
    """Whether each column exceeds the one with the lowest mean on fewer than 95 % of the splits."""
    best = errors[:, [errors.mean(axis=0).argmin()]]
    return (errors > best).mean(axis=0) < 0.95


def _kept_by_quadric(d):
    return sum(d + sum(range(1, d + 1)) + 1 for _ in (-1, 1))


@exercise(
    "cmp-05",
    "from where on the neighbours cost more",
    problems=lambda rng: ((d,) for d in (1, 2, 3, 4, 10, 30, 64)),
    hint="Neighbours keep n(d + 1) numbers. Two Gaussians keep d means, d(d + 1)/2 covariances and a prior each, in "
    "all d² + 3d + 2, which can be written as a product.",
    worked=[((1,), 4), ((2,), 5)],  # d = 1: 2n > 6; d = 2: 3n > 12
    twin=lambda d: next(n for n in range(10**6) if n * (d + 1) > _kept_by_quadric(d)),
    mistakes=[
        Mistake(
            lambda d: d + 2,
            "With n = d + 2 both keep the same number, if each Gaussian's prior is counted. Asked for is the first n "
            "with more.",
        ),
        Mistake(
            lambda d: next(n for n in range(10**6) if n * d > _kept_by_quadric(d)),
            "The neighbours keep the labels, too: d + 1 numbers for each example.",
        ),
        Mistake(
            lambda d: next(n for n in range(10**6) if n * (d + 1) > 2 * (d + d * d + 1)),
            "A covariance matrix is symmetric: it has d(d + 1)/2 numbers of its own, and not d².",
        ),
    ],
)
def neighbours_keep_more(d):
    # Two Gaussians: 2 (d + d(d + 1)/2 + 1) = 2d + d² + d + 2 = d² + 3d + 2 = (d + 1)(d + 2) numbers.
    # Neighbours: n (d + 1). This is more if n > d + 2, and so from n = d + 3 on.
    return d + 3
