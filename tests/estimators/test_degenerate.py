"""Bad and degenerate data, the same for all estimators: a sentence, or a finite answer without a warning."""

import warnings

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from tests.estimators.every import CLASSIFIERS, CLUSTERERS, REGRESSORS, TRANSFORMERS

MULTICLASS = {e for e in CLASSIFIERS if e.__sklearn_tags__().classifier_tags.multi_class}
classification = pytest.mark.parametrize("estimator", CLASSIFIERS, ids=str)
binary = pytest.mark.parametrize("estimator", [e for e in CLASSIFIERS if e not in MULTICLASS], ids=str)

rng = np.random.default_rng(0)
X = rng.standard_normal((12, 3))
y = np.where(np.arange(12) % 2, 1, -1)


def with_value(value):
    return np.where(np.arange(36).reshape(12, 3) == 4, value, X)


def is_perceptron(estimator) -> bool:
    return type(estimator).__name__ == "Perceptron"


def fitted(estimator, X, y):
    """Fitted without a warning, but for three that are right.

    The perceptron may say that it never ends, as it has nothing to minimise; a ridge that it is large; and AdaBoost
    that no stump is better than a coin.
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The ridge reg_covar = 1e-06 is large beside")
        warnings.filterwarnings("ignore", "No tree of depth 1 does better than a coin", ConvergenceWarning)
        if is_perceptron(estimator):
            warnings.filterwarnings("ignore", "The perceptron stopped at its cap", ConvergenceWarning)
        return clone(estimator).fit(X, y)


@binary
def test_three_classes_are_too_many(estimator):
    with pytest.raises(ValueError, match=r"Only binary classification is supported\."):
        clone(estimator).fit(X, np.arange(12) % 3)


@classification
@pytest.mark.parametrize(
    "X, y, words",
    [
        pytest.param(X, np.ones(12), "one class", id="one class"),
        pytest.param(X[:1], y[:1], "one class|1 sample", id="n=1"),
        pytest.param(with_value(np.nan), y, "NaN", id="NaN"),
        pytest.param(with_value(np.inf), y, "infinity", id="infinity"),
        pytest.param(X, np.where(y > 0, 1, np.nan), "NaN", id="NaN label"),
        pytest.param(X, X[:, 0], "continuous", id="targets of a regression"),
        pytest.param(X[:0], y[:0], "0 sample", id="no point"),
        pytest.param(X[:, :0], y, r"0 feature", id="no feature"),
        pytest.param(X, y[:5], "inconsistent numbers of samples", id="too few labels"),
        pytest.param([["red"], ["blue"]], [-1, 1], "could not convert string", id="strings"),
    ],
)
def test_a_sentence_says_what_is_wrong(estimator, X, y, words):
    with pytest.raises(ValueError, match=words):
        clone(estimator).fit(X, y)


@classification
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "X, y",
    [
        pytest.param([[0.0, 0.0], [1.0, 2.0]], [-1, 1], id="one point a class"),
        pytest.param(np.vstack([X, X]), np.append(y, -y), id="every point in both classes"),
        pytest.param(np.vstack([X, X, X]), np.tile(y, 3), id="duplicates"),
        pytest.param(np.ones((12, 3)), y, id="all points equal"),
        pytest.param(np.zeros((12, 3)), y, id="all points zero"),
        pytest.param(X * [1, 0, 1] + [0, 7, 0], y, id="a constant feature"),
        pytest.param(np.repeat(X[:, :1], 2, axis=1), y, id="the same feature twice"),
        pytest.param(rng.standard_normal((6, 50)), y[:6], id="more features than points"),
        pytest.param(X, np.where(np.arange(12) == 5, 1, -1), id="one against eleven"),
        pytest.param(X * 1e-8, y, id="tiny features"),
    ],
)
def test_a_finite_answer_without_a_warning(estimator, X, y):
    if estimator.__sklearn_tags__().input_tags.positive_only:  # counts
        X = np.abs(X)
    model = fitted(estimator, X, y)
    scores = model.decision_function(X) if hasattr(model, "decision_function") else model.predict_proba(X)
    assert np.isfinite(scores).all()
    assert set(model.predict(X)) <= {-1, 1}


@classification
def test_one_point_a_class_is_classified_right(estimator):
    if estimator.__sklearn_tags__().classifier_tags.poor_score:
        pytest.skip("it does not see how large a single feature is")
    assert clone(estimator).fit([[0.0], [2.0]], ["left", "right"]).predict([[0.5], [1.5]]).tolist() == ["left", "right"]


@binary
def test_equal_points_of_both_classes_get_one_answer(estimator):
    twice, both = np.vstack([X, X]), np.append(y, -y)
    scores = fitted(estimator, twice, both).decision_function(twice)
    assert np.array_equal(scores[:12], scores[12:])
    assert is_perceptron(estimator) or np.abs(scores).max() < 1e-3  # no reason to prefer a class anywhere


regression = pytest.mark.parametrize("estimator", REGRESSORS, ids=str)


@regression
@pytest.mark.parametrize(
    "X, y, words",
    [
        pytest.param(with_value(np.nan), X[:, 0], "NaN", id="NaN"),
        pytest.param(with_value(np.inf), X[:, 0], "infinity", id="infinity"),
        pytest.param(X, np.where(y > 0, X[:, 0], np.nan), "NaN", id="NaN target"),
        pytest.param(X, np.where(y > 0, "tall", "small"), "predicts numbers", id="strings as targets"),
        pytest.param(X[:0], y[:0], "0 sample", id="no point"),
        pytest.param(X[:, :0], y, "0 feature", id="no feature"),
        pytest.param(X, y[:5], "inconsistent numbers of samples", id="too few targets"),
        pytest.param(X, 1e200 * X[:, 0], "take other units", id="targets that overflow"),
    ],
)
def test_a_regression_says_what_is_wrong(estimator, X, y, words):
    with pytest.raises(ValueError, match=words):
        clone(estimator).fit(X, y)


@regression
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "X, y",
    [
        pytest.param(X[:1], [3.0], id="n=1"),
        pytest.param(np.vstack([X, X]), np.append(X[:, 0], X[:, 1]), id="two targets for each point"),
        pytest.param(np.ones((12, 3)), X[:, 0], id="all points equal"),
        pytest.param(X * [1, 0, 1] + [0, 7, 0], X[:, 0], id="a constant feature"),
        pytest.param(np.repeat(X[:, :1], 2, axis=1), X[:, 1], id="the same feature twice"),
        pytest.param(rng.standard_normal((6, 50)), X[:6, 0], id="more features than points"),
        pytest.param(X, np.full(12, 5.0), id="all targets equal"),
        pytest.param(X * 1e-8, X[:, 0], id="tiny features"),
    ],
)
def test_a_regression_gives_finite_numbers_without_a_warning(estimator, X, y):
    model = clone(estimator).fit(X, y)
    assert np.isfinite(model.predict(X)).all()
    assert model.predict(X)[:2] == pytest.approx(model.predict(X[:2]))


clustering = pytest.mark.parametrize("estimator", CLUSTERERS, ids=str)


def of_size(estimator, K: int):
    """The same, asked for K clusters, with a seed."""
    name = "n_clusters" if "n_clusters" in estimator.get_params() else "n_components"
    return clone(estimator).set_params(**{name: K}, random_state=0)


@clustering
@pytest.mark.parametrize(
    "X, K, words",
    [
        pytest.param(with_value(np.nan), 2, "NaN", id="NaN"),
        pytest.param(with_value(np.inf), 2, "infinity", id="infinity"),
        pytest.param([["red"], ["blue"]], 2, "could not convert string", id="strings"),
        pytest.param(X[:0], 2, "0 sample", id="no point"),
        pytest.param(X[:, :0], 2, "0 feature", id="no feature"),
        pytest.param(X, 13, "12 samples have only 12 different points", id="more clusters than points"),
        pytest.param(np.ones((12, 3)), 2, "only 1 different", id="more clusters than different points"),
        pytest.param(X, 0, "take a whole number, 1 or more", id="no cluster"),
        pytest.param(X, 1.5, "take a whole number, 1 or more", id="half a cluster"),
        pytest.param(X * 1e200, 2, "take other units", id="overflow"),
    ],
)
def test_a_clustering_says_what_is_wrong(estimator, X, K, words):
    with pytest.raises(ValueError, match=words):
        of_size(estimator, K).fit(X)


@clustering
@pytest.mark.filterwarnings("error", "ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize(
    "X, K",
    [
        pytest.param(X[:1], 1, id="n=1"),
        pytest.param(X, 12, id="as many clusters as points"),
        pytest.param(np.vstack([X, X, X]), 3, id="duplicates"),
        pytest.param(np.ones((12, 3)), 1, id="all points equal"),
        pytest.param(np.full((12, 3), 0.3), 1, id="all points 0.3"),
        pytest.param(X * [1, 0, 1] + [0, 0.3, 0], 3, id="a constant feature"),
        pytest.param(np.repeat(X[:, :1], 2, axis=1), 3, id="the same feature twice"),
        pytest.param(rng.standard_normal((6, 50)), 3, id="more features than points"),
        pytest.param(X * 1e3, 3, id="large features"),
        pytest.param(X + 1e4, 3, id="far from the origin"),
    ],
)
def test_a_clustering_gives_finite_numbers_without_a_warning(estimator, X, K):
    model = of_size(estimator, K)
    labels = model.fit_predict(X)
    assert set(labels) <= set(range(K))
    assert np.array_equal(labels, model.predict(X))
    assert np.array_equal(model.predict(X)[:3], model.predict(X[:3]))
    assert np.isfinite(model.score(X) if hasattr(model, "score") else model.inertia_)


transform = pytest.mark.parametrize("estimator", TRANSFORMERS, ids=str)


@transform
@pytest.mark.parametrize(
    "X, words",
    [
        pytest.param(with_value(np.nan), "NaN", id="NaN"),
        pytest.param(with_value(np.inf), "infinity", id="infinity"),
        pytest.param([["red"], ["blue"]], "could not convert string", id="strings"),
        pytest.param(X[:0], "0 sample", id="no point"),
        pytest.param(X[:, :0], "0 feature", id="no feature"),
        pytest.param(X[:1], "1 sample", id="n=1"),
        pytest.param(X * 1e200, "take other units", id="overflow"),
    ],
)
def test_a_transformer_says_what_is_wrong(estimator, X, words):
    with pytest.raises(ValueError, match=words):
        clone(estimator).fit(X)


@transform
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "X",
    [
        pytest.param(X[:2], id="two points"),
        pytest.param(np.vstack([X, X, X]), id="duplicates"),
        pytest.param(np.full((12, 3), 0.3), id="all points equal"),
        pytest.param(X * [1, 0, 1] + [0, 0.3, 0], id="a constant feature"),
        pytest.param(np.repeat(X[:, :1], 2, axis=1), id="the same feature twice"),
        pytest.param(rng.standard_normal((6, 50)), id="more features than points"),
        pytest.param(X * 1e-8, id="tiny features"),
        pytest.param(X + 1e4, id="far from the origin"),
    ],
)
def test_a_transformer_gives_finite_numbers_and_leads_back(estimator, X):
    model = clone(estimator).fit(X)
    Z = model.transform(X)
    assert np.isfinite(Z).all()
    assert model.transform(X[:2]) == pytest.approx(Z[:2])
    assert model.inverse_transform(Z) == pytest.approx(X)  # all components
