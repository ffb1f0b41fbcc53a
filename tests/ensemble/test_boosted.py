"""Gradient boosting as estimators."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.ensemble import GradientBoostingClassifier as TheirClassifier
from sklearn.ensemble import GradientBoostingRegressor as TheirRegressor
from sklearn.exceptions import ConvergenceWarning

from mlcore.ensemble import (
    AdaBoostClassifier,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    RandomForestClassifier,
)
from mlcore.ensemble.bagging import full_tree
from tests.ensemble.examples import CANCER, DIABETES, GRID, NOISY


@pytest.mark.parametrize("scale, shift", [(1e-6, 0), (1e6, 0), (1, 1e8), (-1, 0)])
@pytest.mark.parametrize("settings", [{}, dict(learning_rate=1.0, max_depth=2), dict(min_samples_leaf=5)], ids=str)
def test_boosting_knows_no_units_of_the_targets(settings, scale, shift):
    y, model = GRID[:, 0] + GRID[:, 1] * GRID[:, 2], GradientBoostingRegressor(8, **settings)
    plain = clone(model).fit(GRID, y).predict(GRID)
    moved = clone(model).fit(GRID, scale * y + shift).predict(GRID)
    assert moved == pytest.approx(scale * plain + shift, rel=1e-14, abs=1e-9 * abs(scale))


@pytest.mark.parametrize("lr", [0.1, 1.0])
def test_the_regressor_is_scikit_learns(lr):
    ours = GradientBoostingRegressor(30, lr, max_depth=2).fit(DIABETES.X, DIABETES.y)
    theirs = TheirRegressor(n_estimators=30, learning_rate=lr, max_depth=2, random_state=0).fit(DIABETES.X, DIABETES.y)
    assert ours.predict(DIABETES.X) == pytest.approx(theirs.predict(DIABETES.X), abs=1e-7)
    assert 2 * ours.train_score_ == pytest.approx(theirs.train_score_, rel=1e-7)


@pytest.mark.parametrize("loss", ["log_loss", "exponential"])
def test_the_classifier_is_scikit_learns(loss):
    settings = dict(n_estimators=30, learning_rate=0.1, max_depth=3)  # here no tie decides
    ours = GradientBoostingClassifier(loss, **settings).fit(CANCER.X, CANCER.y)
    theirs = TheirClassifier(loss=loss, random_state=0, **settings).fit(CANCER.X, CANCER.y)
    factor = 2 if loss == "log_loss" else 1  # theirs is the log-odds itself
    assert factor * ours.decision_function(CANCER.X) == pytest.approx(theirs.decision_function(CANCER.X), abs=1e-7)
    assert ours.predict_proba(CANCER.X) == pytest.approx(theirs.predict_proba(CANCER.X), abs=1e-8)


def test_a_shrinkage_that_blows_up_gets_a_sentence():
    with pytest.raises(ValueError, match="Boosting diverges with learning_rate = 50: take 1 or less"):
        GradientBoostingRegressor(400, learning_rate=50.0).fit(DIABETES.X, DIABETES.y)


def test_a_shrinkage_that_raises_the_loss_says_so():
    with pytest.warns(ConvergenceWarning, match="With learning_rate = 5 the trees have raised the loss .* take a smal"):
        GradientBoostingRegressor(3, 5.0).fit(DIABETES.X, DIABETES.y)


def test_so_does_a_newton_step_that_is_too_long_for_a_rare_label():
    X, y = np.repeat([[0.0], [1.0]], [100, 2], axis=0), np.append(np.zeros(101), 1)  # of the two at 1 one is rare
    with pytest.warns(ConvergenceWarning, match="With learning_rate = 1 the trees have raised the loss .* 0.055 to "):
        GradientBoostingClassifier(n_estimators=1, learning_rate=1.0).fit(X, y)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("lr", [0.1, 1.0, 1.9])
def test_where_the_loss_falls_nothing_is_said(lr):
    assert np.isfinite(GradientBoostingRegressor(20, lr).fit(DIABETES.X, DIABETES.y).train_score_).all()
    GradientBoostingRegressor(3, lr).fit(DIABETES.X, np.full(len(DIABETES.y), 0.1))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("lr", [1e80, 1e200])
def test_a_loss_that_overflows_at_once_gets_the_sentence_and_no_warning(lr):
    with pytest.raises(ValueError, match="Boosting diverges"):
        GradientBoostingRegressor(40, lr).fit(DIABETES.X, DIABETES.y)


@pytest.mark.parametrize(
    ("model", "most"),
    [
        (RandomForestClassifier(3), 3),
        (GradientBoostingRegressor(3), 3),
        (GradientBoostingClassifier(n_estimators=3), 3),
        (AdaBoostClassifier(3), 4),  # the next stump says whether the run ends here
    ],
    ids=lambda m: type(m).__name__,
)
def test_no_more_trees_grow_than_are_asked_for(model, most, monkeypatch):
    grown = []

    def counted(*args, **kwargs):
        grown.append(1)
        return full_tree(*args, **kwargs)

    for module in ("adaboost", "bagging", "boosting"):
        monkeypatch.setattr(f"mlcore.ensemble.{module}.full_tree", counted)
    model.fit(NOISY.X, NOISY.y)
    assert len(grown) == most


def test_a_score_of_exactly_0_is_the_first_class():
    assert GradientBoostingClassifier(n_estimators=2).fit([[1], [1]], ["a", "b"]).predict([[1]]).tolist() == ["a"]


def test_small_chances_are_not_lost():
    X, y = np.arange(20.0)[:, None], np.repeat([0, 1], 10)
    p = GradientBoostingClassifier(loss="exponential", learning_rate=1.0, n_estimators=60).fit(X, y).predict_proba(X)
    assert (p > 0).all()
    assert p[0, 1] == pytest.approx(p[-1, 0], rel=1e-6)  # the classes are each other's mirror image
    assert p.min() < 1e-17
