from itertools import islice, pairwise

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import Perceptron as Theirs

from mlcore.base.steps import last, take
from mlcore.datasets import digits, iris_pair, rings, six_points
from mlcore.perceptron import Perceptron, mistake_bound, perceptron_steps, zero_one_form
from mlcore.svm import solve_primal

TWO = np.array([[2.0], [1.0]]), np.array([1.0, -1.0])


def textbook(X, y, order, lr=1.0, passes=500):
    """The loop as it is usually printed: pass after pass, until one has no mistake."""
    w, b, made = np.zeros(X.shape[1]), 0.0, []
    for _ in range(passes):
        before = len(made)
        for i in order:
            if y[i] * (X[i] @ w + b) <= 0:
                w, b = w + lr * y[i] * X[i], b + lr * y[i]
                made.append(int(i))
        if len(made) == before:
            return w, b, made
    raise AssertionError("it never ended")


def test_two_points_by_hand():
    states = take(perceptron_steps(*TWO), 20)
    # at (2, 1) the point 2 is right, f = 5, and the point 1 is not, f = 3: minus (1, 1), and so on
    path = [(0, 0), (2, 1), (1, 0), (0, -1), (2, 0), (1, -1), (0, -2), (2, -1), (1, -2), (3, -1), (2, -2), (1, -3),
            (3, -2), (2, -3)]  # fmt: skip
    assert [(s.w[0], s.b) for s in states] == path
    assert [s.i for s in states[:6]] == [None, 0, 1, 1, 0, 1]
    assert [s.wrong for s in states[:4]] == [2, 1, 1, 1]
    assert (states[-1].converged, states[-1].wrong) == (True, 0)


@pytest.mark.parametrize("data", [six_points(), iris_pair()])
@pytest.mark.parametrize("seed", range(5))
def test_it_is_the_loop_of_the_textbooks(data, seed):
    order = np.random.default_rng(seed).permutation(len(data.y))
    states = take(perceptron_steps(data.X, data.y, order=order), 10_000)
    w, b, made = textbook(data.X, data.y, order)
    assert [s.i for s in states[1:]] == made
    assert np.array_equal(states[-1].w, w)
    assert states[-1].b == b


def test_the_line_is_scikit_learns():
    data = iris_pair()
    theirs = Theirs(tol=None, max_iter=500, shuffle=False).fit(data.X, data.y)
    ours = Perceptron().fit(data.X, data.y)
    assert ours.coef_ == pytest.approx(theirs.coef_[0], abs=1e-12)
    assert ours.intercept_ == pytest.approx(theirs.intercept_[0], abs=1e-12)


def test_each_update_raises_the_score_of_its_point_by_its_square():
    data = six_points()
    states = take(perceptron_steps(data.X, data.y), 1000)
    for before, after in pairwise(states):
        x, y = data.X[after.i], data.y[after.i]
        gain = y * (after.w @ x + after.b) - y * (before.w @ x + before.b)
        assert gain == pytest.approx(x @ x + 1)
        assert y * (before.w @ x + before.b) <= 0


def test_the_form_for_0_and_1_by_hand():
    Z = [[1, 2], [1, -1]]  # a score of 0 counts as 1: the first is right, the second is not; in pass two only the first
    assert zero_one_form(Z, [1, 0], [0, 0]).tolist() == [-1, 1]
    assert zero_one_form(Z, [0, 1], [0, 1], lr=0.5).tolist() == [0, -0.5]
    assert zero_one_form(Z, [0, 1], [0, 1], lr=0.5, passes=9).tolist() == [0, -0.5]
    with pytest.raises(ValueError, match="must be 0 and 1"):
        zero_one_form(Z, [-1, 1], [0, 1])
    with pytest.raises(ValueError, match="must be 0 and 1, 2 of them"):
        zero_one_form(Z, [0, 1, 1], [0, 1])
    with pytest.raises(ValueError, match="lr is -1"):
        zero_one_form(Z, [0, 1], [0, 1], lr=-1)
    with pytest.raises(ValueError, match=r"passes is 1\.5"):
        zero_one_form(Z, [0, 1], [0, 1], passes=1.5)
    with pytest.raises(ValueError, match="The start theta"):
        zero_one_form(Z, [0, 1], [0, 1, 2])


def test_where_no_score_is_0_the_form_for_0_and_1_is_the_perceptron():
    data, start = six_points(), np.array([0.3, -0.2, 0.1])
    end = last(perceptron_steps(data.X, data.y, w=start[:2], b=start[2]), 1000)
    Z = np.column_stack([data.X, np.ones(6)])
    assert zero_one_form(Z, data.y > 0, start, passes=50) == pytest.approx([*end.w, end.b])


@pytest.mark.parametrize("lr", [0.25, 1.0, 8.0])
def test_the_learning_rate_changes_the_size_and_nothing_else(lr):
    data = iris_pair()
    plain, scaled = (take(perceptron_steps(data.X, data.y, lr=rate), 10_000) for rate in (1.0, lr))
    assert [s.i for s in plain] == [s.i for s in scaled]
    assert np.array_equal(scaled[-1].w, lr * plain[-1].w)


def test_from_another_start_the_learning_rate_does_matter():
    data = six_points()
    runs = [take(perceptron_steps(data.X, data.y, w=[-9, 4], lr=rate), 10_000) for rate in (0.01, 1.0)]
    assert len(runs[0]) != len(runs[1])


@pytest.mark.parametrize("bias", [True, False])
def test_the_theorem_on_random_data(bias):
    rng = np.random.default_rng(0)
    for _ in range(30):
        X, plane = rng.normal(size=(40, 3)), rng.normal(size=3)
        score = X @ plane + (0.3 if bias else 0)
        keep = np.abs(score) > 0.2
        X, y = X[keep], np.sign(score[keep])
        bound = mistake_bound(X, y, bias=bias)
        Z = np.column_stack([X, np.ones(len(X)) * bias])
        for t, s in enumerate(take(perceptron_steps(X, y, bias=bias, order=rng.permutation(len(X))), 10_000)):
            assert s.t == t <= bound.updates
            length = np.hypot(np.linalg.norm(s.w), s.b)
            assert bound.w @ s.w + bound.b * s.b >= t * bound.rho - 1e-9
            assert length**2 <= t * np.linalg.norm(Z, axis=1).max() ** 2 + 1e-9
        assert s.converged


def test_the_gap_of_the_bound_is_the_widest():
    X = np.array([[3.0, 4.0], [6.0, -8.0]])
    bound = mistake_bound(X, [1, -1], bias=False)
    # turned to one side they are (3, 4) and (-6, 8): their line passes the origin at 48 / sqrt(97)
    assert bound.R == 10
    assert bound.rho == pytest.approx(48 / np.sqrt(97), rel=1e-6)
    assert np.square(mistake_bound(X, [1, -1]).R) == pytest.approx(101)  # the points are (x, 1)
    data = iris_pair()
    unbiased = solve_primal(np.column_stack([data.X, np.ones(len(data.y))]), data.y)
    assert mistake_bound(data.X, data.y).rho < 1 / np.linalg.norm(unbiased.w) + 1e-6


def test_points_of_different_length_need_the_common_radius():
    X, y = np.array([[1.0, 0.0], [-6000.0, 8000.0], [-1.0, 0.0]]), np.array([1.0, 1.0, -1.0])
    assert last(perceptron_steps(X, y, bias=False), 100_000).t > 5_000
    alone = X / np.linalg.norm(X, axis=1, keepdims=True)
    assert mistake_bound(alone, y, bias=False).updates == pytest.approx(5)
    assert mistake_bound(X, y, bias=False).updates > 1e8 / 2


def test_on_a_ring_it_never_ends_but_a_fit_does():
    data = rings()
    states = list(islice(perceptron_steps(data.X, data.y), 3001))
    assert len(states) == 3001
    assert not any(s.converged for s in states)
    with pytest.warns(ConvergenceWarning, match=r"cap of 500 updates with \d+ of 40 points on the wrong side"):
        model = Perceptron(max_iter=500).fit(data.X, data.y)
    assert model.n_iter_ == 500
    assert np.array_equal(model.coef_, states[500].w)
    with pytest.raises(ValueError, match="not separable"):
        mistake_bound(data.X, data.y)


def test_a_seed_draws_the_order():
    data = iris_pair()
    first, again, rows = (Perceptron(random_state=s).fit(data.X, data.y) for s in (0, 0, None))
    assert np.array_equal(first.coef_, again.coef_)
    assert not np.allclose(first.coef_, rows.coef_)
    for seed in (0, 3):
        order = np.random.default_rng(seed).permutation(len(data.y))
        fit = Perceptron(random_state=seed).fit(data.X, data.y)
        assert np.array_equal(fit.coef_, last(perceptron_steps(data.X, data.y, order=order), 10_000).w)


def test_a_pair_of_digits():
    data = digits()
    keep = np.isin(data.y, (3, 8))
    X, y = data.X[keep], np.where(data.y[keep] == 8, "eight", "three")
    model = Perceptron().fit(X[:200], y[:200])
    assert (model.predict(X[:200]) == y[:200]).all()
    assert (model.predict(X[200:]) == y[200:]).mean() > 0.85


@pytest.mark.parametrize("lr", [0, -1.0, np.inf, np.nan, "fast"])
def test_a_learning_rate_that_does_not_fit(lr):
    with pytest.raises(ValueError, match=r"lr is .*: the learning rate must be a number larger than 0"):
        next(perceptron_steps(*TWO, lr=lr))
    with pytest.raises(ValueError, match="the learning rate must be a number larger than 0"):
        Perceptron(lr=lr).fit(*TWO)


def test_other_bad_input():
    X, y = TWO
    with pytest.raises(ValueError, match="order must name each of the 2 points once"):
        next(perceptron_steps(X, y, order=[0, 0]))
    assert [s.i for s in take(perceptron_steps(X, y, order=[1.0, 0.0]), 2)] == [None, 1, 0]
    for b in (np.nan, np.inf, "far"):
        with pytest.raises(ValueError, match="The start b"):  # of NaN no comparison holds: it would have converged
            next(perceptron_steps(X, y, b=b))
    with pytest.raises(ValueError, match="both of them"):
        next(perceptron_steps(X, [1, 1]))
    with pytest.raises(ValueError, match="labels of shape"):
        next(perceptron_steps(X, y[:, None]))
    with pytest.raises(ValueError, match="max_iter is 0"):
        Perceptron(max_iter=0).fit(X, y)
    with pytest.raises(ValueError, match="one class only"):
        Perceptron().fit(X, [1, 1])


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.DataConversionWarning")
def test_y_as_a_column_is_y():
    X, y = TWO
    assert np.array_equal(Perceptron().fit(X, y[:, None]).coef_, Perceptron().fit(X, y).coef_)
