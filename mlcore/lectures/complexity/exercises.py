"""Exercises of lecture 03: too simple, too flexible."""

import numpy as np
from scipy.optimize import minimize
from sklearn.linear_model import LinearRegression, Ridge

from mlcore import datasets
from mlcore.base.labels import add_ones
from mlcore.check import Mistake, exercises_of
from mlcore.linear import LocallyWeightedRegression, fit_polynomial

exercise = exercises_of("complexity")


# --- lin-11: both errors, degree by degree ----------------------------------------------------


def _people(rng):
    yield np.array([0.0, 1, 2]), np.array([0.0, 1, 1]), np.array([3.0]), np.array([3.0]), (1, 2)
    for n in (8, 12, 20, 40):
        train, new = (datasets.heights(m, 2.0, int(rng.integers(1000))) for m in (n, 15))
        yield train.X[:, 0], train.y, new.X[:, 0], new.y, (1, 2, 5)


def _root(e):
    return np.sqrt(np.mean(e**2))


def _errors(x, y, x_new, y_new, degrees, middle=np.mean, spread=np.std, measure=_root, bias=True, own=False):
    rows = []
    for q in degrees:
        z, z_new = (x - middle(x)) / spread(x), (x_new - middle(x)) / spread(x)
        if own:
            z_new = (x_new - middle(x_new)) / (spread(x_new) or 1.0)
        A, B = (v[:, None] ** np.arange(0 if bias else 1, q + 1) for v in (z, z_new))
        w = np.linalg.lstsq(A, y, rcond=None)[0]
        rows.append((measure(y - A @ w), measure(y_new - B @ w)))
    return np.array(rows)


def _on_all(x, y, x_new, y_new, degrees):
    fits = [fit_polynomial(np.append(x, x_new), np.append(y, y_new), q) for q in degrees]
    return np.array([(_root(y - f(x)), _root(y_new - f(x_new))) for f in fits])


def _by_package(x, y, x_new, y_new, degrees):
    fits = [fit_polynomial(x, y, q) for q in degrees]
    return np.array([(_root(y - f(x)), _root(y_new - f(x_new))) for f in fits])


@exercise(
    "lin-11",
    "both errors, degree by degree",
    problems=_people,
    tolerance=1e-5,
    hint="For each degree: powers of the standardised x, lstsq on the training points, and the same shift, unit and "
    "weights for the new ones. Then the root of the mean square of either residual.",
    worked=[
        # y = 1/6 + x/2: residuals -1/6, 1/3, -1/6, and at 3 it says 5/3. The parabola 3x/2 - x²/2 says 0 at 3
        (
            ([0.0, 1, 2], [0.0, 1, 1], [3.0], [3.0], (1, 2)),
            [[np.sqrt(1 / 18), 4 / 3], [0, 3]],
        ),
    ],
    twin=_by_package,
    mistakes=[
        Mistake(lambda *a: _errors(*a, own=True),
                "The new points were standardised by their own mean and spread: then z means something else there."),
        Mistake(lambda *a: _errors(*a, measure=lambda e: np.mean(e**2)),
                "That is the mean square. Asked for is its root, an error in kg."),
        Mistake(lambda *a: _errors(*a, measure=lambda e: np.mean(np.abs(e))),
                "That is the mean of |e|. Asked for is the root of the mean square."),
        Mistake(lambda *a: _errors(*a, bias=False), "The power 0, a column of ones, is missing."),
        Mistake(lambda *a: _errors(*a)[:, ::-1], "The right numbers, columns swapped: training first, then new."),
        Mistake(_on_all, "The fit has seen the new points: train on x and y alone."),
        Mistake(lambda *a: _errors(*a).T, "A row for each degree, please: shape (k, 2)."),
        Mistake(lambda *a: _errors(*a, middle=lambda x: 0.0, spread=lambda x: 1.0),
                "These are powers of x in cm. At degree 5 floats cannot tell such columns apart: standardise first."),
        Mistake(lambda *a: _errors(*a, measure=lambda e: np.sqrt(np.sum(e**2))),
                "That is the root of the sum of the squares. Asked for is the root of their mean."),
    ],
)  # fmt: skip
def both_errors(x, y, x_new, y_new, degrees):
    """A fit on (x, y) for each degree, judged on both sets in the units of the training points."""
    z, z_new = ((v - x.mean()) / x.std() for v in (x, x_new))
    errors = []
    for q in degrees:
        A, B = (v[:, None] ** np.arange(q + 1) for v in (z, z_new))
        w = np.linalg.lstsq(A, y, rcond=None)[0]
        errors.append([np.sqrt(np.mean((t - D @ w) ** 2)) for t, D in ((y, A), (y_new, B))])
    return np.array(errors)


# --- lin-11b: how far the training error falls ------------------------------------------------


def _curves(rng):
    yield from ((12, 5, 2.0), (10, 2, 1.0), (20, 3, 0.5))
    for q in range(2, 9):
        yield q + 2 + int(rng.integers(0, 20)), q, float(rng.uniform(0.2, 4))


def _residual_of_noise(n, q, sigma):
    """The mean squared residual of noise with variance σ²: σ²/n times the trace of what projects it."""
    Q = np.linalg.qr(np.vander(np.linspace(-1, 1, n), q + 1))[0]
    return float(sigma**2 / n * np.trace(np.eye(n) - Q @ Q.T))


@exercise(
    "lin-11b",
    "noise that the weights swallow",
    problems=_curves,
    hint="A parabola is among the curves of degree q, so the fit takes all of the truth away, and the residual is the "
    "part of the noise at right angles to the columns (02.9). How many columns are there, constant included? The noise "
    "has the mean square σ² in each of the n directions. In how many of them is it left? Then take the mean over n.",
    worked=[((12, 5, 2), 2.0), ((10, 2, 1), 0.7)],  # 4 · (12 − 6) / 12; (10 − 3) / 10
    twin=_residual_of_noise,
    mistakes=[
        Mistake(lambda n, q, sigma: sigma**2, "That is the noise itself. The weights follow some of it."),
        Mistake(
            lambda n, q, sigma: sigma**2 * (n - q) / n,
            "A polynomial of degree q has q + 1 weights, not q: the constant counts.",
        ),
        Mistake(
            lambda n, q, sigma: sigma**2 * (n - q - 1),
            "That is the sum of the squares over the n people. Asked for is their mean.",
        ),
        Mistake(
            lambda n, q, sigma: sigma * ((n - q - 1) / n) ** 0.5,
            "That is the root. Asked for is the mean of the squares.",
        ),
        Mistake(
            lambda n, q, sigma: sigma * (n - q - 1) / n,
            "That takes σ for the variance. The variance is σ², in each direction.",
        ),
        Mistake(
            lambda n, q, sigma: sigma**2 * (n - 3) / n,
            "The truth has three weights, but the fit has q + 1, and each of them follows some noise.",
        ),
        Mistake(
            lambda n, q, sigma: sigma**2 * (q + 1) / n, "That is what the weights swallow. What is left of the noise?"
        ),
        Mistake(lambda n, q, sigma: 0.0, "That would be so with as many weights as points."),
        Mistake(lambda n, q, sigma: 2.0, "That is right for n = 12, q = 5, σ = 2. Write it as a function of these."),
    ],
)
def swallowed(n, q, sigma):
    """The mean squared training error of q + 1 weights on n points of a parabola with noise.

    1. y = truth + noise. The truth is a parabola, which the columns 1, z, ..., z^q reproduce: a fit takes it all away.
    2. What is left is the residual of the noise: its part at right angles to the q + 1 columns (02.9).
    3. In the space of n numbers choose n axes at right angles such that the first q + 1 span the columns.
    4. Normal noise is alike in all directions: along each of these axes, too, its mean square is sigma^2.
    5. The fit takes away the parts along the first q + 1 axes. The squared length of the rest is (n - q - 1) sigma^2 on
       average.
    6. The mean over the n points is sigma^2 (n - q - 1) / n; for n = 12, q = 5, sigma = 2 that is 2, half of the noise.
    """
    return sigma**2 * (n - q - 1) / n


# --- lin-13: a price for each weight ----------------------------------------------------------


def _priced(rng):
    yield np.array([[0.0], [1], [2]]), np.array([1.0, 2, 6]), np.array([3.0])
    yield np.array([[0.0, 0], [1, 0], [0, 1], [1, 1]]), np.array([0.0, 2, 4, 6]), np.array([2.0, 3.0])
    for n in range(4, 14):
        d = min(int(rng.integers(1, 5)), n - 1)  # so that no mistake's equations are singular
        yield rng.normal(size=(n, d)) + rng.normal(size=d), rng.normal(size=n) + 5, rng.uniform(0.1, 5, d)


def _with_prices(X, y, lams, power=1.0, sign=1.0, about=True):
    x_mean, y_mean = (X.mean(axis=0), y.mean()) if about else (0 * X[0], 0.0)
    A = X - x_mean
    w = np.linalg.solve(A.T @ A + sign * np.diag(lams**power), A.T @ (y - y_mean))
    return w, float(y_mean - w @ x_mean)


def _bias_pays(X, y, lams):
    A = add_ones(X)
    w = np.linalg.solve(A.T @ A + np.diag(np.append(lams.mean(), lams)), A.T @ y)
    return w[1:], float(w[0])


def _by_scaling(X, y, lams):
    """Measured in other units, all features have the price 1."""
    model = Ridge(alpha=1.0, solver="svd").fit(X / np.sqrt(lams), y)
    return model.coef_ / np.sqrt(lams), float(model.intercept_)


@exercise(
    "lin-13",
    "a price for each weight",
    problems=_priced,
    hint="∂/∂w_j of λ_j w_j² is 2 λ_j w_j: where (03.9) has λI there is a diagonal matrix. For b nothing changes.",
    worked=[
        (([[0], [1], [2]], [1, 2, 6], [3]), ([1], 2)),  # 5/(2 + 3); 3 − 1
        # centred columns ±½: Sxx = 1 each, no mixed term; Sxy = 2 and 4: 2/(1 + 2), 4/(1 + 3); 3 − ⅓ − ½
        (([[0, 0], [1, 0], [0, 1], [1, 1]], [0, 2, 4, 6], [2, 3]), ([2 / 3, 1], 13 / 6)),
    ],
    twin=_by_scaling,
    mistakes=[
        Mistake(_bias_pays, "The bias pays, too. It is free: centre X and y first, and get b from the means."),
        Mistake(lambda X, y, lams: _with_prices(X, y, lams, power=2), "λ_j stands there once, not squared."),
        Mistake(lambda X, y, lams: _with_prices(X, y, lams, sign=-1), "The sign: the penalty is added, so is λ_j."),
        Mistake(lambda X, y, lams: _with_prices(X, y, np.full(len(lams), lams.mean())),
                "Each weight has its own price: a diagonal matrix, not a multiple of I."),
        Mistake(lambda X, y, lams: _with_prices(X, y, lams * len(X)),
                "The errors are summed here, not averaged: no n in front of the prices."),
        Mistake(lambda X, y, lams: _with_prices(X, y, lams)[::-1], "The right two in the other order: w, then b."),
        Mistake(lambda X, y, lams: _with_prices(X, y, lams)[0], "w is right. Return b as well, as a second value."),
        Mistake(lambda X, y, lams: np.append(*_with_prices(X, y, lams)),
                "The right numbers, in one array. Return them as a pair: return w, b."),
        Mistake(lambda X, y, lams: np.roll(np.append(*_with_prices(X, y, lams)), 1),
                "The right numbers, in one array and the bias first. Return them as a pair: return w, b."),
        Mistake(lambda X, y, lams: _with_prices(X, y, lams / 2),
                "The 2 of the derivative: it stands before the errors as well, and cancels."),
        Mistake(lambda X, y, lams: (_with_prices(X, y, lams)[0], y.mean()),
                "w is right. The bias is the mean of y only where the means of X are 0: b = ȳ − w'x̄."),
        Mistake(lambda X, y, lams: _with_prices(X, y, lams, about=False), "Without centring there is no bias at all."),
    ],
)  # fmt: skip
def ridge_with_prices(X, y, lams):
    """The least sum of e_i^2 plus the sum of lams_j w_j^2, with e_i = y_i - w'x_i - b.

    1. The derivative for b is -2 times the sum of the e_i, as without prices: it is 0 for b = y_mean - w'x_mean.
    2. With this b, e = (y - y_mean) - A w, where A is X minus its means.
    3. The derivative for w_j is -2 (column j of A)'e + 2 lams_j w_j.
    4. All of them together: -2 A'(y - y_mean - A w) + 2 diag(lams) w = 0.
    5. So (A'A + diag(lams)) w = A'(y - y_mean): where (03.9) has lambda I, there is a diagonal matrix.
    """
    A = X - X.mean(axis=0)
    w = np.linalg.solve(A.T @ A + np.diag(lams), A.T @ (y - y.mean()))
    return w, y.mean() - w @ X.mean(axis=0)


# --- lin-13b: a bug ---------------------------------------------------------------------------


def _shifted(rng):
    yield np.array([[0.0], [1], [2]]), np.array([1.0, 2, 6]), 3.0
    for n in range(3, 13):  # as many rows as weights or more: what forgets the penalty has one answer, too
        d = min(int(rng.integers(1, 4)), n - 1)
        yield rng.normal(size=(n, d)), rng.normal(size=n) + rng.choice([0.0, 100.0]), float(rng.uniform(0.1, 5))


def _penalised(X, y, lam, free):
    A = add_ones(X)
    prices = np.full(A.shape[1], lam)
    prices[free] = 0
    return np.linalg.solve(A.T @ A + np.diag(prices), A.T @ y)


def _by_scikit_learn(X, y, lam):
    model = Ridge(alpha=lam, solver="svd").fit(X, y)
    return np.append(model.intercept_, model.coef_)


@exercise(
    "lin-13b",
    "a ridge that depends on the zero of the scale",
    problems=_shifted,
    hint="Call it with y and with y + 100. All predictions should grow by 100. Which entry of the matrix forbids it?",
    worked=[(([[0], [1], [2]], [1, 2, 6], 3), [2, 1])],  # as in lin-13
    twin=_by_scikit_learn,
    mistakes=[
        Mistake(
            lambda X, y, lam: _penalised(X, y, lam, []),
            "As before: λ stands on the whole diagonal, so the bias pays as well and the line cannot follow y.",
        ),
        Mistake(
            lambda X, y, lam: _penalised(X, y, lam, [-1]), "Now the last weight is free. The bias is the first one."
        ),
        Mistake(lambda X, y, lam: _penalised(X, y, 0.0, []), "Now nobody pays: that is least squares."),
        Mistake(lambda X, y, lam: _by_scikit_learn(X, y, lam)[1:], "Return the bias, too, and return it first."),
        Mistake(
            lambda X, y, lam: (_by_scikit_learn(X, y, lam)[1:], _by_scikit_learn(X, y, lam)[0]),
            "The right numbers, as a pair. As before, return one array, the bias first.",
        ),
        Mistake(
            lambda X, y, lam: np.append(y.mean(), _by_scikit_learn(X, y, lam)[1:]),
            "The bias is the mean of y only if the features have mean 0: b = ȳ − w'x̄.",
        ),
        Mistake(
            lambda X, y, lam: _penalised(X, y - y.mean(), lam, []) + np.append(y.mean(), 0 * X[0]),
            "With y centred its zero no longer matters, but where the means of X are not 0 the bias still pays: λ has "
            "no place in its row, or centre X as well.",
        ),
    ],
)
def mended_ridge(X, y, lam):
    """The first column of A is that of the bias, so the first place of the diagonal gets no penalty."""
    A = np.column_stack([np.ones(len(X)), X])
    prices = lam * np.eye(A.shape[1])
    prices[0, 0] = 0
    return np.linalg.solve(A.T @ A + prices, A.T @ y)


# --- lin-14: a budget by hand -----------------------------------------------------------------


def _constrained():
    ball = dict(type="ineq", fun=lambda w: 4 - w @ w)
    w = minimize(lambda w: (w[0] - 3) ** 2 + (w[1] - 4) ** 2, [0.1, 0.1], constraints=ball, options=dict(ftol=1e-14)).x
    return w[0], w[1], (3 - w[0]) / w[0]  # minus the gradient, 2 (3 - w_1), is 2 lambda w_1


@exercise(
    "lin-14",
    "a budget by hand",
    hint="The lines of equal errors are circles about (3, 4). The smallest one that meets the disc touches it, in the "
    "direction of (3, 4), at the length √4. For λ: the derivative for w_1 is 2 (w_1 − 3) + 2 λ w_1.",
    worked=[((), (1.2, 1.6, 1.5))],  # two fifths of the way: 2/5 of (3, 4); 2 (3 − 1.2) = 2 λ 1.2
    twin=_constrained,
    tolerance=1e-4,
    mistakes=[
        Mistake((2.4, 3.2, 0.25), "This w has length 4. The budget is for w'w: the radius is √4 = 2."),
        Mistake((3.0, 4.0, 0.0), "That is least squares, of length 5: it does not keep to the budget."),
        Mistake((1.2, 1.6, 3.0), "w is right. 2 (3 − 1.2) = 2 λ 1.2: there is a 2 on both sides."),
        Mistake((1.2, 1.6, 0.6), "w is right. The 3 − 1.2 is to be divided by 1.2, not by 3."),
        Mistake((0.0, 2.0, 1.0), "That is the top of the disc. Where on its edge is (3, 4) nearest?"),
        Mistake((np.sqrt(2), np.sqrt(2), 3 / np.sqrt(2) - 1),
                "Equal weights keep to the budget. But where on the edge of the disc is (3, 4) nearest?"),
        Mistake((1.2, 1.6, 2.5), "w is right, and 1 + λ is 2.5."),
        Mistake((1.2, 1.6, -1.5), "w is right. The sign: 2 (w_1 − 3) + 2 λ w_1 = 0, and w_1 is below 3."),
        Mistake((1.2, 1.6), "w is right. Hand in λ as well, as a third number."),
    ],
)  # fmt: skip
def budget_by_hand():
    """The answer within the budget w'w <= 4, and the lambda of ridge with the same answer.

    1. Least squares, (3, 4), has length 5, and the budget allows a length of 2: the answer lies on the edge.
    2. The cost is the squared distance from (3, 4). The point of the disc nearest to (3, 4) lies in its direction.
    3. So w = (3, 4) * 2/5 = (1.2, 1.6).
    4. Ridge: the derivatives 2 (w_1 - 3) + 2 lambda w_1 and 2 (w_2 - 4) + 2 lambda w_2 are 0.
    5. So (1 + lambda) w = (3, 4), and 1 + lambda = 3/1.2 = 4/1.6 = 2.5: lambda = 1.5.
    """
    return 1.2, 1.6, 1.5


# --- lin-15: a small bandwidth ----------------------------------------------------------------


@exercise(
    "lin-15",
    "a query beyond the last point",
    hint="The nearest point, at 2, has by far the largest weight, so the line goes through it. What decides its slope "
    "is the next point: its weight is tiny, but that of the one after it is tinier still.",
    worked=[((), 7.0)],  # through (1, 1) and (2, 4): slope 3
    twin=lambda: float(
        LocallyWeightedRegression(tau=0.1).fit([[0.0], [1.0], [2.0]], [0.0, 1.0, 4.0]).predict([[3.0]])[0]
    ),
    mistakes=[
        Mistake(4.0, "That is the target of the nearest point: a local constant. Here the local model is a line."),
        *(
            Mistake(value, "That is the global line, where all three weigh the same: a large τ.")
            for value in (17 / 3, 5.667, 5.67)
        ),
        Mistake(9.0, "That is the parabola through all three. The local model is a line."),
        Mistake(6.0, "That is the line through the first and the last point. Which two are nearest to 3?"),
        Mistake(3.0, "That is the slope of the right line. Asked for is its value at 3."),
        Mistake(5 / 3, "That is the mean of all targets. Near points count far more than others here."),
    ],
)
def beyond():
    """The limit of h(3) as tau goes to 0.

    1. The squared distances from 3 are 1 (the point at 2), 4 (at 1) and 9 (at 0).
    2. Divide all weights by the largest: 1, exp(-3/(2 tau^2)) and exp(-8/(2 tau^2)).
    3. The line through (2, 4) and (1, 1) says -2 at 0, so it costs 4 exp(-8/(2 tau^2)). The best line costs no more.
    4. So its squared residual at 2 is at most 4 exp(-8/(2 tau^2)), and at 1 at most 4 exp(-5/(2 tau^2)).
    5. Both go to 0: the best line tends to the one through these two points. Its slope is 3, and 4 + 3 = 7 at x = 3.
    """
    return 7.0


# --- lin-16: the normal equations with weights ------------------------------------------------


def _weighted(rng):
    yield np.array([[1.0]]), np.array([2.0]), np.array([3.0])
    yield np.array([[1.0, 0], [1, 1], [1, 2]]), np.array([1.0, 2, 6]), np.array([1.0, 1, 2])
    for n in range(4, 14):
        D = int(rng.integers(1, 4))
        yield rng.normal(size=(n, D)), rng.normal(size=n), rng.uniform(0.1, 3, n)


def _by_scikit_learn_weights(A, y, v):
    return LinearRegression(fit_intercept=False).fit(A, y, sample_weight=v).coef_


def _solved(A, y, left, right):
    return np.linalg.solve(A.T @ (left[:, None] * A), A.T @ (right * y))


@exercise(
    "lin-16",
    "normal equations with weights",
    problems=_weighted,
    hint="∂/∂w_j of Σ v_i (y_i − a_i'w)² is −2 Σ v_i (y_i − a_i'w) a_ij. Set all of them to 0, and bring what holds w "
    "to the left. With V the diagonal matrix of the weights: where does V stand?",
    worked=[
        (([[1]], [2], [3]), [2]),  # one point, one weight: met exactly
        # 4b + 5w = 15, 5b + 9w = 26: w = (26·4 − 15·5)/(9·4 − 25) = 29/11, b = (15 − 5·29/11)/4 = 5/11
        (([[1, 0], [1, 1], [1, 2]], [1, 2, 6], [1, 1, 2]), [5 / 11, 29 / 11]),
    ],
    twin=_by_scikit_learn_weights,
    mistakes=[
        Mistake(lambda A, y, v: np.linalg.lstsq(A, y, rcond=None)[0], "The weights are missing: that is (02.6)."),
        Mistake(lambda A, y, v: _solved(A, y, v, 0 * v + 1), "V stands on both sides: on the right as well."),
        Mistake(lambda A, y, v: _solved(A, y, 0 * v + 1, v), "V stands on both sides: on the left as well."),
        Mistake(lambda A, y, v: _solved(A, y, v**2, v**2),
                "Rows were multiplied by v. The weight stands outside the square: multiply rows by √v."),
        Mistake(lambda A, y, v: _solved(A, y, np.sqrt(v), np.sqrt(v)),
                "A'VA holds v itself. The root belongs to the rows of A, and there it comes twice."),
        Mistake(lambda A, y, v: A.T @ (v * y), "That is the right side. It remains to solve for w."),
    ],
)  # fmt: skip
def weighted_solution(A, y, v):
    """The least sum of v_i (y_i - a_i'w)^2.

    1. Its derivative with respect to w_j is -2 times the sum over i of v_i (y_i - a_i'w) a_ij.
    2. The y_i - a_i'w are the entries of y - Aw. With V = diag(v), the derivatives are -2 A'V (y - Aw).
    3. They are 0 where A'VA w = A'Vy.
    4. The cost is a sum of squares, so this is its lowest point; with independent columns A'VA is invertible.
    In the code v[:, None] * A is VA: row i of A times v_i.
    """
    return np.linalg.solve(A.T @ (v[:, None] * A), A.T @ (v * y))


# --- lin-17: locally weighted regression ------------------------------------------------------


def _queries(rng):
    yield np.array([[0.0], [1], [2]]), np.array([1.0, 3, 5]), 1.0, np.array([0.5])
    yield np.array([[0.0], [1], [3]]), np.array([0.0, 1, 5]), 1.0, np.array([1.0])
    for n in range(6, 14):
        d = int(rng.integers(1, 4))
        X = rng.normal(size=(n, d))
        yield X, rng.normal(size=n) + 3, float(rng.uniform(0.5, 2)), rng.normal(size=d)
    yield np.array([[0.0], [1], [2], [3]]), np.array([0.0, 1, 4, 9]), 5.0, np.array([200.0])  # all weights underflow


def _local(X, y, tau, x, scale=lambda squares, tau: squares / (2 * tau**2), bias=True, at=1.0):
    squares = ((X - x) ** 2).sum(axis=1)
    v = np.exp(-scale(squares - squares.min(), tau))
    A = add_ones(X) if bias else X
    root = np.sqrt(v)
    theta = np.linalg.lstsq(root[:, None] * A, root * y, rcond=None)[0]
    return float((np.append(1, at * x) if bias else x) @ theta)


def _average(X, y, tau, x):
    squares = ((X - x) ** 2).sum(axis=1)
    v = np.exp(-(squares - squares.min()) / (2 * tau**2))
    return float(v @ y / v.sum())


def _plain(X, y, tau, x, singular=float("nan")):
    """As N2 has it; a singular matrix gives NaN, or what a pseudo-inverse makes of it."""
    v = np.exp(-((X - x) ** 2).sum(axis=1) / (2 * tau**2))
    A = add_ones(X)
    M = A.T @ (v[:, None] * A)
    if not np.linalg.det(M):
        return singular
    return float(np.append(1, x) @ np.linalg.solve(M, A.T @ (v * y)))


_UNDERFLOW = (
    "Right while the weights are numbers. Far from all points they all underflow to 0, and the "
    "matrix is singular: subtract the least squared distance in the exponent."
)


@exercise(
    "lin-17",
    "h(X, y, tau, x)",
    problems=_queries,
    tolerance=1e-5,
    hint="Weights from the squared distances to x; add_ones(X); a weighted fit, (03.12); its value at x. Weights that "
    "all underflow to 0: subtract the least squared distance in the exponent, which changes no ratio.",
    worked=[
        (([[0], [1], [2]], [1, 3, 5], 1, [0.5]), 2),  # on a line every weighting finds the line: 1 + 2·½
        (([[0], [1], [2]], [1, 3, 5], 5, [200]), 401),  # also where exp(-198²/50) is 0 in floats
    ],
    twin=lambda X, y, tau, x: float(LocallyWeightedRegression(tau=tau).fit(X, y).predict(x[None])[0]),
    mistakes=[
        Mistake(_plain, _UNDERFLOW),
        Mistake(lambda *a: _plain(*a, singular=0.0), _UNDERFLOW),
        Mistake(lambda X, y, tau, x: _local(X, y, tau, x, scale=lambda s, t: s / t**2),
                "The 2 in 2τ² is missing; or rows were multiplied by v, not by √v, which comes to the same."),
        Mistake(lambda X, y, tau, x: _local(X, y, tau, x, scale=lambda s, t: s / (2 * t)), "τ is squared in (03.14)."),
        Mistake(lambda X, y, tau, x: _local(X, y, tau, x, scale=lambda s, t: np.sqrt(s) / (2 * t**2)),
                "The distance is squared in (03.14): no root."),
        Mistake(lambda X, y, tau, x: _local(X, y, tau, x, bias=False),
                "A line through 0 only: add the column of ones, and a 1 to the query."),
        Mistake(lambda X, y, tau, x: float(LinearRegression().fit(X, y).predict(x[None])[0]),
                "That is the global line: the weights are missing."),
        Mistake(lambda X, y, tau, x: _local(X, y, tau, x, at=0.0),
                "That is the bias of the line. It is h(x) only if all inputs are measured from the query: X − x."),
        Mistake(lambda X, y, tau, x: _average(X, y, tau, x),
                "That is the weighted mean of the targets, a local constant. Here the local model is a line."),
    ],
)  # fmt: skip
def h(X, y, tau, x):
    """The bias of a weighted least-squares plane whose inputs are measured from the query.

    Each row is multiplied by the root of its weight; the weights are divided by the largest.
    """
    squares = ((X - x) ** 2).sum(axis=1)
    root = np.exp(-(squares - squares.min()) / (4 * tau**2))  # the roots of the weights, the largest being 1
    theta = np.linalg.lstsq(root[:, None] * add_ones(X - x), root * y, rcond=None)[0]
    return theta[0]
