"""The figures of lecture 01: minima at the thresholds, densities that add up, and data that are hardly any."""

import numpy as np
import pytest
from scipy.stats import beta, norm

from mlcore.lectures import decisions
from mlcore.lectures.decisions.figures import SHIFT, WALKS, chance, readings


def test_the_green_line_is_the_minimum_and_the_areas_are_the_cost():
    live, grid = decisions.bells(), np.linspace(-5, 7, 4801)
    for values in (dict(), dict(price=5), dict(price=0.5, prior=0.05), dict(price=10, prior=0.95), dict(prior=0.2)):
        s = live.at(t=0.5, **values)
        assert grid[s.risk(grid).argmin()] == pytest.approx(s.best, abs=0.003)
        dry, rain = decisions.weighted(s.weights, grid)
        shaded = (dry[grid > 0.5].sum() + rain[grid <= 0.5].sum()) * (grid[1] - grid[0])
        assert shaded == pytest.approx(s.risk(0.5), abs=1e-3)


def test_a_walk_adds_up_and_its_posterior_is_bayes_rule():
    s = decisions.walk().at(n=40, prior=0.2, price=4)
    x = readings(True, 1)[s.mine, :40]
    ratio = np.prod(norm.pdf(x, SHIFT) / norm.pdf(x))
    assert s.paths[s.mine, 40] == pytest.approx(np.log(ratio))
    assert s.chances[40] == pytest.approx(0.2 * ratio / (0.2 * ratio + 0.8))
    assert s.bar == pytest.approx(0, abs=1e-12)  # 0.8 against 4 · 0.2


def test_a_reading_read_ten_times_is_ten_equal_steps():
    steps = np.diff(decisions.walk().at(n=120, copies=10).paths, axis=1)
    assert np.allclose(steps.reshape(WALKS, 12, 10), steps[:, ::10, None])


def test_each_curve_of_the_coin_has_its_minimum_at_its_estimate():
    live = decisions.coin()
    for n in (1, 7, 100):
        s = live.at(n=n, radius=0.005, prior=(2, 10))
        for name, value in s.values.items():
            assert decisions.BIASES[s.costs[name].argmin()] == pytest.approx(value, abs=0.0051)


@pytest.mark.parametrize(("p", "words"), [(0, "0.000"), (1e-6, "under 0.001"), (0.9999, "over 0.999"), (0.5, "0.500")])
def test_no_chance_is_rounded_to_certainty(p, words):
    assert chance(p) == words


def test_the_line_of_equal_cost_lies_above_the_curve():
    live = decisions.screening()
    for values in (dict(), dict(miss=10, prior=0.01), dict(miss=100, prior=0.5)):
        s = live.at(**values)
        line = s.hits[s.best] + s.slope * (s.false_alarms - s.false_alarms[s.best])
        assert (s.hits <= line + 1e-9).all()
        assert sum(s.crowd[1:]) == pytest.approx(1000 * s.prior)


def test_bins_hold_every_case_once_and_mistakes_are_counted_from_the_threshold_on():
    rng = np.random.default_rng(1)
    x, y = rng.normal(5e4, 2e3, 90), rng.integers(0, 2, 90)
    live = decisions.screening(x, y)
    s = live.state
    assert s.counts.sum() == 90
    assert s.counts[1][: s.k].sum() == np.sum((y == 1) & (x < s.t))
    assert s.counts[0][s.k :].sum() == np.sum((y == 0) & (x >= s.t))


def test_a_case_on_the_threshold_has_an_alarm():
    s = decisions.screening([0.0, 1.0, 2.0, 40.0], [0, 0, 1, 1]).at(t=1.0)
    assert (s.t, s.false_alarms[s.k], s.hits[s.k]) == (1.0, 0.5, 1.0)


def test_every_position_is_the_number_it_shows():
    s = decisions.screening([0.0, 0.3, 1.0, 4.0], [0, 1, 0, 1]).at(t=0.3)
    assert (s.t, s.hits[s.k]) == (0.3, 1.0)  # 3 * 0.1 > 0.3
    far = decisions.screening(1e9 + np.arange(20.0), np.arange(20) > 9)
    thresholds = far.view.controls["t"].values
    assert len(set(thresholds)) == len(thresholds) > 20
    assert "t = 1000000010" in far.says(t=1e9 + 10)


def test_numbers_below_0_have_a_minus():
    assert "t = −5" in decisions.screening(-np.arange(20.0), np.arange(20) > 9).says(t=-5)


def test_one_flip_is_one_head():
    assert decisions.coin().says(n=1).startswith("1 head in 1 flip:")


def test_the_costs_of_the_coin_are_those_of_its_posterior():
    s = decisions.coin().at(n=30, radius=0.05, prior=(2, 10))
    after = beta(*s.posterior)
    ball = after.cdf(decisions.BIASES + 0.05) - after.cdf(decisions.BIASES - 0.05)
    np.testing.assert_allclose(s.costs["MAP"], 1 - ball, atol=1e-12)
    np.testing.assert_allclose(s.costs["mean"], after.var() + (decisions.BIASES - after.mean()) ** 2, rtol=1e-12)
