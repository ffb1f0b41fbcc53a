"""Gradient descent on least squares in feature space, with inner products only (KER-14).

J(w) = (1/2n) sum_i (w'phi(x_i) - y_i)^2. A step of descent moves w by a sum of phi(x_i), so if
w = sum_i alpha_i phi(x_i) at the start, it is so for ever, and alpha (n,) is all that has to be kept.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np

from mlcore.kernels.gram import check_gram

BLOWN_UP = 1e12  # times the cost of predicting 0 and that of the start: no descent any more


@dataclass(frozen=True)
class KernelDescentState:
    """The coefficients alpha (n,) after t steps, the errors K alpha - y (n,) and the cost J there.

    diverged: the learning rate was too large and alpha has left all bounds; it is the last state, and its
    numbers are finite.
    """

    t: int
    alpha: np.ndarray
    error: np.ndarray
    cost: float
    diverged: bool


def stable_kernel_lr(K) -> float:
    """2n / lambda_max(K): `kernel_descent_steps` converges below it (13.13).

    It is 2 / lambda_max of the Hessian Phi'Phi/n, the limit of `mlcore.descent` for the features written out.
    N4 steps by s on the plain sum of squares: s = eta / (2n), and the limit reads s < 1 / lambda_max(K).
    """
    steepest = float(np.linalg.eigvalsh(K)[-1]) / len(K)
    return 2 / steepest if steepest > 0 else float("inf")


def kernel_descent_steps(
    K, y, *, lr: float, alpha=None, tol: float = 1e-9
) -> Iterator[KernelDescentState]:  # fmt: skip
    """Yield the start and then one state per step.

        alpha <- alpha - (lr/n) (K alpha - y)                                                (13.12)

    K (n, n) Gram matrix, y (n,) targets, alpha (n,) the start (default 0). With K = Phi Phi', w = Phi' alpha walks
    exactly as in `mlcore.descent.descent_steps(Phi, y, lr=lr)`. It ends when the gradient in feature
    space, of length sqrt(e'Ke)/n, is tol times its first size, or when it has diverged; where K has tiny
    eigenvalues that may take for ever: cap it. Raises ValueError for a K that is no Gram matrix, NaN, lr <= 0.
    """
    K, y, alpha = _check_start(K, y, lr, alpha)
    flat = tol * max(_slope(K, K @ alpha - y), _slope(K, y))
    bound = BLOWN_UP * (_cost(K @ alpha - y) + _cost(y))
    longest = (2 * len(y) * bound / max(np.trace(K), 1e-300)) ** 0.5  # trace > lambda_max
    too_long = False
    for t in count():
        error = K @ alpha - y
        diverged = too_long or _cost(error) > bound
        yield KernelDescentState(t, alpha.copy(), error, _cost(error), diverged)
        length = _slope(K, error)
        if diverged or length <= flat:
            return
        too_long = lr * length > longest
        alpha = alpha - (longest / length if too_long else lr) * error / len(y)


def _cost(error) -> float:
    return float(error @ error) / (2 * len(error))


def _slope(K, error) -> float:
    """The length of J's gradient, in feature space."""
    return float(max(error @ K @ error, 0.0)) ** 0.5 / len(error)


def _check_start(K, y, lr: float, alpha) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    K, y = check_gram(K), np.asarray(y, float)
    if y.shape != (len(K),) or not np.isfinite(y).all():
        raise ValueError(f"The targets y must be {len(K)} finite numbers, one for each row of K.")
    if not 0 < lr < np.inf:
        raise ValueError(f"lr is {lr}: the learning rate must be larger than 0 (and finite).")
    alpha = np.zeros(len(y)) if alpha is None else np.array(alpha, float)
    if alpha.shape != y.shape or not np.isfinite(alpha).all():
        raise ValueError(f"The start alpha must be {len(K)} finite numbers, one for each point.")
    return K, y, alpha
