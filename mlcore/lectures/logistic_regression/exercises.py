"""Exercises of lecture 06: logistic regression, Newton and softmax."""

import numpy as np

from mlcore import datasets
from mlcore.base import losses
from mlcore.base.labels import add_ones
from mlcore.base.steps import last, take
from mlcore.check import Mistake, exercises_of
from mlcore.logistic import (
    LogisticCost,
    LogisticRegression,
    SoftmaxRegression,
    newton_steps,
    root_steps,
    sigmoid,
)

exercise = exercises_of("logistic_regression")


@exercise(
    "cls-01",
    "which of these are binary classification",
    hint="Is what is to be predicted one of exactly two classes, and do the examples say which?",
    worked=[((), [1, 0, 1, 0, 0, 1, 1, 0])],
    mistakes=[
        Mistake([1, 0, 1, 1, 0, 1, 1, 0], "Ten digits are ten classes. That is classification, but not binary."),
        Mistake([1, 0, 1, 0, 0, 1, 1, 1], "The customers have no labels: finding groups is clustering (lecture 17)."),
        Mistake([1, 0, 1, 1, 0, 1, 1, 1], "Two classes, not ten; and the examples must say which of them."),
        Mistake([1, 0, 1, 0, 1, 1, 1, 0], "The price is a number: that is regression."),
        Mistake([1, 1, 1, 0, 1, 1, 1, 0], "Weight and price are numbers: that is regression."),
        Mistake([0, 1, 0, 1, 1, 0, 0, 1], "The other way round: 1 where it is binary classification."),
    ],
)
def binary_or_not():
    """The loan, spam, cat or dog, forged or genuine: one of two classes, and the examples say which."""
    return np.array([1, 0, 1, 0, 0, 1, 1, 0])


def _signed(rng):
    yield np.array([[1.0, 0.0]]), np.array([1.0]), np.zeros(2), 0.0
    yield np.array([[1.0, 1.0], [1.0, -1.0]]), np.array([1.0, -1.0]), np.array([0.0, np.log(3)]), 2.0
    for n in range(3, 14):
        D = int(rng.integers(2, 5))
        A, y = add_ones(rng.normal(size=(n, D - 1))), rng.choice([-1.0, 1.0], n)
        yield A, y, rng.normal(size=D), float(rng.uniform(0.1, 3))


def _signed_slope(pull=lambda y, m: -y / (1 + np.exp(m)), rest=lambda w, lam, n: lam / n * np.append(0, w[1:])):
    return lambda A, y, w, lam: A.T @ pull(y, y * (A @ w)) / len(y) + rest(w, lam, len(y))


def _by_differences(A, y, w, lam, h=1e-5):
    def J(w):
        return losses.logistic(y * (A @ w)).mean() + lam / (2 * len(y)) * (w[1:] @ w[1:])

    return np.array([(J(w + e) - J(w - e)) / (2 * h) for e in h * np.eye(len(w))])


@exercise(
    "cls-13",
    "the gradient with labels −1 and +1",
    problems=_signed,
    tolerance=1e-5,
    hint="The slope of ln(1 + e^(−m)) in m is −1/(1 + e^m), and m_i = y_i a_i'w. Then the mean, and λ/n on w[1:].",
    worked=[  # p = ½: −½ (1, 0); both margins ln 3, so ¼: −½ · ¼ · (0, 2), and the penalty (2/2) ln 3
        (([[1, 0]], [1], [0, 0], 0), [-0.5, 0]),
        (([[1, 1], [1, -1]], [1, -1], [0, 1.0986122886681098], 2), [0, 0.8486122886681098]),
    ],
    twin=_by_differences,
    mistakes=[
        Mistake(
            lambda A, y, w, lam: A.T @ (sigmoid(A @ w) - y) / len(y) + lam / len(y) * np.append(0, w[1:]),
            "p − y is for labels 0 and 1. With −1 and +1 differentiate ln(1 + e^(−m)).",
        ),
        Mistake(_signed_slope(pull=lambda y, m: y / (1 + np.exp(m))), "The sign: the loss falls as the margin grows."),
        Mistake(
            _signed_slope(pull=lambda y, m: -y / (1 + np.exp(-m))),
            "1/(1 + e^(−m)) is large where the point is right. What pulls is 1/(1 + e^m).",
        ),
        Mistake(
            _signed_slope(pull=lambda y, m: -1 / (1 + np.exp(m))), "The margin is y a'w: its derivative has the y."
        ),
        Mistake(_signed_slope(rest=lambda w, lam, n: lam / n * w), "The bias is not penalised: no λ/n on w[0]."),
        Mistake(_signed_slope(rest=lambda w, lam, n: 0 * w), "The penalty is missing."),
        Mistake(
            _signed_slope(rest=lambda w, lam, n: lam * np.append(0, w[1:])),
            "J is divided by n, its penalty too: λ/n.",
        ),
        Mistake(
            _signed_slope(rest=lambda w, lam, n: lam / (2 * n) * np.append(0, w[1:])),
            "The derivative of w² is 2w, and the 2 cancels the one below λ: λ/n.",
        ),
        Mistake(
            _signed_slope(rest=lambda w, lam, n: 2 * lam / n * np.append(0, w[1:])),
            "The penalty is λ/(2n) times the squares: the 2 of the derivative cancels.",
        ),
        Mistake(
            lambda A, y, w, lam: len(y) * _signed_slope()(A, y, w, lam),
            "J is a mean: divide the sum over the points by n.",
        ),
    ],
)
def signed_gradient(A, y, w, lam):
    # One loss is ln(1 + e^(−m)) with the margin m = y a'w.
    # Its slope in m is −e^(−m) / (1 + e^(−m)) = −1 / (1 + e^m), and the gradient of m in w is y a.
    # Chain rule: the gradient of one loss is −y a / (1 + e^m). The cost has the mean of these over the n points.
    # The penalty λ/(2n) · (w_1² + … + w_d²) has the derivative λ/n · w_j for each weight but the bias, where it is 0.
    pull = y / (1 + np.exp(y * (A @ w)))
    return -A.T @ pull / len(y) + lam / len(y) * np.append(0, w[1:])


def _scored(rng):
    yield np.array([0.0]), np.array([1.0])
    yield np.array([np.log(3)]), np.array([0.0])
    for n in range(2, 8):
        yield 3 * rng.normal(size=n), rng.integers(0, 2, n).astype(float)
    yield np.array([40.0, 1.0]), np.array([0.0, 1.0])
    yield np.array([1000.0, -1000.0, 0.5]), np.array([0.0, 0.0, 1.0])
    yield np.array([800.0, -900.0]), np.array([1.0, 1.0])


def _naive(scores, y):
    with np.errstate(all="ignore"):
        p = 1 / (1 + np.exp(-scores))
        return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))


def _without_infinity(scores, y):
    with np.errstate(all="ignore"):
        p = 1 / (1 + np.exp(-scores))
        return -np.mean(np.nan_to_num(y * np.log(p) + (1 - y) * np.log(1 - p)))


def _clipped(scores, y):
    p = np.clip(sigmoid(scores), 1e-15, 1 - 1e-15)
    return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))


def _half_mended(scores, y):
    with np.errstate(all="ignore"):
        return np.log1p(np.exp(-(2 * y - 1) * scores)).mean()


@exercise(
    "cls-14",
    "a loss that breaks",
    problems=_scored,
    hint="−ln p = ln(1 + e^(−s)) for label 1, and ln(1 + e^s) for 0. np.logaddexp(0, t) is ln(1 + e^t), for any t.",
    worked=[  # ln 2; ln 4; a wrong score of 1000 costs 1000: (1000 + 0 + ln(1 + e^−½))/3
        (([0], [1]), 0.6931471805599453),
        (([1.0986122886681098], [0]), 1.3862943611198906),
        (([800, -900], [1, 1]), 450),
    ],
    twin=lambda scores, y: losses.logistic((2 * y - 1) * scores).mean(),
    mistakes=[
        Mistake(_naive, "As before. At a score of 1000 p is exactly 1, so that 1 − p is 0, and ln 0 is −inf."),
        Mistake(
            _clipped,
            "Clipped, no score can cost more than 35, however wrong. Do not mend p: leave it out, −ln p is a formula.",
        ),
        Mistake(
            lambda scores, y: (
                -np.mean(y * np.log(sigmoid(scores) + 1e-12) + (1 - y) * np.log(sigmoid(-scores) + 1e-12))
            ),
            "With a small number added to p no score can cost more than 28, however wrong. Leave p out.",
        ),
        Mistake(
            lambda scores, y: losses.logistic((1 - 2 * y) * scores).mean(),
            "The sign: a point with label 1 costs little where its score is large.",
        ),
        Mistake(
            lambda scores, y: np.mean(np.logaddexp(0, np.clip(scores, -30, 30)) - y * np.clip(scores, -30, 30)),
            "With the scores cut at ±30 none can cost more than 30. Nothing need be cut: np.logaddexp takes any score.",
        ),
        Mistake(
            _without_infinity,
            "An infinite loss became a huge number, or 0. A wrong score of 1000 costs 1000: leave p out.",
        ),
        Mistake(_half_mended, "Better, but e^1000 still overflows: np.logaddexp(0, t) is ln(1 + e^t) without it."),
        Mistake(
            lambda scores, y: len(y) * losses.logistic((2 * y - 1) * scores).mean(), "That is the sum: take the mean."
        ),
        Mistake(
            lambda scores, y: losses.logistic(y * scores).mean(),
            "Here the labels are 0 and 1: with 0 every margin is 0. Take (2y − 1) s.",
        ),
    ],
)
def mean_loss(scores, y):
    """ln(1 + e^s) - y s, which is the loss for both labels."""
    return np.mean(np.logaddexp(0, scores) - y * scores)


@exercise(
    "cls-16",
    "softmax for two classes",
    hint="Put w_2 = v/2 and w_1 = −v/2, so that v is the weight of the difference. What is (λ/2)(‖w_1‖² + ‖w_2‖²)?",
    worked=[((), 0.5)],  # (λ/2) · 2 · ‖v‖²/4 = (λ/4) ‖v‖²
    twin=lambda: _equal_penalty(),
    mistakes=[
        Mistake(1, "Both have their w, but softmax pays for two of them, each half as long as the difference."),
        Mistake(2, "The other way round: two halves together cost less than one whole, ¼ + ¼."),
        Mistake(0.25, "Each half costs a quarter, but there are two of them."),
        Mistake(4, "The halves are squared: each costs a quarter, and there are two."),
    ],
)
def half_the_penalty():
    # With two classes softmax gives p_2 = 1 / (1 + e^(s_1 − s_2)) = σ(s_2 − s_1): the sigmoid of a score whose
    # weights are v = w_2 − w_1. So the losses are those of logistic regression with the weights v.
    # At the minimum w_1 = −w_2, hence w_2 = v/2 and w_1 = −v/2. (Of all pairs with the difference v, this one has the
    # least ‖w_1‖² + ‖w_2‖²: with w_1 = u − v/2 and w_2 = u + v/2 that sum is 2‖u‖² + ‖v‖²/2, least at u = 0.)
    # The penalty of softmax with λ = 1 is ½ (‖v/2‖² + ‖v/2‖²) = ½ · ½ ‖v‖²: that of logistic regression with λ = ½.
    return 0.5


def _equal_penalty() -> float:
    """The penalty, on a grid, at which logistic regression finds the weights of softmax with penalty 1."""
    data, tried = datasets.breast_cancer_pair(), np.arange(0.1, 1.01, 0.1)
    both = SoftmaxRegression(1.0).fit(data.X, data.y).coef_
    off = [np.linalg.norm(LogisticRegression(lam).fit(data.X, data.y).coef_ - (both[1] - both[0])) for lam in tried]
    return float(tried[np.argmin(off)])


def _shares(rng):
    yield (np.array([0.5, 0.25, 0.25]),)
    yield (np.array([0.25, 0.25, 0.5]),)
    for K in range(2, 12):
        p = rng.uniform(0.05, 1, K)
        yield (p / p.sum(),)


@exercise(
    "cls-17",
    "from probabilities back to scores",
    problems=_shares,
    hint="p_k / p_K = exp(s_k) / exp(s_K): the common denominator cancels. Take logarithms, with s_K = 0.",
    worked=[  # ln 2, 0, 0; −ln 2, −ln 2, 0
        (([0.5, 0.25, 0.25],), [0.6931471805599453, 0, 0]),
        (([0.25, 0.25, 0.5],), [-0.6931471805599453, -0.6931471805599453, 0]),
    ],
    mistakes=[
        Mistake(np.log, "Softmax of these is p, true. But the last score should be 0: shift them all."),
        Mistake(lambda p: np.log(p / (1 - p)), "That is against all others together. Take the odds against the last."),
        Mistake(lambda p: np.log(p[-1] / p), "The other way round: ln(p_k / p_K)."),
        Mistake(lambda p: p / p[-1], "These are the odds. Their logarithms are asked for."),
        Mistake(
            lambda p: np.append(np.log(p[:-1]), 0), "Setting the last to 0 is a shift: take ln p_K from all of them."
        ),
        Mistake(
            lambda p: np.log10(p / p[-1]), "The natural logarithm: softmax has e, not 10, to the power of a score."
        ),
        Mistake(lambda p: np.log2(p / p[-1]), "The natural logarithm: softmax has e, not 2, to the power of a score."),
        Mistake(lambda p: np.log(p[:-1] / p[-1]), "Nearly: the last score, 0, belongs to the answer, too."),
        Mistake(lambda p: np.log(p) - np.log(p).max(), "Now the largest score is 0. Let it be the last."),
        Mistake(lambda p: np.log(p) - np.log(p).mean(), "Now the scores add up to 0. Let the last one be 0."),
        Mistake(lambda p: np.log(p / p[0]), "Now the first score is 0. Let it be the last."),
    ],
)
def log_odds(p):
    # (06.16) gives p_k / p_K = e^(s_k) / e^(s_K), as both have the same denominator.
    # Take logarithms: ln(p_k / p_K) = s_k − s_K, and s_K is to be 0.
    # In words: the scores are the log-odds of each class against the last one.
    return np.log(p / p[-1])


def _leap_of_f() -> tuple[int, float, float]:
    class Parabola:
        def cost(self, w):
            return float((w[0] - 2) ** 2 + 1)

        def gradient(self, w):
            return 2 * (w - 2)

        def hessian(self, w):
            return np.array([[2.0]])

    end = last(newton_steps(Parabola(), w=[0.0]), 50)
    astray = last(root_steps(lambda x: (x - 2) ** 2 + 1, lambda x: 2 * (x - 2), start=0.0), 2)
    return end.t, float(end.w[0]), astray.x


@exercise(
    "grd-09",
    "Newton on a parabola",
    tolerance=2e-4,  # three decimals are enough
    hint="A minimum is a root of f′(x) = 2(x − 2), and f″ = 2: one step from 0 is x − f′(x)/f″(x). For a root of f "
    "itself a step is x − f(x)/f′(x), and from 0 that is 0 + 5/4.",
    worked=[((), (1, 2, 55 / 24))],  # 0 − (−4)/2; 0 + 5/4, then 5/4 + (25/16)/(3/2)
    twin=_leap_of_f,
    mistakes=[
        Mistake((1, 1.25, 55 / 24), "The end is asked for of the first method, which looks for a root of f′."),
        Mistake((1, 4, 55 / 24), "f′ must be divided by f″, which is 2: 0 + 4/2."),
        Mistake(
            (2, 2, 55 / 24),
            "The place is right, and the first step gets there: at 2 the slope is 0, no step is needed.",
        ),
        Mistake((1, 1, 55 / 24), "1 is the height of the minimum. Its place x is asked for."),
        Mistake((0, 2, 55 / 24), "The start is 0, so one step is needed."),
        Mistake((1, -2, 55 / 24), "The sign: x − f′(x)/f″(x) = 0 − (−4)/2."),
        Mistake((1, 2, 1.25), "1.25 is where the second method is after one step. Two are asked for."),
        Mistake(
            (1, 2, 2), "The second method looks for a root of f itself, and divides f by f′: it does not end at 2."
        ),
        Mistake((1, 2, 5 / 24), "From 1.25 the step leads to the right, as f′(1.25) = −1.5: 1.25 + 1.5625/1.5."),
        Mistake((1, 2, 2.29), "Right so far: give three decimals or more."),
        Mistake((1, 2), "Three numbers are asked for: the last is where the second method is after two steps."),
    ],
)
def one_leap():
    # A minimum of f is a root of f′(x) = 2(x − 2). With f″ = 2 the step from 0 is 0 − (−4)/2 = 2, where f′ is 0.
    # f′ is a straight line, its own tangent, so one step is enough from anywhere.
    # A root of f itself: 0 − 5/(−4) = 1.25, then 1.25 − 1.5625/(−1.5) = 2.2917, and so on without end.
    # The trap: f is 1 or more, so it has no root. What has to be 0 at a minimum is the slope.
    return 1, 2.0, 55 / 24


def _pairs(rng):
    yield np.zeros(2), np.array([1.0, 2.0]), 1.0
    yield np.array([np.log(3), 0.0]), np.array([1.0, 0.0]), 0.0
    for D in (1, 2, 2, 3, 3, 4, 5):
        yield rng.normal(size=D), np.append(1.0, rng.normal(size=D - 1)), float(rng.integers(0, 2))


def _curved(weight):
    def H(w, a, y):
        return weight(sigmoid(a @ w), y) * np.outer(a, a)

    return H


def _measured(w, a, y, h=1e-5):
    def gradient(w):
        return (y - sigmoid(a @ w)) * a

    return np.array([(gradient(w + e) - gradient(w - e)) / (2 * h) for e in h * np.eye(len(w))])


@exercise(
    "grd-11",
    "the Hessian of one pair",
    problems=_pairs,
    tolerance=1e-5,
    hint="The gradient is (y − p) a, and only p depends on w: ∂p/∂w_k = p(1 − p) a_k. Mind the sign.",
    worked=[  # −¼ (1, 2)(1, 2)'; p = ¾: −3/16
        (([0, 0], [1, 2], 1), [[-0.25, -0.5], [-0.5, -1]]),
        (([1.0986122886681098, 0], [1, 0], 0), [[-0.1875, 0], [0, 0]]),
    ],
    twin=_measured,
    mistakes=[
        Mistake(_curved(lambda p, y: p * (1 - p)), "The sign: that is the Hessian of −LL. LL is concave."),
        Mistake(_curved(lambda p, y: -p), "∂p/∂w = p(1 − p) a: the derivative of the sigmoid has both factors."),
        Mistake(_curved(lambda p, y: y - p), "Differentiate (y − p) once more: only p depends on w."),
        Mistake(
            _curved(lambda p, y: -((y - p) ** 2)), "Its mean is the same if the model is right, but differentiate."
        ),
        Mistake(lambda w, a, y: (y - sigmoid(a @ w)) * a, "That is the gradient (06.8). Differentiate it once more."),
        Mistake(_curved(lambda p, y: -0.25), "¼ is the most that p(1 − p) can be, at p = ½."),
        Mistake(
            lambda w, a, y: -(sigmoid(a @ w) * (1 - sigmoid(a @ w))) * np.diag(a * a),
            "The mixed derivatives are there too: a_j a_k in row j and column k.",
        ),
    ],
)
def hessian_of_one(w, a, y):
    # By (06.8) the gradient of the log-likelihood of one pair is (y − p) a, and only p depends on w.
    # ∂p/∂w_k = p (1 − p) a_k by (06.3) and the chain rule.
    # So the derivative of (y − p) a_j with respect to w_k is −p (1 − p) a_j a_k, entry (j, k) of the matrix.
    # All its columns are multiples of a: its rank is one. For D > 1 it cannot be inverted, and no leap is determined.
    p = sigmoid(a @ w)
    return -p * (1 - p) * np.outer(a, a)


def _counted(rng):
    yield np.array([[1.0], [1.0]]), np.array([1.0, 0.0]), np.array([3, 1]), np.zeros(1)
    yield np.array([[1.0, 1.0], [1.0, -1.0]]), np.array([1.0, 0.0]), np.array([1, 1]), np.zeros(2)
    for n in range(5, 16):
        A = add_ones(rng.normal(size=(n, int(rng.integers(1, 4)))))
        y = (np.arange(n) % 2).astype(float)
        yield A, y, rng.integers(1, 6, n), 0.3 * rng.normal(size=A.shape[1])


def _leap(in_slope=lambda c: c, in_hessian=lambda c: c, sign=-1.0, curve=lambda p: p * (1 - p)):
    def answer(A, y, c, w):
        p = sigmoid(A @ w)
        H = (A.T * (in_hessian(c) * curve(p))) @ A
        return w + sign * np.linalg.solve(H, A.T @ (in_slope(c) * (p - y)))

    return answer


def _repeated(A, y, c, w):
    f = LogisticCost(np.repeat(A, c, axis=0), np.repeat(y, c))
    return take(newton_steps(f, w=w, halve=False, tol=1e-150), 1)[-1].w


@exercise(
    "grd-12",
    "a leap when rows are counted",
    problems=_counted,
    hint="A row that stands for c points adds c(p − y)a to the slope and c p(1 − p)aa' to the Hessian. Then one solve.",
    worked=[  # slope 3(−½) + ½ = −1, Hessian 4 · ¼; slope (0, −1), Hessian ½ I
        (([[1], [1]], [1, 0], [3, 1], [0]), [1]),
        (([[1, 1], [1, -1]], [1, 0], [1, 1], [0, 0]), [0, 2]),
    ],
    twin=_repeated,
    mistakes=[
        Mistake(_leap(lambda c: 1, lambda c: 1), "The counts are missing: a row with c = 3 pulls three times."),
        Mistake(
            _leap(in_hessian=lambda c: 1), "The counts belong into the Hessian too: three points curve three times."
        ),
        Mistake(_leap(in_slope=lambda c: 1), "The counts belong into the slope too, not only into the Hessian."),
        Mistake(_leap(lambda c: c**2, lambda c: c**2), "c points count c times, not c² times."),
        Mistake(
            lambda A, y, c, w: w - _leap()(A, y, c, w),
            "That is v alone. Return the place after the leap, w − v (06.15).",
        ),
        Mistake(
            lambda A, y, c, w: last(newton_steps(LogisticCost(np.repeat(A, c, axis=0), np.repeat(y, c)), w=w), 50).w,
            "That is the end, or near it. One leap is asked for.",
        ),
        Mistake(_leap(in_slope=lambda c: c / len(c)), "Divide both by the same n, or none of them: it cancels."),
        Mistake(_leap(in_slope=lambda c: c / c.sum()), "Divide both by the number of points, or none: it cancels."),
        Mistake(
            _leap(in_hessian=lambda c: c / len(c)), "The Hessian is divided by n, the slope is not: treat both alike."
        ),
        Mistake(
            _leap(in_hessian=lambda c: c / c.sum()),
            "The Hessian is divided by the number of points, the slope is not: treat both alike.",
        ),
        Mistake(
            _leap(in_slope=lambda c: c / c.sum(), in_hessian=lambda c: c / len(c)),
            "Slope and Hessian are divided by different numbers. How many points are there: rows, or the sum of c?",
        ),
        Mistake(
            _leap(in_slope=lambda c: c / len(c), in_hessian=lambda c: c / c.sum()),
            "Slope and Hessian are divided by different numbers. How many points are there: rows, or the sum of c?",
        ),
        Mistake(_leap(sign=1.0), "Uphill: the leap is −H⁻¹∇J, towards the lowest point."),
        Mistake(_leap(curve=lambda p: p), "The Hessian has p(1 − p), the slope of the sigmoid, not p."),
        Mistake(
            lambda A, y, c, w: w - A.T @ (c * (sigmoid(A @ w) - y)),
            "That is a step of descent with η = 1. Newton divides by the curvature: solve H v = ∇J.",
        ),
    ],
)
def counted_leap(A, y, c, w):
    """One leap of Newton's method, where row i stands for c_i points."""
    p = sigmoid(A @ w)
    slope = A.T @ (c * (p - y))
    H = (A.T * (c * p * (1 - p))) @ A
    return w - np.linalg.solve(H, slope)


def _seven_of_ten() -> tuple[float, float]:
    f = LogisticCost(np.ones((10, 1)), [1] * 7 + [0] * 3)
    states = take(newton_steps(f, w=[0.0]), 50)
    return float(states[1].w[0]), float(states[-1].w[0])


@exercise(
    "grd-12b",
    "seven of ten",
    hint="At b = 0 every p is ½: the slope of J is ½ − 0.7, its curvature ¼. At the end the slope is 0, so p = 0.7.",
    worked=[((), (0.8, 0.8472978603872037))],  # 0.2/(1/4), and ln(0.7/0.3)
    twin=_seven_of_ten,
    tolerance=3e-4,  # three decimals are enough
    mistakes=[
        Mistake((0.2, np.log(7 / 3)), "0.2 is minus the slope. Newton divides it by the curvature, p(1 − p) = ¼."),
        Mistake(
            (0.8, 0.8), "The first leap is right. But J is no parabola, so one leap is not enough: where is p = 0.7?"
        ),
        Mistake((np.log(7 / 3), 0.8), "The other way round: the first leap comes first."),
        Mistake((0.8, 0.7), "0.7 is the probability at the end. b is its log-odds."),
        Mistake((-0.8, -np.log(7 / 3)), "The sign: more than half are 1, so b must rise."),
        Mistake(
            (0.7, np.log(7 / 3)), "0.7 is the probability at the end. The first leap is slope over curvature, 0.2/¼."
        ),
        Mistake((2.0, np.log(7 / 3)), "J is a mean: its slope is ½ − 0.7 = −0.2, not −2, and its curvature ¼."),
        Mistake((0.8, 7 / 3), "7/3 are the odds. b is their logarithm."),
        Mistake((0.8, np.log(7)), "Seven are malignant and three are not, so the odds are 7/3."),
        Mistake((0.8, 0.85), "Right so far: give three decimals or more."),
        Mistake((0.8, np.log10(7 / 3)), "The natural logarithm: the sigmoid has e, not 10, to the power of a score."),
    ],
)
def seven_of_ten():
    # Without features J is the mean of the losses of b alone. At b = 0 every p is ½: its slope is ½ − 0.7 = −0.2, and
    # its curvature is p(1 − p) = ¼. The leap leads to 0 + 0.2/(1/4) = 0.8.
    # At the end the slope p − 0.7 is 0, so p = 0.7, and b is its log-odds: ln(0.7/0.3) = ln(7/3) = 0.8473.
    return 0.8, float(np.log(7 / 3))
