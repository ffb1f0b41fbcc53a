"""Bagging, forests and AdaBoost as estimators."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.ensemble import AdaBoostClassifier as TheirAdaBoost
from sklearn.exceptions import ConvergenceWarning

from mlcore.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    RandomForestClassifier,
)
from mlcore.tree import DecisionTreeClassifier
from tests.ensemble.examples import CANCER, GRID, IRIS, NOISY

TWO = np.where(GRID[:, 0] + GRID[:, 1] * GRID[:, 2] > 0, "yes", "no")


ALL = [
    BaggingClassifier(5, random_state=0),
    RandomForestClassifier(5, max_features=2, random_state=0),
    RandomForestClassifier(5, max_features=1, min_samples_leaf=3, max_depth=4, random_state=0),
    AdaBoostClassifier(10),
    AdaBoostClassifier(5, max_depth=2),
    GradientBoostingClassifier(n_estimators=8),
    GradientBoostingClassifier("exponential", 8, 0.5, max_depth=2),
]


def scores(model, X):
    fitted = clone(model).fit(X, TWO)
    return fitted.decision_function(X) if hasattr(model, "decision_function") else fitted.predict_proba(X)


def test_a_forest_with_all_features_is_bagging():
    bagged = BaggingClassifier(10, random_state=3).fit(CANCER.X, CANCER.y)
    forested = RandomForestClassifier(10, max_features=None, random_state=3).fit(CANCER.X, CANCER.y)
    assert np.array_equal(bagged.predict_proba(CANCER.X), forested.predict_proba(CANCER.X))


def test_sqrt_is_rounded_down_and_the_seed_decides():
    def shares(features, seed):
        return RandomForestClassifier(5, features, random_state=seed).fit(CANCER.X, CANCER.y).predict_proba(CANCER.X)

    assert np.array_equal(shares("sqrt", 1), shares(5, 1))  # of 30
    assert not np.array_equal(shares(5, 1), shares(5, 2))


def test_constant_columns_do_no_harm_to_a_forest():
    wide = np.column_stack([CANCER.X, np.full((len(CANCER.y), 300), 0.1)])
    plain = RandomForestClassifier(10, 5, random_state=0).fit(CANCER.X, CANCER.y)
    wider = RandomForestClassifier(10, 5, random_state=0).fit(wide, CANCER.y)
    assert wider.score(wide, CANCER.y) > 0.99
    assert wider.oob_score_ == pytest.approx(plain.oob_score_, abs=0.03)


@pytest.mark.parametrize("change", [1e-6, 1e6, np.array([1, 1e-6, 1e6, 1])], ids=str)
@pytest.mark.parametrize("model", ALL, ids=str)
def test_other_units_of_the_features_change_nothing(model, change):
    assert scores(model, GRID * change) == pytest.approx(scores(model, GRID), abs=1e-12)


@pytest.mark.parametrize("shift", [1e8, np.array([0, 1e8, 0, 0])], ids=str)
@pytest.mark.parametrize("model", ALL, ids=str)
def test_another_origin_of_the_features_changes_nothing(model, shift):
    assert scores(model, GRID + shift) == pytest.approx(scores(model, GRID), abs=1e-12)


@pytest.mark.parametrize("constant", [0.1, 0.3, 7.0])
@pytest.mark.parametrize("model", [m for m in ALL if not hasattr(m, "max_features")], ids=str)
def test_a_constant_column_changes_nothing(model, constant):
    wide = np.column_stack([np.full(120, constant), GRID])
    assert scores(model, wide) == pytest.approx(scores(model, GRID), abs=1e-12)


def test_out_of_bag_and_held_out_agree():
    train, test = CANCER.X[::2], CANCER.X[1::2]
    model = RandomForestClassifier(100, random_state=0).fit(train, CANCER.y[::2])
    assert model.oob_score_ == pytest.approx(model.score(test, CANCER.y[1::2]), abs=0.03)
    assert model.score(test, CANCER.y[1::2]) > DecisionTreeClassifier().fit(train, CANCER.y[::2]).score(
        test, CANCER.y[1::2]
    )


def test_one_tree_leaves_most_examples_without_an_out_of_bag_vote():
    model = BaggingClassifier(1, random_state=0).fit(NOISY.X, NOISY.y)
    assert 0.5 < np.isnan(model.oob_decision_function_).all(axis=1).mean() < 0.75


@pytest.mark.parametrize("data", [CANCER, NOISY], ids=["cancer", "noisy"])
def test_adaboost_is_scikit_learns(data):
    ours = AdaBoostClassifier(50).fit(data.X, data.y)
    theirs = TheirAdaBoost(n_estimators=50, random_state=0).fit(data.X, data.y)
    assert ours.estimator_errors_ == pytest.approx(theirs.estimator_errors_, abs=1e-10)
    assert 2 * ours.estimator_weights_ == pytest.approx(theirs.estimator_weights_, abs=1e-9)
    assert np.array_equal(ours.predict(data.X), theirs.predict(data.X))


@pytest.mark.parametrize(
    "X, y", [([[1], [1]], ["a", "b"]), ([[0, 0], [0, 1], [1, 0], [1, 1]], ["a", "b", "b", "a"])], ids=["equal", "XOR"]
)
def test_where_no_stump_beats_a_coin_the_estimator_says_so(X, y):
    with pytest.warns(ConvergenceWarning, match="No tree of depth 1 does better than a coin .* said to be 'a'"):
        model = AdaBoostClassifier().fit(X, y)
    assert model.predict(X).tolist() == ["a"] * len(y)


def test_two_questions_are_enough_for_xor():
    X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], ["a", "b", "b", "a"]
    assert AdaBoostClassifier(max_depth=2).fit(X, y).score(X, y) == 1


@pytest.mark.parametrize(
    "model, words",
    [
        (RandomForestClassifier(max_features=31), "max_features is 31: take a whole number from 1 to 30"),
        (RandomForestClassifier(max_features="log2"), "take one of 'sqrt' or a whole number"),
        (BaggingClassifier(0), "n_estimators is 0"),
        (AdaBoostClassifier(max_depth=0), "max_depth is 0"),
        (GradientBoostingClassifier(loss="hinge"), "take one of 'log_loss', 'exponential'"),
        (
            GradientBoostingRegressor(learning_rate=0),
            "learning_rate is 0: the shrinkage must be",
        ),
    ],
    ids=str,
)
def test_a_setting_out_of_range_gets_a_sentence(model, words):
    with pytest.raises(ValueError, match=words):
        model.fit(CANCER.X, CANCER.y)


@pytest.mark.parametrize("kind", [RandomForestClassifier, BaggingClassifier])
def test_a_seed_may_be_a_number_of_numpy(kind):
    one, other = (kind(3, random_state=seed).fit(IRIS.X, IRIS.y) for seed in (2, np.array(2)))
    assert np.array_equal(one.predict_proba(IRIS.X), other.predict_proba(IRIS.X))
    with pytest.raises(ValueError, match="random_state is 'two': take a whole number"):
        kind(3, random_state="two").fit(IRIS.X, IRIS.y)


@pytest.mark.parametrize(
    "model",
    [RandomForestClassifier(9), AdaBoostClassifier(9), GradientBoostingClassifier(n_estimators=9)],
    ids=lambda m: type(m).__name__,
)
def test_no_estimator_leaves_the_line_behind(model, monkeypatch, capsys):
    clock = iter(np.arange(0, 100, 0.4))
    monkeypatch.setattr("mlcore.ensemble.progress.monotonic", lambda: next(clock))
    monkeypatch.delenv("MLCORE_CLAIMS", raising=False)
    model.fit(NOISY.X, NOISY.y)
    said = capsys.readouterr().err
    assert "of 9" in said
    assert said.endswith("\r" + " " * 40 + "\r")


def test_a_short_fit_says_nothing(capsys, monkeypatch):
    monkeypatch.delenv("MLCORE_CLAIMS", raising=False)
    BaggingClassifier(3).fit(IRIS.X, IRIS.y)
    assert capsys.readouterr().err == ""


def test_no_leaf_of_a_forest_is_smaller_than_asked_for():
    model = RandomForestClassifier(3, min_samples_leaf=20, random_state=0).fit(CANCER.X, CANCER.y)
    assert min(node.samples for tree in model.estimators_ for node in tree) >= 20


def test_the_out_of_bag_score_is_over_those_that_were_asked():
    model = BaggingClassifier(1, random_state=0).fit(NOISY.X, NOISY.y)
    asked = ~np.isnan(model.oob_decision_function_[:, 0])
    likely = model.classes_[model.oob_decision_function_[asked].argmax(axis=1)]
    assert model.oob_score_ == np.mean(likely == NOISY.y[asked])
