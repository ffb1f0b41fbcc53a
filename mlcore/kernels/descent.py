"""Gradient descent on least squares in feature space, with inner products only (KER-14).

J(w) = (1/2n) sum_i (w'phi(x_i) - y_i)^2. A step of descent moves w by a sum of phi(x_i), so if
w = sum_i c_i phi(x_i) at the start, it is so for ever, and c (n,), here `coef`, is all that has to be kept.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np

from mlcore.base import validation
from mlcore.base.steps import State, bounded
from mlcore.base.types import Array, ArrayLike
from mlcore.kernels.gram import check_gram


@dataclass(frozen=True)
class KernelDescentState(State):
    """The coefficients coef (n,) after t steps, the residuals y - K coef (n,) and the cost J there."""

    coef: Array
    residual: Array
    cost: float


def stable_kernel_lr(K: Array) -> float:
    """2n / lambda_max(K): `kernel_descent_steps` converges below it (13.13).

    It is 2 / lambda_max of the Hessian Phi'Phi/n, the limit of `mlcore.linear` for the features written out.
    N4 steps by s on the plain sum of squares: s = eta / (2n), and the limit reads s < 1 / lambda_max(K).
    """
    steepest = float(np.linalg.eigvalsh(K)[-1]) / len(K)
    return 2 / steepest if steepest > 0 else float("inf")


@bounded("cost")
def kernel_descent_steps(
    K: ArrayLike, y: ArrayLike, *, lr: float, coef: ArrayLike = None, tol: float = 1e-9
) -> Iterator[KernelDescentState]:
    """Yield the start and then one state per step.

    K (n, n) Gram matrix, y (n,) targets, coef (n,) the start (default 0). With K = Phi Phi', w = Phi' coef walks
    exactly as in `mlcore.linear.descent_steps(Phi, y, lr=lr)`. It ends when the gradient in feature
    space, of length sqrt(e'Ke)/n, is tol times its first size, or when it has diverged; where K has tiny
    eigenvalues that may take for ever. Raises ValueError for a K that is no Gram matrix, NaN, lr <= 0.
    """
    K, y, lr, coef = _start(K, y, lr, coef)
    small = tol * max(_slope(K, y - K @ coef), _slope(K, y))
    for t in count():
        e = y - K @ coef  # (13.12)
        flat = _slope(K, e) <= small
        paid = float(e @ e) / (2 * len(y))
        yield KernelDescentState(coef, e, paid, t=t, converged=flat)
        if flat:
            return
        coef = coef + lr / len(y) * e  # (13.12)


def _slope(K: Array, e: Array) -> float:
    """The length of J's gradient, in feature space."""
    return float(max(e @ K @ e, 0.0)) ** 0.5 / len(e)


def _start(K, y, lr, coef) -> tuple[Array, Array, float, Array]:
    K = check_gram(K)
    y, n = validation.targets(y, len(K)), len(K)
    lr = validation.positive(lr, "lr", "the learning rate")
    return K, y, lr, np.zeros(n) if coef is None else validation.vector(coef, n, "The start coef")
