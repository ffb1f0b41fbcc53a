"""Polynomials: powers and products as further features, so that a linear model can bend (lecture 03)."""

from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb

import numpy as np

from mlcore.base import validation
from mlcore.base.types import Array, ArrayLike

MOST_COLUMNS = 20_000


def polynomial_features(X: ArrayLike, degree: int) -> Array:
    """X (n, d) -> all products of at most `degree` columns, (n, C(d+q, q) - 1): no ones, as the bias is free (LIN-09).

    In order of their degree: x1, x2, x1 x1, x1 x2, x2 x2, ... (03.2). Raises ValueError for more than 20 000 columns,
    and for products that overflow.
    """
    X = validation.points(X)
    validation.whole(degree, "degree")
    count = comb(X.shape[1] + degree, degree) - 1  # (03.3)
    if count > MOST_COLUMNS:
        raise ValueError(f"Degree {degree} of {X.shape[1]} features makes {count} columns: take a lower degree.")
    products = (js for q in range(1, degree + 1) for js in combinations_with_replacement(range(X.shape[1]), q))
    with np.errstate(over="ignore", under="ignore"):
        Phi = np.column_stack([X[:, js].prod(axis=1) for js in products])
    if np.abs(Phi).max() > validation.LARGEST:
        raise ValueError(f"Powers of degree {degree} overflow: standardise the features first, or take a lower degree.")
    return Phi


@dataclass(frozen=True)
class Polynomial:
    """w_0 + w_1 z + ... + w_q z^q with z = (x - middle) / unit; w (1 + q,)."""

    w: Array
    middle: float
    unit: float

    def __call__(self, x: ArrayLike) -> Array:
        """The values at x, of the same shape."""
        z = (np.asarray(x, float) - self.middle) / self.unit
        return powers(z, len(self.w) - 1) @ self.w


def powers(z: ArrayLike, degree: int) -> Array:
    """z (...) -> (..., 1 + degree): 1, z, z^2, ..., the Vandermonde matrix of (03.1).

    Raises ValueError for a degree that is no whole number from 0 on.
    """
    z, degree = np.asarray(z, float), validation.whole(degree, "degree", least=0)
    return np.vander(z.ravel(), degree + 1, increasing=True).reshape(*z.shape, degree + 1)


def fit_polynomial(x: ArrayLike, y: ArrayLike, degree: int) -> Polynomial:
    """The least-squares polynomial through x (n,), y (n,), in powers of the standardised x (03.1).

    Raises ValueError if the degree is not below the number of different x: then many polynomials fit perfectly.
    """
    x, y = _start(x, y, degree)
    middle, unit = float(x.mean()), float(x.std()) or 1.0
    A = powers((x - middle) / unit, degree)  # the columns of (03.1)
    return Polynomial(np.linalg.lstsq(A, y, rcond=None)[0], middle, unit)


def _start(x: ArrayLike, y: ArrayLike, degree: int) -> tuple[Array, Array]:
    x = validation.points(np.reshape(np.asarray(x), (-1, 1)), "x")[:, 0]
    y, different = validation.targets(y, len(x)), len(np.unique(x))
    validation.whole(degree, "degree", least=0)
    if degree >= different:
        raise ValueError(
            f"The degree is {degree}, and there are {different} different x: many polynomials of this degree go "
            f"through all points. Take a degree of {different - 1} or less, or more points."
        )
    return x, y
