import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import approx_fprime
from sklearn.linear_model import LinearRegression as Theirs

from mlcore import datasets
from mlcore.linear import LinearRegression, LocallyWeightedRegression, left_out, nearness, weighted_line


def test_a_weighted_line_by_hand():
    # (0, 1), (1, 2), (2, 6) with weights 1, 1, 2: means 5/4 and 15/4; Sxy = 29/4, Sxx = 11/4
    w, b = weighted_line(np.array([[0.0], [1], [2]]), np.array([1.0, 2, 6]), np.array([1.0, 1, 2]))
    assert w == pytest.approx([29 / 11])
    assert b == pytest.approx(15 / 4 - 29 / 11 * 5 / 4)


def test_the_weights_by_hand():
    near = nearness(np.array([[0.0], [1.0], [3.0]]), np.array([1.0]), 1.0)
    assert near == pytest.approx([np.exp(-0.5), 1, np.exp(-2)])


@given(st.integers(0, 10_000), st.integers(4, 30), st.integers(1, 3), st.floats(0.3, 5))
def test_it_is_scikit_learns_with_sample_weights(seed, n, d, tau):
    rng = np.random.default_rng(seed)
    X, y, queries = rng.normal(size=(n, d)), rng.normal(size=n), rng.normal(size=(3, d))
    model = LocallyWeightedRegression(tau=tau).fit(X, y)
    for x, h in zip(queries, model.predict(queries), strict=True):
        v = np.exp(-((X - x) ** 2).sum(axis=1) / (2 * tau**2))
        if v.max() > 1e-8 and np.sum(v > 1e-3 * v.max()) > d:
            assert h == pytest.approx(Theirs().fit(X, y, sample_weight=v).predict(x[None])[0], rel=1e-6, abs=1e-6)


@given(st.integers(0, 1000))
def test_the_gradient_of_the_weighted_cost_is_0(seed):
    rng = np.random.default_rng(seed)
    X, y, v = rng.normal(size=(9, 2)), rng.normal(size=9), rng.uniform(0.1, 2, 9)
    w, b = weighted_line(X, y, v)

    def cost(u):
        return (v * (y - X @ u[1:] - u[0]) ** 2).sum()

    here = np.append(b, w)
    slopes = [(cost(here + e) - cost(here - e)) / 2e-4 for e in 1e-4 * np.eye(3)]
    assert slopes == pytest.approx(np.zeros(3), abs=1e-6)
    assert np.abs(approx_fprime(here, cost, 1e-7)).max() < 1e-4


def test_a_wide_bandwidth_is_the_global_line_and_a_narrow_one_goes_through_the_points():
    people = datasets.heights(25)
    wide = LocallyWeightedRegression(tau=1e5).fit(people.X, people.y)
    line = LinearRegression().fit(people.X, people.y)
    assert wide.predict(people.X) == pytest.approx(line.predict(people.X), abs=1e-6)
    narrow = LocallyWeightedRegression(tau=1e-3).fit(people.X, people.y)
    assert narrow.predict(people.X) == pytest.approx(people.y, abs=1e-9)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("tau", [1e-2, 1e-5, 1e-100, 1e-300])
@pytest.mark.parametrize("shift", [0.0, 5000.0, -1e9])
def test_no_bandwidth_is_too_small(tau, shift):
    X, y = np.array([[0.0], [1.0], [2.0]]) + shift, np.array([0.0, 1.0, 4.0])
    h = LocallyWeightedRegression(tau=tau).fit(X, y).predict(np.array([[0.0], [1.25], [3.0], [1e6]]) + shift)
    nearest = [0, 1, 4, 4]
    assert h == pytest.approx(nearest if tau < 1e-3 else [0, h[1], h[2], h[3]])
    assert np.isfinite(h).all()


def test_as_long_as_two_points_have_weight_the_line_goes_through_both():
    X, y = np.array([[0.0], [1.0], [2.0]]), np.array([0.0, 1.0, 4.0])
    assert LocallyWeightedRegression(tau=0.1).fit(X, y).predict([[1.25], [3.0]]) == pytest.approx([1.75, 7.0])


def test_left_out_is_a_fit_on_the_others():
    people = datasets.heights(9)
    for i, h in enumerate(left_out(people.X, people.y, 6.0)):
        keep = np.arange(9) != i
        model = LocallyWeightedRegression(tau=6.0).fit(people.X[keep], people.y[keep])
        assert h == pytest.approx(model.predict(people.X[[i]])[0])


@pytest.mark.parametrize("tau", [0, -1.0, np.nan, "wide"])
def test_a_bandwidth_is_a_positive_number(tau):
    with pytest.raises(ValueError, match="the bandwidth must be a number larger than 0"):
        LocallyWeightedRegression(tau=tau).fit([[0.0], [1.0]], [0.0, 1.0])


@pytest.mark.filterwarnings("error")
def test_more_features_than_points_collinear_and_constant_columns_have_an_answer():
    rng = np.random.default_rng(0)
    for X in (rng.normal(size=(3, 8)), np.ones((5, 2)), np.repeat(rng.normal(size=(6, 1)), 2, axis=1)):
        h = LocallyWeightedRegression().fit(X, rng.normal(size=len(X))).predict(X + 0.1)
        assert np.isfinite(h).all()
