"""Ensembles: by hand, against scikit-learn, the bounds they keep, and bad input."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar
from sklearn.base import clone
from sklearn.ensemble import AdaBoostClassifier as TheirAdaBoost
from sklearn.ensemble import GradientBoostingClassifier as TheirClassifier
from sklearn.ensemble import GradientBoostingRegressor as TheirRegressor
from sklearn.exceptions import ConvergenceWarning

from mlcore import datasets
from mlcore.base.steps import State, last, take
from mlcore.ensemble import (
    LOSSES,
    AdaBoostClassifier,
    BaggingClassifier,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    RandomForestClassifier,
    adaboost_steps,
    boosting_steps,
    bootstrap,
    forest_steps,
    values,
    vote,
)
from mlcore.ensemble.adaboost import STUMP, signs_of
from mlcore.ensemble.bagging import full_tree
from mlcore.ensemble.boosting import leaf_steps
from mlcore.ensemble.progress import watched
from mlcore.tree import DecisionTreeClassifier, Limits, gini, label_table, sorted_rows

CANCER, DIABETES, IRIS = datasets.breast_cancer(), datasets.diabetes(), datasets.iris()
NOISY = datasets.noisy_blobs(120, noise=0.15)


def adaboost(X, y, **settings):
    X = np.asarray(X, float)
    return adaboost_steps(X, np.asarray(y, float), rows=sorted_rows(X), **settings)


# --- Bagging and forests ----------------------------------------------------------------------


def forest(data, trees, limits=Limits(), seed=0):  # noqa: B008 - it is frozen
    table = label_table(np.unique(data.y, return_inverse=True)[1], len(set(data.y)), np.ones(len(data.y)))
    steps = forest_steps(data.X, table, rows=sorted_rows(data.X), impurity=gini, limits=limits, seed=seed)
    return take(steps, trees)


def test_a_bootstrap_draws_n_times_and_leaves_out_a_share_of_1_over_e():
    rng = np.random.default_rng(0)
    draws = [bootstrap(500, rng) for _ in range(200)]
    assert {d.sum() for d in draws} == {500}
    assert np.mean([(d == 0).mean() for d in draws]) == pytest.approx((1 - 1 / 500) ** 500, abs=2e-3)


def test_a_bagged_tree_is_the_tree_of_the_repeated_rows():
    for depth in (np.inf, 2):  # leaves of a shallow tree are mixed, so that shares count how often a row was drawn
        state = forest(IRIS, 1, Limits(max_depth=depth))[1]
        repeated = np.repeat(IRIS.X, state.drawn, axis=0), np.repeat(IRIS.y, state.drawn)
        alone = DecisionTreeClassifier(max_depth=None if depth == np.inf else depth).fit(*repeated)
        assert np.array_equal(values(state.tree, IRIS.X), alone.predict_proba(IRIS.X))


def test_out_of_bag_votes_are_those_of_the_trees_that_did_not_see_it():
    states = forest(NOISY, 8)
    unseen = np.array([s.drawn == 0 for s in states[1:]])
    said = np.array([values(s.tree, NOISY.X) for s in states[1:]])
    assert np.array_equal(states[-1].voters, unseen.sum(axis=0))
    assert states[-1].votes == pytest.approx((said * unseen[:, :, None]).sum(axis=0))


def test_a_seed_gives_the_same_forest_and_another_seed_another():
    a, b, c = ([s.drawn for s in forest(NOISY, 3, Limits(max_features=1), seed)] for seed in (0, 0, 1))
    assert np.array_equal(a, b)
    assert not np.array_equal(a, c)


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


GRID = np.random.default_rng(5).integers(-64, 64, (120, 4)) / 16  # so that shifts by 1e8 keep all digits
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


@pytest.mark.parametrize("scale, shift", [(1e-6, 0), (1e6, 0), (1, 1e8), (-1, 0)])
@pytest.mark.parametrize("settings", [{}, dict(learning_rate=1.0, max_depth=2), dict(min_samples_leaf=5)], ids=str)
def test_boosting_knows_no_units_of_the_targets(settings, scale, shift):
    y, model = GRID[:, 0] + GRID[:, 1] * GRID[:, 2], GradientBoostingRegressor(8, **settings)
    plain = clone(model).fit(GRID, y).predict(GRID)
    moved = clone(model).fit(GRID, scale * y + shift).predict(GRID)
    assert moved == pytest.approx(scale * plain + shift, rel=1e-14, abs=1e-9 * abs(scale))


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


# --- AdaBoost ---------------------------------------------------------------------------------


def test_a_round_by_hand():
    start, first, *_ = take(adaboost(np.arange(10.0)[:, None], [1, 1, 1, -1, -1, -1, 1, 1, 1, -1]), 1)
    assert start.weights == pytest.approx(np.full(10, 0.1))
    # the best Gini cut is 2.5: on the left three +1, on the right 4 of 7 are -1, so the three at 6, 7, 8 are wrong
    assert first.error == pytest.approx(0.3)
    assert first.alpha == pytest.approx(np.log(7 / 3) / 2)  # 0.4236
    assert first.bound == pytest.approx(2 * np.sqrt(0.3 * 0.7))  # 0.9165
    assert first.weights[6:9] == pytest.approx(1 / 6)  # half of the weight on three
    assert first.weights[[0, 1, 2, 3, 4, 5, 9]] == pytest.approx(1 / 14)


@pytest.mark.parametrize("data", [CANCER, NOISY], ids=["cancer", "noisy"])
def test_adaboost_is_scikit_learns(data):
    ours = AdaBoostClassifier(50).fit(data.X, data.y)
    theirs = TheirAdaBoost(n_estimators=50, random_state=0).fit(data.X, data.y)
    assert ours.estimator_errors_ == pytest.approx(theirs.estimator_errors_, abs=1e-10)
    assert 2 * ours.estimator_weights_ == pytest.approx(theirs.estimator_weights_, abs=1e-9)
    assert np.array_equal(ours.predict(data.X), theirs.predict(data.X))


@given(st.integers(0, 10_000), st.integers(2, 25), st.sampled_from([1, 2]))
def test_the_training_error_stays_below_its_bound_in_every_round(seed, n, depth):
    rng = np.random.default_rng(seed)
    X, y = rng.integers(0, 6, (n, 2)).astype(float), rng.choice([-1.0, 1.0], n)
    states = take(adaboost(X, y, limits=Limits(max_depth=depth)), 25)
    for state in states:
        assert (y * state.scores <= 0).mean() <= state.bound + 1e-12
        assert state.weights.sum() == pytest.approx(1)
        assert state.bound == pytest.approx(np.exp(-y * state.scores).mean())


def test_the_last_stump_is_a_coin_on_the_new_weights():
    *_, state = take(adaboost(NOISY.X, NOISY.y), 7)
    h = 2.0 * values(state.stump, NOISY.X).argmax(axis=1) - 1
    assert state.weights[h != NOISY.y].sum() == pytest.approx(0.5)


def test_a_stump_without_an_error_ends_the_run_with_a_finite_vote():
    states = take(adaboost([[0], [1], [2], [3]], [-1, -1, 1, 1]), 50)
    assert [s.t for s in states] == [0, 1]
    assert states[-1].converged
    assert states[-1].alpha == vote(0.0, 4) == pytest.approx(np.log(7) / 2)


def test_no_better_than_a_coin_ends_the_run_at_once():
    (only,) = take(adaboost([[1], [1]], [-1, 1]), 50)
    assert only.converged


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


def test_a_tie_in_a_leaf_is_none_of_rounding():
    weights = np.tile([0.1, 0.2, 0.3], 4) / 2.4
    table = label_table(np.repeat([0, 1], 6), 2, np.append(weights[:6], weights[11:5:-1] * (1 + 1e-15)))
    stump = full_tree(np.ones((12, 1)), table, np.arange(12)[None], gini, STUMP)
    assert signs_of(stump, np.ones((3, 1))).tolist() == [-1] * 3


@pytest.mark.parametrize("weights", [[-1, 1, 1, 1], [0, 0, 0, 0], [1, 1], [1e308] * 4], ids=str)
def test_bad_weights_get_a_sentence(weights):
    with pytest.raises(ValueError, match="weights"):
        take(adaboost([[0], [1], [2], [3]], [-1, -1, 1, 1], weights=weights), 1)


# --- Gradient boosting ------------------------------------------------------------------------


@pytest.mark.parametrize("name", LOSSES)
def test_residuals_and_curvatures_are_the_slopes_of_the_loss(name):
    loss, f, h = LOSSES[name], np.linspace(-3, 3, 13), 1e-5
    for y in (-1.0, 1.0):
        at = np.full(13, y)
        slope = (loss.value(at, f + h) - loss.value(at, f - h)) / (2 * h)
        assert loss.residual(at, f) == pytest.approx(-slope, abs=1e-6)
        bend = (loss.residual(at, f - h) - loss.residual(at, f + h)) / (2 * h)
        assert loss.curvature(at, f) == pytest.approx(bend, abs=1e-6)


@pytest.mark.parametrize("name", LOSSES)
def test_the_start_is_the_best_constant(name):
    y = np.repeat([-1.0, 1.0], [2, 8])
    best = minimize_scalar(lambda c: LOSSES[name].value(y, np.full(10, c)).sum(), bounds=(-5, 5), method="bounded").x
    assert LOSSES[name].start(y) == pytest.approx(best, abs=1e-4)


def test_losses_do_not_overflow_where_scores_are_large():
    with np.errstate(all="raise", under="ignore"):
        far = np.array([-1000.0, 1000.0])
        assert np.isfinite(LOSSES["log_loss"].value(np.ones(2), far)).all()
        assert np.isfinite(LOSSES["log_loss"].residual(np.ones(2), far)).all()


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


@given(st.integers(0, 1000), st.sampled_from(["squared_error", "log_loss"]), st.floats(0.05, 1))
def test_the_training_loss_never_rises_with_a_small_step(seed, name, lr):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(25, 2)), np.where(np.arange(25) % 2, 1.0, -1.0)
    steps = boosting_steps(X, y, rows=sorted_rows(X), loss=LOSSES[name], lr=min(lr, 0.5), limits=Limits(max_depth=2))
    assert (np.diff([s.loss for s in take(steps, 10)]) < 1e-9).all()


def test_a_leaf_without_curvature_takes_no_step():
    steps = leaf_steps(np.array([1, 1, 2]), np.array([1.0, 2.0, 1e-5]), np.array([4.0, 2.0, 1e-320]), 3)
    assert steps.tolist() == [0, 0.5, 0]


def test_of_a_tie_in_a_stump_the_first_class_is_said():
    (only,) = take(adaboost([[1], [1]], [-1, 1]), 50)
    stump = full_tree(np.ones((2, 1)), label_table(np.array([0, 1]), 2, only.weights), np.array([[0, 1]]), gini, STUMP)
    assert signs_of(stump, np.ones((2, 1))).tolist() == [-1, -1]


def test_it_ends_when_nothing_is_left_over():
    X = np.arange(4.0)[:, None]
    end = last(
        boosting_steps(X, np.array([1.0, 1, 5, 5]), rows=sorted_rows(X), loss=LOSSES["squared_error"], lr=1.0,
                       limits=Limits(max_depth=1)), 50,
    )  # fmt: skip
    assert end.t == 1
    assert end.converged
    assert end.scores.tolist() == [1, 1, 5, 5]


# --- Bad input, progress ----------------------------------------------------------------------


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


def test_a_long_fit_says_how_far_it_is_and_takes_the_line_away(monkeypatch, capsys):
    clock = iter(np.arange(0, 100, 0.4))
    monkeypatch.setattr("mlcore.ensemble.progress.monotonic", lambda: next(clock))
    monkeypatch.delenv("MLCORE_CLAIMS", raising=False)
    assert len(list(watched((State(t=t) for t in range(7)), 6, "trees"))) == 7
    said = capsys.readouterr().err
    assert "2 of 6 trees" in said
    assert "1 of 6 trees" not in said  # not before a second has passed
    assert said.endswith("\r")


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


def test_a_short_fit_says_nothing(capsys, monkeypatch):
    monkeypatch.delenv("MLCORE_CLAIMS", raising=False)
    BaggingClassifier(3).fit(IRIS.X, IRIS.y)
    assert capsys.readouterr().err == ""


def test_no_leaf_of_a_forest_is_smaller_than_asked_for():
    model = RandomForestClassifier(3, min_samples_leaf=20, random_state=0).fit(CANCER.X, CANCER.y)
    assert min(node.samples for tree in model.estimators_ for node in tree) >= 20


def test_a_score_of_exactly_0_is_the_first_class():
    assert GradientBoostingClassifier(n_estimators=2).fit([[1], [1]], ["a", "b"]).predict([[1]]).tolist() == ["a"]


def test_the_out_of_bag_score_is_over_those_that_were_asked():
    model = BaggingClassifier(1, random_state=0).fit(NOISY.X, NOISY.y)
    asked = ~np.isnan(model.oob_decision_function_[:, 0])
    likely = model.classes_[model.oob_decision_function_[asked].argmax(axis=1)]
    assert model.oob_score_ == np.mean(likely == NOISY.y[asked])


def test_small_chances_are_not_lost():
    X, y = np.arange(20.0)[:, None], np.repeat([0, 1], 10)
    p = GradientBoostingClassifier(loss="exponential", learning_rate=1.0, n_estimators=60).fit(X, y).predict_proba(X)
    assert (p > 0).all()
    assert p[0, 1] == pytest.approx(p[-1, 0], rel=1e-6)  # the classes are each other's mirror image
    assert p.min() < 1e-17
