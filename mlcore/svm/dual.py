"""A point of the dual: what alpha says about the bias, the two objectives and the KKT conditions."""

from dataclasses import dataclass, replace

import numpy as np

from mlcore.base import validation
from mlcore.base.types import Array, ArrayLike
from mlcore.kernels.gram import check_gram, check_square

OUTSIDE = 0
FREE = 1
AT_C = 2  # alpha = 0, 0 < alpha < C, alpha = C
BLURRED = 1e-5  # this share of the points' spread, or of the margin, is too much to be lost by rounding


@dataclass(frozen=True)
class DualPoint:
    """Multipliers alpha (n,), labels y (n,), the penalty C, and the offsets

        F_i = y_i - sum_j alpha_j y_j k(x_i, x_j)                                   (11.11)

    F_i is the bias that would put point i exactly on its margin line.
    """

    alpha: Array
    F: Array
    y: Array
    C: float
    bias_interval: tuple[float, float]
    """(largest F that can rise, smallest F that can fall): at the optimum every b between
    the two satisfies KKT; away from it they cross."""

    @classmethod
    def at(cls, alpha: Array, K: Array, y: Array, C: float) -> "DualPoint":
        """The dual point of these multipliers."""
        F = y - K @ (y * alpha)
        can_rise = np.where(y > 0, alpha < C, alpha > 0)  # y_i alpha_i has room above
        can_fall = np.where(y > 0, alpha > 0, alpha < C)
        rising, falling = np.where(can_rise, F, -np.inf), np.where(can_fall, F, np.inf)
        return cls(alpha, F, y, C, (rising.max(), falling.min()))

    @property
    def bias(self) -> float:
        """b, the middle of the interval."""
        return float(sum(self.bias_interval)) / 2

    def weights(self, X: Array) -> Array:
        """w (d,) = sum_i alpha_i y_i x_i, for the linear kernel on X (n, d)  (equation 11.4)."""
        return (self.alpha * self.y) @ X

    @property
    def kkt_gap(self) -> float:
        """By how much the KKT conditions are violated, in units of y f(x); 0 at the optimum, NaN where F is."""
        lowest, highest = self.bias_interval
        return float(np.maximum(0.0, lowest - highest))

    @property
    def objective(self) -> float:
        """W(alpha)."""
        return float(self.alpha @ (1 + self.y * self.F)) / 2

    @property
    def squared_norm(self) -> float:
        """||w||^2 = sum_ij alpha_i alpha_j y_i y_j k(x_i, x_j), and 0 where rounding makes the sum negative."""
        return max(0.0, float(self.alpha @ (1 - self.y * self.F)))

    @property
    def slack(self) -> Array:
        """xi (n,): max(0, 1 - y_i f(x_i))."""
        return np.maximum(0.0, self.y * (self.F - self.bias))

    @property
    def primal_objective(self) -> float:
        """1/2 ||w||^2 + C sum(xi); for C = inf, that of w scaled until every margin is at least 1."""
        if np.isfinite(self.C):
            return self.squared_norm / 2 + self.C * float(self.slack.sum())
        margin = float(np.min(1 - self.y * (self.F - self.bias)))
        return self.squared_norm / (2 * margin**2) if margin > 0 else np.inf

    @property
    def duality_gap(self) -> float:
        """Primal minus dual objective: no solution can be better than this one by more."""
        return self.primal_objective - self.objective

    def with_bias_moved(self, by: float) -> "DualPoint":
        """The same multipliers where every F is larger by this much, as for the same points seen from elsewhere."""
        low, high = self.bias_interval
        return replace(self, F=self.F + by, bias_interval=(low + by, high + by))

    def is_optimal(self, tol: float) -> bool:
        """True if the KKT gap is at most tol, as `kkt_holds` judges it."""
        return kkt_holds(self.kkt_gap, self.F, self.y, tol)


def kkt_holds(gap: float, F: Array, y: Array, tol: float) -> bool:
    """True if the KKT gap is at most tol, or tol times the spread of the scores y − F where that is below 1 (12.12).

    The margin lines lie at +-1, which is the problem's own scale; but for a small C all scores
    are close together, and a gap of tol would then be large beside them.
    """
    return bool(gap <= tol and gap <= tol * np.clip(np.ptp(y - F), 1e-6, 1.0))


def kkt_cases(alpha: ArrayLike, C: float) -> Array:
    """Each point's KKT case (n,): OUTSIDE (alpha = 0), FREE (0 < alpha < C) or AT_C (SVM-14).

    Within 1e-6 of a bound counts as on it, as a QP solver only comes close: 1e-6 of C at C, and
    1e-6 of the largest alpha at 0, as the multipliers of a large C (or C = inf) can all be far below C.
    """
    alpha = np.asarray(alpha)
    return np.where(alpha <= 1e-6 * alpha.max(), OUTSIDE, np.where(alpha >= (1 - 1e-6) * C, AT_C, FREE))


def check_dual(K: ArrayLike, y: ArrayLike, C: float, *, proven: bool = False) -> tuple[Array, Array]:
    """Return K and y as float arrays, fit for the dual. Raises ValueError with what to change.

    proven: K comes from a function that is known to be a kernel, so whether it is PSD need not be tried.
    """
    K = check_square(K) if proven else check_gram(K)
    _check_digits(K, check_C(C))
    return K, validation.signs(y, len(K))


def _check_digits(K: Array, C: float) -> None:
    """ValueError where K has lost its digits: where rounding it makes other points of these, and moves y f(x).

    The mean squared distance of the points from their mean is mean(k_ii) - mean(k_ij), and the digits of K are those
    of the largest k_ii. Centring K afterwards cannot bring back what is lost. Equal points have no spread to blur.
    """
    k = K.diagonal()
    blur, spread = np.finfo(float).eps * k.max(initial=0.0), k.mean() - K.mean()
    if blur > BLURRED * spread and blur * C > BLURRED and np.ptp(K) > 0:
        raise ValueError(
            "The values of this kernel agree to so many digits that hardly any is left to tell the points apart, as of "
            "points far from 0: subtract the mean of each feature first, or take a smaller bandwidth."
        )


def check_C(C: float, *, infinite: bool = True) -> float:
    """C as a float. Raises ValueError unless it is a positive number (infinity included)."""
    return validation.positive(C, "C", "the price of slack", infinite=infinite)
