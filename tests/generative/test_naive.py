"""Naive Bayes."""

import numpy as np
import pytest
from sklearn.naive_bayes import BernoulliNB as TheirBernoulli
from sklearn.naive_bayes import MultinomialNB as TheirMultinomial

from mlcore.generative import (
    BernoulliNB,
    GaussianDiscriminant,
    MultinomialNB,
)
from tests.generative.examples import IRIS, RNG

WORDS, TOPICS = RNG.poisson(1.0, (60, 8)).astype(float), np.arange(60) % 3


def test_given_shares_move_the_bias_alone():
    X, y = [[0.0], [2.0], [4.0], [6.0]], [0, 0, 1, 1]
    model = GaussianDiscriminant(reg_covar=0.0, priors=[0.9, 0.1]).fit(X, y)
    P = model.predict_proba([[3.0], [4.0]])[:, 1]
    assert np.log(P / (1 - P)) == pytest.approx(np.array([0.0, 4.0]) - np.log(9))
    theirs = TheirMultinomial(class_prior=[0.2, 0.5, 0.3]).fit(WORDS, TOPICS)
    ours = MultinomialNB(priors=[0.2, 0.5, 0.3]).fit(WORDS, TOPICS)
    assert ours.predict_proba(WORDS) == pytest.approx(theirs.predict_proba(WORDS))


@pytest.mark.parametrize("alpha", [0.5, 1.0, 3.0])
def test_naive_bayes_is_scikit_learns(alpha):
    for ours, theirs in ((BernoulliNB, TheirBernoulli), (MultinomialNB, TheirMultinomial)):
        a, b = ours(alpha).fit(WORDS, TOPICS), theirs(alpha=alpha).fit(WORDS, TOPICS)
        assert np.log(a.feature_prob_) == pytest.approx(b.feature_log_prob_)
        assert a.predict_proba(WORDS) == pytest.approx(b.predict_proba(WORDS))


def test_laplace_by_hand():
    X, y = [[1, 0], [1, 1], [0, 1]], ["a", "a", "b"]
    assert BernoulliNB().fit(X, y).feature_prob_.tolist() == [[3 / 4, 2 / 4], [1 / 3, 2 / 3]]
    words = MultinomialNB().fit([[2, 0], [1, 1], [0, 3]], y).feature_prob_
    assert words == pytest.approx(np.array([[4 / 6, 2 / 6], [1 / 5, 4 / 5]]))


def test_without_smoothing_one_unseen_word_decides_and_two_are_0_over_0():
    X, y = [[1, 0, 1], [0, 1, 1]], [0, 1]
    model = MultinomialNB(alpha=0.0).fit(X, y)
    assert model.predict_proba([[1, 0, 1]]).tolist() == [[1, 0]]
    with pytest.raises(ValueError, match=r"0/0\. Take alpha > 0"):
        model.predict([[1, 1, 0]])
    assert MultinomialNB(alpha=1.0).fit(X, y).predict_proba([[1, 1, 0]])[0] == pytest.approx([0.5, 0.5])


@pytest.mark.parametrize(
    ("work", "words"),
    [
        (
            lambda: GaussianDiscriminant(reg_covar=0).fit([[0.0], [0.0], [1], [1]], [0, 0, 1, 1]),
            "covariance is singular",
        ),
        (
            lambda: GaussianDiscriminant(False).fit([[0.0], [1], [2]], ["a", "a", "b"]),
            "Class b has 1 sample, and one point has no spread",
        ),
        (lambda: GaussianDiscriminant(priors=[0.5, 0.6]).fit([[0.0], [1]], [0, 1]), "sum to 1.1: give one share"),
        (lambda: BernoulliNB(priors=[1.0, 0.0]).fit([[0.0], [1]], [0, 1]), "each above 0"),
        (lambda: MultinomialNB(priors=[1.5, -0.5]).fit([[0.0], [1]], [0, 1]), "a chance, from 0 to 1"),
        (lambda: BernoulliNB(priors=[1.0]).fit([[0.0], [1]], [0, 1]), "priors has shape"),
        (
            lambda: GaussianDiscriminant(reg_covar=0).fit(np.outer([0.1, 0.2, 0.7, 0.4, 0.9], [1, 3]), [0, 0, 0, 1, 1]),
            "covariance is singular",
        ),
        (lambda: GaussianDiscriminant(reg_covar=-1).fit(IRIS.X, IRIS.y), "reg_covar is -1"),
        (
            lambda: GaussianDiscriminant("False").fit(IRIS.X, IRIS.y),
            "shared_covariance is 'False': take True or False",
        ),
        (
            lambda: GaussianDiscriminant(reg_covar=0).fit(1e-6 * IRIS.X, IRIS.y).predict(np.full((1, 4), 1e149)),
            "too far from every class",
        ),
        (
            lambda: (
                GaussianDiscriminant(naive=True, reg_covar=0)
                .fit(1e-6 * IRIS.X, IRIS.y)
                .predict_proba(np.full((1, 4), 1e149))
            ),
            "too far from every class",
        ),
        (lambda: GaussianDiscriminant(naive=1).fit(IRIS.X, IRIS.y), "naive is 1: take True or False"),
        (lambda: MultinomialNB().fit([[-1, 2], [0, 1]], [0, 1]), "counts are 0 or more"),
        (lambda: MultinomialNB(0).fit([[0, 0], [0, 1]], [0, 1]), "no counts at all"),
        (lambda: BernoulliNB(-1).fit(WORDS, TOPICS), "alpha is -1"),
        (lambda: BernoulliNB().fit(WORDS, np.ones(60)), "one class only"),
    ],
)
def test_what_does_not_fit_gets_a_sentence(work, words):
    with pytest.raises(ValueError, match=words):
        work()
