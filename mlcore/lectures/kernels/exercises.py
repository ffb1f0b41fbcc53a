"""Exercises of lecture 13: kernels."""

from itertools import combinations, combinations_with_replacement
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
        Mistake(
            lambda X: _cubes(X, lambda m: min(m, 3) ** 0.5),
            "Right for d = 2. For d = 3 there is also x_1 x_2 x_3, which occurs in 6 orders: its factor is √6.",
        ),
        Mistake(
            lambda X: _cubes(X, lambda m: 3**0.5),
            "The √3 belongs to the mixed features alone: x_1³ occurs once, and its factor is 1.",
        ),
        Mistake(lambda X: (X @ X.T) ** 3, "Those are the kernel values. Their features are asked for."),
        Mistake(
            lambda X: features_of_the_cube(X).T,
            "These are the right numbers, transposed: a row for each point, and a column for each feature.",
        ),
    ],
)
def features_of_the_cube(X):
    # (x'z)³ = Σ_j Σ_k Σ_l (x_j x_k x_l)(z_j z_k z_l), as in (13.4), with three sums.
    # Each product x_j x_k x_l occurs once for each order of its three indices. With j ≤ k ≤ l that is 1 order if all
    # are equal, 3 orders if two of them are, and 6 if none are.
    # So (x'z)³ = Σ_{j≤k≤l} orders · (x_j x_k x_l)(z_j z_k z_l). Split the number of orders into root times root:
    # φ(x) has the features √orders · x_j x_k x_l. For d = 2: x_1³, √3 x_1² x_2, √3 x_1 x_2², x_2³.
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
        Mistake(408.0, "That belongs to (x'z)², without the 1."),
        Mistake(-424.0, "A squared distance is not negative: k(x, x) and k(z, z) come with a plus."),
        Mistake(144.0, "That is k(x, z), the inner product of the two. Their squared distance needs two more values."),
        Mistake(64.0, "That is the square of 8, the squared distance in the plane. Up there use kernel values."),
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
    probe=rules.of_few_multiplications,
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
        Mistake(
            lambda x, z: ((x @ z) ** 2 + ((x * z) ** 2).sum()) / 2,
            "That counts the squares u_j² in, as if j ≤ l. Here j < l: take them off.",
        ),
        Mistake(
            lambda x, z: ((x @ z) ** 2 - (x * z).sum()) / 2,
            "What is too much in (Σ u_j)² are the squares u_j², and not the u_j.",
        ),
        Mistake(
            lambda x, z: ((x @ z) ** 2 - (x @ x) * (z @ z)) / 2,
            "Σ_j u_j² is Σ_j x_j² z_j², a single sum, and not ‖x‖² ‖z‖².",
        ),
    ],
)
def pair_kernel(x, z):
    # φ(x)'φ(z) = Σ_{j<l} (x_j x_l)(z_j z_l) = Σ_{j<l} u_j u_l with u_j = x_j z_j.
    # Multiply out (Σ_j u_j)² = Σ_j u_j² + Σ_{j<l} u_j u_l + Σ_{j>l} u_j u_l. The last two sums are equal.
    # So Σ_{j<l} u_j u_l = ((Σ_j u_j)² − Σ_j u_j²)/2: d multiplications for u, d for the squares, and two more.
    u = x * z
    return (u.sum() ** 2 - (u**2).sum()) / 2


def _two_sets(rng):
    yield (np.array([[0.0], [2.0]]), np.array([[0.0], [1.0]]), 1.0)
    for n, m, d in ((3, 3, 2), (4, 4, 2), (5, 5, 3), (6, 6, 1), (7, 7, 3)):
        yield (rng.normal(size=(n, d)), rng.normal(size=(m, d)), float(rng.uniform(0.3, 2)))


def _of_rows(X):
    return (X**2).sum(axis=1)[:, None]


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
        Mistake(
            lambda X, Z, sigma: np.exp(-np.linalg.norm(X[:, None] - Z, axis=2) / (2 * sigma**2)),
            "That is the distance. The kernel has its square.",
        ),
        Mistake(
            lambda X, Z, sigma: np.exp(-(_of_rows(X) + _of_rows(Z) - 2 * X @ Z.T) / (2 * sigma**2)),
            "‖x_i‖² is in row i now. But ‖z_j‖² belongs to column j: only the first of the two needs a second axis.",
        ),
    ],
)
def repaired_rbf(X, Z, sigma):
    """‖x_i‖² belongs to row i: it needs a second axis."""
    squares = (X**2).sum(axis=1)[:, None] + (Z**2).sum(axis=1) - 2 * X @ Z.T
    return np.exp(-squares / (2 * sigma**2))


_NEARER = "Far from 1 the diagonal is 1 to all digits. Take one point closer to 1."


@exercise(
    "ker-10",
    "catch tanh",
    accepts=rules.is_indefinite,
    hint="Take two points with |x| > 1. Inner products obey K_12² ≤ K_11 K_22 (Cauchy-Schwarz). Make K_11 small. "
    "(If your eigenvalue lies between −1e-9 and 0, it is lost in rounding: tanh is 1 to nine digits where its "
    "argument is large. Take one point closer to 1.)",
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
        Mistake([1.0, 2.0], "x = 1 is not allowed: there K_11 = tanh(0) = 0 gives the answer away. Take |x| > 1."),
        *(
            Mistake(far, f"On paper this is right, but the eigenvalue, {size}, is lost in rounding. {_NEARER}")
            for far, size in (
                ([4.0, 5.0], "about −1e-13"),
                ([4.0, -5.0], "about −1e-13"),
                ([5.0, 6.0], "about −1e-21"),
                ([10.0, 20.0], "about −1e-86"),
            )
        ),
    ],
)
def caught():
    # K_11 = tanh(0.21) = 0.21 and K_22 = tanh(8) = 1, but K_12 = tanh(2.3) = 0.98: as if the cosine of two vectors were
    # 0.98/√0.21 = 2.1. The determinant 0.21 − 0.96 is negative, so one of the two eigenvalues is.
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


_WHY = (
    "The first is x'Az with A = [[2, 1], [1, 2]], whose eigenvalues are 1 and 3.",
    "The second: products of kernels are kernels, sums too, and exp has positive coefficients.",
    "The third at x = z = 0 is −1, and k(x, x) must be the squared length of φ(x).",
    "The fourth: name its φ. One feature is enough, exp(x_1).",
    "The fifth is a sum where a product would do: take x = 0 and any z, and look at the 2×2 matrix.",
    "The sixth: name its φ. One feature is enough, the length of x.",
    "The seventh is not symmetric: x_1 z_2 is not z_1 x_2. An inner product is.",
    "The eighth: cos(a − b) = cos a cos b + sin a sin b, two features. Negative values are allowed.",
)


def _but(*places):
    """The right verdicts with some turned round."""
    return tuple(not v if k in places else v for k, v in enumerate(_VERDICTS))


@exercise(
    "ker-12",
    "accept or reject",
    hint="Accepted: sums, products, power series with positive coefficients of kernels, and all with a φ you can name. "
    "Rejected: a negative k(x, x), a k(x, z)² above k(x, x) k(z, z), or no symmetry.",
    worked=[((), (True, True, False, True, False, True, False, True))],
    twin=_measured,
    mistakes=[
        *(Mistake(_but(k), _WHY[k]) for k in range(8)),
        *(Mistake(_but(j, k), f"Two of the eight are wrong. {_WHY[j]}") for j, k in combinations(range(8), 2)),
        Mistake((True,) * 8, f"Not all of them. {_WHY[2]} Two more are none."),
    ],
)
def accepted():
    # 1 x'Az with A = [[2, 1], [1, 2]], eigenvalues 1 and 3: with A = B'B, φ(x) = Bx.  2 products, sums, power series.
    # 3 is −1 at x = z = 0.  4 φ(x) = exp(x_1).  5 for x = 0 and z with ‖z‖² = s: [[0, s], [s, 2s]] has the determinant
    # −s².  6 φ(x) = ‖x‖.  7 not symmetric.  8 φ(x) = (cos x_1, sin x_1).
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
            "Symmetry is missing: k(x, z) = k(z, x). No eigenvalue tells you that (eigvalsh reads only half of K): "
            "test it, too.",
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


def _in_features(coef, K, y, lr, lam):
    """The step of w itself, for features with these inner products, and the coef that it leads to."""
    Phi = np.linalg.cholesky(K)
    w = Phi.T @ coef
    w = w - lr * (Phi.T @ (Phi @ w - y) / len(y) + lam * w)
    return np.linalg.solve(Phi.T, w)


@exercise(
    "ker-14",
    "one step with a penalty",
    problems=_decays,
    hint="The penalty adds λw to the gradient in w, and w = Σ c_i φ(x_i): so what is added to the step of c_i?",
    worked=[  # error −1: 0 + 0.5; errors (1, −2): 0.95·1 − 0.05·1 and 0 + 0.05·2
        (([0], [[2]], [1], 0.5, 1), [0.5]),
        (([1, 0], [[2, 1], [1, 2]], [1, 3], 0.1, 0.5), (0.9, 0.1)),
    ],
    twin=_in_features,
    mistakes=[
        Mistake(lambda coef, K, y, lr, lam: coef - lr / len(y) * (K @ coef - y), "The penalty does not act yet."),
        Mistake(
            lambda coef, K, y, lr, lam: coef - lr / len(y) * (K @ coef - y) - lr * lam * K @ coef,
            "That is the gradient of the penalty in c. The step is taken in w, and λw has the coefficients λc.",
        ),
        Mistake(
            lambda coef, K, y, lr, lam: (1 - 2 * lr * lam) * coef - lr / len(y) * (K @ coef - y),
            "The ½ of the penalty cancels the 2 of the square: λ, not 2λ.",
        ),
        Mistake(
            lambda coef, K, y, lr, lam: (1 - lr * lam / 2) * coef - lr / len(y) * (K @ coef - y),
            "The 2 of the square cancels the ½ of the penalty: λ, not λ/2.",
        ),
        Mistake(
            lambda coef, K, y, lr, lam: (1 - lam) * coef - lr / len(y) * (K @ coef - y),
            "A step is η times the whole gradient: the part of the penalty comes with η, too.",
        ),
        Mistake(
            lambda coef, K, y, lr, lam: coef - lr / len(y) * (K @ coef - y + lam * coef),
            "Only the errors are averaged: the penalty is not divided by n.",
        ),
        Mistake(
            lambda coef, K, y, lr, lam: (1 - lr * lam) * (coef - lr / len(y) * (K @ coef - y)),
            "Both parts of the gradient are taken where w stands before the step: shrink the old c, not the new one.",
        ),
        Mistake(
            lambda coef, K, y, lr, lam: (1 - lr * lam) * coef + lr / len(y) * (K @ coef - y),
            "The sign of the error: e = y − Kc, and a step adds η/n times e.",
        ),
        Mistake(
            lambda coef, K, y, lr, lam: (1 + lr * lam) * coef - lr / len(y) * (K @ coef - y),
            "The sign of the penalty: descent goes against its gradient λw, so w becomes shorter.",
        ),
        Mistake(
            lambda coef, K, y, lr, lam: (1 - lr * lam) * coef - lr * (K @ coef - y),
            "The cost is a mean over n points: the errors come with η/n.",
        ),
        Mistake(
            lambda coef, K, y, lr, lam: (1 - lr * lam) * coef - lr / len(y) * K @ (K @ coef - y),
            "That is a step along the gradient in c, which has one K more. The step is taken in w.",
        ),
        Mistake(
            lambda coef, K, y, lr, lam: coef - lr / len(y) * K @ (K @ coef - y) - lr * lam * K @ coef,
            "That is a step along the gradient in c, which has a K in both parts. The step is taken in w.",
        ),
    ],
)
def decaying_step(coef, K, y, lr, lam):
    # The gradient in w is now −(1/n) Σ_i e_i φ(x_i) + λw, so a step is w ← w + (η/n) Σ_i e_i φ(x_i) − ηλw.
    # Put in w = Σ_i c_i φ(x_i): w ← Σ_i (c_i + (η/n) e_i − ηλ c_i) φ(x_i), again a combination of the φ(x_i).
    # Read off its coefficients: c_i ← (1 − ηλ) c_i + (η/n) e_i, with e = y − Kc.
    return (1 - lr * lam) * coef - lr / len(y) * (K @ coef - y)


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
        Mistake(0.6, "That is α of the larger class, 1 − b. What is f where no kernel value is left?"),
        Mistake(1.4, "That is α of the smaller class, 1 + b. What is f where no kernel value is left?"),
        Mistake(0.3, "Not the share of a class. Put α = 1 − b for one class and 1 + b for the other into Σ α y = 0."),
        Mistake(4.0, "7 − 3 = 4 is right so far, from 7 (1 − b) = 3 (1 + b). It equals 10 b."),
        Mistake(-1.0, "On its own class a point gets ±1, by its own α. Far away that is gone, and b is left."),
        Mistake(1.0, "On its own class a point gets 1, by its own α. Far away that is gone, and b is left."),
        Mistake(0.7, "Not the share of the class. Put α = 1 − b for one class and 1 + b for the other into Σ α y = 0."),
    ],
)
def far_away():
    # K is the identity, so at its own place a point has f(x_i) = α_i y_i + b. All are free: y_i f(x_i) = 1.
    # For y = +1 that is α + b = 1, so α = 1 − b. For y = −1 it is α − b = 1, so α = 1 + b.
    # Σ α_i y_i = 0 says 7 (1 − b) = 3 (1 + b), so 4 = 10 b. Far away all kernel values are 0, and f = b.
    return 0.4
