"""The cost of logistic regression, with its gradient and Hessian (lecture 06).

J(w) = (1/n) [sum_i ln(1 + exp(-m_i)) + (lambda/2) sum_(j>0) w_j^2] for a design matrix A (n, D) with ones first:
w[0] is the bias, which is not penalised. y (n,) holds 0 and 1; m_i = (2 y_i - 1) a_i'w is the margin of point i.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import linprog
from scipy.special import expit

from mlcore.base import losses, validation
from mlcore.base.types import Array, ArrayLike


def sigmoid(z: ArrayLike) -> Array:
    """1 / (1 + exp(-z)), of any shape (06.2); nothing overflows at z = -1000."""
    return expit(np.asarray(z, float))


@dataclass(frozen=True)
class LogisticCost:
    """J for A (n, D), y (n,) of 0 and 1, and a penalty lam. Raises ValueError for NaN, other labels and lam < 0."""

    A: ArrayLike
    y: ArrayLike
    lam: float = 0.0

    def __post_init__(self):
        A = validation.points(self.A, "A")
        checked = dict(A=A, y=validation.bits(self.y, len(A)))
        vars(self).update(checked, lam=validation.not_negative(self.lam, "lam", "0 is no penalty"))

    @property
    def size(self) -> int:
        """How many weights there are, D."""
        return self.A.shape[1]

    @property
    def penalised(self) -> Array:
        """1 for each weight that the penalty counts, 0 for the bias (D,)."""
        return np.append(0.0, np.ones(self.size - 1))

    def cost(self, w: Array) -> float:
        """J(w), (06.7)."""
        margins, penalty = (2 * self.y - 1) * (self.A @ w), self.lam / 2 * (w[1:] @ w[1:])
        return float(losses.logistic(margins).mean() + penalty / len(self.y))  # (06.7)

    def gradient(self, w: Array, rows: Array | slice = slice(None)) -> Array:
        """The gradient of J (D,), (06.9); with `rows`, the mean over these points in place of that over all."""
        A, y = self.A[rows], self.y[rows]
        penalty = self.lam / len(self.y) * self.penalised * w
        return A.T @ (sigmoid(A @ w) - y) / len(y) + penalty  # (06.9)

    def hessian(self, w: Array) -> Array:
        """The Hessian of J (D, D), (06.12)."""
        p, penalty = sigmoid(self.A @ w), self.lam * np.diag(self.penalised)
        return ((self.A.T * (p * (1 - p))) @ self.A + penalty) / len(self.y)  # (06.12)


def has_no_minimum(A: ArrayLike, y: ArrayLike) -> bool:
    """Whether J without a penalty has no minimum: some w puts no point on the wrong side, and not all on the edge.

    A (n, D), y (n,) of 0 and 1. It is a linear programme: the largest sum of margins m_i = (2 y_i - 1) a_i'w under
    m >= 0 and |w_j| <= 1, in columns of length 1 (Albert and Anderson, 1984).
    """
    A = validation.points(A, "A")
    signed = (2 * validation.bits(y, len(A)) - 1)[:, None] * A
    signed = signed / np.maximum(np.linalg.norm(signed, axis=0), np.finfo(float).tiny)
    found = linprog(-signed.sum(axis=0), A_ub=-signed, b_ub=np.zeros(len(A)), bounds=(-1, 1), method="highs")
    return bool(-found.fun > 1e-7)
