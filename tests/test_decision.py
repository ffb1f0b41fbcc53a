"""Decisions and estimates: the umbrella and the waits by hand, against grids, and bad input."""

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import beta, gamma, norm
from sklearn.metrics import roc_auc_score, roc_curve

from mlcore.decision import (
    bayes_action,
    coin_estimates,
    likelihood_ratio_threshold,
    posterior,
    rate_estimates,
    risks,
    roc,
)

DRY_OR_RAIN, GREY = [0.7, 0.3], [0.2, 0.8]
COSTS = [[0.0, 5.0], [1.0, 0.0]]  # leave, take the umbrella; dry, rain


def test_the_umbrella_by_hand():
    after = posterior(DRY_OR_RAIN, GREY)
    assert after[1] == pytest.approx(0.24 / 0.38)  # 0.6316
    assert risks(COSTS, after) == pytest.approx([5 * 0.24 / 0.38, 0.14 / 0.38])  # 3.158 and 0.368
    assert bayes_action(COSTS, after) == 1


def test_many_observations_at_once_are_one_after_the_other():
    once, both = np.array(DRY_OR_RAIN), [[0.2, 0.8], [0.5, 0.4], [0.9, 0.1]]
    for row in both:
        once = posterior(once, row)
    assert posterior(DRY_OR_RAIN, both) == pytest.approx(once)
    assert np.isfinite(posterior(DRY_OR_RAIN, np.full((3000, 2), [1e-3, 2e-3]))).all()
    assert posterior([0.5, 0.5], [0.0, 0.1]) == pytest.approx([0, 1])


def test_0_1_costs_choose_the_likeliest_state():
    p = np.array([0.2, 0.5, 0.3])
    assert risks(1 - np.eye(3), p) == pytest.approx(1 - p)
    assert bayes_action(1 - np.eye(3), p) == 1


@pytest.mark.parametrize(
    ("costs", "prior", "threshold", "place"),
    [
        ([[0, 1], [1, 0]], [0.5, 0.5], 1, 1.0),
        ([[0, 1], [5, 0]], [0.5, 0.5], 5, 1.805),
        ([[0, 5], [1, 0]], [0.5, 0.5], 0.2, 0.195),
        ([[0, 1], [1, 0]], [0.8, 0.2], 4, 1.693),
        ([[2, 8], [5, 3]], [0.5, 0.5], 0.6, 0.745),  # a right action may cost something, too
    ],
)
def test_the_threshold_moves_with_costs_and_prior(costs, prior, threshold, place):
    found = likelihood_ratio_threshold(costs, prior)
    assert found == pytest.approx(threshold)
    x = brentq(lambda v: norm.pdf(v, 2) / norm.pdf(v) - found, -5, 8)  # N(0, 1) against N(2, 1)
    assert x == pytest.approx(place, abs=5e-4)
    for v in (x - 0.01, x + 0.01):  # it is where the better action changes
        assert bayes_action(costs, posterior(prior, [norm.pdf(v), norm.pdf(v, 2)])) == (v > x)


def test_waits_by_hand_and_by_a_grid():
    waits = [0.2, 0.5, 0.3, 1.0]
    found = rate_estimates(waits)
    assert (found.ml, found.map, found.mean) == pytest.approx((2, 4 / 3, 5 / 3))
    theta = np.linspace(1e-4, 30, 300_001)
    density = theta**4 * np.exp(-theta * 3.0)
    assert theta[density.argmax()] == pytest.approx(found.map, abs=1e-3)
    assert (theta * density).sum() / density.sum() == pytest.approx(found.mean, abs=1e-5)
    assert gamma(5, scale=1 / 3).mean() == pytest.approx(found.mean)


def test_waits_with_another_prior_by_hand():
    found = rate_estimates([0.2, 0.5, 0.3, 1.0], rate=3.0)
    assert (found.ml, found.map, found.mean) == pytest.approx((2, 4 / 5, 1))


@pytest.mark.parametrize(("heads", "flips", "a", "b"), [(3, 10, 2, 2), (0, 4, 1, 1), (4, 4, 3.5, 1), (7, 9, 2, 5)])
def test_coins_are_scipys_beta(heads, flips, a, b):
    found = coin_estimates(heads, flips, a=a, b=b)
    after = beta(a + heads, b + flips - heads)
    assert found.mean == pytest.approx(after.mean())
    theta = np.linspace(0, 1, 100_001)
    assert found.map == pytest.approx(theta[after.pdf(np.clip(theta, 1e-12, 1 - 1e-12)).argmax()], abs=1e-4)
    assert found.ml == heads / flips


def test_a_flat_prior_makes_map_and_ml_one():
    assert coin_estimates(3, 10).map == coin_estimates(3, 10).ml == 0.3
    assert np.isnan(coin_estimates(0, 0).ml)
    assert coin_estimates(0, 0).mean == 0.5


def test_a_roc_curve_by_hand():
    found = roc([1.0, 2.0, 2.0, 3.0], [0, 0, 1, 1])  # the two 2s share a threshold
    assert found.thresholds.tolist() == [np.inf, 3, 2, 1]
    assert found.false_alarms.tolist() == [0, 0, 0.5, 1]
    assert found.hits.tolist() == [0, 0.5, 1, 1]
    assert found.area == 0.875  # of four pairs three in order and one a tie
    assert found.costs(miss=4, prior=0.25).tolist() == [1, 0.5, 0.375, 0.75]


@pytest.mark.parametrize("seed", range(5))
def test_roc_curves_are_scikit_learns(seed):
    rng = np.random.default_rng(seed)
    x, y = rng.integers(0, 12, 60) / 4 - 1, rng.integers(0, 2, 60)
    alarms, hits, thresholds = roc_curve(y, x, drop_intermediate=False)
    found = roc(x, np.where(y, "sick", "healthy"))
    assert found.false_alarms == pytest.approx(alarms)
    assert found.hits == pytest.approx(hits)
    assert np.array_equal(found.thresholds, thresholds)
    assert found.area == pytest.approx(roc_auc_score(y, x))
    shuffled = rng.permutation(60)
    assert np.array_equal(roc(x[shuffled], y[shuffled]).hits, found.hits)


def test_the_cheapest_threshold_is_bayes_rule_for_the_counts():
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=300), rng.integers(0, 2, 300)
    curve = roc(x, y)
    for miss in (0.3, 1, 7):
        paid = curve.costs(miss=miss, prior=np.mean(y))
        by_hand = [np.mean((y == 0) & (x >= t)) + miss * np.mean((y == 1) & (x < t)) for t in curve.thresholds]
        assert paid == pytest.approx(by_hand)


@pytest.mark.parametrize(
    ("work", "words"),
    [
        (lambda: posterior([0.5, 0.4], [1, 1]), "prior sums to 0.9"),
        (lambda: posterior([0.5, 0.5], [0, 0]), "chance 0 in every state"),
        (lambda: posterior([0.5, 0.5], [0.1, -1]), "below 0"),
        (lambda: posterior([0.5, 0.5], [0.1, 0.2, 0.3]), "for each of the 2 states"),
        (lambda: risks([[1, 2, 3]], [0.5, 0.5]), "costs has 3 columns"),
        (lambda: likelihood_ratio_threshold([[1, 1], [1, 0]], [0.5, 0.5]), "must be the cheaper one"),
        (lambda: likelihood_ratio_threshold([[0, 1], [1, 0]], [1.0, 0.0]), "never occurs"),
        (lambda: coin_estimates(5, 4), "heads is 5: take a whole number from 0 to 4"),
        (lambda: coin_estimates(1, 4, a=0.5), "a is 0.5: below 1"),
        (lambda: rate_estimates([0, 0]), "waiting times"),
        (lambda: rate_estimates([-1, 2]), "waiting times"),
        (lambda: posterior([[0.5, 0.5]], [1, 1]), "must sum to 1, shape"),
        (lambda: posterior([1.0, 0.0], [0, 1]), "chance 0 in every state"),
        (lambda: posterior([0.5, 0.5], [[0.0, 1.0], [1.0, 0.0]]), "chance 0 in every state"),
        (lambda: posterior([1.2, -0.2], [1, 1]), "must be a chance"),
        (lambda: likelihood_ratio_threshold([[3, 5], [1, 0]], [0.5, 0.5]), "must be the cheaper one"),
        (lambda: likelihood_ratio_threshold([[0, 1, 2], [1, 0, 2]], [0.5, 0.5]), "two actions and two states"),
        (lambda: risks([[np.inf, 1]], [0.5, 0.5]), "costs"),
        (lambda: roc([1.0, 2.0], [1, 1]), "one class only"),
        (lambda: roc([1.0, 2.0, 3.0], [0, 1]), "3 numbers and y 2 labels"),
        (lambda: roc([1.0, np.nan], [0, 1]), "x has shape"),
        (lambda: roc([1.0, 2.0], [0, 1]).costs(miss=0, prior=0.5), "price of a miss"),
        (lambda: roc([1.0, 2.0], [0, 1]).costs(miss=1, prior=1.5), "must be a chance"),
    ],
)
def test_what_does_not_fit_gets_a_sentence(work, words):
    with pytest.raises(ValueError, match=words):
        work()
