"""Generalised linear models."""

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.linear_model import GammaRegressor, PoissonRegressor, Ridge

from mlcore.base.labels import add_ones
from mlcore.base.steps import take
from mlcore.glm import FAMILIES, GLM, GLMCost, falls_for_ever
from mlcore.logistic import LogisticRegression, has_no_minimum, newton_steps
from tests.glm.examples import SCORE, TARGETS, X, each


@each
def test_the_slopes_of_the_whole_cost(name):
    f, w, h = GLMCost(add_ones(X), TARGETS[name], FAMILIES[name], 7.0), np.array([-2.0, 0.1, 0.2, -0.1]), 1e-5
    steps = h * np.eye(4)
    assert f.gradient(w) == pytest.approx([(f.cost(w + e) - f.cost(w - e)) / (2 * h) for e in steps], abs=1e-6)
    bends = np.array([(f.gradient(w + e) - f.gradient(w - e)) / (2 * h) for e in steps])
    assert f.hessian(w) == pytest.approx(bends, abs=1e-6)  # b is not penalised


@each
def test_the_fit_is_the_lowest_point(name):
    model = GLM(name, lam=0.5).fit(X, TARGETS[name])
    f = GLMCost(add_ones(X), TARGETS[name], FAMILIES[name], 0.5)
    w = np.append(model.intercept_, model.coef_)
    assert np.abs(f.gradient(w)).max() < 1e-8
    other = minimize(f.cost, w + 0.01, jac=f.gradient, method="BFGS", options=dict(gtol=1e-10))
    assert w == pytest.approx(other.x, abs=1e-6)


def test_special_cases_of_other_lectures():
    a, b = GLM("bernoulli").fit(X, TARGETS["bernoulli"]), LogisticRegression().fit(X, TARGETS["bernoulli"])
    assert np.append(a.coef_, a.intercept_) == pytest.approx(np.append(b.coef_, b.intercept_), abs=1e-7)
    c, d = GLM("gaussian").fit(X, TARGETS["gaussian"]), Ridge(1.0).fit(X, TARGETS["gaussian"])
    assert np.append(c.coef_, c.intercept_) == pytest.approx(np.append(d.coef_, d.intercept_), abs=1e-8)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("unit", [1e-100, 1e-10, 3e8, 1e100])
def test_the_unit_of_the_targets_is_no_matter(unit):
    exact = GLM(lam=0.0).fit(X, unit * X[:, 0])
    assert exact.coef_ / unit == pytest.approx(np.eye(X.shape[1])[0], abs=1e-9)
    noisy, plain = (GLM(lam=0.0).fit(X, c * TARGETS["gaussian"]) for c in (unit, 1.0))
    assert noisy.coef_ / unit == pytest.approx(plain.coef_, rel=1e-9)


@pytest.mark.filterwarnings("error")
def test_targets_far_from_0_have_the_same_slopes():
    y = np.round(TARGETS["gaussian"] * 1024) / 1024
    near, far = (GLM(lam=0.0).fit(X, y + shift) for shift in (0.0, 3e8))
    assert far.coef_ == pytest.approx(near.coef_, abs=1e-6)


def test_by_hand_one_leap_from_0():
    """Counts 1, 4, 0, 3 without a feature: from b = 0, where the mean is 1, to 0 + (2 − 1)/1, and on to ln 2."""
    f = GLMCost(np.ones((4, 1)), [1, 4, 0, 3], FAMILIES["poisson"])
    states = take(newton_steps(f, w=[0.0]), 50)
    assert states[1].w == pytest.approx([1.0])
    assert states[-1].w == pytest.approx([np.log(2)])
    assert states[-1].converged


def test_targets_without_a_best_w_are_told():
    x, late = np.arange(6.0)[:, None], np.array([0.0, 0, 0, 1, 1, 1])
    with pytest.raises(ValueError, match=r"targets are separable.*Take a penalty lam > 0"):
        GLM("bernoulli", lam=0.0).fit(x, late)
    one_hot = (np.arange(6.0) == 5)[:, None]  # no count at all but in one group: its weight runs away
    with pytest.raises(ValueError, match="targets are separable"):
        GLM("poisson", lam=0.0).fit(one_hot, [0, 0, 0, 0, 0, 3])
    assert GLM("poisson", lam=0.0).fit(one_hot, [0, 0, 1, 0, 0, 3]).intercept_ == pytest.approx(np.log(0.2))
    assert GLM("bernoulli", lam=1.0).fit(x, late).coef_ > 0


@pytest.mark.parametrize("seed", range(12))
def test_separable_means_the_same_as_in_lecture_06(seed):
    rng = np.random.default_rng(seed)
    A = add_ones(rng.normal(size=(8, 2)))
    y = (rng.uniform(size=8) < 0.5).astype(float)
    assert falls_for_ever(GLMCost(A, y, FAMILIES["bernoulli"])) == has_no_minimum(A, y)


@pytest.mark.parametrize(("name", "theirs"), [("poisson", PoissonRegressor), ("gamma, log link", GammaRegressor)])
def test_it_is_scikit_learns(name, theirs):
    y = TARGETS[name]
    a, b = GLM(name, lam=2.0).fit(X, y), theirs(alpha=2.0 / 80, tol=1e-12, max_iter=10_000).fit(X, y)
    assert np.append(a.coef_, a.intercept_) == pytest.approx(np.append(b.coef_, b.intercept_), abs=1e-6)
    assert a.predict(X) == pytest.approx(b.predict(X), rel=1e-5)


def test_the_natural_link_of_gamma_keeps_every_mean_above_0():
    x = np.linspace(0, 1, 30)[:, None]
    y = 1 / (0.05 + 3 * x[:, 0]) * np.random.default_rng(1).gamma(5, 0.2, 30)
    model = GLM("gamma", lam=0.0).fit(x, y)
    assert (model.predict(x) > 0).all()
    f = GLMCost(add_ones(x), y, FAMILIES["gamma"])
    assert np.isinf(f.cost(np.array([1.0, 0.0])))  # a score above 0 has no mean
    start = [-5.0, -30.0]  # the full leap from here leaves the range
    flown, halved = take(newton_steps(f, w=start, halve=False), 50)[-1], take(newton_steps(f, w=start), 50)
    assert flown.diverged
    assert halved[-1].converged
    assert all((f.A @ state.w < 0).all() for state in halved)


def test_a_row_without_a_mean_is_named():
    x = np.linspace(1, 3, 30)[:, None]
    model = GLM("gamma", lam=0.0).fit(x, 1 / x[:, 0])  # the score is −x
    assert model.predict([[0.5]]) == pytest.approx(2, rel=1e-6)
    with pytest.raises(ValueError, match="Row 1 has the score 1, to which gamma has no mean"):
        model.predict([[0.5], [-1.0]])
    with pytest.raises(ValueError, match="poisson has no mean"):
        GLM("poisson").fit(X, TARGETS["poisson"]).predict(1e6 * np.ones((1, 3)))


@pytest.mark.parametrize(
    ("work", "words"),
    [
        (lambda: GLM("poisson").fit(X, -TARGETS["poisson"] - 1), "must be counts, 0 or more"),
        (lambda: GLM("bernoulli").fit(X, SCORE), "must be 0 or 1"),
        (lambda: GLM("gamma").fit(X, np.zeros(80)), "must be larger than 0"),
        (lambda: GLM("poisson").fit(X, np.zeros(80)), "All targets are 0, so b runs away, and no penalty holds it"),
        (lambda: GLM("bernoulli").fit(X, np.ones(80)), "All targets are 1, so b runs away"),
        (lambda: GLM("binomial").fit(X, SCORE), "take one of 'gaussian'"),
        (lambda: GLM(lam=-1).fit(X, SCORE), "lam is -1"),
        (lambda: GLM(lam=0).fit(np.ones((80, 1)), SCORE), "Hessian at the start is singular"),
    ],
)
def test_what_does_not_fit_gets_a_sentence(work, words):
    with pytest.raises(ValueError, match=words):
        work()
