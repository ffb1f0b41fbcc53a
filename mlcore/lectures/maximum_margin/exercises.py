"""Exercises of lecture 10: maximum margin."""

import numpy as np

from mlcore.base.labels import add_ones
from mlcore.base.steps import take
from mlcore.check import Mistake, exercises_of
from mlcore.duality import solve_qp
from mlcore.lectures import rules
from mlcore.svm.ascent import dual_ascent_steps
from mlcore.svm.hulls import solve_hulls
from mlcore.svm.primal import solve_primal

exercise = exercises_of("maximum_margin")


def _planes(rng):
    yield np.array([3.0, 1.0]), np.array([2.0, 0.0]), -2.0
    yield np.array([0.0, 0.0]), np.array([3.0, 4.0]), -10.0
    for d in np.repeat([1, 2, 3, 5, 20], 4):
        yield rng.normal(size=d), rng.normal(size=d), float(rng.normal())


def _householder(x, w, b):
    """The mirror as a matrix, for the plane moved through the origin and back."""
    foot = -b * w / (w @ w)
    return foot + (np.eye(len(w)) - 2 * np.outer(w, w) / (w @ w)) @ (x - foot)


@exercise(
    "svm-01",
    "the mirror image of a point",
    problems=_planes,
    hint="The image lies on the same perpendicular, as far behind the plane as x is in front. f there is −f(x).",
    worked=[  # the plane x_1 = 1; f = −10, ‖w‖² = 25, twice the way to (1.2, 1.6)
        (([3, 1], [2, 0], -2), (-1, 1)),
        (([0, 0], [3, 4], -10), (2.4, 3.2)),
    ],
    twin=_householder,
    mistakes=[
        Mistake(
            lambda x, w, b: x - (x @ w + b) / (w @ w) * w,
            "That is the foot, halfway: there f = 0. The image lies as far again behind the plane.",
        ),
        Mistake(
            lambda x, w, b: x - 2 * (x @ w + b) / np.linalg.norm(w) * w,
            "The step is twice the distance times the *unit* vector w/‖w‖. With w itself it is ‖w‖ times too long.",
        ),
        Mistake(
            lambda x, w, b: x + 2 * (x @ w + b) / (w @ w) * w,
            "From x the plane lies against w where f(x) > 0. Check that f(image) = −f(x).",
        ),
        Mistake(
            lambda x, w, b: x - 2 * (x @ w) / (w @ w) * w,
            "That is the mirror through the origin. The bias b belongs into f(x) = w·x + b.",
        ),
    ],
)
def mirror(x, w, b):
    # 1. The mirror image z lies on the perpendicular through x, as far from the foot as x, on the other side: the foot
    #    is the midpoint of x and z, so z = 2 pi(x) - x.
    # 2. By (10.2) the foot is pi(x) = x - f(x)/||w||^2 w. So z = x - 2 f(x)/||w||^2 w.
    # 3. Check: f(z) = f(x) - 2 f(x)/||w||^2 w'w = -f(x): the same distance, with the other sign.
    return x - 2 * (x @ w + b) / (w @ w) * w


def _in_other_units(c) -> tuple[float, ...]:
    """The four factors, measured on two points."""
    X, y = np.array([[1.0, 2.0], [4.0, 3.0]]), np.array([-1.0, 1.0])
    before, after = solve_hulls(X, y), solve_hulls(c * X, y)
    w, v = before.weights(X), after.weights(c * X)
    width = np.linalg.norm(w) / np.linalg.norm(v)
    return float(v[0] / w[0]), after.bias / before.bias, float(width), float(after.alpha[0] / before.alpha[0])


@exercise(
    "svm-02",
    "the street in other units",
    problems=lambda rng: ((c,) for c in (10.0, 0.5, 1.0, *(10 ** rng.uniform(-1, 2, 7)).tolist())),
    hint="The picture is the same, only the numbers at its axes are c times as large; and f is still ±1 at the "
    "nearest points. So what of w·x, if x is c times as large? For the forces look at w = Σ α y x.",
    tolerance=1e-4,  # somebody may measure them
    worked=[  # w·x + b must stay: w/c, b; 2/‖w‖; w/c = Σ α y (c x), so α/c²
        ((10.0,), (0.1, 1, 10, 0.01)),
        ((0.5,), (2, 1, 0.5, 4)),
    ],
    twin=_in_other_units,
    mistakes=[
        Mistake(lambda c: (c, 1, c, c**-2), "The width is 2/‖w‖: if it is c times as large, w is not."),
        Mistake(
            lambda c: (1 / c, 1 / c, c, c**-2), "Does b change? f = w·x + b is ±1 at the nearest points, as before."
        ),
        Mistake(lambda c: (1 / c, c, c, c**-2), "Does b change? f = w·x + b is ±1 at the nearest points, as before."),
        Mistake(
            lambda c: (1 / c, 1, c, 1 / c),
            "w = Σ α y x: the left side is divided by c, and each x on the right is c times as large.",
        ),
        Mistake(lambda c: (1 / c, 1, c, 1), "Do the forces stay? Their sum is ‖w‖², see section 6."),
        Mistake(
            lambda c: (1 / c, 1, c, c**2),
            "w = Σ α y x: divided by c on the left, each x c times as large on the right. So α changes the other way.",
        ),
        Mistake(
            lambda c: (c, 1, 1 / c, c**2),
            "The other way round: the numbers of x are c times as large, so w is divided by c.",
        ),
        Mistake(
            lambda c: (1 / c, 1, 1 / c, c**-2),
            "The street is 2/‖w‖ wide, in the new unit: w is divided by c, so the width is not.",
        ),
        Mistake(
            lambda c: (1, 1, c, 1),
            "If w stayed, 2/‖w‖ would stay too. Which w makes f = ±1 at the nearest points now?",
        ),
        Mistake(lambda c: (0.1, 1, 10, 0.01), "That is right for c = 10. Write it as a function of c."),
    ],
)
def in_other_units(c):
    """The factors of w, of b, of the width, and of alpha, where X is multiplied by c."""
    return 1 / c, 1.0, c, 1 / c**2


def _separable(rng):
    yield np.array([[1.0, 1.0], [-1.0, -1.0]]), np.array([1.0, -1.0])
    yield np.array([[-1.0], [9.0]]), np.array([-1.0, 1.0])
    yield np.array([[2.0, 2], [3, 3], [2.5, 1.2], [0, 0], [1, 0], [-0.5, 1]]), np.array([1.0, 1, 1, -1, -1, -1])
    for n in range(6, 21, 2):
        y = np.where(np.arange(n) % 3 == 0, 1.0, -1.0)
        yield rng.normal(size=(n, 2)) + 3 * y[:, None] + rng.normal(size=2), y


def _directions(rng):
    yield np.array([[-1.0], [9.0]]), np.array([-1.0, 1.0]), np.array([1.0])
    yield np.array([[0.0, 0.0], [2.0, 2.0], [4.0, 0.0]]), np.array([-1.0, 1.0, 1.0]), np.array([3.0, 0.0])
    for X, y in list(_separable(rng))[2:]:
        w = solve_hulls(X, y).weights(X)
        w = w + 0.2 * np.linalg.norm(w) * rng.uniform(-1, 1, 2)
        yield X, y, float(10 ** rng.uniform(-1, 1)) * w


def _widest(X, y, w):
    plane = solve_primal(X, y)
    return plane.w, plane.b


def _by_two_equations(X, y, w):
    """c and b' from f = +1 and f = −1 at the two nearest points, as a linear system."""
    score = X @ w
    A = np.array([[score[y > 0].min(), 1.0], [score[y < 0].max(), 1.0]])
    c, b = np.linalg.solve(A, [1.0, -1.0])
    return c * w, float(b)


@exercise(
    "svm-04",
    "the canonical form of a direction",
    problems=_directions,
    hint="Write p for the smallest w·x of class +1, q for the largest of class −1. You want c·p + b = 1 and "
    "c·q + b = −1: two equations for c and b.",
    worked=[  # c·9 + b = 1, −c + b = −1; p = 6, q = 0, so c = 1/3 and b = −1
        (([[-1], [9]], [-1, 1], [1]), ([0.2], -0.8)),
        (([[0, 0], [2, 2], [4, 0]], [-1, 1, 1], [3, 0]), ([1, 0], -1)),
    ],
    twin=_by_two_equations,
    mistakes=[
        Mistake(
            lambda X, y, w: (
                w / np.linalg.norm(w),
                -((X @ w)[y > 0].min() + (X @ w)[y < 0].max()) / 2 / np.linalg.norm(w),
            ),
            "That has ‖w‖ = 1, and so f is a distance. Canonical means y f(x) = 1 at the nearest points.",
        ),
        Mistake(
            lambda X, y, w: (w, -((X @ w)[y > 0].min() + (X @ w)[y < 0].max()) / 2),
            "The plane is midway, but the scale is not canonical: divide w and b by the functional margin.",
        ),
        Mistake(
            lambda X, y, w: (
                2 * w / ((X @ w)[y > 0].min() - (X @ w)[y < 0].max()),
                -((X @ w)[y > 0].min() + (X @ w)[y < 0].max()) / 2,
            ),
            "w has the right scale; b must be scaled by the same factor.",
        ),
        Mistake(
            lambda X, y, w: (
                w / ((X @ w)[y > 0].min() - (X @ w)[y < 0].max()),
                -((X @ w)[y > 0].min() + (X @ w)[y < 0].max()) / 2 / ((X @ w)[y > 0].min() - (X @ w)[y < 0].max()),
            ),
            "From −1 to +1 is a step of 2, not of 1: your nearest points have y f(x) = ½.",
        ),
        Mistake(
            lambda X, y, w: (canonical(X, y, w)[0], -canonical(X, y, w)[1]),
            "b has the wrong sign: add c·p + b = 1 and c·q + b = −1, and solve for b.",
        ),
        Mistake(
            _widest,
            "That is the widest street of all. Here the direction is given; only b and the scale are free.",
        ),
    ],
)
def canonical(X, y, w):
    # Let p be the smallest w'x of class +1 and q the largest of class −1. The plane has w' = c w for some c > 0, and by
    # "Midway" of section 5 the nearest points of both classes are on their margin lines: c p + b = 1 and c q + b = −1.
    # Subtract: c (p − q) = 2. Add: c (p + q) + 2 b = 0, so b = −c (p + q)/2.
    score = X @ w
    p, q = score[y > 0].min(), score[y < 0].max()
    return 2 * w / (p - q), -(p + q) / (p - q)


def _costly_bias(X, y, free=None):
    """The exercise's program, with one of the unknowns free."""
    Z = np.column_stack([X, np.ones(len(y))])
    d = Z.shape[1]
    P = np.diag([float(j != free) for j in range(d)])
    z = solve_qp(P, np.zeros(d), -y[:, None] * Z, -np.ones(len(y))).x
    return z[:-1], z[-1]


def _plane_of_hulls(X, y):
    point = solve_hulls(X, y)
    return point.weights(X), point.bias


@exercise(
    "svm-06",
    "a primal that minds where the origin is",
    problems=_separable,
    tolerance=1e-4,  # a QP solver finds them
    hint="Shift all points by the same amount. The street should be shifted, too; is it? Which of the unknowns does "
    "the objective of (10.6) leave free?",
    worked=[  # midway at 4, f = ±1 at the points; w = (a, a), 2a = 1
        (([[-1], [9]], [-1, 1]), ([0.2], -0.8)),
        (([[1, 1], [-1, -1]], [1, -1]), ([0.5, 0.5], 0)),
    ],
    twin=_plane_of_hulls,
    mistakes=[
        Mistake(
            _costly_bias,
            "The same as before: this program minimises ½(‖w‖² + b²), so that a large b is too expensive. "
            "Look at the last entry of P.",
        ),
        Mistake(
            lambda X, y: _costly_bias(X, y, free=0),
            "Now w_1 costs nothing, and b still does. The last of the unknowns is b.",
        ),
    ],
)
def street(X, y):
    """Equation (10.6): b costs nothing, so the last entry of P is 0."""
    Z = np.column_stack([X, np.ones(len(y))])
    d = Z.shape[1]
    P = np.eye(d)
    P[-1, -1] = 0
    z = solve_qp(P, np.zeros(d), -y[:, None] * Z, -np.ones(len(y))).x
    return z[:-1], z[-1]


def _uneven(rng):
    yield np.array([[1.0, 1.0], [-1.0, -1.0]]), np.array([1.0, -1.0]), np.array([1.0, 1.0])
    yield np.array([[-1.0], [9.0]]), np.array([-1.0, 1.0]), np.array([1.0, 4.0])
    for X, y in list(_separable(rng))[2:]:
        yield X, y, rng.uniform(0.5, 2.0, len(y))


def _uneven_dual(X, y, m, Q=None, q=None, h=0.0, A=None):
    n = len(y)
    Q = np.outer(y, y) * (X @ X.T) if Q is None else Q
    q = -np.asarray(m, float) if q is None else q
    return Q, q, -np.eye(n), h * np.ones(n), (y if A is None else A).reshape(1, n), np.zeros(1)


@exercise(
    "svm-08",
    "the dual with a margin of its own for each point",
    problems=_uneven,
    accepts=rules.solves_the_dual,
    hint="Put down the Lagrangian: ½‖w‖² + Σ αᵢ(mᵢ − yᵢf(xᵢ)). What do the derivatives say, and what stands in front "
    "of αᵢ after both are put back? Then turn max into min, as the solver minimises ½aᵀPa + qᵀa.",
    worked=[  # only q differs from (10.11); entry (1, 2) of Q: y_1 y_2 x_1·x_2 = −1 · −2, and −1 · −9
        (
            ([[1, 1], [-1, -1]], [1, -1], [1, 1]),
            ([[2, 2], [2, 2]], [-1, -1], [[-1, 0], [0, -1]], [0, 0], [[1, -1]], [0]),
        ),
        (
            ([[-1], [9]], [-1, 1], [1, 4]),
            ([[1, 9], [9, 81]], [-1, -4], [[-1, 0], [0, -1]], [0, 0], [[-1, 1]], [0]),
        ),
    ],
    mistakes=[
        Mistake(
            lambda X, y, m: _uneven_dual(X, y, m, q=-np.ones(len(y))),
            "That is (10.11), with the same margin for all. Each bracket now starts with m_i in place of 1.",
        ),
        Mistake(
            lambda X, y, m: _uneven_dual(X, y, m, q=np.asarray(m, float)),
            "The solver minimises: max Σ mα − ½αᵀQα turns into min ½αᵀQα − Σ mα.",
        ),
        Mistake(
            lambda X, y, m: _uneven_dual(X, y, m, q=-np.ones(len(y)), Q=np.outer(m * y, m * y) * (X @ X.T)),
            "Neither Q nor w knows of m: ∂L/∂w = 0 still reads w = Σ α y x. Where does m_i stand in L?",
        ),
        Mistake(
            lambda X, y, m: _uneven_dual(X, y, m, Q=X @ X.T),
            "The labels are missing: Q_ij = y_i y_j x_iᵀx_j.",
        ),
        Mistake(
            lambda X, y, m: _uneven_dual(X, y, m, Q=np.outer(y, y) * (X @ X.T) / 2),
            "The solver has its own ½ in front of P: P is Q, not Q/2. Your w comes out twice too long.",
        ),
        Mistake(
            lambda X, y, m: _uneven_dual(X, y, m, A=m * y),
            "The derivative with respect to b is still −Σ αᵢyᵢ: m does not multiply b.",
        ),
    ],
)
def uneven_dual(X, y, m):
    # The constraints are g_i = m_i − y_i (w'x_i + b) ≤ 0, so (10.7) becomes ½‖w‖² + Σ α_i (m_i − y_i (w'x_i + b)).
    # m_i does not multiply w or b: (10.8) and (10.9) stay as they are, w = Σ α_i y_i x_i and Σ α_i y_i = 0.
    # Put in, there remains W = Σ α_i m_i − ½‖w‖²: m_i stands where 1 stood. As a minimum, with Q as in (10.11):
    # ½ α'Qα − m'α, subject to −α ≤ 0 and y'α = 0.
    n = len(y)
    Q = np.outer(y, y) * (X @ X.T)
    return Q, -m, -np.eye(n), np.zeros(n), y.reshape(1, n), np.zeros(1)


def _grams(rng):
    for X, y in _separable(rng):
        yield X @ X.T, y, solve_hulls(X, y).alpha


def _from_points(K, y, alpha):
    """The same from points that have these inner products."""
    values, vectors = np.linalg.eigh(K)
    X = vectors * np.sqrt(np.maximum(values, 0))
    w = (alpha * y) @ X
    score = X @ w
    return -(score[y < 0].max() + score[y > 0].min()) / 2, 2 / np.linalg.norm(w)


def _held(K, y, alpha, b=None, width=None):
    """b and the width, one of them found in another way."""
    right = _from_points(K, y, alpha)
    return (right[0] if b is None else b, right[1] if width is None else width)


@exercise(
    "svm-09",
    "b and the width without the points",
    problems=_grams,
    tolerance=1e-4,  # alpha comes from a QP solver
    hint="w is out of reach, but w·xᵢ = Σⱼ αⱼyⱼKⱼᵢ is not: then (10.13). And ‖w‖² is a sum that you have met.",
    worked=[  # points −1 and 9: f = 0.2 x − 0.8, ‖w‖² = 0.04; points 0, 2 and 5: f = x − 1, ‖w‖² = 1
        (([[1, -9], [-9, 81]], [-1, 1], [0.02, 0.02]), (-0.8, 10)),
        (([[0, 0, 0], [0, 4, 10], [0, 10, 25]], [-1, 1, 1], [0.5, 0.5, 0]), (-1, 2)),
    ],
    twin=_from_points,
    mistakes=[
        Mistake(
            lambda K, y, alpha: _held(K, y, alpha, b=float(np.mean(y - K @ (alpha * y)))),
            "b: the average runs over the support vectors only. Points with α = 0 need not lie on a margin line.",
        ),
        Mistake(
            lambda K, y, alpha: _held(K, y, alpha, b=float((y - K @ (alpha * y))[0])),
            "b: the first point need not be a support vector. Take one with α > 0.",
        ),
        Mistake(
            lambda K, y, alpha: _held(K, y, alpha, b=-_from_points(K, y, alpha)[0]),
            "b has the wrong sign: on the margin line y = w·x + b, so b = y − w·x.",
        ),
        Mistake(
            lambda K, y, alpha: _held(K, y, alpha, b=float((y - K @ alpha)[alpha.argmax()])),
            "b: the label is missing in w = Σ αᵢ yᵢ xᵢ.",
        ),
        Mistake(
            lambda K, y, alpha: _held(K, y, alpha, width=1 / np.sqrt(alpha.sum())),
            "The width is half of what it should be: 1/‖w‖ is the distance of the nearest point, on one side.",
        ),
        Mistake(
            lambda K, y, alpha: _held(K, y, alpha, width=2 / np.sqrt(alpha @ K @ alpha)),
            "Width: the labels are missing, ‖w‖² = Σ αᵢαⱼyᵢyⱼKᵢⱼ.",
        ),
        Mistake(
            lambda K, y, alpha: _held(K, y, alpha, width=2 / alpha.sum()),
            "Width: Σ α is ‖w‖², not ‖w‖.",
        ),
    ],
)
def from_products(K, y, alpha):
    # w = Σ α_j y_j x_j (10.8), so w'x_i = Σ_j α_j y_j K_ji, which needs no point: the vector K (α y).
    # A support vector is on its margin line, so b = y_s − w'x_s (10.13); the mean over all of them.
    # At the optimum W = ½‖w‖² = Σ α − ½‖w‖², so ‖w‖² = Σ α, and the street is 2/‖w‖ wide.
    holds = alpha > 1e-6 * alpha.max()
    b = np.mean((y - K @ (alpha * y))[holds])
    return b, 2 / np.sqrt(alpha.sum())


_CORNER, _CORNER_Y = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 1.0]]), np.array([-1.0, 1.0, 1.0])


@exercise(
    "svm-09b",
    "three forces by hand",
    tolerance=1e-4,  # somebody may ask the solver
    hint="All three lie on their margin lines. Three equations y f(x) = 1 give w and b; then w = Σ α y x, component "
    "by component, and the forces of both sides balance.",
    worked=[((), (2.5, 0.5, 2))],  # f(0,0) = b = −1, 2 w_1 + b = 1, w_2 + b = 1: w = (1, 2) = α_2 (2, 0) + α_3 (0, 1)
    twin=lambda: tuple(solve_hulls(_CORNER, _CORNER_Y).alpha.tolist()),
    mistakes=[
        Mistake((2.5, 1.25, 1.25), "The force of a side is not shared evenly: Σ α y x must be w = (1, 2)."),
        Mistake((5, 0.5, 2), "All forces together are ‖w‖² = 5. Each side has half of it."),
        Mistake((2.5, 1, 2), "The two orange forces must add up to the blue one. The second point lies at (2, 0)."),
        Mistake((1.25, 0.25, 1), "Your w is half of (1, 2): f must be −1 at the first point and +1 at the others."),
        Mistake((2.5, 2, 0.5), "The second and the third are exchanged: w_1 = 1 comes from the point (2, 0) alone."),
        Mistake((0.5, 2, 2.5), "Right numbers, in another order: the point of class −1 first."),
        Mistake((-2.5, 0.5, 2), "Forces are not negative: the sign of the side is in y, not in α."),
    ],
)
def three_forces():
    """w = (1, 2), b = -1; alpha_2 = 1/2, alpha_3 = 2, and alpha_1 is their sum."""
    return 2.5, 0.5, 2.0


def _two_climbing() -> tuple[float, ...]:
    Z, y = add_ones([[1.0, 1.0], [-1.0, -1.0]]), np.array([1.0, -1.0])
    runs = (take(dual_ascent_steps(Z @ Z.T, y, lr=lr), 101) for lr in (0.25, 0.5, 1.0))
    return tuple(float(run[-1].alpha[0]) for run in runs)


@exercise(
    "svm-11",
    "a hundred and one steps",
    hint="Write down Q. Both multipliers are equal at every step, so one number a is left: its slope is 1 − 4a. "
    "Make the first three steps for each η on paper, with the clip; the rest repeats.",
    worked=[((), (0.25, 0.5, 1))],  # 0 → ¼ and stays; 0 → ½ → 0 → ½ …; 0 → 1 → max(0, 1 − 3) = 0 → 1 …
    twin=_two_climbing,
    mistakes=[
        Mistake((0.25, 0, 0), "That is after 100 steps. One more."),
        Mistake((0.25, 0.25, 0.25), "The top is at ¼, but a step that is too long jumps over it. Try η = ½: 0, ½, …"),
        Mistake((0.25, 0.5, 0), "For η = 1 make two steps: 0 → 1 → max(0, 1 + 1·(1 − 4)) = 0 → …"),
        Mistake((0.25, 0.5, 0.25), "For η = 1 the first step leads from 0 to 1, far beyond ¼, and the next back to 0."),
        Mistake((0.25, 0, 1), "For η = ½ the steps are 0 → ½ → 0 → ½ …: an odd number of them ends at ½."),
        Mistake((0.5, 0.5, 0.5), "That would be the gradient with the superfluous ½."),
    ],
)
def a_hundred_and_one_steps():
    """Q = [[3, 1], [1, 3]], 2/lambda_max = 1/2: the top at once; to and fro; to and fro, with the clip."""
    return 0.25, 0.5, 1.0
