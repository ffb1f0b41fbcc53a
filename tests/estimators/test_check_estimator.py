"""scikit-learn's own suite over all our estimators, with no expected failure."""

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from tests.estimators.every import (
    CHEAP,
    CLASSIFIERS,
    CLUSTERERS,
    REGRESSORS,
    SETTINGS,
    TRANSFORMERS,
    VARIANTS,
    estimator_classes,
    estimators,
    other_settings,
)


def test_all_estimators_are_found_and_each_is_of_a_kind_that_is_tested():
    names = {c.__name__ for c in estimator_classes()}
    assert names >= {"GaussianMixture", "KMeans", "LinearRegression", "SVC"}
    assert {*VARIANTS, *SETTINGS, *CHEAP} <= names
    assert len(CLASSIFIERS + REGRESSORS + CLUSTERERS + TRANSFORMERS) == len(estimators())


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@parametrize_with_checks(estimators(cheap=True) + other_settings())
def test_sklearn_conformance(estimator, check):
    check(estimator)
