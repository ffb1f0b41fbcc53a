"""The support vector classifier as a scikit-learn estimator."""

import warnings
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcore.base import validation
from mlcore.base.binary import BinaryClassifierMixin
from mlcore.base.labels import encode_labels
from mlcore.base.types import Array
from mlcore.kernels import RBF, Linear
from mlcore.kernels.functions import PROVEN
from mlcore.svm.dual import DualPoint, check_C
from mlcore.svm.finish import climb_free, smo
from mlcore.svm.qp import solve_dual


class SVC(BinaryClassifierMixin, BaseEstimator):
    """Soft-margin support vector machine for two classes (SVM-12 to SVM-16).

    C: price of a unit of slack (> 0; inf is the hard margin). kernel: any k(X, Z) -> (n, m), such as
    those of `mlcore.kernels`. solver: "smo" (ours) or "qp" (cvxopt). tol: the KKT gap that is allowed,
    in units of y f(x). max_iter: cap on the pairs of SMO.

    Fitted: classes_, alpha_ (n,), support_ (indices), support_vectors_, dual_coef_ (y alpha of these),
    intercept_, dual_objective_, duality_gap_, kkt_gap_, n_iter_.
    Raises ValueError for one class or three, NaN, C <= 0, a kernel that is not PSD on the data, and for
    C = inf on classes that are not separable. Warns, with the gap, if a solver ends above tol.
    """

    def __init__(
        self,
        C: float = 1.0,
        kernel: Any = RBF(sigma=1.0),  # noqa: B008 - it is frozen
        solver: str = "smo",
        tol: float = 1e-3,
        max_iter: int = 200_000,
    ):
        self.C = C
        self.kernel = kernel
        self.solver = solver
        self.tol = tol
        self.max_iter = max_iter

    def fit(self, X, y) -> "SVC":
        """Fit to X (n, d) and two-class labels y (n,)."""
        X, y = validate_data(self, X, y, dtype=float)
        check_classification_targets(y)
        self.classes_, y01 = encode_labels(y)
        self._check_parameters()
        self._origin = self._place_of_0(np.asarray(X))
        near = X - self._origin
        K = self.kernel(near, near)
        point = self._solve(K, 2.0 * y01 - 1.0)
        self._warn_of_what_is_short(float(K.diagonal().max()), point)
        self.alpha_, self._bias = point.alpha, point.bias
        self.support_ = np.flatnonzero(point.alpha > 0)  # both solvers put what is on a bound exactly there
        self.support_vectors_ = X[self.support_]
        self.dual_coef_ = (point.y * point.alpha)[self.support_]
        self.intercept_ = point.bias - float(self._origin @ point.weights(near))
        self.dual_objective_ = point.objective
        self.duality_gap_, self.kkt_gap_ = point.duality_gap, point.kkt_gap
        return self

    def _place_of_0(self, X: Array) -> Array:
        """What the kernel is to see as 0 (d,): of a linear one the mean, as far from it the digits of x'z are used up.

        k(x - m, z - m) = k(x, z) - m'x - m'z + m'm, and sum_i alpha_i y_i = 0: so W is the same, and only b moves.
        """
        return X.mean(axis=0) if isinstance(self.kernel, Linear) else np.zeros(X.shape[1])

    def _check_parameters(self) -> None:
        self._C, self._tol = check_C(self.C), validation.positive(self.tol, "tol", "the KKT gap allowed")
        validation.one_of(self.solver, "solver", ("smo", "qp"))
        validation.whole(self.max_iter, "max_iter")
        if isinstance(self.kernel, type):
            raise ValueError(
                f"kernel is the class {self.kernel.__name__}: make a kernel of it, {self.kernel.__name__}()."
            )
        if not callable(self.kernel):
            raise ValueError(
                f"kernel is {self.kernel!r}: take one of mlcore.kernels, such as Linear() or RBF(sigma=1.0)."
            )

    def _solve(self, K: Array, y: Array) -> DualPoint:
        proven = type(self.kernel) in PROVEN
        if self.solver == "qp":
            self.n_iter_ = 1
            return self._polished(K, solve_dual(K, y, self._C, proven=proven))
        state = smo(K, y, self._C, tol=self._tol, max_iter=int(self.max_iter), proven=proven)
        self.n_iter_ = max(state.t, 1)
        return state

    def _polished(self, K: Array, point: DualPoint) -> DualPoint:
        """An interior-point method stops a little off the optimum: for a smaller tol, one ascent of the free ones."""
        if point.is_optimal(self._tol):
            return point
        return DualPoint.at(climb_free(K, point.y, self._C, point.alpha), K, point.y, self._C)

    def _warn_of_what_is_short(self, largest: float, point: DualPoint) -> None:
        """Where tol is not reached; or where rounding K, of this largest value, moves y f(x) by more than tol."""
        blur = np.finfo(float).eps * largest * float(np.linalg.norm(point.alpha))
        if not point.is_optimal(self._tol):
            cap = f"SMO hit the cap of {self.max_iter} pairs with" if self.solver == "smo" else "The QP solver came to"
            what = f"{cap} a KKT gap of {point.kkt_gap:.2g}"
            cure = "Standardise the features, lower C, raise max_iter or tol, or take the other solver."
        elif blur > self._tol:
            what = f"To round the kernel's values, which go up to {largest:.2g}, moves y f(x) by about {blur:.2g}"
            cure = "Subtract the mean of each feature, standardise the features, or lower C."
        else:
            return
        warnings.warn(f"{what} (tol is {self._tol:g}). {cure}", ConvergenceWarning, stacklevel=3)

    def decision_function(self, X) -> Array:
        """f(x) = sum_i alpha_i y_i k(x_i, x) + b for each row of X (m, d): positive for classes_[1]."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float)
        near = self.kernel(X - self._origin, self.support_vectors_ - self._origin)
        return near @ self.dual_coef_ + self._bias
