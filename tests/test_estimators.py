"""scikit-learn's own suite over all our estimators, with no expected failure."""

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcore.cluster import KMeans
from mlcore.kernels import Linear
from mlcore.linear import LinearRegression
from mlcore.mixture import GaussianMixture
from mlcore.svm import SVC

ESTIMATORS = [LinearRegression(), SVC(), SVC(solver="qp"), SVC(kernel=Linear()), KMeans(), GaussianMixture()]


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@parametrize_with_checks(ESTIMATORS)
def test_sklearn_conformance(estimator, check):
    check(estimator)
