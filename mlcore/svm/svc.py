"""The support vector classifier as a scikit-learn estimator."""

import warnings
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcore import validation
from mlcore.binary import BinaryClassifierMixin
from mlcore.kernels import RBF
from mlcore.labels import encode_labels
from mlcore.svm.dual import DualPoint, check_C
from mlcore.svm.finish import climb_free, smo
from mlcore.svm.qp import solve_dual
from mlcore.types import Array


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
        point = self._solve(self.kernel(X, X), 2.0 * y01 - 1.0)
        self.alpha_ = point.alpha
        self.support_ = np.flatnonzero(point.alpha > 0)  # both solvers put what is on a bound exactly there
        self.support_vectors_ = X[self.support_]
        self.dual_coef_ = (point.y * point.alpha)[self.support_]
        self.intercept_ = point.bias
        self.dual_objective_ = point.objective
        self.duality_gap_, self.kkt_gap_ = point.duality_gap, point.kkt_gap
        return self

    def _check_parameters(self) -> None:
        check_C(self.C)
        validation.one_of(self.solver, "solver", ("smo", "qp"))
        validation.positive(self.tol, "tol", "the KKT gap allowed")
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
        if self.solver == "qp":
            self.n_iter_ = 1
            return self._polished(K, solve_dual(K, y, self.C))
        state = smo(K, y, self.C, tol=self.tol, max_iter=self.max_iter)
        self.n_iter_ = max(state.t, 1)
        if not state.converged:
            warnings.warn(
                f"SMO hit the cap of {self.max_iter} pairs with a KKT gap of {state.kkt_gap:.2g} "
                f"(tol is {self.tol:g}). Standardise the features, lower C, or raise max_iter.",
                ConvergenceWarning,
                stacklevel=3,
            )
        return state

    def _polished(self, K: Array, point: DualPoint) -> DualPoint:
        """An interior-point method stops a little off the optimum: for a smaller tol, one ascent of the free ones."""
        if point.is_optimal(self.tol):
            return point
        point = DualPoint.at(climb_free(K, point.y, self.C, point.alpha), K, point.y, self.C)
        if not point.is_optimal(self.tol):
            warnings.warn(
                f"The QP solver came to a KKT gap of {point.kkt_gap:.2g} (tol is {self.tol:g}): raise tol, lower C, or "
                'take solver="smo".',
                ConvergenceWarning,
                stacklevel=4,
            )
        return point

    def decision_function(self, X) -> Array:
        """f(x) = sum_i alpha_i y_i k(x_i, x) + b for each row of X (m, d): positive for classes_[1]."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float)
        return self.kernel(X, self.support_vectors_) @ self.dual_coef_ + self.intercept_
