"""PCA: by hand, against scikit-learn, its two meanings, ties and bad input."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.decomposition import PCA as TheirPCA

from mlcore import datasets
from mlcore.base.steps import last, take
from mlcore.pca import PCA, covariance, power_steps, principal_axes, rebuilt, with_sign

IRIS, CANCER, DIGITS = datasets.iris().X, datasets.breast_cancer().X, datasets.digits().X
SQUARE = np.array([[2.0, 1], [1, 2], [-2, -1], [-1, -2]])  # covariance [[2.5, 2], [2, 2.5]]


def test_four_points_by_hand():
    U, variances = principal_axes(SQUARE)
    assert covariance(SQUARE) == pytest.approx(np.array([[2.5, 2], [2, 2.5]]))
    assert variances == pytest.approx([4.5, 0.5])
    assert U[:, 0] == pytest.approx(np.sqrt([0.5, 0.5]))
    assert np.abs(U[:, 1]) == pytest.approx(np.sqrt([0.5, 0.5]))
    assert rebuilt(SQUARE, 1) == pytest.approx(np.array([[1.5, 1.5], [1.5, 1.5], [-1.5, -1.5], [-1.5, -1.5]]))


@pytest.mark.parametrize("X", [IRIS, CANCER, DIGITS, IRIS[:3]], ids=["iris", "cancer", "digits", "three rows"])
def test_it_is_scikit_learns(X):
    k = min(3, *X.shape)
    ours, theirs = PCA(k).fit(X), TheirPCA(k, svd_solver="full").fit(X)
    size = np.abs(X).max()
    assert ours.explained_variance_ == pytest.approx(theirs.explained_variance_, rel=1e-8, abs=1e-8)
    assert ours.explained_variance_ratio_ == pytest.approx(theirs.explained_variance_ratio_, abs=1e-10)
    keep = ours.explained_variance_ratio_ > 1e-12
    same = np.abs((ours.components_[keep] * theirs.components_[keep]).sum(axis=1))
    assert same == pytest.approx(1, abs=1e-10)
    assert np.abs(ours.transform(X)[:, keep]) == pytest.approx(np.abs(theirs.transform(X)[:, keep]), abs=1e-8 * size)


@given(st.integers(0, 1000), st.integers(2, 12), st.integers(1, 6))
def test_the_mean_error_is_the_sum_of_the_dropped_variances(seed, n, d):
    X = np.random.default_rng(seed).normal(size=(n, d)) * 10.0 ** np.arange(d)[::-1] + 7
    _, variances = principal_axes(X)
    for k in range(min(n, d) + 1):
        error = ((X - rebuilt(X, k)) ** 2).sum(axis=1).mean()
        assert error == pytest.approx(variances[k:].sum(), rel=1e-8, abs=1e-10 * variances.sum())


@given(st.integers(0, 1000), st.integers(1, 3))
def test_no_other_directions_keep_more(seed, k):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(20, 4)) @ rng.normal(size=(4, 4))
    _, variances = principal_axes(X, k)
    W = np.linalg.qr(rng.normal(size=(4, k)))[0]
    assert np.trace(W.T @ covariance(X) @ W) <= variances[:k].sum() + 1e-9


def test_the_largest_entry_of_a_direction_is_positive():
    U = with_sign(np.array([[0.1, -0.9, 0.0], [-0.8, 0.2, 1.0], [0.5, 0.1, 0.0]]))
    assert np.abs(U).argmax(axis=0).tolist() == [1, 0, 1]
    assert (U[[1, 0, 1], [0, 1, 2]] > 0).all()


def test_no_order_of_the_rows_turns_two_standardised_columns_round():
    """Both entries of a direction are √½ there, but for rounding: with the order of the rows half of 200 turned."""
    X = IRIS[:, [0, 2]]
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    rng = np.random.default_rng(0)
    for columns in ([0, 1], [1, 0]):
        found = [PCA().fit(Z[rng.permutation(150)][:, columns]).components_ for _ in range(100)]
        wanted = np.sqrt(0.5) * np.array([[1, 1], [1, -1]])
        assert np.allclose(found, wanted, atol=1e-9)


def test_where_no_entries_tie_no_order_of_the_columns_turns_a_direction_round():
    rng, wanted = np.random.default_rng(0), PCA(3).fit(CANCER).components_
    for _ in range(20):
        order = rng.permutation(30)
        assert PCA(3).fit(CANCER[:, order]).components_ == pytest.approx(wanted[:, order], abs=1e-9)


def test_scores_may_come_as_a_data_frame():
    Z = PCA(2).set_output(transform="pandas").fit_transform(IRIS)
    assert list(Z.columns) == ["pca0", "pca1"]
    assert Z.to_numpy() == pytest.approx(PCA(2).fit_transform(IRIS))


def test_small_variances_beside_large_ones_keep_their_digits():
    rng = np.random.default_rng(0)
    U = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    Z = np.linalg.qr(rng.normal(size=(50, 3)) - 0)[0]
    Z -= Z.mean(axis=0)
    Z = np.linalg.qr(Z)[0] * np.sqrt(50) * [1e5, 1.0, 1e-5]
    _, variances = principal_axes(Z @ U.T)
    assert variances == pytest.approx([1e10, 1, 1e-10], rel=1e-4)  # the covariance would have lost the last


def test_scores_have_mean_0_and_no_correlation():
    Z = PCA(3).fit_transform(CANCER)
    S = covariance(Z)
    assert Z.mean(axis=0) == pytest.approx(0, abs=1e-9)
    assert np.diag(np.diag(S)) == pytest.approx(S, abs=1e-6 * S.max())


def test_transform_and_back_with_all_components_is_the_table():
    model = PCA().fit(IRIS)
    assert model.inverse_transform(model.transform(IRIS)) == pytest.approx(IRIS)


def test_power_iteration_ends_at_the_first_axis():
    end = last(power_steps(covariance(IRIS), u=np.ones(4)), 1000)
    U, variances = principal_axes(IRIS, 1)
    assert end.converged
    assert np.abs(end.u @ U[:, 0]) == pytest.approx(1)
    assert end.variance == pytest.approx(variances[0])
    assert (np.diff([s.variance for s in take(power_steps(covariance(IRIS), u=[1, -3, 1, 0]), 50)]) > -1e-12).all()


@pytest.mark.parametrize(
    "work, words",
    [
        (lambda: PCA(5).fit(IRIS), "n_components is 5: take a whole number from 1 to 4, the smaller of n and d"),
        (lambda: PCA(4).fit(IRIS[:3]), "n_components is 4: take a whole number from 1 to 3"),
        (lambda: PCA(0).fit(IRIS), "n_components is 0"),
        (lambda: PCA().fit(IRIS[:1]), "1 sample"),
        (lambda: rebuilt(IRIS, 5), "k is 5"),
        (lambda: take(power_steps(covariance(IRIS), u=np.zeros(4)), 2), "The direction u is 0 everywhere"),
        (lambda: take(power_steps(covariance(IRIS), u=np.ones(3)), 2), "must hold 4 finite numbers"),
    ],
)
def test_what_does_not_fit_gets_a_sentence(work, words):
    with pytest.raises(ValueError, match=words):
        work()


@pytest.mark.filterwarnings("error")
def test_a_constant_table_has_no_variance_and_no_nan():
    model = PCA().fit(np.full((5, 3), 0.3))
    assert model.eigenvalues_ == pytest.approx(0, abs=1e-30)
    assert np.isfinite(model.explained_variance_ratio_).all()
    assert model.transform(np.full((5, 3), 0.3)) == pytest.approx(0, abs=1e-15)


def test_power_iteration_goes_on_where_all_entries_fall_and_stays_where_nothing_varies():
    end = last(power_steps(np.outer([1.0, -2], [1, -2]) + np.eye(2), u=[1, -1]), 1000)
    assert end.u == pytest.approx(np.array([1, -2]) / np.sqrt(5))
    (only,) = take(power_steps(np.zeros((2, 2)), u=[0, 3]), 9)
    assert only.converged
    assert only.u.tolist() == [0, 1]
