from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import pairwise

from mlcore.kernels import (
    RBF,
    Exponential,
    Laplacian,
    Linear,
    Monomials,
    Polynomial,
    Sigmoid,
    all_monomials,
    all_products,
    check_gram,
    gram,
    is_psd,
    quadratic_map,
)

KERNELS = [
    Linear(), Polynomial(), Polynomial(degree=3, coef0=0.0), Monomials(), RBF(), RBF(sigma=0.1), RBF(sigma=30.0),
    Exponential(), Exponential(0.2), Laplacian(), Laplacian(5.0),
]  # fmt: skip
THREE = np.array([[0.5], [1.0], [2.0]])
NO_KERNEL = Sigmoid(a=1.0, coef0=-1.0)  # on THREE its matrix has the eigenvalues -0.958, -0.114, 1.432


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


@pytest.mark.parametrize("kernel", KERNELS)
@given(points=st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=12))
def test_every_kernel_matrix_passes_as_one_duplicates_included(kernel, points):
    X = np.array(points, float)
    K = kernel(X, X)
    assert check_gram(K) is K
    assert np.linalg.eigvalsh(K)[0] >= -1e-9 * max(np.trace(K), 1)


@pytest.mark.parametrize("smallest, psd", [(1.0, True), (0.0, True), (-1e-14, True), (-1e-6, False), (-1.0, False)])
@pytest.mark.parametrize("scale", [1e-8, 1.0, 1e8])
def test_is_psd_looks_at_the_smallest_eigenvalue_relative_to_the_scale(smallest, psd, scale):
    Q, _ = np.linalg.qr(np.random.default_rng(0).standard_normal((5, 5)))
    K = scale * (Q * [smallest, 0.5, 1, 2, 3]) @ Q.T
    assert is_psd((K + K.T) / 2) == psd


def test_is_psd_knows_the_zero_matrix_and_a_negative_number():
    assert is_psd(np.zeros((3, 3)))
    assert not is_psd(np.array([[-1e-300]]))


@pytest.mark.parametrize(
    "K, words",
    [
        (np.ones((2, 3)), r"shape \(2, 3\): it must be square"),
        (np.ones(3), r"shape \(3,\): it must be square"),
        ([[1.0, np.nan], [np.nan, 1.0]], "NaN"),
        ([[1.0, np.inf], [np.inf, 1.0]], "infinite"),
        ([[1.0, 0.5], [0.2, 1.0]], "not symmetric"),
        (NO_KERNEL(THREE, THREE), r"not positive semidefinite.* -0\.958"),
    ],
)
def test_what_is_no_gram_matrix_is_named(K, words):
    with pytest.raises(ValueError, match=words):
        check_gram(K)


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


def test_gram_is_the_matrix_of_all_pairs_or_a_sentence():
    X = np.array([[1.0, 2.0], [3.0, 4.0]])
    assert gram(Polynomial(), X).tolist() == [[36, 144], [144, 676]]
    with pytest.raises(ValueError, match=r"smallest eigenvalue -0\.958\): this function is no kernel"):
        gram(NO_KERNEL, THREE)


def test_the_sigmoid_is_indefinite_with_the_eigenvalues_of_the_errata():
    assert np.linalg.eigvalsh(NO_KERNEL(THREE, THREE)) == pytest.approx([-0.958, -0.114, 1.432], abs=5e-4)
    assert np.diagonal(NO_KERNEL(THREE, THREE)).min() < 0  # k(x, x) would be a squared length


def test_maps_written_out_by_hand():
    X = np.array([[2.0, 3.0]])
    assert all_products(X).tolist() == [[4, 6, 6, 9]]
    assert quadratic_map(X) == pytest.approx(np.array([[1, 2 * 2**0.5, 3 * 2**0.5, 4, 9, 6 * 2**0.5]]))
    assert all_monomials(X).tolist() == [[1, 2, 3, 6]]


@pytest.mark.parametrize(
    "phi, kernel, size",
    [
        (all_products, Polynomial(2, 0.0), lambda d: d**2),
        (quadratic_map, Polynomial(2, 1.0), lambda d: (d + 1) * (d + 2) // 2),
        (all_monomials, Monomials(), lambda d: 2**d),
    ],
)
@given(seed=st.integers(0, 10_000), d=st.integers(1, 6))
def test_a_map_and_its_kernel_are_the_same_inner_product(phi, kernel, size, seed, d):
    rng = np.random.default_rng(seed)
    X, Z = rng.standard_normal((4, d)), rng.standard_normal((3, d))
    assert phi(X).shape == (4, size(d))
    assert phi(X) @ phi(Z).T == pytest.approx(kernel(X, Z), rel=1e-10, abs=1e-10)


def test_too_many_monomials_are_refused():
    with pytest.raises(ValueError, match=r"2\^21 monomials: use the kernel"):
        all_monomials(np.ones((1, 21)))


@pytest.mark.parametrize("kernel", [RBF, Exponential, Laplacian])
def test_a_bandwidth_may_be_any_number(kernel):
    X = np.random.default_rng(0).normal(size=(4, 2))
    assert np.array_equal(kernel(Fraction(1, 2))(X, X), kernel(0.5)(X, X))
    assert np.array_equal(kernel(np.float32(0.5))(X, X), kernel(0.5)(X, X))
