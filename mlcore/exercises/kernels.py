"""Exercises of lecture 13: kernels."""

import numpy as np

from mlcore.check import Mistake, exercises_of

exercise = exercises_of("kernels")


def _rows(rng):
    yield (np.array([[2.0], [3.0]]),)
    yield (np.array([[1.0, 2.0], [3.0, 4.0]]),)
    yield (np.eye(3),)
    for d in (2, 3, 4, 5):
        yield (rng.normal(size=(6, d)),)


def _products(X):
    return np.array([[a * b for a in x for b in x] for x in X])


def _half(X, root):
    """x_j^2, and root x_j x_k for j < k."""
    j, k = np.triu_indices(X.shape[1], 1)
    return np.hstack([X**2, root * X[:, j] * X[:, k]])


def _same_gram(power, shift):
    """Whether the rows that came have the inner products (shift + x'z)^power, whatever their order or number."""

    def accepts(Phi, expected, X):
        K = (shift + X @ X.T) ** power
        return np.ndim(Phi) == 2 and len(Phi) == len(X) and np.allclose(Phi @ Phi.T, K, atol=1e-6 * K.max())

    return accepts


def _of_x_alone(features, X):
    """A factor of K has the right inner products, too, but its rows change with the other points."""
    if len(X) == 1:
        return None
    whole, part = (np.reshape(features(rows), (len(rows), -1)) for rows in (X, X[1:]))
    if part.shape == whole[1:].shape and np.allclose(part, whole[1:]):
        return None
    return (
        "the inner products are right, but the features of a point change when another point is left out. "
        "φ(x) is a list of numbers made from x alone: a factor of K is none."
    )


@exercise(
    "ker-03",
    "the features of (x'z)²",
    problems=_rows,
    accepts=_same_gram(2, 0.0),
    probe=_of_x_alone,
    hint="(Σ_j x_j z_j)(Σ_k x_k z_k) = Σ_jk (x_j x_k)(z_j z_k): one feature for every pair (j, k).  (13.4)",
    worked=[(([[1, 2], [3, 4]],), [[1, 2, 2, 4], [9, 12, 12, 16]])],
    mistakes=[
        Mistake(
            lambda X: np.asarray(X) ** 2,
            "The squares alone give Σ x_j² z_j². The mixed products x_j x_k, j ≠ k, are missing.",
        ),
        Mistake(
            lambda X: _half(X, 1.0),
            "Every mixed product stands in the sum twice, as (j, k) and (k, j): give it the factor √2, or list both.",
        ),
        Mistake(
            lambda X: _half(X, 2.0),
            "The factor is inside the inner product twice, once from x and once from z: √2, not 2.",
        ),
        Mistake(
            lambda X: np.hstack([np.ones((len(X), 1)), np.sqrt(2) * X, _half(X, np.sqrt(2))]),
            "Those are the features of (1 + x'z)². Without the 1 there are only the products of two.",
        ),
    ],
)
def features_of_the_square(X):
    """Equation (13.4): d = 3 gives 9 products. (Any list with the same inner products is right.)"""
    return np.array([[a * b for a in x for b in x] for x in X])


@exercise(
    "ker-04",
    "one value, two ways",
    hint="x'z = 3 + 8. Add 1, and square.",
    worked=[((), 144)],
    mistakes=[
        Mistake(133.0, "That map has no √2 on its linear entries, so 2 x'z became x'z: 11 are missing."),
        Mistake(121.0, "That is (x'z)². The 1 comes before the square."),
        Mistake(12.0, "Now square it: the degree is 2."),
        Mistake(122.0, "First add 1, then square: (1 + 11)², not 1 + 11²."),
    ],
)
def one_value():
    """(1 + 3 + 8)^2."""
    return 144.0


@exercise(
    "ker-04b",
    "the features of (1 + x'z)²",
    problems=_rows,
    accepts=_same_gram(2, 1.0),
    probe=_of_x_alone,
    hint="Expand: 1 + 2 x'z + (x'z)². Each 2 becomes a √2 in x and a √2 in z.  (13.5)",
    worked=[(([[1, 2]],), [[1, 2**0.5, 2 * 2**0.5, 1, 4, 2 * 2**0.5]])],  # 1, √2 x_1, √2 x_2, x_1², x_2², √2 x_1 x_2
    mistakes=[
        Mistake(
            lambda X: np.hstack([np.ones((len(X), 1)), X, _half(X, np.sqrt(2))]),
            "The linear entries need √2 too: 2 x'z is in the expansion, and x'z in yours.",
        ),
        Mistake(
            lambda X: np.hstack([np.ones((len(X), 1)), X, _half(X, 1.0)]),
            "The right monomials, but without their factors √2, on the linear and on the mixed entries.",
        ),
        Mistake(
            lambda X: np.hstack([np.sqrt(2) * X, _half(X, np.sqrt(2))]),
            "The constant 1 is a feature too: it is the 1 of the expansion.",
        ),
    ],
)
def features_of_the_quadratic(X):
    """Equation (13.5)."""
    j, k = np.triu_indices(X.shape[1], 1)
    root = np.sqrt(2)
    return np.hstack([np.ones((len(X), 1)), root * X, X**2, root * X[:, j] * X[:, k]])


def _pairs(rng):
    yield (np.array([2.0]), np.array([3.0]))
    yield (np.array([1.0, 2.0]), np.array([3.0, 4.0]))
    for d in (3, 4, 6, 10, 20, 60):
        yield (rng.normal(size=d) / d**0.5, rng.normal(size=d) / d**0.5)


@exercise(
    "ker-05",
    "all monomials in d multiplications",
    problems=_pairs,
    hint="Multiply out (1 + x_1 z_1)(1 + x_2 z_2): each factor is a choice, feature k in the product or not.  (13.6)",
    worked=[(([2], [3]), 7), (([1, 2], [3, 4]), 36)],  # 1 + 6; 1 + 3 + 8 + 24
    mistakes=[
        Mistake(
            lambda x, z: (1 + x @ z) ** len(x),
            "That is the polynomial kernel of degree d, with powers such as x_1² too. Here none occurs twice.",
        ),
        Mistake(
            lambda x, z: 1 + x @ z, "Those are the monomials of degree 0 and 1. Products of two or more are missing."
        ),
        Mistake(
            lambda x, z: np.prod(x * z), "That is only the last of the 2^d terms, the one with all features in it."
        ),
        Mistake(
            lambda x, z: np.prod(1 + x) * np.prod(1 + z),
            "That is (sum of all features of x) times the same of z. The inner product pairs each with its own.",
        ),
    ],
)
def monomial_kernel(x, z):
    """Equation (13.6)."""
    return np.prod(1 + x * z)


def _is_indefinite(came, expected):
    x = np.ravel(came)
    K = np.tanh(np.outer(x, x) - 1)
    return 2 <= len(x) <= 20 and np.isfinite(x).all() and (K.diagonal() > 0).all() and np.linalg.eigvalsh(K)[0] < -1e-9


@exercise(
    "ker-10",
    "catch tanh",
    accepts=_is_indefinite,
    hint="Take two points with |x| > 1. Inner products obey K_12² ≤ K_11 K_22 (Cauchy-Schwarz). Make K_11 small.",
    worked=[((), [1.1, 3])],  # det = tanh(0.21) tanh(8) − tanh(2.3)², about 0.21 − 0.96
    mistakes=[
        Mistake(
            [0.5, 1.0, 2.0],
            "Negative, but the diagonal gives it away: tanh(0.5² − 1) < 0. Find it with |x| > 1 for all of them.",
        ),
        Mistake(
            [2.0, 2.0], "The same point twice has the eigenvalue 0, not a negative one. Take two different points."
        ),
        Mistake([2.0], "One point gives one number, and for |x| > 1 it is positive. Take two."),
    ],
)
def caught():
    """tanh(0.21) = 0.21 and tanh(8) = 1, but tanh(2.3) = 0.98: as if two vectors had a cosine above 1."""
    return np.array([1.1, 3.0])


_EIGHT = (
    lambda x, z: x @ z,
    lambda x, z: (x @ z) ** 3,
    lambda x, z: x @ z - 1,
    lambda x, z: np.exp(x @ z),
    lambda x, z: -((x - z) @ (x - z)),
    lambda x, z: np.linalg.norm(x) * np.linalg.norm(z),
    lambda x, z: x[0] * z[1],
    lambda x, z: np.cos(x[0] - z[0]),
)


def _measured():
    """Which of the eight have a Gram matrix on five points: it finds the same three culprits."""
    X = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 2.0], [-1.0, 1.0]])
    return tuple(is_gram(np.array([[k(x, z) for z in X] for x in X])) for k in _EIGHT)


@exercise(
    "ker-12",
    "accept or reject",
    hint="Accepted: sums, products, power series with positive coefficients of kernels, and all with a φ you can name. "
    "Rejected: a negative k(x, x), a k(x, z)² above k(x, x) k(z, z), or no symmetry.",
    worked=[((), (True, True, False, True, False, True, False, True))],
    twin=_measured,
    mistakes=[
        Mistake(
            (True, True, False, True, True, True, False, True),
            "The fifth is largest where x = z, but a similarity is no kernel yet: its diagonal is 0, the rest is not.",
        ),
        Mistake(
            (True, True, False, True, False, False, False, True),
            "The sixth: name its φ. One feature is enough, the length of x.",
        ),
        Mistake(
            (True, True, True, True, False, True, False, True),
            "The third at x = z = 0 is −1, and k(x, x) must be the squared length of φ(x).",
        ),
        Mistake(
            (True, True, False, True, False, True, True, True),
            "The seventh is not symmetric: x_1 z_2 is not z_1 x_2. An inner product is.",
        ),
        Mistake(
            (True, True, False, False, False, True, False, True),
            "The fourth: exp(t) = 1 + t + t²/2 + …, all coefficients positive, and each (x'z)^m is a kernel.",
        ),
        Mistake(
            (True, True, False, True, False, True, False, False),
            "The eighth: cos(a − b) = cos a cos b + sin a sin b, two features. Negative values are allowed.",
        ),
    ],
)
def accepted():
    """In order: φ = x; triple products; −1 at 0; a power series; diagonal 0; φ = ‖x‖; not symmetric; φ = (cos, sin)."""
    return (True, True, False, True, False, True, False, True)


def _matrices(rng):
    yield (np.array([[1.0]]),)
    yield (np.array([[-1.0]]),)
    yield (np.array([[1.0, 2.0], [2.0, 1.0]]),)
    yield (np.array([[2.0, -1.0], [-1.0, 2.0]]),)
    yield (np.array([[1.0, 1.0], [1.0, 1.0]]),)
    yield (np.array([[1.0, 0.9], [0.0, 1.0]]),)
    yield (-np.eye(2),)
    yield (np.array([[1.0, 0.9, 0.0], [0.9, 1.0, 0.9], [0.0, 0.9, 1.0]]),)
    for n in (3, 4, 6, 8):
        Phi = rng.normal(size=(n, 2))
        K = Phi @ Phi.T
        yield (K,)
        yield (K - 0.01 * np.eye(n),)


@exercise(
    "ker-12b",
    "is it a Gram matrix?",
    problems=_matrices,
    hint="Symmetric, and no eigenvalue below 0; allow for rounding, as an exact 0 may come out as −1e-16.",
    worked=[
        (([[1, 2], [2, 1]],), False),  # eigenvalues 3 and −1
        (([[2, -1], [-1, 2]],), True),  # 3 and 1
        (([[1, 1], [1, 1]],), True),  # 2 and 0
        (([[1, 0.9], [0, 1]],), False),  # not symmetric
        (([[-1, 0], [0, -1]],), False),
    ],
    mistakes=[
        Mistake(
            lambda K: bool(np.allclose(K, K.T) and np.linalg.det(K) >= -1e-12),
            "Two negative eigenvalues have a positive product: −I has determinant 1. Look at the smallest one.",
        ),
        Mistake(
            lambda K: bool(np.allclose(K, K.T) and (K >= 0).all()),
            "Signs of entries say nothing: inner products may be negative, and [[1, 2], [2, 1]] has the eigenvalue −1.",
        ),
        Mistake(
            lambda K: bool(np.linalg.eigvals(K).real.min() >= -1e-9),
            "Symmetry is missing: k(x, z) = k(z, x). (For others q'Kq ≥ 0 is not a matter of eigenvalues.)",
        ),
        Mistake(
            lambda K: bool(np.allclose(K, K.T) and np.linalg.eigvalsh(K)[0] > 1e-9),
            "Semidefinite is enough: an eigenvalue 0 only says that some φ(x_i) are linearly dependent.",
        ),
    ],
)
def is_gram(K):
    """The definition, up to rounding."""
    return bool(np.allclose(K, K.T) and np.linalg.eigvalsh(K)[0] >= -1e-9)


def _descents(rng):
    yield (np.array([0.0]), np.array([[2.0]]), np.array([1.0]), 0.5)
    yield (np.array([1.0, 0.0]), np.array([[2.0, 1.0], [1.0, 2.0]]), np.array([1.0, 3.0]), 0.1)
    for n in range(2, 10):
        Phi = rng.normal(size=(n, 4))
        yield (rng.normal(size=n), Phi @ Phi.T, rng.normal(size=n), float(10 ** rng.uniform(-2, 0)))


@exercise(
    "ker-14",
    "one step of kernelised descent",
    problems=_descents,
    hint="Each α_i falls by lr/n times its own error, (Kα)_i − y_i.  (13.12)",
    worked=[  # error −1, times 0.5; Kα = (2, 1), errors (1, −2), times 0.05
        (([0], [[2]], [1], 0.5), [0.5]),
        (([1, 0], [[2, 1], [1, 2]], [1, 3], 0.1), (0.95, 0.1)),
    ],
    mistakes=[
        Mistake(
            lambda alpha, K, y, lr: alpha - lr / len(y) * (K @ alpha) - y,
            "The bracket ends too early: the step multiplies the whole error Kα − y, targets included.",
        ),
        Mistake(
            lambda alpha, K, y, lr: alpha - 2 * lr * (K @ alpha - y),
            "That is N4's step on the plain sum of squares. On J = (1/2n)Σ it is lr/n: s = η/(2n).",
        ),
        Mistake(
            lambda alpha, K, y, lr: alpha - lr / len(y) * K @ (K @ alpha - y),
            "That is the gradient in α. The step is taken in w, and w moves by Σ (error) φ(x_i): no second K.",
        ),
        Mistake(
            lambda alpha, K, y, lr: alpha + lr / len(y) * (K @ alpha - y),
            "Uphill. Subtract the step.",
        ),
    ],
)
def one_kernel_step(alpha, K, y, lr):
    """Equation (13.12)."""
    return alpha - lr / len(y) * (K @ alpha - y)
