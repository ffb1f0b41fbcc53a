from fractions import Fraction

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC as TheirSVC

from mlcore.datasets import breast_cancer, breast_cancer_pair, iris_pair, noisy_blobs, overlapping_blobs
from mlcore.kernels import RBF, Linear, Polynomial
from mlcore.notation import gamma_from_sigma
from mlcore.svm import SVC

BLOBS = noisy_blobs(60)
SOLVERS = pytest.mark.parametrize("solver", ["smo", "qp"])


@SOLVERS
@pytest.mark.parametrize("C", [1.0, 1e6, np.inf])
def test_two_points_worked_by_hand(solver, C):
    X = np.array([[1.0, 1.0], [-1.0, -1.0]])
    model = SVC(C=C, kernel=Linear(), solver=solver).fit(X, ["up", "down"])
    assert model.alpha_ == pytest.approx([1 / 4, 1 / 4])
    assert model.dual_coef_ @ model.support_vectors_ == pytest.approx([0.5, 0.5])
    assert model.support_.tolist() == [0, 1]
    assert model.intercept_ == pytest.approx(0)
    assert model.dual_objective_ == pytest.approx(1 / 4)
    assert model.duality_gap_ == pytest.approx(0, abs=1e-6)
    assert model.decision_function(X) == pytest.approx([1, -1])
    assert model.predict([[3, 0], [-3, 0]]).tolist() == ["up", "down"]


@SOLVERS
@pytest.mark.parametrize("C", [0.1, 0.4, 1.0, 10.0])
def test_the_points_minus_1_and_1_worked_by_hand(solver, C):
    model = SVC(C=C, kernel=Linear(), solver=solver).fit([[-1], [1]], [-1, 1])
    assert model.dual_coef_ @ model.support_vectors_ == pytest.approx([2 * min(C, 1 / 2)], rel=1e-4)
    assert abs(model.intercept_) <= max(0, 1 - 2 * C) + 1e-4  # not unique for C < 1/2


KERNEL_PAIRS = [
    (Linear(), dict(kernel="linear")),
    (RBF(1.5), dict(kernel="rbf", gamma=gamma_from_sigma(1.5))),
    (Polynomial(3), dict(kernel="poly", degree=3, gamma=1, coef0=1)),
]


@SOLVERS
@pytest.mark.parametrize("data", [breast_cancer_pair(), BLOBS, overlapping_blobs()])
@pytest.mark.parametrize("ours, theirs", KERNEL_PAIRS)
@pytest.mark.parametrize("C", [0.1, 3.0])
def test_it_is_sklearns_machine(solver, data, ours, theirs, C):
    model = SVC(C=C, kernel=ours, solver=solver, tol=1e-6).fit(data.X, data.y)
    oracle = TheirSVC(C=C, tol=1e-6, **theirs).fit(data.X, data.y)
    grid = np.random.default_rng(0).uniform(-2, 2, (50, 2))
    assert model.decision_function(grid) == pytest.approx(oracle.decision_function(grid), abs=3e-3)
    coefs = np.zeros((2, len(data.y)))
    coefs[0, model.support_], coefs[1, oracle.support_] = model.dual_coef_, oracle.dual_coef_[0]
    unclear = np.isclose(data.y * model.decision_function(data.X), 1, atol=2e-3)  # on the margin alpha may be 0
    assert np.array_equal((coefs != 0)[0, ~unclear], (coefs != 0)[1, ~unclear])
    values = [np.abs(u).sum() - u @ ours(data.X, data.X) @ u / 2 for u in coefs]
    assert values[0] == pytest.approx(values[1], rel=1e-6)
    assert model.dual_objective_ == pytest.approx(values[0], rel=1e-9)


@SOLVERS
def test_the_fitted_attributes_belong_together(solver):
    model = SVC(C=2.0, solver=solver).fit(BLOBS.X, BLOBS.y)
    assert np.array_equal(model.support_, np.flatnonzero(model.alpha_))
    assert np.array_equal(model.support_vectors_, BLOBS.X[model.support_])
    assert model.dual_coef_ == pytest.approx((BLOBS.y * model.alpha_)[model.support_])
    assert model.dual_coef_.sum() == pytest.approx(0, abs=1e-5)
    expected = RBF()(BLOBS.X, BLOBS.X) @ (BLOBS.y * model.alpha_) + model.intercept_
    assert model.decision_function(BLOBS.X) == pytest.approx(expected)
    assert 0 <= model.kkt_gap_ <= 1e-3
    assert model.duality_gap_ >= -1e-7
    assert model.n_iter_ >= 1
    assert model.n_features_in_ == 2


@SOLVERS
@pytest.mark.usefixtures("random_state_untouched")
def test_refit_is_fit_and_prediction_is_row_by_row(solver):
    model = SVC(solver=solver).fit(BLOBS.X, BLOBS.y)
    first = model.decision_function(BLOBS.X)
    model.fit(BLOBS.X[:10], BLOBS.y[:10])
    again = model.fit(BLOBS.X, BLOBS.y).decision_function(BLOBS.X)
    assert np.array_equal(first, again)
    for k in (1, 7):
        assert np.array_equal(model.predict(BLOBS.X)[:k], model.predict(BLOBS.X[:k]))


@SOLVERS
def test_inputs_are_unchanged_and_may_be_read_only(solver):
    X, y = BLOBS.X.copy(), BLOBS.y.copy()
    X.flags.writeable = y.flags.writeable = False
    SVC(solver=solver).fit(X, y).predict(X)
    assert np.array_equal(X, BLOBS.X)
    assert np.array_equal(y, BLOBS.y)


def test_the_two_solvers_are_one_machine():
    smo, qp = (SVC(C=5.0, solver=s, tol=1e-6).fit(BLOBS.X, BLOBS.y) for s in ("smo", "qp"))
    assert smo.dual_objective_ == pytest.approx(qp.dual_objective_, rel=1e-8)
    assert smo.decision_function(BLOBS.X) == pytest.approx(qp.decision_function(BLOBS.X), abs=1e-4)


@SOLVERS
@pytest.mark.parametrize("kernel", [Linear(), RBF(3.0)])
def test_a_huge_c_is_the_hard_margin(solver, kernel):
    data = noisy_blobs(40, noise=0, distance=8)
    hard, soft = (SVC(C, kernel, solver, tol=1e-5).fit(data.X, data.y) for C in (np.inf, 1e8))
    assert hard.dual_objective_ == pytest.approx(soft.dual_objective_, rel=1e-4)
    assert (data.y * soft.decision_function(data.X)).min() == pytest.approx(1, abs=1e-3)


@SOLVERS
def test_no_hard_margin_where_nothing_separates(solver):
    with pytest.raises(ValueError, match=r"not separable: no hard margin exists\. Use a soft margin"):
        SVC(C=np.inf, kernel=Linear(), solver=solver).fit(BLOBS.X, BLOBS.y)


def test_at_the_cap_it_warns_with_the_gap():
    with pytest.warns(ConvergenceWarning, match=r"cap of 5 pairs with a KKT gap of [\d.]+ \(tol is 0.001\)"):
        model = SVC(C=100.0, max_iter=5).fit(BLOBS.X, BLOBS.y)
    assert model.n_iter_ == 5
    assert model.kkt_gap_ > 1e-3


@pytest.mark.parametrize("kernel", [Linear(), RBF(sigma=300.0)])
def test_unscaled_features_at_a_large_c_end_at_the_cap_and_say_so(kernel):
    data = breast_cancer()
    with pytest.warns(ConvergenceWarning, match="cap of 2000 pairs.*KKT gap.*Standardise the features"):
        model = SVC(C=1e4, kernel=kernel, max_iter=2000).fit(data.X, data.y)
    assert np.isfinite(model.decision_function(data.X)).all()


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("C", [1.0, 100.0, 1e4])
def test_a_qp_is_polished_where_tol_asks_for_more(C):
    for data in (BLOBS, overlapping_blobs(), breast_cancer_pair()):
        model = SVC(C=C, kernel=Linear(), solver="qp", tol=1e-8).fit(data.X, data.y)
        assert model.kkt_gap_ <= 1e-8


def test_a_qp_that_stays_above_tol_says_so():
    with pytest.warns(ConvergenceWarning, match=r"The QP solver came to a KKT gap of .* \(tol is 1e-15\)"):
        SVC(C=1e4, kernel=Linear(), solver="qp", tol=1e-15).fit(BLOBS.X, BLOBS.y)


@pytest.mark.parametrize("C", [1e10, 1e12])
def test_a_price_too_large_for_the_qp_is_named_as_that(C):
    with pytest.raises(ValueError, match=r"numbers differ in size by a factor of .*for an SVM a smaller C"):
        SVC(C=C, kernel=Linear(), solver="qp").fit(BLOBS.X, BLOBS.y)


@SOLVERS
@pytest.mark.parametrize("shift", [0.0, 2000.0])
def test_points_far_from_the_origin_get_the_same_machine(solver, shift):
    near, far = (SVC(C=100.0, kernel=Linear(), solver=solver).fit(X, BLOBS.y) for X in (BLOBS.X, BLOBS.X + shift))
    assert far.decision_function(BLOBS.X + shift) == pytest.approx(near.decision_function(BLOBS.X), abs=1e-2)


@SOLVERS
@pytest.mark.parametrize("C", [1.0, np.inf])
def test_a_linear_machine_is_the_same_as_far_away_as_floats_keep_the_points(solver, C):
    near = np.round(iris_pair().X * 1024) / 1024  # so that no digit is lost beside 1e8
    plain, far = (SVC(C, Linear(), solver, tol=1e-6).fit(X, iris_pair().y) for X in (near, near + 1e8))
    assert far.decision_function(near + 1e8) == pytest.approx(plain.decision_function(near), abs=1e-4)
    assert far.dual_objective_ == pytest.approx(plain.dual_objective_, rel=1e-6)
    w = far.dual_coef_ @ (far.support_vectors_ - 1e8)
    assert far.intercept_ == pytest.approx(plain.intercept_ - 1e8 * w.sum(), rel=1e-7)


@SOLVERS
def test_another_kernel_far_from_0_says_what_to_do(solver):
    data = iris_pair()
    with pytest.raises(ValueError, match=r"hardly any is left .* subtract the mean of each feature"):
        SVC(kernel=Polynomial(2), solver=solver).fit(data.X + 1e6, data.y)


def test_where_rounding_the_kernel_moves_the_scores_it_says_so():
    data = load_iris()
    X, y = data.data[50:], data.target[50:]
    with pytest.warns(
        ConvergenceWarning, match=r"round the kernel's values, which go up to 1.6e\+13, moves y f\(x\) by"
    ):
        SVC(kernel=Polynomial(2)).fit(X + 1000, y)


@pytest.mark.parametrize(
    "solver, C", [("smo", 10**20), ("smo", Fraction(7, 2)), ("qp", Fraction(7, 2)), ("qp", np.array(3.5))]
)
def test_a_price_may_be_any_number(solver, C):
    plain, same = (SVC(price, Linear(), solver).fit(iris_pair().X, iris_pair().y) for price in (float(C), C))
    assert np.array_equal(same.alpha_, plain.alpha_)


@pytest.mark.filterwarnings("error")
def test_it_works_in_a_pipeline_and_a_grid_search():
    data = breast_cancer().sample(150)
    search = GridSearchCV(
        make_pipeline(StandardScaler(), SVC(kernel=RBF(5.0))),
        {"svc__C": [0.1, 10.0], "svc__kernel": [Linear(), RBF(5.0)]},
        cv=3,
    ).fit(data.X, data.y)
    assert search.best_score_ > 0.93


@pytest.mark.parametrize(
    "parameters, words",
    [
        (dict(C=0), "C is 0: the price of slack must be a number larger than 0"),
        (dict(C=-1.0), "C is -1.0"),
        (dict(C=np.nan), "C is nan"),
        (dict(solver="newton"), "solver is 'newton': take one of 'smo', 'qp'"),
        (dict(kernel=lambda X, Z: np.tanh(X @ Z.T - 1)), "not positive semidefinite"),
        (dict(kernel=lambda X, Z: X @ Z.T * np.nan), "NaN"),
        (dict(C="1"), "C is '1'"),
        (dict(kernel="linear"), r"kernel is 'linear': take one of mlcore.kernels, such as Linear\(\)"),
        (dict(kernel=RBF), r"kernel is the class RBF: make a kernel of it, RBF\(\)"),
        (dict(max_iter=-1), "max_iter is -1: take a whole number, 1 or more"),
        (dict(tol=0), "tol is 0"),
    ],
)
def test_bad_parameters_are_named(parameters, words):
    with pytest.raises(ValueError, match=words):
        SVC(**parameters).fit(BLOBS.X, BLOBS.y)
