"""The support vector classifier as a scikit-learn estimator."""

import warnings
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcore.kernels import RBF
from mlcore.labels import encode_labels
from mlcore.svm.dual import check_C
from mlcore.svm.primal import require_separable
from mlcore.svm.qp import solve_dual
from mlcore.svm.smo import smo


class SVC(ClassifierMixin, BaseEstimator):
    """Soft-margin support vector machine for two classes (SVM-12 to SVM-16).

    C: price of a unit of slack (> 0; inf is the hard margin). kernel: any k(X, Z) -> (n, m), such as
    those of `mlcore.kernels`. solver: "smo" (ours) or "qp" (cvxopt). tol: KKT gap at which SMO stops,
    in units of y f(x). max_iter: cap on SMO's steps.

    Fitted: classes_, alpha_ (n,), support_ (indices), support_vectors_, dual_coef_ (y alpha of these),
    intercept_, dual_objective_, duality_gap_, kkt_gap_, n_iter_.
    Raises ValueError for one class or three, NaN, C <= 0, a kernel that is not PSD on the data, and for
    C = inf on classes that are not separable. Warns, with the gap, if SMO ends at the cap.
    """

    def __init__(
        self,
        C: float = 1.0,
        kernel: Any = RBF(sigma=1.0),  # noqa: B008 - it is frozen
        solver: str = "smo",
        tol: float = 1e-3,
        max_iter: int = 1_000_000,
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
        check_C(self.C)
        point = self._solve(self.kernel(X, X), 2.0 * y01 - 1.0)
        self.alpha_ = point.alpha
        self.support_ = np.flatnonzero(point.alpha > 0)  # both solvers put what is on a bound exactly there
        self.support_vectors_ = X[self.support_]
        self.dual_coef_ = (point.y * point.alpha)[self.support_]
        self.intercept_ = point.bias
        self.dual_objective_ = point.objective
        self.duality_gap_, self.kkt_gap_ = point.duality_gap, point.kkt_gap
        return self

    def _solve(self, K, y):
        if self.solver not in ("smo", "qp"):
            raise ValueError(f'solver is {self.solver!r}: take "smo" or "qp".')
        if self.solver == "qp":
            self.n_iter_ = 1
            return solve_dual(K, y, self.C)
        if np.isinf(self.C):
            require_separable(K, y)
        state = smo(K, y, self.C, tol=self.tol, max_iter=self.max_iter)
        self.n_iter_ = max(state.t, 1)
        if not state.converged(self.tol):
            warnings.warn(
                f"SMO hit the cap of {self.max_iter} steps with a KKT gap of {state.kkt_gap:.2g} "
                f"(tol is {self.tol:g}). Standardise the features, lower C, or raise max_iter.",
                ConvergenceWarning,
                stacklevel=3,
            )
        return state

    def decision_function(self, X) -> np.ndarray:
        """f(x) = sum_i alpha_i y_i k(x_i, x) + b for each row of X (m, d): positive for classes_[1]."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float)
        return self.kernel(X, self.support_vectors_) @ self.dual_coef_ + self.intercept_

    def predict(self, X) -> np.ndarray:
        """The class of each row of X (m, d)."""
        score = self.decision_function(X)
        return self.classes_[(score > 0).astype(int)]

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags
