"""Where more than one answer is right, what decides; and problems that hold functions.

They stand apart from the solutions, which a hand-out leaves out: nothing here may import them, or say how it is done.
"""

import re
from collections.abc import Iterator
from functools import partial

import numpy as np

from mlcore.duality import solve_qp
from mlcore.svm import DualPoint, solve_dual


def within_two_hundredths(came, expected) -> bool:
    """Read from a figure: right if 0.02 is all that is between them."""
    return abs(float(np.squeeze(came)) - expected) <= 0.02


def is_singular(came, expected) -> bool:
    """A design of four rows and two columns, neither constant, whose columns lie on one line."""
    X = np.asarray(came, float)
    if X.shape != (4, 2) or not np.isfinite(X).all() or (np.ptp(X, axis=0) == 0).any():
        return False
    return 1 - abs(np.corrcoef(X.T)[0, 1]) < 1e-13  # on one line, up to the rounding of float32


def functions_of_matrices(rng) -> Iterator[tuple]:
    """Functions of a matrix, and a matrix to measure the gradient at. The marker sends them to another process."""
    yield np.trace, np.array([[2.0]])
    yield np.linalg.det, np.array([[1.0, 2.0], [3.0, 4.0]])
    yield steep, np.array([[0.001, 0.0, -0.002]])
    for rows, columns in ((2, 3), (3, 2), (3, 3), (1, 4)):
        yield partial(trace_of_AB_squared, B=rng.normal(size=(columns, rows))), rng.normal(size=(rows, columns))


def steep(A):
    """A one-sided difference is visibly off here."""
    return 1000 * (A**2).sum()


def trace_of_AB_squared(A, B):
    """tr(AB)², whose gradient is 2 tr(AB) Bᵀ."""
    return np.trace(A @ B) ** 2


def lies_strictly_inside(came, expected, X, y, w, b) -> bool:
    """Whether it is the line w, b times a positive number, and every constraint y f(x) ≥ 1 holds with room to spare."""
    try:
        new_w, new_b = came
        plane = np.append(np.ravel(np.asarray(new_w, float)), float(np.ravel(new_b)[0]))
        scores = y * (X @ plane[:-1] + plane[-1])
        given = np.append(w, b)
        turned = plane / np.linalg.norm(plane) - given / np.linalg.norm(given)
    except (TypeError, ValueError, IndexError):
        return False
    return bool((scores > 1).all() and np.abs(turned).max() < 1e-6)


def solves_the_dual(came, expected, X, y, m) -> bool:
    """Right if the solver gets the right plane from it: rows may be scaled, split or repeated in a solvable way."""
    alpha, right = (solve_qp(*(np.asarray(p, float) for p in _shaped(parts, len(y)))).x for parts in (came, expected))
    w = (right * y) @ X
    return bool(np.allclose((alpha * y) @ X, w, atol=1e-4 * np.linalg.norm(w)) and abs(alpha @ y) < 1e-5)


def _shaped(parts, n):
    """P, q, G, h, A, b with vectors flat and A as a matrix, as the solver wants them."""
    P, q, G, h, A, b = parts
    return P, np.ravel(q), G, np.ravel(h), np.reshape(A, (-1, n)), np.ravel(b)


def is_as_high(came, expected, K, y, C, steps) -> bool:
    """Feasible, and W as high as the QP's to a millionth."""
    alpha, near = np.asarray(came, float), 1e-6 * C
    if alpha.shape != y.shape or alpha.min() < -near or alpha.max() > C + near or abs(alpha @ y) > near:
        return False
    best = solve_dual(K, y, C).objective
    return abs(DualPoint.at(alpha, K, y, C).objective - best) <= 1e-6 * best


def are_few_cubes(Phi, expected, X) -> bool:
    """Whether the rows that came have the inner products (x'z)^3, in whatever order; for d = 2 at most four of them."""
    K = (X @ X.T) ** 3
    right = np.ndim(Phi) == 2 and len(Phi) == len(X) and np.allclose(Phi @ Phi.T, K, atol=1e-6 * K.max())
    return bool(right and (X.shape[1] != 2 or Phi.shape[1] <= 4))


def of_x_alone(features, X) -> str | None:
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


class Counted:
    """A number that counts multiplications and divisions, together with all that are made of the same ones.

    It shows their count in place of its value: only words of it come back from another process.
    """

    def __init__(self, value: float, tally: list[int]):
        self.value = value
        self.tally = tally

    def _with(self, value: float, cost: int) -> "Counted":
        self.tally[0] += cost
        return Counted(value, self.tally)

    def __mul__(self, other):
        return self._with(self.value * getattr(other, "value", other), 1)

    def __truediv__(self, other):
        return self._with(self.value / getattr(other, "value", other), 1)

    def __pow__(self, other):
        return self._with(self.value**other, 1)

    def __add__(self, other):
        return self._with(self.value + getattr(other, "value", other), 0)

    def __sub__(self, other):
        return self._with(self.value - getattr(other, "value", other), 0)

    def __rsub__(self, other):
        return self._with(other - self.value, 0)

    def __neg__(self):
        return self._with(-self.value, 0)

    __rmul__, __radd__ = __mul__, __add__

    def __repr__(self) -> str:
        return f"{self.tally[0]} multiplications"


def of_few_multiplications(kernel, x, z) -> str | None:
    """About 2d of them were asked for; a loop over all pairs has d (d - 1)/2 and more."""
    d, tally = 60, [0]
    if len(x) < d:
        return None
    counted = (np.array([Counted(v, tally) for v in u[:d]], dtype=object) for u in (x, z))
    found = re.search(r"(\d+) multiplications", repr(kernel(*counted)))
    if found is None or int(found[1]) <= 5 * d:
        return None
    return (
        f"the value is right, but for d = {d} it takes {found[1]} multiplications, where about {2 * d} are enough. "
        "Find a formula without a sum over pairs."
    )


def is_indefinite(came, expected) -> bool:
    """Two to twenty points whose tanh matrix has a positive diagonal and a negative eigenvalue."""
    x = np.ravel(came)
    K = np.tanh(np.outer(x, x) - 1)
    allowed = 2 <= len(x) <= 20 and np.isfinite(x).all() and (K.diagonal() > 0).all()
    return bool(allowed and np.linalg.eigvalsh(K)[0] < -1e-9)


def are_the_scores(came, expected, X, new, k) -> bool:
    """Equal, but for the signs of the columns."""
    came, expected = np.asarray(came, float), np.asarray(expected, float)
    if came.shape != expected.shape:
        return False
    near = 1e-8 * np.abs(expected).max()
    return bool(np.allclose(with_signs_of(came, expected), expected, rtol=1e-6, atol=near))


def with_signs_of(Z, like):
    """The columns of Z (m, k) with the signs of those of `like`."""
    return Z * np.where((Z * like).sum(axis=0) < 0, -1, 1)
