"""Exercises of lecture 01: decisions, priors and estimates."""

import numpy as np
from scipy.optimize import brentq
from scipy.stats import norm

from mlcore.check import Mistake, exercises_of
from mlcore.decision import coin_estimates, risks

exercise = exercises_of("decisions")


def _pairs(rng):
    yield 0.0, 2.0, 1.0, 1.0
    yield 0.0, 2.0, 1.0, 5.0
    for _ in range(12):
        m1, gap = rng.uniform(-3, 3), rng.uniform(0.5, 3)
        yield float(m1), float(m1 + gap), float(rng.uniform(0.4, 2.5)), float(np.exp(rng.normal()))


def _crossing(m1, m2, s, theta):
    """Where the log-likelihood ratio is ln Θ, by bisection."""
    return brentq(lambda x: norm.logpdf(x, m2, s) - norm.logpdf(x, m1, s) - np.log(theta), -1e3, 1e3)


@exercise(
    "bay-05",
    "where to cut between two Gaussians",
    problems=_pairs,
    hint="ln of the ratio is ((x − m1)² − (x − m2)²) / (2 s²): the x² cancel. Set it to ln Θ and solve for x.",
    worked=[((0, 2, 1, 1), 1), ((0, 2, 1, 5), 1 + np.log(5) / 2), ((1, 3, 2, np.e), 4)],  # 2 + 4 · 1 / 2
    twin=_crossing,
    mistakes=[
        Mistake(
            lambda m1, m2, s, theta: (m1 + m2) / 2 + s * np.log(theta) / (m2 - m1),
            "It is the variance s², not s, that stands before ln Θ.",
        ),
        Mistake(
            lambda m1, m2, s, theta: (m1 + m2) / 2 - s**2 * np.log(theta) / (m2 - m1),
            "The sign: a larger Θ asks for more evidence, so t moves up, towards state 2.",
        ),
        Mistake(lambda m1, m2, s, theta: (m1 + m2) / 2, "That is the middle, right for Θ = 1 only."),
        Mistake(
            lambda m1, m2, s, theta: (m1 + m2) / 2 + np.log(theta) / (m2 - m1),
            "The variance s² is missing: it divides the squares in both densities.",
        ),
        Mistake(
            lambda m1, m2, s, theta: (m1 + m2) / 2 + s**2 * np.log(theta) / (2 * (m2 - m1)),
            "A factor of 2: the bracket is (m2 − m1)(2x − m1 − m2), so dividing by 2s² leaves x with the factor 1/s².",
        ),
        Mistake(
            lambda m1, m2, s, theta: (m1 + m2) / 2 + s**2 * np.log10(theta) / (m2 - m1),
            "ln is the natural logarithm, np.log.",
        ),
        Mistake(
            lambda m1, m2, s, theta: (m1 + m2) / 2 + s**2 * theta / (m2 - m1),
            "The logarithm of Θ is missing.",
        ),
        Mistake(
            lambda m1, m2, s, theta: (m1 + m2) / 2 + np.log(theta) / 2,
            "That is (01.7), for a distance of 2 between the means and s = 1. Keep m1, m2 and s.",
        ),
    ],
)
def cut(m1, m2, s, theta):
    # Both densities have the same factor in front, so it cancels in the ratio of (01.5), and
    #     ln p(x|2)/p(x|1) = ((x − m1)² − (x − m2)²) / (2 s²).
    # The squares of x cancel, too: the bracket is 2 x (m2 − m1) + m1² − m2² = (m2 − m1)(2 x − m1 − m2).
    # So the test is (m2 − m1)(2 x − m1 − m2) / (2 s²) > ln Θ.
    # Since m2 > m1, dividing keeps the inequality: x > (m1 + m2)/2 + s² ln Θ / (m2 − m1).
    return (m1 + m2) / 2 + s**2 * np.log(theta) / (m2 - m1)


def _posteriors(rng):
    yield np.array([0.5, 0.5]), 0.25
    yield np.array([0.75, 0.25]), 0.25
    yield np.array([0.25, 0.5, 0.25]), 0.5
    for K in range(2, 12):
        p = rng.dirichlet(np.full(K, 0.7))
        yield p, float(rng.uniform(0, 1))


def _by_table(p, fee):
    """The same, from the whole table of prices: a row for each guess, and one for the expert."""
    table = np.vstack([1 - np.eye(len(p)), np.full(len(p), fee)])
    return int(risks(table, p / p.sum()).round(12).argmin())


@exercise(
    "bay-04",
    "guess, or ask an expert",
    problems=_posteriors,
    hint="By (01.3) the best guess costs 1 − max(p). Asking costs the fee, whatever the state.",
    worked=[(([0.5, 0.5], 0.25), 2), (([0.75, 0.25], 0.25), 0), (([0.25, 0.5, 0.25], 0.5), 1), (([0.1, 0.9], 0.05), 2)],
    twin=_by_table,
    mistakes=[
        Mistake(lambda p, fee: int(p.argmax()), "Asking is never chosen: compare its fee with the risk of the guess."),
        Mistake(
            lambda p, fee: len(p) if p.max() < fee else int(p.argmax()),
            "max(p) is the chance to be right. What the guess costs is the chance to be wrong.",
        ),
        Mistake(
            lambda p, fee: int(p.argmax()) + 1 if 1 - p.max() <= fee else len(p),
            "Count the guesses from 0: 0, …, K − 1, and K for asking.",
        ),
        Mistake(
            lambda p, fee: int(p.argmax()) if 1 - p.max() < fee else len(p),
            "A tie is a guess: ask only if asking is cheaper.",
        ),
        Mistake(
            lambda p, fee: len(p) - 1 if 1 - p.max() > fee else int(p.argmax()),
            "Asking is action K, one more than the last guess K − 1.",
        ),
    ],
)
def guess_or_ask(p, fee):
    """Asking is cheaper if fee < 1 - max p."""
    return len(p) if fee < 1 - p.max() else int(p.argmax())


def _readings(rng):
    yield np.array([0.5, 0.2, 0.4]), np.array([0.25, 0.8, 0.4]), 1.0
    yield np.array([0.5, 0.2, 0.4]), np.array([0.25, 0.8, 0.4]), 3.0
    yield np.full(3000, 0.1), np.full(3000, 0.11), 1.0
    yield np.full(3000, 0.11), np.full(3000, 0.1), 1.0
    low, high = np.full(20_000, 0.1), np.full(20_000, 0.11)
    yield low, high, 1.0
    yield np.append(low, high), np.append(high, 0.99 * low), 1.0  # for state 2, then more for state 1
    for n in (5, 50, 400, 2000, 4000):
        for theta in (0.2, 30.0):
            x = rng.normal(0.1, 1, n)
            yield norm.pdf(x), norm.pdf(x, 0.3), theta


def _wide_logarithm(p):
    """Of a product in floats of 80 or 128 bits, which some machines have and some do not: 0 below 10^-4950."""
    total = np.log(p).sum()
    return total if total > -4950 * np.log(10) else -np.inf


def _product(ratios):
    with np.errstate(over="ignore"):
        return np.prod(ratios)


@exercise(
    "bay-06",
    "a program whose products vanish",
    problems=_readings,
    hint="0.11 to the power of 3000 is smaller than any float, so both sides are 0. Add logarithms: (01.8).",
    worked=[  # the products .04 and .08, a ratio of 2
        (([0.5, 0.2, 0.4], [0.25, 0.8, 0.4], 1), True),
        (([0.5, 0.2, 0.4], [0.25, 0.8, 0.4], 3), False),
        ((np.full(3000, 0.1), np.full(3000, 0.11), 1), True),
    ],
    mistakes=[
        Mistake(
            lambda p1, p2, theta: bool(np.prod(p2) > theta * np.prod(p1)),
            "The same as before: for many readings both products are 0, and 0 > 0 is False.",
        ),
        Mistake(
            lambda p1, p2, theta: bool(_wide_logarithm(p2) > np.log(theta) + _wide_logarithm(p1)),
            "A float of more bytes only puts it off: with 20000 readings its products are 0, too. Add logarithms.",
        ),
        Mistake(
            lambda p1, p2, theta: bool(_product(p2 / p1) > theta),
            "The product of the ratios overflows on its way: once it is infinite, no later reading brings it back.",
        ),
        Mistake(
            lambda p1, p2, theta: bool(np.log(p2 / p1).sum() > theta),
            "The sum of the logarithms is compared with ln Θ, not with Θ.",
        ),
        Mistake(
            lambda p1, p2, theta: bool(np.log(p1 / p2).sum() > np.log(theta)),
            "Upside down: state 2 belongs into the numerator.",
        ),
        Mistake(
            lambda p1, p2, theta: bool(np.log(p2 / p1).mean() > np.log(theta)),
            "ln Θ counts once: compare it with the sum of all the logarithms, not with their mean.",
        ),
    ],
)
def second_is_better(p1, p2, theta):
    """Logarithms add where products vanish."""
    return bool(np.sum(np.log(p2) - np.log(p1)) > np.log(theta))


def _tables(rng):
    yield np.array([0.0, 1.0, 2.0]), np.array([0.2, 0.3, 0.5]), 1.0, 3.0
    yield np.array([0.0, 1.0, 2.0, 10.0]), np.array([0.4, 0.3, 0.2, 0.1]), 2.0, 1.0
    yield np.array([0.0, 1.0, 2.0, 3.0]), np.full(4, 0.25), 1.0, 1.0  # 1 and 2 are equally good
    for K in range(3, 15):
        values = np.sort(rng.normal(0, 5, K))
        yield values, rng.dirichlet(np.ones(K)), float(rng.uniform(0.2, 5)), float(rng.uniform(0.2, 5))


def _cheapest(values, p, low, high):
    """Price every value as a guess."""
    off = values - values[:, None]  # the truth minus the guess, a row for each guess
    return values[int(((low * np.maximum(off, 0) + high * np.maximum(-off, 0)) @ p).round(12).argmin())]


def _quantile(share):
    def answer(values, p, low, high):
        return values[min(int(np.searchsorted(p.cumsum(), share(low, high) - 1e-12)), len(p) - 1)]

    return answer


@exercise(
    "bay-07",
    "a guess that is dearer on one side",
    problems=_tables,
    hint="Move g a little to the right: it costs high · P(θ ≤ g) more and low · P(θ > g) less. Where do they balance?",
    worked=[  # prices .3 + 1.0, .6 + .5, 1.2 + .9; and 3.4, 2.6 + ..., see the table of four guesses
        (([0, 1, 2], [0.2, 0.3, 0.5], 1, 3), 1),
        (([0, 1, 2, 10], [0.4, 0.3, 0.2, 0.1], 2, 1), 1),
    ],
    twin=_cheapest,
    mistakes=[
        Mistake(lambda values, p, low, high: p @ values, "The mean is best for squares. It need not be in the table."),
        Mistake(_quantile(lambda low, high: 0.5), "The median is right for low = high only."),
        Mistake(
            lambda values, p, low, high: values[np.searchsorted(p.cumsum(), low / (low + high), side="right")],
            "Two values are equally good where the chances add up to exactly low/(low + high): return the smaller one.",
        ),
        Mistake(
            _quantile(lambda low, high: high / (low + high)),
            "The other way round: if too low is dear, guess higher.",
        ),
        Mistake(
            lambda values, p, low, high: int(np.searchsorted(p.cumsum(), low / (low + high) - 1e-12)),
            "That is the place of the best guess in the table. Return the value that stands there.",
        ),
        Mistake(
            lambda values, p, low, high: low / (low + high),
            "That is the share of chance that lies at or below "
            "the best guess. Return the value at which the chances add up to it.",
        ),
        Mistake(lambda values, p, low, high: values[p.argmax()], "The likeliest value is best for right or wrong."),
    ],
)
def best_guess(values, p, low, high):
    # Between two values of the table, move g to the right by a small h. If θ ≤ g, the guess is too high by h more;
    # if θ > g, it is too low by h less. So the expected cost changes by
    #     h · (high · P(θ ≤ g) − low · P(θ > g)).
    # With F = P(θ ≤ g) and P(θ > g) = 1 − F, the bracket is (low + high) F − low.
    # It is below 0 as long as F < low/(low + high): move on. From F ≥ low/(low + high) on, moving no longer helps.
    # So the best guess is the first value at which the chances add up to low/(low + high): a quantile.
    return values[np.searchsorted(p.cumsum(), low / (low + high) - 1e-12)]


def _stubborn(rng):
    yield from ((20,), (2,), (10,), (50,))
    yield from ((int(m),) for m in 5 * rng.integers(1, 20, 8) + rng.choice([0, 2, 3, 4], 8))  # never just 0.7 at tens


def _first_above(m):
    n = 10
    while coin_estimates(8 * n // 10, n, a=m, b=m).map <= 0.7:
        n += 10
    return n, coin_estimates(8, 10, a=m, b=m).map


def _tens(m):
    return 10 * (4 * (m - 1) // 10 + 1)


def _after_ten(m):
    return (m + 7) / (2 * m + 8)


@exercise(
    "bay-09",
    "how long a stubborn prior holds",
    problems=_stubborn,
    hint="By (01.13) the MAP is (m − 1 + h)/(2m − 2 + n), and h = 0.8 n. For which n is it above 0.7?",
    worked=[((20,), (80, 0.5625)), ((2,), (10, 0.75))],  # 0.1 n > 7.6, so n > 76; 27/48. 0.1 n > 0.4; 9/12
    twin=_first_above,
    tolerance=5e-5,  # four decimals
    mistakes=[
        Mistake(
            lambda m: (_tens(m), (m + 8) / (2 * m + 10)),
            "The second number is the posterior mean. The MAP is the peak, (01.13).",
        ),
        Mistake(lambda m: (_tens(m), 0.8), "0.8 is ML, which knows nothing of the prior."),
        Mistake(lambda m: (_tens(m) - 10, _after_ten(m)), "After so many flips the MAP is not above 0.7 yet."),
        Mistake(lambda m: (_tens(m) + 10, _after_ten(m)), "There it is above 0.7, but not for the first time."),
        Mistake(
            lambda m: (_tens(m), (m - 1 + 0.8 * _tens(m)) / (2 * m - 2 + _tens(m))),
            "That is the MAP after all these flips. The second number is the MAP after 10.",
        ),
        Mistake(
            lambda m: (4 * (m - 1) + 1, _after_ten(m)),
            "0.1 n > 0.4 (m − 1) holds there, but flips come in tens here.",
        ),
        Mistake(
            lambda m: (4 * (m - 1), _after_ten(m)),
            "There the two sides would be equal. Flips come in tens, and the MAP must be above 0.7.",
        ),
        Mistake(lambda m: (_tens(m), (m + 7) / (2 * m - 2)), "Below the line stands 2m − 2 + n, with n = 10."),
        Mistake(lambda m: (_tens(m), (m + 8) / (2 * m + 8)), "The MAP has m + h − 1 above the line."),
        Mistake(lambda m: (_after_ten(m), _tens(m)), "Right numbers, in the other order: the number of flips first."),
        Mistake(lambda m: (80, 0.5625), "That is right for m = 20. Write it as a function of m."),
    ],
)
def flips_and_map(m):
    """The first multiple of ten above 4 (m − 1), as 0.1 n > 0.4 (m − 1); and (m + 7)/(2m + 8)."""
    n = 10 * (4 * (m - 1) // 10 + 1)
    return n, (m - 1 + 8) / (2 * m - 2 + 10)


def _waits(rng):
    yield np.array([0.2, 0.5, 0.3, 1.0]), 1.0, 1.0
    yield np.array([0.2, 0.5, 0.3, 1.0]), 3.0, 2.0
    for n in range(1, 15):
        yield rng.exponential(rng.uniform(0.2, 3), n), float(rng.uniform(1, 6)), float(rng.uniform(0.1, 5))


def _by_search(x, a, r):
    """ML and MAP where the slope is 0, the mean by a sum over a grid."""

    def peak(k, s):
        return brentq(lambda theta: k / theta - s, 1e-9, 1e9, xtol=1e-14)

    n, S = len(x), x.sum()
    theta = np.exp(np.linspace(-25, 12, 60_001))
    logs = (n + a) * np.log(theta) - theta * (S + r)  # a further θ from the grid in ln θ
    weights = np.exp(logs - logs.max())
    return peak(n, S), peak(n + a - 1, S + r), (theta * weights).sum() / weights.sum()


@exercise(
    "bay-10",
    "ML, MAP and mean of a rate",
    problems=_waits,
    hint="The posterior is proportional to θ^(n + a − 1) e^(−θ(S + r)). Its logarithm has its peak where "
    "(n + a − 1)/θ = S + r; for the mean, k is n + a.",
    worked=[  # S = 2: 4/2, 4/3, 5/3; then 4/2, 6/4, 7/4
        (([0.2, 0.5, 0.3, 1], 1, 1), (2, 4 / 3, 5 / 3)),
        (([0.2, 0.5, 0.3, 1], 3, 2), (2, 1.5, 1.75)),
    ],
    twin=_by_search,
    mistakes=[
        Mistake(
            lambda x, a, r: (len(x) / x.sum(), len(x) / (x.sum() + r), (len(x) + 1) / (x.sum() + r)),
            "That is right for a = 1. The factor θ^(a − 1) adds a − 1 to the exponent.",
        ),
        Mistake(
            lambda x, a, r: (len(x) / x.sum(), (len(x) + a) / (x.sum() + r), (len(x) + a) / (x.sum() + r)),
            "The MAP is the peak, not the mean: (n + a − 1)/θ = S + r.",
        ),
        Mistake(
            lambda x, a, r: (len(x) / x.sum(), (len(x) + a - 1) / (x.sum() + r), (len(x) + a - 1) / (x.sum() + r)),
            "The mean is k/s, where the exponent is k − 1 = n + a − 1: k is n + a.",
        ),
        Mistake(
            lambda x, a, r: (x.mean(), (x.sum() + r) / (len(x) + a - 1), (x.sum() + r) / (len(x) + a)),
            "Upside down: those are waits. θ is a rate, so long waits mean a small θ.",
        ),
        Mistake(
            lambda x, a, r: (
                1 / x.mean(),
                (len(x) + a - 1) / (x.mean() + r),
                (len(x) + a) / (x.mean() + r),
            ),
            "S is the sum of the waits, not their mean: r is added to the sum.",
        ),
        Mistake(
            lambda x, a, r: tuple(
                np.array([len(x) / x.sum(), (len(x) + a - 1) / (x.sum() + r), (len(x) + a) / (x.sum() + r)])[[0, 2, 1]]
            ),
            "Right numbers, in another order: ML, MAP, mean.",
        ),
    ],
)
def three_estimates(x, a, r):
    # The likelihood is θ^n e^(−θS). Times the prior: θ^(n + a − 1) e^(−θ(S + r)).
    # ML: n/θ − S = 0. MAP: (n + a − 1)/θ − (S + r) = 0. Mean: k − 1 = n + a − 1 and s = S + r, so k/s.
    n, S = len(x), np.sum(x)
    return n / S, (n + a - 1) / (S + r), (n + a) / (S + r)


def _moves(rng):
    yield 0.5, 0.5, 0.5
    yield 0.5, 0.5, 0.2
    yield 0.9, 0.5, 0.01
    for _ in range(12):
        yield tuple(rng.uniform(0.02, 0.98, 3).tolist())


def _by_ratio(p, train, use):
    """The likelihood ratio that led to p, with the new prior."""
    ratio = p / (1 - p) * (1 - train) / train
    return 1 / (1 + (1 - use) / (use * ratio))


@exercise(
    "fnd-04",
    "a posterior in another population",
    problems=_moves,
    hint="The odds p/(1 − p) are the likelihood ratio times the old prior's odds, (01.8). Take these out, put in the "
    "new ones, and turn odds back into a chance.",
    worked=[((0.5, 0.5, 0.2), 0.2), ((0.9, 0.5, 0.01), 1 / 12)],  # odds 9 · 1/99 = 1/11
    twin=_by_ratio,
    mistakes=[
        Mistake(
            lambda p, train, use: p * use / train,
            "Posteriors do not scale with the prior, their odds do; the result may even exceed 1.",
        ),
        Mistake(
            lambda p, train, use: p * use / (p * use + (1 - p) * (1 - use)),
            "The old prior is still inside p: divide its odds out first.",
        ),
        Mistake(
            lambda p, train, use: p * train * (1 - use) / (p * train * (1 - use) + (1 - p) * (1 - train) * use),
            "The two priors are swapped.",
        ),
        Mistake(
            lambda p, train, use: p * use * (1 - train) / ((1 - p) * (1 - use) * train),
            "Those are the odds. The chance is odds/(1 + odds).",
        ),
        Mistake(lambda p, train, use: use, "That forgets what was observed."),
        Mistake(
            lambda p, train, use: p / train * use / (p / train * use + (1 - p) * (1 - use)),
            "State 1 has an old prior, too: divide its share by 1 − train.",
        ),
        Mistake(
            lambda p, train, use: 1 - 1 / (1 + (1 - p) / p * train / (1 - train) * (1 - use) / use),
            "That is P(1 | x), the other state.",
        ),
    ],
)
def moved(p, train, use):
    """Each state's share is reweighted by its new prior over its old one."""
    second, first = p * use / train, (1 - p) * (1 - use) / (1 - train)
    return second / (first + second)


def _groups(rng):
    yield np.array([0, 0, 1]), np.array([0, 0, 1])
    yield np.array([0, 0, 1, 1]), np.array([1, 1, 0, 1])
    for n in range(4, 16):
        yield rng.integers(0, 2, n), rng.integers(0, 2, n)


@exercise(
    "fnd-09b",
    "an error that depends on names",
    problems=_groups,
    hint="The share of z ≠ y under one naming; under the other every right row is wrong and every wrong one right.",
    worked=[(([0, 0, 1], [0, 0, 1]), (0, 1)), (([0, 0, 1, 1], [1, 1, 0, 1]), (0.25, 0.75))],
    twin=lambda z, y: tuple(sorted((float(np.mean(z != y)), float(np.mean(1 - z != y))))),
    mistakes=[
        Mistake(
            lambda z, y: (float(np.mean(z != y)), float(np.mean(z == y))),
            "The smaller share comes first: which naming gives it is not known beforehand.",
        ),
        Mistake(
            lambda z, y: (float(max(np.mean(z != y), np.mean(z == y))), float(min(np.mean(z != y), np.mean(z == y)))),
            "Right numbers, in the other order: the smaller share first.",
        ),
        Mistake(
            lambda z, y: (float(np.mean(z == y)), float(np.mean(z != y))),
            "Which of the two is smaller depends on the data: sort them, the smaller share first.",
        ),
        Mistake(
            lambda z, y: float(min(np.mean(z != y), np.mean(z == y))),
            "That is the smaller share alone. Return both: the smaller one, then the larger.",
        ),
        Mistake(
            lambda z, y: tuple(sorted((int(np.sum(z != y)), int(np.sum(z == y))))),
            "Shares, not counts: divide by n.",
        ),
        Mistake(
            lambda z, y: (float(np.mean(z != y)), float(np.mean(z != y))),
            "Call the groups the other way round for the second number.",
        ),
    ],
)
def two_errors(z, y):
    """The two namings' errors add up to 1."""
    wrong = np.mean(z != y)
    return min(wrong, 1 - wrong), max(wrong, 1 - wrong)
