"""The logistic cost: by hand, against finite differences, at scores of a thousand, and whether there is a minimum."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import log_loss

from mlcore import datasets
from mlcore.base.labels import add_ones, to_01
from mlcore.logistic import LogisticCost, SoftmaxCost, has_no_minimum, sigmoid, softmax

BLOBS = datasets.noisy_blobs(40)
A, Y = add_ones(BLOBS.X), to_01(BLOBS.y)


def slopes(f, w, h=1e-5):
    """Central differences of f, which may return a number or an array, one row a direction."""
    return np.array([(f(w + h * e) - f(w - h * e)) / (2 * h) for e in np.eye(len(w))])


def test_the_sigmoid_by_hand():
    assert sigmoid(0) == 0.5
    assert sigmoid([np.log(3), -np.log(3)]) == pytest.approx([0.75, 0.25])
    assert sigmoid([-1000, 1000]).tolist() == [0, 1]


def test_two_points_by_hand():
    f = LogisticCost(np.array([[1.0, 1], [1, -1]]), [1, 0], lam=2.0)
    w = np.array([0.0, np.log(3)])  # both margins are ln 3, so both p of the label that came are 3/4
    assert f.cost(w) == pytest.approx(np.log(4 / 3) + np.log(3) ** 2 / 2)
    assert f.gradient(w) == pytest.approx([0, -0.25 + np.log(3)])
    assert f.hessian(w) == pytest.approx(np.diag([3 / 16, 3 / 16 + 1]))


@given(st.integers(0, 10_000), st.floats(0, 5), st.floats(0.1, 3))
def test_gradient_and_hessian_against_finite_differences(seed, lam, size):
    rng = np.random.default_rng(seed)
    f, w = LogisticCost(A, Y, lam), size * rng.normal(size=3)
    assert f.gradient(w) == pytest.approx(slopes(f.cost, w), abs=1e-6)
    assert f.hessian(w) == pytest.approx(slopes(f.gradient, w), abs=1e-6)


@given(st.integers(0, 10_000), st.integers(2, 4), st.floats(0.1, 3))
def test_those_of_softmax_too_but_for_its_flat_directions(seed, K, size):
    rng = np.random.default_rng(seed)
    f = SoftmaxCost(A, np.eye(K)[rng.integers(K, size=40)], 0.7)
    w = size * rng.normal(size=3 * K)
    assert f.gradient(w) == pytest.approx(slopes(f.cost, w), abs=1e-6)
    flat = np.kron(np.full((K, K), 1 / K), np.diag((A**2).mean(axis=0)))
    assert f.hessian(w) - flat == pytest.approx(slopes(f.gradient, w), abs=1e-6)


@pytest.mark.filterwarnings("error")
def test_scores_of_a_thousand():
    f = LogisticCost(np.array([[1.0], [1.0]]), [1, 0])
    for w in (1000.0, -1000.0):
        assert f.cost(np.array([w])) == 500
        assert abs(f.gradient(np.array([w]))[0]) == 0.5
    K = SoftmaxCost(np.ones((1, 1)), np.array([[1.0, 0.0]]), 0.0)
    assert K.cost(np.array([-1000.0, 1000.0])) == 2000


def test_both_conventions_are_one_cost():
    w, signs = np.array([0.3, -1.0, 2.0]), 2 * Y - 1
    assert LogisticCost(A, Y).cost(w) == pytest.approx(np.log1p(np.exp(-signs * (A @ w))).mean())
    assert LogisticCost(A, Y).cost(w) == pytest.approx(log_loss(Y, sigmoid(A @ w)))


def test_some_rows_stand_for_all():
    f, w = LogisticCost(A, Y, 1.0), np.array([0.3, -1.0, 2.0])
    assert np.mean([f.gradient(w, [i]) for i in range(40)], axis=0) == pytest.approx(f.gradient(w))


@pytest.mark.parametrize("scores", [[], [np.nan, 1.0], [[0.0, np.inf]]])
def test_softmax_of_no_finite_scores_gets_a_sentence(scores):
    with pytest.raises(ValueError, match="all must be finite numbers"):
        softmax(scores)


def test_two_scores_of_softmax_are_one_of_the_sigmoid():
    assert softmax([1.3, 0.0])[0] == pytest.approx(float(sigmoid(1.3)))
    assert softmax([1, 0.5, 0]).round(3).tolist() == [0.506, 0.307, 0.186]
    assert softmax([1001, 1000.5, 1000]) == pytest.approx(softmax([1, 0.5, 0]))


@pytest.mark.parametrize(
    "y, none",
    [
        ([0, 0, 1, 1], True),
        ([0, 1, 0, 1], False),
        ([1, 0, 0, 0], True),
        ([1, 0, 0, 1], False),
    ],
)
@pytest.mark.parametrize("unit", [1e-6, 1.0, 1e6])
def test_separable_classes_have_no_minimum(y, none, unit):
    assert has_no_minimum(add_ones(unit * np.arange(4.0)[:, None]), y) == none


def test_touching_classes_have_none_either():
    assert has_no_minimum(add_ones(np.array([[0.0], [1], [1], [2]])), [0, 0, 1, 1])  # both at 1: p = 1/2 there
    assert not has_no_minimum(add_ones(np.array([[0.0], [1], [0], [1]])), [0, 0, 1, 1])
    assert has_no_minimum(add_ones(datasets.breast_cancer().X), to_01(datasets.breast_cancer().y))


@pytest.mark.parametrize(
    "y, lam, words",
    [
        ([-1, 1], 0, r"The labels must be 0 and 1, both of them \(see mlcore.base.labels.to_01\)"),
        ([1, 1], 0, "The labels must be 0 and 1, both"),
        ([[0], [1]], 0, r"labels of shape \(2, 1\): y.ravel\(\) has one"),
        ([0, 1, 1], 0, r"labels of shape \(3,\): there must be one"),
        ([0, 1], -1, "lam is -1: take a number, 0 or more; 0 is no penalty"),
    ],
)
def test_bad_input_gets_a_sentence(y, lam, words):
    with pytest.raises(ValueError, match=words):
        LogisticCost(np.ones((2, 1)), y, lam)
