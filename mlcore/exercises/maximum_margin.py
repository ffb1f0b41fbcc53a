"""Exercises of lecture 10: maximum margin."""

import numpy as np

from mlcore.check import Mistake, exercises_of
from mlcore.duality import solve_qp
from mlcore.svm.hulls import solve_hulls

exercise = exercises_of("maximum_margin")


def _planes(rng):
    yield np.array([3.0, 1.0]), np.array([2.0, 0.0]), -2.0
    yield np.array([0.0, 0.0]), np.array([3.0, 4.0]), -10.0
    for d in np.repeat([1, 2, 3, 5, 20], 4):
        yield rng.normal(size=d), rng.normal(size=d), float(rng.normal())


def _foot(distance, along):
    """An answer (distance, x - along * w) from two functions of f(x) and the norm of w."""

    def answer(x, w, b):
        f, norm = x @ w + b, np.linalg.norm(w)
        return distance(f, norm), x - along(f, norm) * w

    return answer


@exercise(
    "svm-01",
    "signed distance of a point from a plane, and its foot",
    problems=_planes,
    hint="Walk from x against w until f = 0: f(x − s·w) = f(x) − s‖w‖², so s = f(x)/‖w‖². How long is that way?",
    worked=[  # f = 4, ‖w‖ = 2; f = −10, ‖w‖ = 5
        (([3, 1], [2, 0], -2), (2, (1, 1))),
        (([0, 0], [3, 4], -10), (-2, (1.2, 1.6))),
    ],
    mistakes=[
        Mistake(
            _foot(lambda f, n: f, lambda f, n: f / n**2),
            "f(x) is the functional margin, in units of 1/‖w‖. The distance is f(x)/‖w‖.",
        ),
        Mistake(
            _foot(lambda f, n: abs(f) / n, lambda f, n: f / n**2),
            "The distance asked for has a sign: negative where f(x) < 0.",
        ),
        Mistake(
            _foot(lambda f, n: f / n, lambda f, n: f / n),
            "The step to the foot is distance times the unit vector w/‖w‖. A step of distance times w is too long.",
        ),
        Mistake(
            _foot(lambda f, n: f / n, lambda f, n: -f / n**2),
            "From x the foot lies against w where f(x) > 0: x − (f(x)/‖w‖²)·w. Check that f(foot) = 0.",
        ),
        Mistake(
            lambda x, w, b: (x @ w / np.linalg.norm(w), x - x @ w / (w @ w) * w),
            "That is the plane through the origin. The bias b belongs into f(x) = w·x + b.",
        ),
    ],
)
def distance_and_foot(x, w, b):
    """Equations (10.3) and (10.2): the signed distance of x from the plane f = 0, and the nearest point on it."""
    f = x @ w + b
    return f / np.linalg.norm(w), x - f / (w @ w) * w


@exercise(
    "svm-01b",
    "signed distance of the origin from the plane 3x₁ + 4x₂ − 10 = 0",
    hint="Put x = 0 into f(x)/‖w‖. And which side is the origin on?",
    worked=[((), -2)],
    mistakes=[
        Mistake(-10, "b alone is f at the origin. It is a distance only where ‖w‖ = 1: divide by ‖w‖ = 5."),
        Mistake(2, "Right length. The sign says on which side the origin lies: f(0) = −10 < 0."),
        Mistake(-10 / 7, "‖w‖ is the root of 3² + 4², not 3 + 4."),
    ],
)
def origin():
    """Equation (10.3) at x = 0: b / ||w||."""
    return -10 / np.hypot(3, 4)


def _separable(rng):
    yield np.array([[1.0, 1.0], [-1.0, -1.0]]), np.array([1.0, -1.0])
    yield np.array([[-1.0], [9.0]]), np.array([-1.0, 1.0])
    yield np.array([[2.0, 2], [3, 3], [2.5, 1.2], [0, 0], [1, 0], [-0.5, 1]]), np.array([1.0, 1, 1, -1, -1, -1])
    for n in range(6, 21, 2):
        y = np.where(np.arange(n) % 3 == 0, 1.0, -1.0)
        yield rng.normal(size=(n, 2)) + 3 * y[:, None] + rng.normal(size=2), y


def _solves_the_dual(came, expected, X, y):
    """Right if the solver gets the right plane from it: rows may be scaled, split or repeated in a solvable way."""
    alpha = solve_qp(*(np.asarray(part, float) for part in _shaped(came, len(y)))).x
    w = solve_hulls(X, y).weights(X)
    return bool(np.allclose((alpha * y) @ X, w, atol=1e-4 * np.linalg.norm(w)) and abs(alpha @ y) < 1e-5)


def _shaped(parts, n):
    """P, q, G, h, A, b with vectors flat and A as a matrix, as the solver wants them."""
    P, q, G, h, A, b = parts
    return P, np.ravel(q), G, np.ravel(h), np.reshape(A, (-1, n)), np.ravel(b)


def _dual(X, y, Q=None, q=-1.0, G=-1.0, A=None):
    n = len(y)
    Q = np.outer(y, y) * (X @ X.T) if Q is None else Q
    return Q, np.full(n, q), G * np.eye(n), np.zeros(n), (y if A is None else A).reshape(1, n), np.zeros(1)


@exercise(
    "svm-08",
    "the dual, written for the QP solver",
    problems=_separable,
    accepts=_solves_the_dual,
    hint="The solver minimises ½aᵀPa + qᵀa with Ga ≤ h and Aa = b. Turn max into min, and α ≥ 0 into −α ≤ 0.",
    worked=[  # entry (1, 2) of Q: y_1 y_2 x_1·x_2 = −1 · −2, and −1 · −9
        (([[1, 1], [-1, -1]], [1, -1]), ([[2, 2], [2, 2]], [-1, -1], [[-1, 0], [0, -1]], [0, 0], [[1, -1]], [0])),
        (([[-1], [9]], [-1, 1]), ([[1, 9], [9, 81]], [-1, -1], [[-1, 0], [0, -1]], [0, 0], [[-1, 1]], [0])),
    ],
    mistakes=[
        Mistake(lambda X, y: _dual(X, y, q=1.0), "The solver minimises: max Σα − ½αᵀQα turns into min ½αᵀQα − Σα."),
        Mistake(lambda X, y: _dual(X, y, G=1.0), "Gα ≤ h with G = +I asks for α ≤ 0. α ≥ 0 is −α ≤ 0, so G = −I."),
        Mistake(lambda X, y: _dual(X, y, Q=X @ X.T), "The labels are missing: Q_ij = y_i y_j x_iᵀx_j."),
        Mistake(
            lambda X, y: _dual(X, y, A=np.ones(len(y))),
            "The equality is Σ αᵢyᵢ = 0, so A holds the labels; Σ αᵢ = 0 would leave α = 0 only.",
        ),
        Mistake(
            lambda X, y: _dual(X, y, Q=np.outer(y, y) * (X @ X.T) / 2),
            "The solver has its own ½ in front of P: P is Q, not Q/2. Your w comes out twice too long.",
        ),
    ],
)
def dual_qp(X, y):
    """Equation (10.11): P, q, G, h, A, b of min 1/2 a'Pa + q'a subject to Ga <= h, Aa = b."""
    n = len(y)
    Q = np.outer(y, y) * (X @ X.T)
    return Q, -np.ones(n), -np.eye(n), np.zeros(n), y.reshape(1, n), np.zeros(1)


def _with_alpha(rng):
    for X, y in _separable(rng):
        yield X, y, solve_hulls(X, y).alpha


@exercise(
    "svm-09",
    "the bias from the multipliers",
    problems=_with_alpha,
    tolerance=1e-4,  # alpha comes from a QP solver
    hint="w = Σ α y x. A support vector lies on its margin line, y(w·x + b) = 1: solve that for b.",
    worked=[  # f = 0.2 x − 0.8 is −1 at −1 and 1 at 9; f = x − 1 is −1 at 0, 1 at 2, and 4 at 5
        (([[-1], [9]], [-1, 1], [0.02, 0.02]), -0.8),
        (([[0], [2], [5]], [-1, 1, 1], [0.5, 0.5, 0]), -1),
    ],
    mistakes=[
        Mistake(
            lambda X, y, alpha: float(np.mean(y - X @ ((alpha * y) @ X))),
            "The average runs over the support vectors only: points with α = 0 need not lie on a margin line.",
        ),
        Mistake(
            lambda X, y, alpha: float((lambda s: (s[y < 0].max() + s[y > 0].min()) / 2)(X @ ((alpha * y) @ X))),
            "Sign: with f = w·x + b the midpoint formula reads b = −(max over −1 + min over +1)/2.",
        ),
        Mistake(
            lambda X, y, alpha: float((y - X @ (alpha @ X))[alpha.argmax()]),
            "The label is missing in w = Σ αᵢ yᵢ xᵢ.",
        ),
        Mistake(
            lambda X, y, alpha: float((1 - X @ ((alpha * y) @ X))[(alpha * (y < 0)).argmax()]),
            "1 − w·x holds on the +1 side only. In general b = y − w·x, since 1/y = y.",
        ),
        Mistake(
            lambda X, y, alpha: float((lambda s: -(s[y < 0].mean() + s[y > 0].mean()) / 2)(X @ ((alpha * y) @ X))),
            "The midpoint lies between the nearest points of the two classes, not between their means.",
        ),
    ],
)
def bias(X, y, alpha):
    """Equation (10.13): the average over the support vectors; any single one, or the midpoint, is as good."""
    w = (alpha * y) @ X
    holds = alpha > 1e-6 * alpha.max()
    return np.mean(y[holds] - X[holds] @ w)


def _ascents(rng):
    yield np.array([0.0]), np.array([[2.0]]), 0.1
    yield np.array([1.0, 0.0]), np.array([[2.0, 1.0], [1.0, 2.0]]), 0.5
    yield np.array([1.0, 0.0]), np.array([[2.0, 1.0], [1.0, 2.0]]), 1.5  # here the clip bites
    for n in range(2, 20):
        M = rng.normal(size=(n, 3))
        yield rng.uniform(0, 1, n), M @ M.T, float(rng.uniform(0.01, 0.5))


@exercise(
    "svm-11",
    "one step of projected gradient ascent",
    problems=_ascents,
    hint="W(α) = Σα − ½αᵀQα has the gradient 1 − Qα. Step along it, then put what is negative back to 0.",
    worked=[  # slopes 1 − Qα: 1; (−1, 0); (−1, 0), clipped; (−2, −2)
        (([0], [[2]], 0.1), [0.1]),
        (([1, 0], [[2, 1], [1, 2]], 0.5), (0.5, 0)),
        (([1, 0], [[2, 1], [1, 2]], 1.5), (0, 0)),
        (([1, 1], [[2, 1], [1, 2]], 0.1), (0.8, 0.8)),
    ],
    mistakes=[
        Mistake(
            lambda alpha, Q, lr: np.maximum(0, alpha + lr * (1 - Q @ alpha / 2)),
            "The ½ of W is used up by the derivative of the square: the gradient is 1 − Qα.",
        ),
        Mistake(lambda alpha, Q, lr: alpha + lr * (1 - Q @ alpha), "Project: no multiplier may become negative."),
        Mistake(
            lambda alpha, Q, lr: np.maximum(0, alpha - lr * (1 - Q @ alpha)),
            "W is maximised: the step goes along the gradient, with a plus.",
        ),
        Mistake(
            lambda alpha, Q, lr: np.maximum(0, alpha + lr * (1 - alpha @ Q @ alpha)),
            "αᵀQα is one number for all. Each multiplier has its own slope: component i of 1 − Qα.",
        ),
    ],
)
def ascent_step(alpha, Q, lr):
    """Equation (10.16) for Q of shape (n, n), alpha of shape (n,) and the step size lr."""
    return np.maximum(0, alpha + lr * (1 - Q @ alpha))
