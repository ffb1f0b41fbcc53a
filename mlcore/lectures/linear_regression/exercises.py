"""Exercises of lecture 02: linear regression and gradient descent."""

import numpy as np

from mlcore.base.steps import take
from mlcore.check import Mistake, exercises_of
from mlcore.lectures import rules
from mlcore.linear import descent_steps

exercise = exercises_of("linear_regression")


def _weighted(rng):
    yield np.array([[1.0]]), np.array([1.0]), np.array([2.0]), np.array([0.0])
    yield np.array([[1.0, 2.0]]), np.array([1.0]), np.array([3.0]), np.array([0.5, 0.5])
    yield np.array([[1.0, 0.0], [1.0, 1.0]]), np.array([1.0, 2.0]), np.array([1.0, 3.0]), np.array([0.0, 1.0])
    for n in range(3, 15):
        D = int(rng.integers(1, 5))
        yield rng.normal(size=(n, D)), rng.normal(size=n), rng.uniform(0.2, 3, n), rng.normal(size=D)


def _by_differences(A, y, v, w, h=1e-3):
    """Exact for a parabola."""

    def J(w):
        return (v * (y - A @ w) ** 2).sum() / (2 * len(y))

    return np.array([(J(w + e) - J(w - e)) / (2 * h) for e in h * np.eye(len(w))])


@exercise(
    "lin-03",
    "the gradient when errors weigh more",
    problems=_weighted,
    hint="Differentiate one term ½v_i(y_i − a_i'w)²: it gives −v_i e_i a_i. Then the sum over i, divided by n.",
    worked=[  # −(2·1)·1; error −½, 3 times, times (1, 2); errors 1 and 1: −(1·1·(1, 0) + 3·1·(1, 1))/2
        (([[1]], [1], [2], [0]), [-2]),
        (([[1, 2]], [1], [3], [0.5, 0.5]), [1.5, 3]),
        (([[1, 0], [1, 1]], [1, 2], [1, 3], [0, 1]), [-2, -1.5]),
    ],
    twin=_by_differences,
    mistakes=[
        Mistake(lambda A, y, v, w: A.T @ (A @ w - y) / len(y), "The weights v are missing."),
        Mistake(
            lambda A, y, v, w: A.T @ (v * (A @ w - y)),
            "J_v is a mean: divide by n, or the safe step depends on the number of points.",
        ),
        Mistake(lambda A, y, v, w: A.T @ (v * (y - A @ w)) / len(y), "The sign: this points downhill."),
        Mistake(
            lambda A, y, v, w: A.T @ (v * (y - A @ w)),
            "The sign: this points downhill. And J_v is a mean: divide by n.",
        ),
        Mistake(
            lambda A, y, v, w: A.T @ (y - A @ w) / len(y),
            "The weights v are missing, and the sign is wrong: this points downhill.",
        ),
        Mistake(
            lambda A, y, v, w: A.T @ (v * (A @ w - y)) / (2 * len(y)),
            "Half of it: the derivative of the square brings a 2, which cancels the ½ in front.",
        ),
        Mistake(
            lambda A, y, v, w: A.T @ (np.sqrt(v) * (A @ w - y)) / len(y),
            "The weight stands in front of the square, so it stays as it is: v, and not its root.",
        ),
        Mistake(
            lambda A, y, v, w: (v * (y - A @ w) ** 2).sum() / (2 * len(y)),
            "That is J_v itself, one number. Asked for is its gradient, one number for each weight.",
        ),
        Mistake(
            lambda A, y, v, w: v * (A @ w - y) / len(y),
            "The inner derivative is missing: multiply each error by its row a_i, and add up over i.",
        ),
        Mistake(
            lambda A, y, v, w: A.T @ (v * (A @ w - y)) / len(w),
            "Divide by the number of points n, not by the number of weights D.",
        ),
        Mistake(
            lambda A, y, v, w: A.T @ (v * (A @ w - y)) / v.sum(),
            "As it stands J_v divides by n, not by the sum of the weights.",
        ),
        Mistake(
            lambda A, y, v, w: 2 * A.T @ (v * (A @ w - y)) / len(y),
            "Twice too much: the ½ in front of the mean cancels the 2 of the square.",
        ),
        Mistake(
            lambda A, y, v, w: 2 * A.T @ (v * (A @ w - y)),
            "The ½ in front of the mean cancels the 2 of the square; and J_v is a mean: divide by n.",
        ),
        Mistake(
            lambda A, y, v, w: 2 * A.T @ (v * (y - A @ w)) / len(y),
            "Minus twice the gradient: the ½ cancels the 2 of the square, and the derivative of e_i is −a_i.",
        ),
        Mistake(
            lambda A, y, v, w: A.T @ (v**2 * (A @ w - y)) / len(y), "The weight stands outside the square: v, not v²."
        ),
    ],
)
def weighted_gradient(A, y, v, w):
    # One term is ½ v_i e_i², with e_i = y_i − Σ_j a_ij w_j.
    # Its derivative with respect to w_j, by the chain rule: v_i e_i · ∂e_i/∂w_j = −v_i e_i a_ij.
    # The mean over the n points: ∂J_v/∂w_j = −(1/n) Σ_i v_i e_i a_ij.
    # Σ_i a_ij (v_i e_i) is entry j of A'(v e), so the gradient is −(1/n) A'(v e) = (1/n) A'(v (Aw − y)).
    return A.T @ (v * (A @ w - y)) / len(y)


@exercise(
    "lin-04",
    "a singular design",
    accepts=rules.is_singular,
    hint="Four rows, two columns, neither constant; the ones are added for you. One column must be a number plus a "
    "multiple of the other.",
    worked=[((), [[0, 32], [10, 50], [20, 68], [30, 86]])],
    mistakes=[
        Mistake(
            [[1, 7], [2, 7], [3, 7], [4, 7]],
            "True, a constant column is a multiple of the ones. Here find one in which neither column is constant.",
        ),
        Mistake(
            [[1, 2], [2, 4], [3, 6], [4, 9]],
            "Nearly: the last row breaks it. Almost collinear columns have one answer, though a badly determined one.",
        ),
        Mistake(
            [[1, 2], [2, 4]],
            "Two rows for three unknowns are singular too. Here give four rows: enough points, and still many answers.",
        ),
        Mistake(
            [[1, 1], [1, 2], [1, 3], [1, 4]],
            "The ones are added for you. A column of ones of your own is singular, but neither column may be constant.",
        ),
    ],
)
def a_singular_design():
    """The second column is the first one in other units with another zero: Celsius and Fahrenheit."""
    celsius = np.array([0.0, 10.0, 20.0, 30.0])
    return np.column_stack([celsius, 32 + 1.8 * celsius])


@exercise(
    "lin-04b",
    "normal equations by hand",
    hint="3b + 3w = 9 and 3b + 5w = 14. Subtract.",
    worked=[((), (0.5, 2.5))],
    twin=lambda: tuple(np.polyfit([0, 1, 2], [1, 2, 6], 1)[::-1]),
    mistakes=[
        Mistake((2.5, 0.5), "The right numbers in the other order: the bias comes first."),
        Mistake(
            (0.0, 14 / 5),
            "That is the best line through the origin. The bias has its own equation: the errors sum to 0.",
        ),
        Mistake((3.0, 2.5), "3 is the mean of y. By (02.7) b is that minus w times the mean of x."),
        Mistake((13 / 6, 5 / 6), "Σx² is 0 + 1 + 4 = 5. The square of the sum, 9, is another number."),
        Mistake((-0.75, 3.25), "In the first equation b stands once for each point: 3b + 3w = 9."),
        Mistake((1.0, 2.5), "That line goes through the first and the last point. The best one misses all three."),
    ],
)
def by_hand():
    # Σx = 3, Σx² = 0 + 1 + 4 = 5, Σy = 9, Σxy = 0 + 2 + 12 = 14, and n = 3. So (02.5) says
    #     3b + 3w = 9   and   3b + 5w = 14.
    # The second minus the first: 2w = 5, so w = 2.5; the first: b = 3 − w = 0.5.
    return 0.5, 2.5


_M = np.array([[1.0, 2.0], [3.0, 5.0]])


def _forward(f, M, h=1e-5):
    out = np.zeros(M.shape)
    for place in np.ndindex(M.shape):
        moved = M.copy()
        moved[place] += h
        out[place] = (f(moved) - f(M)) / h
    return out


def _all_at_once(f, M, h=1e-5):
    return np.full(M.shape, (f(M + h) - f(M - h)) / (2 * h))


@exercise(
    "lin-05",
    "measure a gradient",
    problems=rules.functions_of_matrices,
    tolerance=1e-5,
    hint="For each place (i, j): a copy of M with h added there, one with h taken off, and the difference over 2h.",
    mistakes=[
        Mistake(_all_at_once, "That moves all entries together. Move one entry at a time, the others stay."),
        Mistake(
            lambda f, M, h=1e-5: 2 * measured_gradient(f, M, h),
            "From M − hE to M + hE it is 2h, not h.",
        ),
        Mistake(_forward, "A one-sided difference is off by about h, the central one by h² only: move to both sides."),
        Mistake(
            lambda f, M, h=1e-5: h**2 * measured_gradient(f, M, h),
            "In Python `/ 2 * h` multiplies by h: write `/ (2 * h)`.",
        ),
        Mistake(
            lambda f, M, h=1e-5: measured_gradient(f, M, h).T,
            "The derivative by M_ij belongs in row i and column j.",
        ),
    ],
    worked=[((np.trace, [[2]]), [[1]]), ((np.linalg.det, [[1, 2], [3, 4]]), [[4, -3], [-2, 1]])],  # the cofactors
)
def measured_gradient(f, M, h=1e-5):
    """Central differences, one entry at a time."""
    out = np.zeros(M.shape)
    for place in np.ndindex(M.shape):
        step = np.zeros(M.shape)
        step[place] = h
        out[place] = (f(M + step) - f(M - step)) / (2 * h)
    return out


def _spectra(rng):
    yield (np.array([10, 1, 0.1]),)
    yield (np.array([2.0, 1.0]),)
    for size in rng.integers(2, 6, 8):
        smaller = 10 ** rng.uniform(-2, -0.1, size)
        yield (float(rng.uniform(0.5, 20)) * np.append(1.0, smaller),)


def _walked(eigenvalues) -> int:
    k, slow = len(eigenvalues), int(np.argmin(eigenvalues))
    A, lr = np.diag(np.sqrt(k * eigenvalues)), float(1 / eigenvalues.max())
    states = take(descent_steps(A, np.zeros(k), w=np.ones(k), lr=lr), 1000)
    return next(state.t for state in states if state.w[slow] < 0.01)


def _slowness(count):
    """The steps if `count` makes them of the share λmin/λmax, by which the error falls in the first step."""
    return lambda eigenvalues: count(eigenvalues.min() / eigenvalues.max())


@exercise(
    "grd-05",
    "steps of the flattest direction",
    problems=_spectra,
    hint="There λ is the smallest eigenvalue, and η = 1/λmax: each step multiplies the error by 1 − λmin/λmax. "
    "For 10, 1 and 0.1 that is 0.99: when is 0.99^t < 0.01?",
    worked=[(([10, 1, 0.1],), 459), (([2, 1],), 7)],  # ln 0.01 / ln 0.99 = 458.2; 1/64 > 0.01 > 1/128
    twin=_walked,
    mistakes=[
        Mistake(
            _slowness(lambda r: int(np.log(0.01) / np.log(1 - r))),
            "Nearly: after so many steps the error is still a little above one per cent.",
        ),
        Mistake(
            _slowness(lambda r: np.log(0.01) / np.log(1 - r)),
            "Steps are whole numbers: which is the first at which the error is below one per cent?",
        ),
        Mistake(
            _slowness(lambda r: int(np.ceil(np.log(0.01) / np.log(1 - r))) + 1),
            "One too many: the start is t = 0, and no step has been made there.",
        ),
        Mistake(
            _slowness(lambda r: int(np.ceil(np.log(100) / r))),
            "exp(−t λmin/λmax) is only near: the factor is 1 − λmin/λmax a step.",
        ),
        Mistake(
            lambda eigenvalues: (
                int(np.ceil(np.log(0.01) / np.log(1 - np.sort(eigenvalues)[1] / eigenvalues.max())))
                if np.sort(eigenvalues)[1] < eigenvalues.max()
                else 1
            ),
            "That is for the second smallest eigenvalue. Asked for is the flattest direction, the smallest one.",
        ),
        Mistake(lambda eigenvalues: 1, "The steepest direction is there after one step. The flattest one is slow."),
        Mistake(
            _slowness(lambda r: int(np.ceil(0.99 / r))),
            "1 − t λmin/λmax is not how it falls: each step multiplies the error by the same factor.",
        ),
        Mistake(
            _slowness(lambda r: int(np.ceil(np.log(0.1) / np.log(1 - r)))),
            "That is when J has fallen to one per cent in this direction; the error squared. Asked for is the error.",
        ),
        Mistake(lambda eigenvalues: 459, "That is right for 10, 1 and 0.1. Write it as a function of the eigenvalues."),
    ],
)
def slow_steps(eigenvalues):
    # By (02.11) each step multiplies the error of a direction by 1 − ηλ, with η = 1/λmax. The flattest direction has
    # λmin, so its factor is 1 − λmin/λmax, and its power t is below 0.01 where t > ln 0.01 / ln(1 − λmin/λmax).
    # For 10, 1 and 0.1 the factor is 0.99, and t > 458.2. Measured: `descent_steps` has w[2] = 0.01002 after 458 steps,
    # and 0.00992 after 459.
    factor = 1 - eigenvalues.min() / eigenvalues.max()
    return int(np.ceil(np.log(0.01) / np.log(factor)))


def _epochs(rng):
    yield np.array([[1.0, 0.0], [1.0, 1.0]]), np.array([1.0, 3.0]), np.zeros(2), 0.5, np.array([1, 0])
    for n in range(3, 12):
        A = np.column_stack([np.ones(n), rng.normal(size=n)])
        yield A, rng.normal(size=n), rng.normal(size=2), float(rng.uniform(0.01, 0.3)), rng.permutation(n)


def _pass(rows=lambda A, order: A[order], targets=lambda y, order: y[order], sign=1.0):
    def answer(A, y, w, lr, order):
        for a, target in zip(rows(A, order), targets(y, order), strict=True):
            w = w + sign * lr * (target - a @ w) * a
        return w

    return answer


@exercise(
    "grd-03",
    "an epoch that mixes people up",
    problems=_epochs,
    hint="Print the first row and the first target that the loop sees. Do they belong to the same person?",
    worked=[  # (1, 1) with 3: w = (1.5, 1.5); (1, 0) with 1: 1.5 − 0.25
        (([[1, 0], [1, 1]], [1, 3], [0, 0], 0.5, [1, 0]), [1.25, 1.5]),
    ],
    mistakes=[
        Mistake(
            _pass(targets=lambda y, order: y),
            "As before: the rows are shuffled and the targets are not, so each row meets somebody else's target.",
        ),
        Mistake(
            _pass(rows=lambda A, order: A, targets=lambda y, order: y),
            "Rows and targets belong together now, but nothing is shuffled: `order` is not used.",
        ),
        Mistake(
            _pass(rows=lambda A, order: A),
            "The other way round: now the targets are shuffled and the rows are not, so they do not belong together.",
        ),
        Mistake(
            lambda A, y, w, lr, order: w + lr * (y[order[0]] - A[order[0]] @ w) * A[order[0]],
            "That is one step only: `return` stands inside the loop, so the other points have no turn.",
        ),
        Mistake(
            lambda A, y, w, lr, order: w + lr * A.T @ (y - A @ w),
            "That is one step with all points: each step of SGD starts where the step before has ended.",
        ),
        Mistake(_pass(sign=-1.0), "Now it walks uphill: the step is + η e a, with e = target − a'w."),
    ],
)
def epoch(A, y, w, lr, order):
    """Rows and targets in the same order."""
    for a, target in zip(A[order], y[order], strict=True):
        w = w + lr * (target - a @ w) * a
    return w
