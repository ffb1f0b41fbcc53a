"""Bad and degenerate data, the same for all estimators: a sentence, or a finite answer without a warning."""

import numpy as np
import pytest
from sklearn.base import clone

from mlcore.kernels import Linear
from mlcore.linear import LinearRegression
from mlcore.svm import SVC

BINARY_CLASSIFIERS = [SVC(), SVC(solver="qp"), SVC(kernel=Linear()), SVC(kernel=Linear(), solver="qp")]
binary = pytest.mark.parametrize("estimator", BINARY_CLASSIFIERS, ids=str)

rng = np.random.default_rng(0)
X = rng.standard_normal((12, 3))
y = np.where(np.arange(12) % 2, 1, -1)


def with_value(value):
    return np.where(np.arange(36).reshape(12, 3) == 4, value, X)


@binary
@pytest.mark.parametrize(
    "X, y, words",
    [
        pytest.param(X, np.ones(12), "one class", id="one class"),
        pytest.param(X[:1], y[:1], "one class|1 sample", id="n=1"),
        pytest.param(X, np.arange(12) % 3, r"Only binary classification is supported\.", id="three classes"),
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


@binary
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
    model = clone(estimator).fit(X, y)
    assert np.isfinite(model.decision_function(X)).all()
    assert set(model.predict(X)) <= {-1, 1}


@binary
def test_one_point_a_class_is_classified_right(estimator):
    assert clone(estimator).fit([[0.0], [2.0]], ["left", "right"]).predict([[0.5], [1.5]]).tolist() == ["left", "right"]


@binary
def test_equal_points_of_both_classes_get_one_answer(estimator):
    twice, both = np.vstack([X, X]), np.append(y, -y)
    scores = clone(estimator).fit(twice, both).decision_function(twice)
    assert np.array_equal(scores[:12], scores[12:])
    assert np.abs(scores).max() < 1e-3  # no reason to prefer a class anywhere


REGRESSORS = [LinearRegression()]
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
