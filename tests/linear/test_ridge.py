import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize
from sklearn import linear_model

from mlcore import datasets
from mlcore.linear import LinearRegression, Ridge, ridge_path, ridge_within

THREE = np.array([[0.0], [1.0], [2.0]]), np.array([1.0, 2.0, 6.0])  # Sxx = 2, Sxy = 5


def random_problem(seed, n, d):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) * 10 ** rng.uniform(-1, 1, d) + rng.normal(size=d)
    X[:, -1] = X[:, 0]  # collinear, if d > 1
    return X, rng.normal(size=n)


def test_one_feature_by_hand():
    model = Ridge(lam=3.0).fit(*THREE)
    assert model.coef_ == pytest.approx([1.0])  # 5 / (2 + 3)
    assert model.intercept_ == pytest.approx(2.0)  # 3 - 1 * 1


@given(st.integers(0, 10_000), st.integers(1, 30), st.integers(1, 8), st.sampled_from([1e-3, 0.1, 1.0, 50.0]))
def test_it_is_scikit_learns(seed, n, d, lam):
    X, y = random_problem(seed, n, d)
    ours, theirs = Ridge(lam=lam).fit(X, y), linear_model.Ridge(alpha=lam, solver="svd").fit(X, y)
    assert ours.coef_ == pytest.approx(theirs.coef_, rel=1e-6, abs=1e-8)
    assert ours.intercept_ == pytest.approx(theirs.intercept_, rel=1e-6, abs=1e-8)
    assert ridge_path(X, y, [lam, 2 * lam])[0] == pytest.approx(theirs.coef_, rel=1e-6, abs=1e-8)


def test_it_is_scikit_learns_on_real_data():
    data = datasets.diabetes()
    for X in (data.X, data.standardised().X):
        for lam in (0.1, 10.0, 1e3):
            ours, theirs = Ridge(lam=lam).fit(X, data.y), linear_model.Ridge(alpha=lam).fit(X, data.y)
            assert ours.coef_ == pytest.approx(theirs.coef_, rel=1e-6)
            assert ours.intercept_ == pytest.approx(theirs.intercept_, rel=1e-6)


@given(st.integers(0, 10_000), st.integers(2, 20), st.integers(1, 6))
def test_the_gradient_of_its_cost_is_0(seed, n, d):
    X, y = random_problem(seed, n, d)
    model = Ridge(lam=0.7).fit(X, y)
    here = np.append(model.intercept_, model.coef_)

    def cost(v):
        return ((y - X @ v[1:] - v[0]) ** 2).sum() + 0.7 * v[1:] @ v[1:]

    slopes = [(cost(here + e) - cost(here - e)) / 2e-4 for e in 1e-4 * np.eye(d + 1)]
    assert slopes == pytest.approx(np.zeros(d + 1), abs=1e-6 * (1 + np.abs(X).max() ** 2))


def test_without_a_penalty_it_is_the_shortest_least_squares():
    for n, d in ((20, 3), (4, 9)):
        X, y = random_problem(1, n, d)
        for w in (Ridge(lam=0).fit(X, y).coef_, ridge_path(X, y, 0.0)[0]):
            assert w == pytest.approx(LinearRegression().fit(X, y).coef_, abs=1e-9)


def test_the_bias_is_free():
    X, y = random_problem(3, 20, 3)
    here, there = Ridge().fit(X, y), Ridge().fit(X, y + 100)
    assert there.coef_ == pytest.approx(here.coef_)
    assert there.intercept_ == pytest.approx(here.intercept_ + 100)


def test_weights_get_shorter_and_the_errors_larger_as_the_penalty_grows():
    data = datasets.diabetes()
    W = ridge_path(data.X, data.y, np.logspace(-4, 8, 25))
    assert (np.diff(np.linalg.norm(W, axis=1)) < 0).all()
    away = data.X - data.X.mean(axis=0)
    errors = [((data.y - data.y.mean() - away @ w) ** 2).sum() for w in W]
    assert (np.diff(errors) > 0).all()


@given(st.integers(0, 1000), st.floats(0.05, 0.95))
def test_a_budget_and_its_penalty_give_the_same_weights(seed, share):
    X, y = random_problem(seed, 15, 3)
    full = ridge_path(X, y, 0.0)[0]
    budget = share * full @ full
    w, lam = ridge_within(X, y, budget)
    assert w @ w == pytest.approx(budget, rel=1e-9)
    assert Ridge(lam=lam).fit(X, y).coef_ == pytest.approx(w, rel=1e-6, abs=1e-9)
    assert ridge_within(X, y, 1.1 * full @ full)[1] == 0


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("budget", [1e-300, 1e-100, 1e-20])
def test_next_to_no_budget_has_a_penalty_too(budget):
    w, lam = ridge_within(*random_problem(5, 15, 2), budget)
    assert w @ w == pytest.approx(budget, rel=1e-9)
    assert np.isfinite(lam)


def test_the_budget_against_a_solver_of_constrained_problems():
    X, y = random_problem(5, 15, 2)
    X[:, 1] += np.random.default_rng(0).normal(size=15)
    w, _ = ridge_within(X, y, 0.01)
    away, off = X - X.mean(axis=0), y - y.mean()
    ball = dict(type="ineq", fun=lambda v: 0.01 - v @ v)
    found = minimize(lambda v: ((off - away @ v) ** 2).sum(), np.zeros(2), constraints=ball, options=dict(ftol=1e-14))
    assert w == pytest.approx(found.x, abs=1e-5)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "call, words",
    [
        (lambda X, y: Ridge(lam=-1).fit(X, y), "lam is -1.*0 or more"),
        (lambda X, y: Ridge(lam=np.inf).fit(X, y), "lam is inf"),
        (lambda X, y: ridge_path(X, y, [1.0, -2.0]), "lam is -2"),
        (lambda X, y: ridge_path(X, y[:, None], 1.0), "y.ravel"),
        (lambda X, y: ridge_within(X, y, 0.0), "budget is 0"),
        (lambda X, y: Ridge().fit(X, np.where(y > 0, y, np.nan)), "NaN"),
    ],
)
def test_a_sentence_says_what_is_wrong(call, words):
    with pytest.raises(ValueError, match=words):
        call(*random_problem(0, 10, 2))


@pytest.mark.filterwarnings("error")
def test_constant_features_and_targets_give_weights_of_0():
    X, y = np.full((5, 2), 0.3), np.arange(5.0)
    assert Ridge().fit(X, y).coef_.tolist() == [0, 0]
    assert ridge_path(X, y, [0.0, 1.0]).tolist() == [[0, 0], [0, 0]]
    assert ridge_within(X, y, 1.0)[1] == 0
    assert ridge_within(np.eye(3), np.ones(3), 1.0)[1] == 0
