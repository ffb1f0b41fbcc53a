"""Exercises of lecture 13: kernels."""

from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np

from mlcore.check import Mistake, exercises_of
from mlcore.kernels import RBF
from mlcore.lectures import rules
from mlcore.svm import smo

exercise = exercises_of("kernels")


def _rows(rng):
    yield (np.array([[2.0], [3.0]]),)
    yield (np.array([[1.0, 2.0], [3.0, 4.0]]),)
    yield (np.eye(3),)
    for d in (2, 3, 4, 2):
        yield (rng.normal(size=(7, d)),)


def _cubes(X, weight):
    """x_i x_j x_k for i <= j <= k, times a weight of how often each index occurs."""
    every = list(combinations_with_replacement(range(X.shape[1]), 3))
    ways = [factorial(3) // prod(factorial(three.count(i)) for i in set(three)) for three in every]
    return np.column_stack([weight(m) * X[:, three].prod(axis=1) for three, m in zip(every, ways, strict=True)])


@exercise(
    "ker-03",
    "the features of (x'z)³",
    problems=_rows,
    accepts=rules.are_few_cubes,
    probe=rules.of_x_alone,
    hint="Multiply out (x_1 z_1 + x_2 z_2)³: four terms, and each coefficient has to be split between x and z.",
    worked=[  # 1, √3·2, √3·4, 8; and 8
        (([[1, 2]],), [[1, 2 * 3**0.5, 4 * 3**0.5, 8]]),
        (([[2]],), [[8]]),
    ],
    mistakes=[
        Mistake(
            lambda X: (X[:, :, None, None] * X[:, None, :, None] * X[:, None, None, :]).reshape(len(X), -1),
            "The inner products are right, but with d = 2 these are eight features, and x_1² x_2 stands there three "
            "times. Keep one of each kind, with a factor.",
        ),
        Mistake(lambda X: _cubes(X, lambda m: 1.0), "(a + b)³ = a³ + 3a²b + 3ab² + b³: the mixed features need a √3."),
        Mistake(
            lambda X: _cubes(X, float), "The factor enters the inner product twice, once from x and once from z: √3."
        ),
        Mistake(lambda X: X**3, "The cubes alone are not enough: mixed features such as x_1² x_2 are missing."),
    ],
)
def features_of_the_cube(X):
    """x_i x_j x_k for i <= j <= k, times the root of the number of orders in which it occurs; (13.4) with three."""
    features = []
    for three in combinations_with_replacement(range(X.shape[1]), 3):
        orders = {1: 1, 2: 3, 3: 6}[len(set(three))]
        features.append(np.sqrt(orders) * X[:, three].prod(axis=1))
    return np.column_stack(features)


@exercise(
    "ker-04",
    "how far apart up there",
    hint="‖φ(x) − φ(z)‖² = φ(x)'φ(x) − 2 φ(x)'φ(z) + φ(z)'φ(z): three kernel values, and no root at the end.",
    worked=[((), 424)],  # 36 − 2·144 + 676
    mistakes=[
        Mistake(8.0, "That is the squared distance in the plane, (1−3)² + (2−4)². Up there it is another one."),
        Mistake(416.0, "Your features lack the √2 on x_1 and x_2."),
        Mistake(20.591260281974, "That is the distance. The square of it is asked for."),
        Mistake(712.0, "Minus twice the kernel of the pair: k(x,x) − 2k(x,z) + k(z,z)."),
        Mistake(568.0, "Minus *twice* the kernel of the pair: k(x,x) − 2k(x,z) + k(z,z)."),
        Mistake(274.0, "That belongs to (x'z)², without the 1."),
    ],
)
def squared_distance_up_there():
    """(1 + 5)² − 2 (1 + 11)² + (1 + 25)²."""
    return 36.0 - 2 * 144.0 + 676.0


def _pairs(rng):
    yield (np.array([2.0]), np.array([3.0]))
    yield (np.array([1.0, 2.0]), np.array([3.0, 4.0]))
    yield (np.array([1.0, 1.0, 1.0]), np.array([1.0, 2.0, 3.0]))
    for d in (4, 6, 10, 60, 2000):
        yield (rng.normal(size=d) / d**0.5, rng.normal(size=d) / d**0.5)


def _by_features(x, z):
    j, k = np.triu_indices(len(x), 1)
    return (x[j] * x[k]) @ (z[j] * z[k])


@exercise(
    "ker-05",
    "products of two, in d steps",
    problems=_pairs,
    hint="Call u_j = x_j z_j. You want Σ_{j<l} u_j u_l, and (Σ u_j)² is nearly twice that: what is too much in it?",
    worked=[(([2], [3]), 0), (([1, 2], [3, 4]), 24), (([1, 1, 1], [1, 2, 3]), 11)],  # none; 3·8; 1·2 + 1·3 + 2·3
    twin=_by_features,
    mistakes=[
        Mistake(
            lambda x, z: (x @ z) ** 2 - ((x * z) ** 2).sum(),
            "Every pair is counted twice, as (j, l) and as (l, j): half of it.",
        ),
        Mistake(lambda x, z: (x @ z) ** 2, "The squares u_j² are in it too, and every pair twice."),
        Mistake(lambda x, z: np.prod(1 + x * z), "Those are the products of any number. Here only the pairs count."),
        Mistake(lambda x, z: (x @ z) ** 2 / 2, "The squares u_j² are still in it: take them out before you halve."),
    ],
)
def pair_kernel(x, z):
    """((Σ u)² − Σ u²)/2 for u_j = x_j z_j."""
    u = x * z
    return (u.sum() ** 2 - (u**2).sum()) / 2


def _two_sets(rng):
    yield (np.array([[0.0], [2.0]]), np.array([[0.0], [1.0]]), 1.0)
    for n, m, d in ((3, 3, 2), (4, 4, 2), (5, 5, 3), (6, 6, 1), (7, 7, 3)):
        yield (rng.normal(size=(n, d)), rng.normal(size=(m, d)), float(rng.uniform(0.3, 2)))


def _rbf(X, Z, sigma, two=2):
    squares = (X**2).sum(axis=1)[:, None] + (Z**2).sum(axis=1) - 2 * X @ Z.T
    return np.exp(-squares / (two * sigma**2))


@exercise(
    "ker-06",
    "an RBF kernel with a slip",
    problems=_two_sets,
    hint="Entry (i, j) needs ‖x_i‖². What does NumPy add to row i when it adds an array of length n to a matrix?",
    worked=[(([[0], [2]], [[0], [1]], 1), [[1, np.exp(-0.5)], [np.exp(-2), np.exp(-0.5)]])],  # r² = 0, 1; 4, 1
    twin=lambda X, Z, sigma: RBF(sigma)(X, Z),
    mistakes=[
        Mistake(
            lambda X, Z, sigma: np.exp(-((X**2).sum(axis=1) + (Z**2).sum(axis=1) - 2 * X @ Z.T) / (2 * sigma**2)),
            "The same as before. For X = Z its diagonal is right; is the rest symmetric? Where does ‖x_i‖² go?",
        ),
        Mistake(lambda X, Z, sigma: _rbf(Z, X, sigma), "Rows and columns are exchanged: entry (i, j) is k(x_i, z_j)."),
        Mistake(lambda X, Z, sigma: _rbf(X, Z, sigma, two=1), "The squares are right now. But keep the 2 of 2σ²."),
    ],
)
def repaired_rbf(X, Z, sigma):
    """‖x_i‖² belongs to row i: it needs a second axis."""
    squares = (X**2).sum(axis=1)[:, None] + (Z**2).sum(axis=1) - 2 * X @ Z.T
    return np.exp(-squares / (2 * sigma**2))


@exercise(
    "ker-10",
    "catch tanh",
    accepts=rules.is_indefinite,
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
    lambda x, z: 2 * x[0] * z[0] + x[0] * z[1] + x[1] * z[0] + 2 * x[1] * z[1],
    lambda x, z: (x @ z) ** 3 + np.exp(x @ z),
    lambda x, z: x @ z - 1,
    lambda x, z: np.exp(x[0] + z[0]),
    lambda x, z: x @ x + z @ z,
    lambda x, z: np.linalg.norm(x) * np.linalg.norm(z),
    lambda x, z: x[0] * z[1],
    lambda x, z: np.cos(x[0] - z[0]),
)


def _measured():
    """Which of the eight have a Gram matrix on five points: it finds the same three culprits."""
    X = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 2.0], [-1.0, 1.0]])
    return tuple(is_gram(np.array([[k(x, z) for z in X] for x in X])) for k in _EIGHT)


_VERDICTS = (True, True, False, True, False, True, False, True)


def _but(place):
    """The right verdicts with one turned round."""
    return tuple(not v if k == place else v for k, v in enumerate(_VERDICTS))


@exercise(
    "ker-12",
    "accept or reject",
    hint="Accepted: sums, products, power series with positive coefficients of kernels, and all with a φ you can name. "
    "Rejected: a negative k(x, x), a k(x, z)² above k(x, x) k(z, z), or no symmetry.",
    worked=[((), (True, True, False, True, False, True, False, True))],
    twin=_measured,
    mistakes=[
        Mistake(_but(0), "The first is x'Az with A = [[2, 1], [1, 2]], whose eigenvalues are 1 and 3."),
        Mistake(_but(1), "The second: products of kernels are kernels, sums too, and exp has positive coefficients."),
        Mistake(_but(2), "The third at x = z = 0 is −1, and k(x, x) must be the squared length of φ(x)."),
        Mistake(_but(3), "The fourth: name its φ. One feature is enough, exp(x_1)."),
        Mistake(
            _but(4), "The fifth is a sum where a product would do: take x = 0 and any z, and look at the 2×2 matrix."
        ),
        Mistake(_but(5), "The sixth: name its φ. One feature is enough, the length of x."),
        Mistake(_but(6), "The seventh is not symmetric: x_1 z_2 is not z_1 x_2. An inner product is."),
        Mistake(
            _but(7), "The eighth: cos(a − b) = cos a cos b + sin a sin b, two features. Negative values are allowed."
        ),
    ],
)
def accepted():
    """In order: x'Az; closure; −1 at 0; φ = exp(x_1); [[0, c], [c, 2c]]; φ = ‖x‖; not symmetric; φ = (cos, sin)."""
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


def _decays(rng):
    yield (np.array([0.0]), np.array([[2.0]]), np.array([1.0]), 0.5, 1.0)
    yield (np.array([1.0, 0.0]), np.array([[2.0, 1.0], [1.0, 2.0]]), np.array([1.0, 3.0]), 0.1, 0.5)
    for n in range(2, 9):
        Phi = rng.normal(size=(n, n)) + 2 * np.eye(n)
        yield (rng.normal(size=n), Phi @ Phi.T, rng.normal(size=n), float(10 ** rng.uniform(-2, 0)),
               float(10 ** rng.uniform(-1, 0.5)))  # fmt: skip


def _in_features(alpha, K, y, lr, lam):
    """The step of w itself, for features with these inner products, and the alpha that it leads to."""
    Phi = np.linalg.cholesky(K)
    w = Phi.T @ alpha
    w = w - lr * (Phi.T @ (Phi @ w - y) / len(y) + lam * w)
    return np.linalg.solve(Phi.T, w)


@exercise(
    "ker-14",
    "one step with a penalty",
    problems=_decays,
    hint="The penalty adds λw to the gradient in w, and w = Σ α_i φ(x_i): so what is added to the step of α_i?",
    worked=[  # error −1: 0 + 0.5; errors (1, −2): 0.95·1 − 0.05·1 and 0 + 0.05·2
        (([0], [[2]], [1], 0.5, 1), [0.5]),
        (([1, 0], [[2, 1], [1, 2]], [1, 3], 0.1, 0.5), (0.9, 0.1)),
    ],
    twin=_in_features,
    mistakes=[
        Mistake(lambda alpha, K, y, lr, lam: alpha - lr / len(y) * (K @ alpha - y), "The penalty does not act yet."),
        Mistake(
            lambda alpha, K, y, lr, lam: alpha - lr / len(y) * (K @ alpha - y) - lr * lam * K @ alpha,
            "That is the gradient of the penalty in α. The step is taken in w, and λw has the coefficients λα.",
        ),
        Mistake(
            lambda alpha, K, y, lr, lam: (1 - 2 * lr * lam) * alpha - lr / len(y) * (K @ alpha - y),
            "The ½ of the penalty cancels the 2 of the square: λ, not 2λ.",
        ),
        Mistake(
            lambda alpha, K, y, lr, lam: alpha - lr / len(y) * (K @ alpha - y + lam * alpha),
            "Only the errors are averaged: the penalty is not divided by n.",
        ),
        Mistake(
            lambda alpha, K, y, lr, lam: (1 - lr * lam) * (alpha - lr / len(y) * (K @ alpha - y)),
            "Both parts of the gradient are taken where w stands before the step: shrink the old α, not the new one.",
        ),
    ],
)
def decaying_step(alpha, K, y, lr, lam):
    """(13.12), with every coefficient shrunk by 1 - lr lam."""
    return (1 - lr * lam) * alpha - lr / len(y) * (K @ alpha - y)


@exercise(
    "ker-16",
    "what a machine says where nobody is",
    hint="K is the identity. A free point has y_i = α_i y_i + b, so α follows from b; then use Σ α y = 0.",
    worked=[((), 0.4)],  # α = 0.6 seven times and 1.4 three times: 4.2 = 4.2, and 1 = 0.6 + b, −1 = −1.4 + b
    twin=lambda: smo(np.eye(10), np.repeat([1.0, -1.0], [7, 3]), 10.0, tol=1e-9).bias,
    tolerance=1e-4,
    mistakes=[
        Mistake(0.0, "Far away only b is left, and b is not 0: the classes are of different size."),
        Mistake(-0.4, "The size is right. The larger class is the one with +1."),
        Mistake(1.0, "On its own class a point gets 1, by its own α. Far away that is gone, and b is left."),
        Mistake(0.7, "Not the share of the class. Put α = 1 − b for one class and 1 + b for the other into Σ α y = 0."),
    ],
)
def far_away():
    """7 (1 - b) = 3 (1 + b)."""
    return 0.4
