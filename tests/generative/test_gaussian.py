"""Gaussian discriminants."""

import numpy as np
import pytest
from scipy.stats import multivariate_normal
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB

from mlcore import datasets
from mlcore.generative import (
    GaussianDiscriminant,
    class_gaussians,
    gaussian_log_density,
    line_of,
    log_joint,
)
from tests.generative.examples import IRIS, RNG


def test_the_density_is_scipys():
    M = RNG.normal(size=(3, 3))
    S, mean, X = M @ M.T + np.eye(3), RNG.normal(size=3), RNG.normal(size=(5, 3))
    assert gaussian_log_density(X, mean, S) == pytest.approx(multivariate_normal(mean, S).logpdf(X))


def test_two_small_classes_by_hand():
    model = GaussianDiscriminant(reg_covar=0.0).fit([[0.0], [2.0], [4.0], [6.0]], [0, 0, 1, 1])
    assert model.means_.tolist() == [[1], [5]]
    assert model.covariances_.tolist() == [[[1]], [[1]]]
    assert model.predict([[2.9], [3.1]]).tolist() == [0, 1]  # halfway between the means
    assert model.predict_proba([[4.0]])[0, 1] == pytest.approx(1 / (1 + np.exp(-4.0)))  # w = 4, b = −12


def test_a_shared_covariance_is_scikit_learns_lda():
    ours = GaussianDiscriminant(reg_covar=0.0).fit(IRIS.X, IRIS.y)
    theirs = LinearDiscriminantAnalysis(solver="lsqr", store_covariance=True).fit(IRIS.X, IRIS.y)
    assert ours.means_ == pytest.approx(theirs.means_)
    assert ours.covariances_[0] == pytest.approx(theirs.covariance_)
    assert ours.predict_proba(IRIS.X) == pytest.approx(theirs.predict_proba(IRIS.X), abs=1e-8)


def test_separate_covariances_are_bayes_rule_with_scipys_densities():
    ours = GaussianDiscriminant(shared_covariance=False, reg_covar=0.0).fit(IRIS.X, IRIS.y)
    groups = [IRIS.X[IRIS.y == k] for k in range(3)]
    normal = [multivariate_normal(group.mean(axis=0), np.cov(group.T, bias=True)) for group in groups]
    joint = np.column_stack([one.pdf(IRIS.X) / 3 for one in normal])
    assert ours.predict_proba(IRIS.X) == pytest.approx(joint / joint.sum(axis=1, keepdims=True), abs=1e-8)
    theirs = QuadraticDiscriminantAnalysis().fit(IRIS.X, IRIS.y)  # its covariances may be divided by n - 1
    assert (ours.predict(IRIS.X) == theirs.predict(IRIS.X)).mean() > 0.98


def test_with_a_shared_covariance_the_log_odds_are_the_line():
    pair = datasets.iris_pair()
    model = GaussianDiscriminant().fit(pair.X, pair.y)
    w, b = line_of(model.class_prior_, model.means_, model.covariances_[0])
    X = 0.2 * pair.X[::7] + 0.8 * model.means_.mean(axis=0)
    P = model.predict_proba(X)
    assert np.log(P[:, 1] / P[:, 0]) == pytest.approx(X @ w + b)


def test_the_numbers_of_the_lecture():
    """GEN-07, by Bayes' rule with SciPy's densities at a point, and the weights to four decimals."""
    shares, means, S = np.array([0.7, 0.3]), np.array([[0.0, 1], [2, 0]]), np.array([[1.5, 0.4], [0.4, 0.8]])
    w, b = line_of(shares, means, S)
    assert [*w, b] == pytest.approx([1.9231, -2.2115, -1.6646], abs=5e-5)
    joint = [share * multivariate_normal(mean, S).pdf([0.7, -0.2]) for share, mean in zip(shares, means, strict=True)]
    assert np.log(joint[1] / joint[0]) == pytest.approx(w @ [0.7, -0.2] + b)
    assert log_joint(np.array([[0.7, -0.2]]), shares, means, np.array([S, S]))[0] == pytest.approx(np.log(joint))


def test_maximum_likelihood_estimates_are_the_highest_of_all_nearby():
    X, labels = IRIS.X[:, :2], IRIS.y
    shares, means, covariances = class_gaussians(X, labels)
    pick = np.arange(150), labels

    def likelihood(shares, means, covariances):
        return log_joint(X, shares, means, covariances)[pick].sum()

    top = likelihood(shares, means, covariances)
    for seed in range(20):
        rng = np.random.default_rng(seed)
        M = np.eye(2) + 0.03 * rng.normal(size=(3, 2, 2))
        near = shares * rng.uniform(0.95, 1.05, 3)
        assert likelihood(near / near.sum(), means, covariances) < top
        assert likelihood(shares, means + 0.02 * rng.normal(size=(3, 2)), covariances) < top
        assert likelihood(shares, means, M @ covariances @ M.transpose(0, 2, 1)) < top


def test_naive_gaussians_are_scikit_learns():
    ours = GaussianDiscriminant(shared_covariance=False, naive=True, reg_covar=0.0).fit(IRIS.X, IRIS.y)
    theirs = GaussianNB(var_smoothing=0.0).fit(IRIS.X, IRIS.y)
    assert np.diagonal(ours.covariances_, axis1=1, axis2=2) == pytest.approx(theirs.var_)
    assert ours.predict_proba(IRIS.X) == pytest.approx(theirs.predict_proba(IRIS.X), abs=1e-8)


@pytest.mark.parametrize("shared", [True, False])
def test_naive_densities_are_those_of_the_diagonal_covariances(shared):
    model = GaussianDiscriminant(shared, naive=True).fit(IRIS.X, IRIS.y)
    by_matrices = log_joint(IRIS.X, model.class_prior_, model.means_, model.covariances_)
    assert model.log_joint(IRIS.X) == pytest.approx(by_matrices, abs=1e-9)
    assert not (model.covariances_ * (1 - np.eye(4))).any()


@pytest.mark.parametrize("naive", [True, False])
@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize("constant", [0.1, 0.3, 7.0])
def test_a_constant_is_singular_whatever_its_last_digits(naive, shared, constant):
    """The mean of 50 times 0.3 is not 0.3 in floats (A6)."""
    X = np.column_stack([IRIS.X, np.full(150, constant)])
    with pytest.raises(ValueError, match=r"A covariance is singular: .* or that never changes"):
        GaussianDiscriminant(shared, naive, reg_covar=0.0).fit(X, IRIS.y)
    plain = GaussianDiscriminant(shared, naive).fit(IRIS.X, IRIS.y)
    beside = GaussianDiscriminant(shared, naive).fit(X, IRIS.y)
    assert beside.predict_proba(X) == pytest.approx(plain.predict_proba(IRIS.X), abs=1e-9)


@pytest.mark.parametrize("naive", [True, False])
@pytest.mark.parametrize("shared", [True, False])
def test_a_ridge_that_blurs_the_classes_says_so(naive, shared):
    with pytest.warns(UserWarning, match=r"The ridge reg_covar = 1e-06 is large beside the variance of feature \d, .*"
                      "and blurs the classes: take .*, or standardise the data"):  # fmt: skip
        GaussianDiscriminant(shared, naive).fit(1e-3 * IRIS.X, IRIS.y)
    small = GaussianDiscriminant(shared, naive, reg_covar=1e-14).fit(1e-3 * IRIS.X, IRIS.y)
    exact = GaussianDiscriminant(shared, naive, reg_covar=0.0).fit(IRIS.X, IRIS.y)
    assert small.predict_proba(1e-3 * IRIS.X) == pytest.approx(exact.predict_proba(IRIS.X), abs=1e-5)
