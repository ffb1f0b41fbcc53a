"""Feature maps, and the kernels that they belong to."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlcore.kernels import (
    Monomials,
    Polynomial,
    all_monomials,
    all_products,
    quadratic_map,
)


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
