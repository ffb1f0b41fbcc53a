"""Gram matrices, and whether one is positive semidefinite."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlcore.kernels import (
    Polynomial,
    check_gram,
    gram,
    is_psd,
)
from tests.kernels.examples import KERNELS, NO_KERNEL, THREE


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


def test_gram_is_the_matrix_of_all_pairs_or_a_sentence():
    X = np.array([[1.0, 2.0], [3.0, 4.0]])
    assert gram(Polynomial(), X).tolist() == [[36, 144], [144, 676]]
    with pytest.raises(ValueError, match=r"smallest eigenvalue -0\.958\): this function is no kernel"):
        gram(NO_KERNEL, THREE)
