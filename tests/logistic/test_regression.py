"""The two estimators against scikit-learn's at the same penalty, and their sentences."""

from fractions import Fraction

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression as Theirs
from sklearn.utils.estimator_checks import check_estimator

from mlcore import datasets
from mlcore.logistic import LogisticRegression, SoftmaxRegression

CANCER, PAIR, DIGITS = datasets.breast_cancer().standardised(), datasets.breast_cancer_pair(), datasets.digits()


def theirs(C):
    return Theirs(C=C, solver="newton-cholesky", tol=1e-13, max_iter=1000)


@pytest.mark.parametrize("lam", [1e-3, 1.0, 100.0])
@pytest.mark.parametrize("data", [CANCER, PAIR, datasets.breast_cancer()], ids=["all", "pair", "raw"])
def test_the_weights_are_scikit_learns(data, lam):
    ours, other = LogisticRegression(lam).fit(data.X, data.y), theirs(1 / lam).fit(data.X, data.y)
    assert ours.coef_ == pytest.approx(other.coef_[0], abs=1e-6, rel=1e-6)
    assert ours.intercept_ == pytest.approx(other.intercept_[0], abs=1e-6, rel=1e-6)
    assert ours.predict_proba(data.X) == pytest.approx(other.predict_proba(data.X), abs=1e-6)


def test_without_a_penalty_too():
    ours, other = LogisticRegression(0).fit(PAIR.X, PAIR.y), theirs(np.inf).fit(PAIR.X, PAIR.y)
    assert ours.coef_ == pytest.approx(other.coef_[0], abs=1e-6)


def test_newton_takes_at_most_twelve_steps():
    assert LogisticRegression().fit(CANCER.X, CANCER.y).n_iter_ <= 12


def test_descent_comes_to_the_same_end():
    newton, walk = (LogisticRegression(solver=s, lam=5.0).fit(CANCER.X, CANCER.y) for s in ("newton", "gd"))
    assert walk.coef_ == pytest.approx(newton.coef_, abs=1e-3)
    few = LogisticRegression(solver="sgd", lam=5.0).fit(CANCER.X, CANCER.y)
    assert newton.cost_ < few.cost_ < 1.05 * newton.cost_


def test_softmax_on_digits_is_scikit_learns():
    X, y = DIGITS.X[:600] / 16, DIGITS.y[:600]
    ours, other = SoftmaxRegression(2.0).fit(X, y), theirs(0.5).fit(X, y)
    assert ours.coef_ == pytest.approx(other.coef_, abs=1e-6)
    assert ours.intercept_ - other.intercept_ == pytest.approx((ours.intercept_ - other.intercept_)[0], abs=1e-5)
    assert ours.predict_proba(X) == pytest.approx(other.predict_proba(X), abs=1e-6)
    assert np.abs(ours.coef_.sum(axis=0)).max() < 1e-9


def test_two_classes_of_softmax_share_the_penalty():
    two, one = SoftmaxRegression(2.0).fit(PAIR.X, PAIR.y), LogisticRegression(1.0).fit(PAIR.X, PAIR.y)
    assert two.coef_[1] - two.coef_[0] == pytest.approx(one.coef_, abs=1e-6)
    assert two.predict_proba(PAIR.X) == pytest.approx(one.predict_proba(PAIR.X), abs=1e-7)


@pytest.mark.parametrize("labels", [(0, 1), (-1, 1), ("benign", "malignant"), (False, True), (3.0, 7.0)])
def test_any_two_labels(labels):
    y = np.array(labels)[(PAIR.y > 0).astype(int)]
    model = LogisticRegression().fit(PAIR.X, y)
    assert model.classes_.tolist() == list(labels)
    assert set(model.predict(PAIR.X)) == set(labels)
    assert model.coef_ == pytest.approx(LogisticRegression().fit(PAIR.X, PAIR.y).coef_)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.DataConversionWarning")
def test_a_column_of_labels_is_a_row():
    assert LogisticRegression().fit(PAIR.X, PAIR.y[:, None]).coef_ == pytest.approx(
        LogisticRegression().fit(PAIR.X, PAIR.y).coef_
    )


def test_probabilities_of_a_thousand_to_one():
    model = LogisticRegression().fit([[0.0], [1.0]], [0, 1])
    model.coef_, model.intercept_ = np.array([1000.0]), 0.0
    assert model.predict_proba([[-1.0], [1.0]]).tolist() == [[1, 0], [0, 1]]
    assert model.predict_proba([[0.1]])[0, 0] == pytest.approx(np.exp(-100))


@pytest.mark.parametrize(
    "X, y, lam, words",
    [
        (
            datasets.iris_pair().X,
            datasets.iris_pair().y,
            0,
            "separable, so without a penalty there is no best w.*lam > 0",
        ),
        (CANCER.X[:20], CANCER.y[:20], 0, "separable"),  # more features than rows
        (PAIR.X[:, [0, 0]], PAIR.y, 0, "rank 2, and there are 3 unknowns. Drop a column"),
        (PAIR.X, np.ones(120), 1, "one class only"),
        (PAIR.X, PAIR.y, -1, "lam is -1"),
        (PAIR.X, PAIR.y, np.nan, "lam is nan"),
    ],
)
def test_what_has_no_answer_gets_a_sentence(X, y, lam, words):
    with pytest.raises(ValueError, match=words):
        LogisticRegression(lam).fit(X, y)


@pytest.mark.parametrize(
    "settings, words",
    [
        (dict(solver="lbfgs"), "solver is 'lbfgs': take one of 'newton', 'gd', 'sgd'"),
        (dict(solver="gd", lr=0), "lr is 0: the learning rate must be"),
        (dict(solver="gd", lr=-0.1), "lr is -0.1: the learning rate must be"),
        (dict(solver="gd", lr=1e6), "Descent diverges with lr = 1e.06: take one below"),
        (dict(max_iter=0), "max_iter is 0"),
        (dict(solver="sgd", batch_size=0), "batch_size is 0"),
    ],
)
@pytest.mark.filterwarnings("error")
def test_settings_out_of_range_get_one_too(settings, words):
    with pytest.raises(ValueError, match=words):
        LogisticRegression(**settings).fit(PAIR.X, PAIR.y)


def test_a_rate_beyond_the_safe_one_is_said():
    with pytest.warns(ConvergenceWarning, match="cap of 50 steps. lr is 50, and only below .* descent is safe"):
        LogisticRegression(solver="gd", lr=50.0, max_iter=50).fit(PAIR.X, PAIR.y)
    with pytest.warns(ConvergenceWarning, match="Standardise; or take solver='newton'"):
        LogisticRegression(solver="gd", max_iter=5).fit(PAIR.X, PAIR.y)


def test_a_walk_by_a_few_points_that_ends_far_from_the_minimum_says_so():
    raw = datasets.breast_cancer()
    words = "Standardise; or take solver='newton', whose next leap saves 0.0.* of a cost of 0.189"
    with pytest.warns(ConvergenceWarning, match=words):
        far = LogisticRegression(solver="sgd").fit(raw.X, raw.y)
    assert far.cost_ > 1.9 * LogisticRegression().fit(raw.X, raw.y).cost_


def test_a_walk_with_all_points_is_not_over_while_a_small_column_is_far_from_its_end():
    units = np.array([1.0, 1e-7])
    with pytest.warns(ConvergenceWarning, match="cap of 2000 steps"):
        LogisticRegression(lam=0.0, solver="gd", max_iter=2000).fit(PAIR.X * units, PAIR.y)


@pytest.mark.parametrize(
    "model, unit, words",
    [
        (SoftmaxRegression(), 1e200, "beyond 1e.150, whose squares overflow: take other units"),
        (LogisticRegression(lam=0.0), 1e200, "beyond 1e.150"),
        (LogisticRegression(lam=0.0), 1e-170, "varies by less than 1e-150, whose squares vanish: take other units"),
        (SoftmaxRegression(), 1e-170, "varies by less than 1e-150"),
    ],
)
def test_units_that_floats_cannot_square_get_a_sentence(model, unit, words):
    with pytest.raises(ValueError, match=words):
        model.fit(unit * PAIR.X, PAIR.y)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("unit", [1e-140, 1e-8, 1e8, 1e140])
def test_without_a_penalty_no_unit_is_taken_for_a_column_too_many(unit):
    plain, other = (LogisticRegression(lam=0.0).fit(X, PAIR.y) for X in (PAIR.X, PAIR.X * [1, unit]))
    assert other.coef_ * [1, unit] == pytest.approx(plain.coef_, rel=1e-6)


@pytest.mark.parametrize("number", [Fraction(1, 2), np.array(0.5), np.float32(0.5)])
def test_settings_may_be_numbers_of_any_type(number):
    plain, same = (LogisticRegression(lam=c, solver="gd", lr=c).fit(PAIR.X, PAIR.y) for c in (0.5, number))
    assert np.array_equal(plain.coef_, same.coef_)
    assert np.array_equal(*(SoftmaxRegression(c).fit(PAIR.X, PAIR.y).coef_ for c in (0.5, number)))


@pytest.mark.parametrize("model", [LogisticRegression(max_iter=1), SoftmaxRegression(max_iter=1)], ids=str)
def test_a_cap_that_is_hit_is_said(model):
    with pytest.warns(ConvergenceWarning, match="ended at step 1, before the lowest point: standardise"):
        model.fit(PAIR.X, PAIR.y)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("unit", [1e-8, 1e-3, 1e4, 1e8])
def test_softmax_in_other_units(unit):
    ours = SoftmaxRegression(unit**2).fit(unit * PAIR.X, PAIR.y)  # the penalty in these units
    assert unit * ours.coef_ == pytest.approx(SoftmaxRegression(1.0).fit(PAIR.X, PAIR.y).coef_, rel=1e-6)


def test_softmax_needs_a_penalty():
    with pytest.raises(ValueError, match="lam is 0: the penalty must be a number larger than 0"):
        SoftmaxRegression(0).fit(PAIR.X, PAIR.y)


def test_the_walk_by_a_few_points_keeps_scikit_learns_rules():
    check_estimator(LogisticRegression(solver="sgd", max_iter=300))
