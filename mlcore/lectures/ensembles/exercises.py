"""Exercises of lecture 15: ensembles."""

import numpy as np
from scipy.stats import binom

from mlcore.check import Mistake, exercises_of

exercise = exercises_of("ensembles")


def _crowds(rng):
    yield 0.6, 1
    yield 0.6, 3
    yield 0.5, 11
    for m in (5, 11, 25, 101, 201):
        yield float(rng.uniform(0.3, 0.9)), m


def _by_recursion(p, m):
    """The distribution of the number of right votes, one voter after another."""
    chance = np.array([1.0])
    for _ in range(m):
        chance = np.append(chance, 0) * (1 - p) + np.append(0, chance) * p
    return float(chance[m // 2 + 1 :].sum())


@exercise(
    "ens-02",
    "the majority of independent voters",
    problems=_crowds,
    hint="The number of right voters is binomial. The majority is right if more than m/2 of them are.",
    worked=[((0.6, 1), 0.6), ((0.6, 3), 0.648), ((0.5, 11), 0.5), ((0.0, 5), 0)],  # 0.6^3 + 3 · 0.6^2 · 0.4
    twin=_by_recursion,
    mistakes=[
        Mistake(lambda p, m: binom.cdf(m // 2, m, p), "That is the chance that the majority is wrong."),
        Mistake(
            lambda p, m: binom.pmf(m // 2 + 1, m, p), "That is one count only: add those of all larger majorities."
        ),
        Mistake(lambda p, m: 1 - (1 - p) ** m, "That is the chance that at least one of them is right."),
        Mistake(lambda p, m: p, "That is a single voter."),
        Mistake(lambda p, m: 100 * binom.sf(m // 2, m, p), "That is in percent. Return a chance between 0 and 1."),
        Mistake(lambda p, m: binom.sf(m // 2 + 1, m, p), "The smallest majority, (m + 1)/2 voters, counts as well."),
    ],
)
def majority(p, m):
    """P(more than m/2 of m are right)."""
    return binom.sf(m // 2, m, p)


def _shares(rng):
    yield from ((0.3, 6), (0.5, 1), (0.1, 2), (0.02, 50), (0.7, 150))
    yield from ((float(rng.uniform(0.05, 0.95)), int(rng.integers(3, 100))) for _ in range(5))


@exercise(
    "ens-04",
    "a draw from a draw",
    problems=_shares,
    hint="First number: if x came up k times in D, a draw from D is x with the chance k/n; take the mean of k/n "
    "over the binomial distribution of k. Second number: n draws, each of which misses the "
    "given example with the chance 1 − 1/n.",
    worked=[((0.3, 6), (0.3, (5 / 6) ** 6)), ((0.5, 1), (0.5, 0)), ((0.1, 2), (0.1, 0.25))],
    twin=lambda p, n: (
        float(sum(binom.pmf(k, n, p) * k / n for k in range(n + 1))),
        float(binom.pmf(0, n, 1 / n)),
    ),
    mistakes=[
        Mistake(
            lambda p, n: (1 - (1 - p) ** n, (1 - 1 / n) ** n),
            "That is the chance that x is in D at all. How likely is it to be drawn from D, if it is there k times?",
        ),
        Mistake(lambda p, n: (p, np.exp(-1)), "1/e is the limit for large n. Here n is what it is."),
        Mistake(lambda p, n: (p, 1 - (1 - 1 / n) ** n), "That is the chance that it is drawn at least once."),
        Mistake(
            lambda p, n: (n * p, (1 - 1 / n) ** n), "n p is how often x comes up in D. Divide by n for a single draw."
        ),
        Mistake(
            lambda p, n: (1 / n, (1 - 1 / n) ** n),
            "1/n is a given example of D. x is a value, which D may hold k times.",
        ),
        Mistake(lambda p, n: (p, 1 - 1 / n), "The second: 1 − 1/n is for one draw. A bootstrap sample has n of them."),
        Mistake(
            lambda p, n: (p, (1 - p) ** n),
            "The second: a draw from D takes a given example with the chance 1/n, and not with p.",
        ),
        Mistake(lambda p, n: ((1 - 1 / n) ** n, p), "Both are right, in the other order."),
    ],
)
def bootstrap_chances(p, n):
    """The chance that a draw from D is x, and that a bootstrap sample misses a given example."""
    # D holds x k times with the binomial chance P(k) of n draws that are x with chance p.
    # Given k, a draw from D is x with the chance k/n, as each of the n examples has 1/n.
    # Together Σ_k P(k) k/n = (1/n) Σ_k k P(k) = (1/n) n p = p: the mean of the binomial is n p.
    # A given example is missed by one draw with 1 − 1/n; the n draws are independent: (1 − 1/n)^n.
    return p, (1 - 1 / n) ** n


def _correlated(rng):
    yield 0.3, 0.1
    yield 0.5, 1.0
    for _ in range(10):
        yield round(float(rng.uniform(0.05, 0.9)), 3), round(float(rng.uniform(0.02, 0.8)), 3)


def _by_trying(rho, share):
    m = 1
    while rho + (1 - rho) / m > (1 + share) * rho * (1 + 1e-12):
        m += 1
    return m


@exercise(
    "ens-05",
    "how many trees are enough",
    problems=_correlated,
    hint="Write ρ + (1 − ρ)/m ≤ (1 + share) ρ and take ρ from both sides: (1 − ρ)/m ≤ share · ρ. Solve for m; "
    "round up.",
    worked=[((0.3, 0.1), 24), ((0.5, 1.0), 1), ((0.2, 0.5), 8)],  # 0.7/0.03 = 23.3; 0.5/0.5 = 1; 0.8/0.1 = 8
    twin=_by_trying,
    mistakes=[
        Mistake(
            lambda rho, share: int(np.floor((1 - rho) / (rho * share))),
            "Round up: with the number below the variance is still too large.",
        ),
        Mistake(
            lambda rho, share: int(np.ceil((1 - rho) / share)),
            "The excess is (1 − ρ)/m, and it may be a share of the limit ρσ², not of σ².",
        ),
        Mistake(lambda rho, share: int(np.ceil(1 / (rho * share))), "The part that shrinks is (1 − ρ)σ²/m, not σ²/m."),
        Mistake(lambda rho, share: (1 - rho) / (rho * share), "Trees come whole: round up."),
        Mistake(
            lambda rho, share: int(round((1 - rho) / (rho * share), 9)) + 1,
            "If the bound is a whole number, that number is enough.",
        ),
    ],
)
def trees_enough(rho, share):
    """The smallest m with ρ + (1 − ρ)/m ≤ (1 + share) ρ."""
    # Both sides of (15.3) have the factor σ², which cancels. Take ρ from both: (1 − ρ)/m ≤ share · ρ.
    # Multiply by m > 0 and divide by share · ρ > 0: m ≥ (1 − ρ)/(share · ρ). The smallest whole m is that, rounded up.
    return int(np.ceil(round((1 - rho) / (rho * share), 9)))


def _rounds(rng):
    yield np.full(5, 0.2), np.array([1.0, 1, -1, -1, -1]), np.array([1.0, -1, -1, -1, -1])
    yield np.full(10, 0.1), np.array([1.0] * 5 + [-1.0] * 5), np.array([1.0] * 7 + [-1.0] * 2 + [1.0])
    for n in range(6, 20):
        y, w = rng.choice([-1.0, 1.0], n), rng.dirichlet(np.ones(n))
        h = np.where(rng.uniform(size=n) < 0.3, -y, y)
        if (h != y).any() and 0.02 < w[h != y].sum() < 0.48:
            yield w, y, h


def _reweighted(w, y, h, vote=0.5, factor=1.0):
    error = w[h != y].sum()
    w = w * np.exp(-vote * factor * np.log((1 - error) / error) * y * h)
    return w / w.sum()


def _counted(w, y, h):
    return _with_error(w, y, h, np.mean(np.asarray(h) != np.asarray(y)))


def _with_error(w, y, h, error):
    w = w * np.exp(-np.log((1 - error) / error) / 2 * y * h)
    return w / w.sum()


@exercise(
    "ens-08",
    "a bug to find: the round of AdaBoost",
    problems=_rounds,
    hint="After a round the weak learner must be a coin: on the new weights its error is ½. Compute (15.8) for the "
    "second round by hand. Which number does the program use in its place?",
    # The second round: the first example is wrong, and weighs 1/8. It gets half of all weight. The others have 7/8
    # together and get the other half, so each weight is multiplied by 4/7: 1/2 becomes 2/7, and 1/8 becomes 1/14.
    worked=[
        (([0.125, 0.5, 0.125, 0.125, 0.125], [1, 1, -1, -1, -1], [-1, 1, -1, -1, -1]), [1 / 2, 2 / 7, *[1 / 14] * 3]),
        (([0.2] * 5, [1, 1, -1, -1, -1], [1, -1, -1, -1, -1]), [0.125, 0.5, 0.125, 0.125, 0.125]),
    ],
    twin=lambda w, y, h: np.where(h != y, 0.5 * w / w[h != y].sum(), 0.5 * w / w[h == y].sum()),
    mistakes=[
        Mistake(
            _counted,
            "The program still counts the mistakes. With unequal weights the error (15.8) is the sum of their weights.",
        ),
        Mistake(
            lambda w, y, h: _with_error(w, y, h, np.mean(w * (np.asarray(h) != y))),
            "Add the weights of the mistakes: they sum to 1 over all examples already, so nothing is divided by n.",
        ),
        Mistake(
            lambda w, y, h: _reweighted(w, y, h, vote=1.0),
            "The error is right now, and the weights overshoot: exp(−a y h) changes both sides, so the ½ stays.",
        ),
        Mistake(
            lambda w, y, h: w * np.exp(-0.5 * np.log((1 - w[h != y].sum()) / w[h != y].sum()) * y * h),
            "The vote is right. The weights must add up to 1 again.",
        ),
        Mistake(
            lambda w, y, h: _reweighted(w, y, h, factor=-1.0),
            "The sign: what was wrong, y h = −1, must become heavier.",
        ),
    ],
)
def new_weights(w, y, h):
    """The error is the weight of the mistakes (15.8), and not their number."""
    error = w[h != y].sum()
    alpha = np.log((1 - error) / error) / 2
    w = w * np.exp(-alpha * y * h)
    return w / w.sum()


def _huber_problems(rng):
    yield np.array([0.0, 3.0, -5.0]), np.array([0.5, 1.0, 0.0]), 1.0
    for n in range(2, 12):
        yield 3 * rng.normal(size=n), rng.normal(size=n), float(rng.uniform(0.2, 2))


def _huber(y, f, delta):
    e = np.abs(y - f)
    return np.where(e <= delta, e**2 / 2, delta * (e - delta / 2))


def _by_differences(y, f, delta, h=1e-6):
    return -(_huber(y, f + h, delta) - _huber(y, f - h, delta)) / (2 * h)


@exercise(
    "ens-09",
    "the pseudo-residuals of another loss",
    problems=_huber_problems,
    hint="Minus the derivative with respect to f. Where |y − f| ≤ δ it is that of ½(y − f)²; beyond, of δ|y − f|.",
    worked=[(([0, 3, -5], [0.5, 1, 0], 1.0), [-0.5, 1, -1])],
    twin=_by_differences,
    tolerance=1e-5,
    mistakes=[
        Mistake(
            lambda y, f, delta: -np.clip(y - f, -delta, delta),
            "That is the derivative. The residual is minus it: a score that is too low has to be pushed up.",
        ),
        Mistake(
            lambda y, f, delta: y - f, "That is right near y. Beyond δ the loss is a straight line: what is its slope?"
        ),
        Mistake(
            lambda y, f, delta: np.sign(y - f), "That is |y − f| alone, without the parabola near y and without δ."
        ),
        Mistake(
            lambda y, f, delta: np.where(np.abs(y - f) <= delta, y - f, delta),
            "Beyond δ the slope has the sign of y − f.",
        ),
        Mistake(lambda y, f, delta: _huber(y, f, delta), "That is the loss itself. Differentiate with respect to f."),
    ],
)
def huber_residuals(y, f, delta):
    """−∂ℓ/∂f: y − f, cut off at ±δ."""
    # Where |y − f| ≤ δ: −∂/∂f ½(y − f)² = (y − f), as the inner derivative of y − f is −1.
    # Where y − f > δ the loss is δ (y − f − δ/2), and minus its slope in f is +δ.
    # Where y − f < −δ it is δ (f − y − δ/2), and minus its slope is −δ. At ±δ the pieces agree.
    return np.clip(y - f, -delta, delta)


@exercise(
    "ens-10",
    "the best score under two losses",
    problems=lambda rng: ((p,) for p in (0.8, 0.5, 0.2, 0.95, 0.01, *rng.uniform(0.02, 0.98, 5).tolist())),
    hint="The label is +1 with the chance p, so the expected loss of exp(−yf) is p exp(−f) + (1 − p) exp(f). Set its "
    "derivative to 0 and take logarithms; then the same for exp(−2yf).",
    # exp(4f) = p/(1 − p): for 0.8 it is 4, so f = ln(4)/4
    worked=[((0.8,), (0.693147180559945, 0.346573590279973)), ((0.5,), (0, 0))],
    twin=lambda p: (_lowest(p, 1.0), _lowest(p, 2.0)),
    tolerance=1e-5,
    mistakes=[
        Mistake(
            lambda p: (np.log(p / (1 - p)), np.log(p / (1 - p)) / 2),
            "That is twice too much: exp(f) stands against exp(−f), so the exponents add up to 2f = ln(p/(1 − p)).",
        ),
        Mistake(lambda p: (np.log(p / (1 - p)) / 4, np.log(p / (1 - p)) / 2), "The other way round: exp(−yf) first."),
        Mistake(lambda p: (np.log(p / (1 - p)) / 2,) * 2, "The factor 2 in the exponent halves the best score."),
        Mistake(
            lambda p: (np.log((1 - p) / p) / 2, np.log((1 - p) / p) / 4),
            "The sign: for p > ½ the best score is positive. The loss of y = +1 is exp(−f), with the weight p.",
        ),
        Mistake(
            lambda p: (2 * p - 1, 2 * p - 1),
            "That is the mean of y, best for squares. Differentiate exp(−yf).",
        ),
        Mistake(
            lambda p: (p / (1 - p), p / (1 - p)), "Those are the odds: exp(2f), or exp(4f). Solve for f by a logarithm."
        ),
        Mistake(
            lambda p: ((p / (1 - p)) ** 0.5, (p / (1 - p)) ** 0.25),
            "That is exp(f). The score f is its logarithm.",
        ),
    ],
)
def best_scores(p):
    """½ ln(p/(1 − p)) for exp(−yf), and half of that for exp(−2yf)."""
    # For exp(−yf) the expected loss is p exp(−f) + (1 − p) exp(f). Its slope −p exp(−f) + (1 − p) exp(f) is 0
    # where exp(2f) = p/(1 − p), that is f = ½ ln(p/(1 − p)). The second derivative is positive: a minimum.
    # For exp(−2yf) put 2f in place of f: 2f = ½ ln(p/(1 − p)), so f is half as large.
    half = np.log(p / (1 - p)) / 2
    return half, half / 2


def _lowest(p, factor):
    """The score with the least expected loss exp(−factor y f), by bisection of its slope."""
    low, high = -5.0, 5.0
    for _ in range(60):
        f = (low + high) / 2
        low, high = (f, high) if p * np.exp(-factor * f) > (1 - p) * np.exp(factor * f) else (low, f)
    return f
