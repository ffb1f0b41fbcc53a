"""Kernels as functions of pairs of points."""

from fractions import Fraction

import numpy as np
import pytest
from sklearn.metrics import pairwise

from mlcore.kernels import (
    RBF,
    Exponential,
    Laplacian,
    Linear,
    Monomials,
    Polynomial,
    Sigmoid,
)
from tests.kernels.examples import KERNELS, NO_KERNEL, THREE


@pytest.mark.parametrize(
    "kernel, value",
    [
        (Linear(), 11.0),
        (Polynomial(), 144.0),
        (Polynomial(degree=3, coef0=0.0), 1331.0),
        (RBF(), np.exp(-4)),
        (RBF(sigma=2.0), np.exp(-1)),
        (Monomials(), 36.0),  # (1 + 3)(1 + 8)
        (Exponential(2.0), np.exp(-np.sqrt(2))),
        (Laplacian(2.0), np.exp(-2)),
        (Sigmoid(0.1, -1.0), np.tanh(0.1)),
    ],
)
def test_a_hand_worked_value(kernel, value):
    assert kernel(np.array([[1.0, 2.0]]), np.array([[3.0, 4.0]])) == pytest.approx(np.array([[value]]))


@pytest.mark.parametrize(
    "kernel, theirs",
    [
        (Linear(), pairwise.linear_kernel),
        (Polynomial(3, 2.0), lambda X, Z: pairwise.polynomial_kernel(X, Z, degree=3, gamma=1, coef0=2)),
        (RBF(0.7), lambda X, Z: pairwise.rbf_kernel(X, Z, gamma=1 / (2 * 0.7**2))),
        (Laplacian(0.7), lambda X, Z: pairwise.laplacian_kernel(X, Z, gamma=1 / 0.7)),
        (Exponential(0.7), lambda X, Z: np.exp(-pairwise.euclidean_distances(X, Z) / 0.7)),
        (Sigmoid(0.3, -1.0), lambda X, Z: pairwise.sigmoid_kernel(X, Z, gamma=0.3, coef0=-1)),
    ],
)
def test_all_pairs_agree_with_sklearn(kernel, theirs):
    rng = np.random.default_rng(0)
    X, Z = rng.standard_normal((7, 3)), rng.standard_normal((4, 3))
    assert kernel(X, Z) == pytest.approx(theirs(X, Z), rel=1e-12)


@pytest.mark.parametrize("far", [1e3, 1e8])
def test_rbf_keeps_small_distances_far_from_the_origin(far):
    X = far + np.array([[0.0], [0.5]])
    assert RBF()(X, X) == pytest.approx(np.array([[1, np.exp(-1 / 8)], [np.exp(-1 / 8), 1]]))


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: RBF(0.0), "sigma is 0.*larger than 0"),
        (lambda: RBF(-1.0), "sigma is -1"),
        (lambda: RBF(np.nan), "sigma is nan"),
        (lambda: RBF("1"), "sigma is '1'"),
        (lambda: RBF(np.inf), "sigma is inf"),
        (lambda: Exponential(0.0), "sigma is 0"),
        (lambda: Laplacian(-1.0), "sigma is -1"),
        (lambda: Polynomial("2"), "degree is '2'"),
        (lambda: Polynomial(2, "1"), "coef0 is '1'"),
        (lambda: Polynomial(0), "degree is 0.*1 or more"),
        (lambda: Polynomial(1.5), "degree is 1.5: take a whole number"),
        (lambda: Polynomial(2, -1.0), "coef0 is -1"),
        (lambda: Polynomial(2, np.nan), "coef0 is nan"),
    ],
)
def test_parameters_that_make_no_kernel_are_refused(make, words):
    with pytest.raises(ValueError, match=words):
        make()


@pytest.mark.parametrize("kernel", KERNELS)
def test_inputs_are_not_changed(kernel):
    X = np.arange(6.0).reshape(3, 2)
    kernel(X, X)
    assert X.tolist() == [[0, 1], [2, 3], [4, 5]]


def test_kernels_compare_and_hash_by_their_parameters():
    assert RBF(2.0) == RBF(2.0)
    assert len({RBF(2.0), RBF(2.0), RBF(1.0), Linear(), Linear()}) == 3


def test_the_sigmoid_is_indefinite_with_the_eigenvalues_of_the_errata():
    assert np.linalg.eigvalsh(NO_KERNEL(THREE, THREE)) == pytest.approx([-0.958, -0.114, 1.432], abs=5e-4)
    assert np.diagonal(NO_KERNEL(THREE, THREE)).min() < 0  # k(x, x) would be a squared length


@pytest.mark.parametrize("kernel", [RBF, Exponential, Laplacian])
def test_a_bandwidth_may_be_any_number(kernel):
    X = np.random.default_rng(0).normal(size=(4, 2))
    assert np.array_equal(kernel(Fraction(1, 2))(X, X), kernel(0.5)(X, X))
    assert np.array_equal(kernel(np.float32(0.5))(X, X), kernel(0.5)(X, X))
