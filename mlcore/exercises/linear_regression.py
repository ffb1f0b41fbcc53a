"""Exercises of lecture 02: linear regression and gradient descent."""

import numpy as np

from mlcore.check import Mistake, exercises_of

exercise = exercises_of("linear_regression")


def _slopes(f, x, h=1e-3):
    """The derivative of f by each entry of x, measured: exact for a parabola."""
    steps = h * np.eye(x.size).reshape(-1, *x.shape)
    return np.array([(f(x + step) - f(x - step)) / (2 * h) for step in steps]).reshape(x.shape)


def _designs(rng):
    yield (np.array([[1.0]]), np.array([1.0]), np.array([0.0]))
    yield (np.array([[1.0, 2.0]]), np.array([1.0]), np.array([0.5, 0.5]))
    yield (np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]), np.array([1.0, 2.0, 6.0]), np.array([0.0, 1.0]))
    for n in range(3, 15):
        D = int(rng.integers(1, 5))
        yield (rng.normal(size=(n, D)), rng.normal(size=n), rng.normal(size=D))


@exercise(
    "lin-03",
    "the gradient of J",
    problems=_designs,
    hint="Differentiate one term ½(a_i'w − y_i)²: it gives (a_i'w − y_i) a_i. Then the mean over i.  (02.4)",
    worked=[  # errors -1, -1, -4: their mean, and (0·1 + 1·1 + 2·4)/3 with the sign; and 0.5 · (1, 2)
        (([[1, 0], [1, 1], [1, 2]], [1, 2, 6], [0, 1]), (-2, -3)),
        (([[1, 2]], [1], [0.5, 0.5]), (0.5, 1)),
    ],
    twin=lambda A, y, w: _slopes(lambda v: np.mean((A @ v - y) ** 2) / 2, w),
    mistakes=[
        Mistake(
            lambda A, y, w: A.T @ (A @ w - y),
            "That is the gradient of ½Σ. J is a mean: divide by n, or the safe step depends on the number of points.",
        ),
        Mistake(
            lambda A, y, w: 2 * A.T @ (A @ w - y) / len(y),
            "The 2 of the square is cancelled by the ½ in J. Without the ½ the factor 2 would stay.",
        ),
        Mistake(
            lambda A, y, w: A.T @ (y - A @ w) / len(y),
            "The sign: errors are prediction minus target, Aw − y. Yours points downhill.",
        ),
        Mistake(
            lambda A, y, w: np.full(len(w), (A @ w - y).mean()),
            "That is right for the bias only. For the weight of column j the chain rule multiplies each error by a_ij.",
        ),
    ],
)
def cost_gradient(A, y, w):
    """Equation (02.4)."""
    return A.T @ (A @ w - y) / len(y)


def _is_singular(came, expected):
    X = np.asarray(came, float)
    if X.shape != (4, 2) or not np.isfinite(X).all() or (np.ptp(X, axis=0) == 0).any():
        return False
    return 1 - abs(np.corrcoef(X.T)[0, 1]) < 1e-13  # on one line, up to the rounding of float32


@exercise(
    "lin-04",
    "a singular design",
    accepts=_is_singular,
    hint="Four rows, two columns, neither constant; and one column must be a number plus a multiple of the other.",
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
        Mistake((1.0, 2.5), "That line goes through the first and the last point. The best one misses all three."),
    ],
)
def by_hand():
    """3b + 3w = 9 and 3b + 5w = 14, so 2w = 5."""
    return 0.5, 2.5


def _squares(rng):
    yield (np.array([[2.0]]),)
    yield (np.diag([2.0, 5.0]),)
    yield (np.array([[1.0, 2.0], [3.0, 4.0]]),)
    for D in (2, 3, 3, 4, 5):
        yield (rng.normal(size=(D, D)) + 2 * np.eye(D),)


@exercise(
    "lin-05",
    "gradient of a determinant",
    problems=_squares,
    hint="Along row i, |A| = Σ_j A_ij cof_ij, so the derivative is the cofactor, and A^{-1} = cof' / |A|.",
    worked=[  # the cofactors, with their signs
        (([[1, 2], [3, 4]],), [[4, -3], [-2, 1]]),
        (([[2, 0], [0, 5]],), [[5, 0], [0, 2]]),
    ],
    twin=lambda A: _slopes(np.linalg.det, A),
    mistakes=[
        Mistake(
            lambda A: np.linalg.det(A) * np.linalg.inv(A),
            "The transpose is missing: entry (i, j) is the cofactor of (i, j), and A^{-1} has them transposed.",
        ),
        Mistake(lambda A: np.linalg.inv(A).T, "That is the gradient of log|A|. Multiply by |A|."),
        Mistake(
            lambda A: np.linalg.det(A) * A.T,
            "Not A' but the transpose of its inverse. Try a 1×1 matrix: the derivative of a with respect to a is 1.",
        ),
    ],
)
def det_gradient(A):
    """The third identity of (02.18); solve in place of inv."""
    return np.linalg.det(A) * np.linalg.solve(A, np.eye(len(A))).T


def _triples(rng):
    yield (np.array([[2.0]]), np.array([[3.0]]), np.array([[5.0]]))
    yield (np.array([[1.0, 2.0]]), np.eye(2), np.array([[1.0]]))
    for n, m in ((2, 2), (2, 3), (3, 2), (4, 3)):
        yield (rng.normal(size=(n, m)), rng.normal(size=(m, m)), rng.normal(size=(n, n)))


@exercise(
    "lin-05b",
    "gradient of tr(ABA'C)",
    problems=_triples,
    hint="A stands in it twice. Differentiate with one of them held fixed, then the other, and add (product rule).",
    worked=[  # tr(AA') = a_1² + a_2²; and 3 a_1 a_2
        (([[1, 2]], [[1, 0], [0, 1]], [[1]]), [[2, 4]]),
        (([[1, 2]], [[0, 1], [0, 0]], [[3]]), [[6, 3]]),
    ],
    twin=lambda A, B, C: _slopes(lambda M: np.trace(M @ B @ M.T @ C), A),
    mistakes=[
        Mistake(
            lambda A, B, C: 2 * C @ A @ B,
            "That holds for symmetric B and C only. The two A give different terms: CAB and C'AB'.",
        ),
        Mistake(lambda A, B, C: C @ A @ B, "That is the term of one A. It stands there twice: the other gives C'AB'."),
        Mistake(
            lambda A, B, C: C.T @ A @ B.T,
            "That is the term of one A. It stands there twice: the other gives CAB.",
        ),
        Mistake(
            lambda A, B, C: (C @ A @ B + C.T @ A @ B.T).T,
            "That is the gradient with respect to A'. With respect to A it has the shape of A.",
        ),
    ],
)
def trace_gradient(A, B, C):
    """The fourth identity of (02.18)."""
    return C @ A @ B + C.T @ A @ B.T


def _steps(rng):
    yield (np.array([[1.0]]), np.array([1.0]), np.array([3.0]), 0.5)
    for A, y, w in list(_designs(rng))[1:]:
        yield (A, y, w, float(10 ** rng.uniform(-2, 0)))


@exercise(
    "grd-02",
    "one step of descent",
    problems=_steps,
    hint="w minus lr times the gradient of lin-03.",
    worked=[  # the gradient of lin-03's case is (-2, -3); that of ½(w − 1)² at 3 is 2
        (([[1, 0], [1, 1], [1, 2]], [1, 2, 6], [0, 1], 0.1), (0.2, 1.3)),
        (([[1]], [1], [3], 0.5), [2]),
    ],
    mistakes=[
        Mistake(
            lambda A, y, w, lr: w + lr * A.T @ (A @ w - y) / len(y),
            "Uphill: the gradient points to where J grows. Subtract it.",
        ),
        Mistake(
            lambda A, y, w, lr: w - lr * A.T @ (A @ w - y),
            "That step is n times too long: average the n gradients, do not add them up.",
        ),
        Mistake(
            lambda A, y, w, lr: w - 2 * lr * A.T @ (A @ w - y) / len(y),
            "That step is twice too long: the ½ in J takes the 2 of the square away.",
        ),
        Mistake(
            lambda A, y, w, lr: w - lr * w,
            "Opposite to the gradient, not to w: your step only shrinks w and never looks at the data.",
        ),
    ],
)
def one_descent_step(A, y, w, lr):
    """Equation (02.10)."""
    return w - lr * A.T @ (A @ w - y) / len(y)


@exercise(
    "grd-05",
    "the largest stable learning rate",
    hint="Both factors 1 − ηλ must lie between −1 and 1. Which eigenvalue decides?",
    worked=[((), 0.2)],  # |1 − 10 · 0.2| = 1
    mistakes=[
        Mistake(
            0.1,
            "1/λ_max is safe, and lands at once along the steep direction. But up to twice that it still converges.",
        ),
        Mistake(20.0, "That is 2/λ_min: the flat direction would bear it, the steep one explodes."),
        Mistake(2.0, "2 divided by what? The steepest curvature here is 10."),
    ],
)
def largest_stable():
    """2 / lambda_max = 2 / 10, (02.12)."""
    return 0.2


def _batches(rng):
    A, y = np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 3.0]]), np.array([1.0, 2.0, 6.0, 6.0])
    yield (A, y, np.array([0.0, 1.0]), np.array([2]))
    yield (A, y, np.array([0.0, 1.0]), np.array([0, 3]))
    for _ in range(12):
        n, D = int(rng.integers(5, 20)), int(rng.integers(1, 4))
        b = int(rng.integers(1, n))
        yield (rng.normal(size=(n, D)), rng.normal(size=n), rng.normal(size=D), rng.choice(n, b, replace=False))


@exercise(
    "grd-06",
    "a mini-batch gradient, scaled right",
    problems=_batches,
    hint="Only the rows in the batch, and their mean: then it is right on average, whatever the size of the batch.",
    worked=[  # error 2 − 6 on row (1, 2); errors −1 and −3 on rows (1, 0) and (1, 3)
        (([[1, 0], [1, 1], [1, 2], [1, 3]], [1, 2, 6, 6], [0, 1], [2]), (-4, -8)),
        (([[1, 0], [1, 1], [1, 2], [1, 3]], [1, 2, 6, 6], [0, 1], [0, 3]), (-2, -4.5)),
    ],
    mistakes=[
        Mistake(
            lambda A, y, w, batch: A[batch].T @ (A[batch] @ w - y[batch]) / len(y),
            "A sum over b terms divided by n is b/n of what you want. Divide by the size of the batch.",
        ),
        Mistake(
            lambda A, y, w, batch: A[batch].T @ (A[batch] @ w - y[batch]),
            "A sum grows with the batch: change b, and you have changed the step. Take the mean.",
        ),
        Mistake(
            lambda A, y, w, batch: A.T @ (A @ w - y) / len(y),
            "That is the full gradient. It may look at the rows in batch only.",
        ),
        Mistake(
            lambda A, y, w, batch: A[: len(batch)].T @ (A[: len(batch)] @ w - y[: len(batch)]) / len(batch),
            "batch holds the numbers of the rows: take those, A[batch], not the first b.",
        ),
    ],
)
def batch_gradient(A, y, w, batch):
    """Equation (02.14)."""
    rows, targets = A[batch], y[batch]
    return rows.T @ (rows @ w - targets) / len(batch)
