"""The figures of lecture 01: minima at the thresholds, densities that add up, and data that are hardly any."""

import numpy as np
import pytest
from scipy.stats import beta, norm

from mlcore.decision import rate_estimates
from mlcore.lectures.decisions import estimates, figures, further
from mlcore.plots.kinds import DataError


def test_the_green_line_is_the_minimum_and_the_areas_are_the_cost():
    live, grid = figures.bells(), np.linspace(-5, 7, 4801)
    for values in (dict(), dict(price=5), dict(price=0.1, prior=0.05), dict(price=10, prior=0.95), dict(prior=0.2)):
        s = live.at(t=0.5, **values)
        assert grid[s.risk(grid).argmin()] == pytest.approx(s.best, abs=0.003)
        dry, rain = figures.weighted(s.weights, grid)
        shaded = (dry[grid > 0.5].sum() + rain[grid <= 0.5].sum()) * (grid[1] - grid[0])
        assert shaded == pytest.approx(s.risk(0.5), abs=1e-3)


def test_a_walk_adds_up_and_its_posterior_is_bayes_rule():
    s = figures.walk().at(n=40, prior=0.2, price=4)
    x = figures.readings(True, 1)[s.mine, :40]
    ratio = np.prod(norm.pdf(x, figures.SHIFT) / norm.pdf(x))
    assert s.paths[s.mine, 40] == pytest.approx(np.log(ratio))
    assert s.chances[40] == pytest.approx(0.2 * ratio / (0.2 * ratio + 0.8))
    assert s.bar == pytest.approx(0, abs=1e-12)  # 0.8 against 4 · 0.2


def test_a_reading_read_ten_times_is_ten_equal_steps():
    steps = np.diff(figures.walk().at(n=120, copies=10).paths, axis=1)
    assert np.allclose(steps.reshape(figures.WALKS, 12, 10), steps[:, ::10, None])


def test_each_curve_of_the_coin_has_its_minimum_at_its_estimate():
    live = estimates.coin()
    for n in (1, 7, 100):
        s = live.at(n=n, radius=0.005, prior=(2, 10))
        for name, value in s.values.items():
            assert estimates.BIASES[s.costs[name].argmin()] == pytest.approx(value, abs=0.0051)


@pytest.mark.parametrize(("p", "words"), [(0, "0.000"), (1e-6, "under 0.001"), (0.9999, "over 0.999"), (0.5, "0.500")])
def test_no_chance_is_rounded_to_certainty(p, words):
    assert figures.chance(p) == words


def test_waits_of_any_unit():
    x = np.array([3.0, 1.0, 8.0]) * 1e5
    live = estimates.waits(x)
    assert live.at(n=3).found.ml == pytest.approx(rate_estimates(x).ml)
    assert live.at(n=3).rate == pytest.approx(1e6) or live.at(n=3).rate == pytest.approx(1e5)
    assert estimates.waits([7.0]).at().found.ml == pytest.approx(1 / 7)


def test_the_line_of_equal_cost_lies_above_the_curve():
    live = figures.screening()
    for values in (dict(), dict(miss=10, prior=0.01), dict(miss=100, prior=0.5)):
        s = live.at(**values)
        line = s.hits[s.best] + s.slope * (s.false_alarms - s.false_alarms[s.best])
        assert (s.hits <= line + 1e-9).all()
        assert sum(s.crowd[1:]) == pytest.approx(1000 * s.prior)


def test_bins_hold_every_case_once_and_mistakes_are_counted_from_the_threshold_on():
    rng = np.random.default_rng(1)
    x, y = rng.normal(5e4, 2e3, 90), rng.integers(0, 2, 90)
    live = figures.screening(x, y)
    s = live.result
    assert s.counts.sum() == 90
    assert s.counts[1][: s.k].sum() == np.sum((y == 1) & (x < s.t))
    assert s.counts[0][s.k :].sum() == np.sum((y == 0) & (x >= s.t))


def test_a_case_on_the_threshold_has_an_alarm():
    s = figures.screening([0.0, 1.0, 2.0, 40.0], [0, 0, 1, 1]).at(t=1.0)
    assert (s.t, s.false_alarms[s.k], s.hits[s.k]) == (1.0, 0.5, 1.0)


def test_every_position_is_the_number_it_shows():
    s = figures.screening([0.0, 0.3, 1.0, 4.0], [0, 1, 0, 1]).at(t=0.3)
    assert (s.t, s.hits[s.k]) == (0.3, 1.0)  # 3 * 0.1 > 0.3
    far = figures.screening(1e9 + np.arange(20.0), np.arange(20) > 9)
    thresholds = far.controls["t"].options
    assert len(set(thresholds)) == len(thresholds) > 20
    assert "t = 1000000010" in far.says(t=1e9 + 10)


def test_numbers_below_0_have_a_minus():
    assert "t = −5" in figures.screening(-np.arange(20.0), np.arange(20) > 9).says(t=-5)


def test_one_flip_is_one_head():
    assert estimates.coin().says(n=1).startswith("1 head in 1 flip:")


def test_the_costs_of_the_coin_are_those_of_its_posterior():
    s = estimates.coin().at(n=30, radius=0.05, prior=(2, 10))
    after = beta(*s.posterior)
    ball = after.cdf(estimates.BIASES + 0.05) - after.cdf(estimates.BIASES - 0.05)
    np.testing.assert_allclose(s.costs["MAP"], 1 - ball, atol=1e-12)
    np.testing.assert_allclose(s.costs["mean"], after.var() + (estimates.BIASES - after.mean()) ** 2, rtol=1e-12)


def test_a_feature_that_is_constant_turns_no_boundary_into_nan():
    x = np.random.default_rng(0).normal(size=30)
    lines = further.routes(np.column_stack([x, np.ones(30)]), x > 0).result.lines
    assert all(np.isfinite(w).all() and np.isfinite(b) for w, b in lines.values())


def test_an_instrument_that_reads_greyer_is_a_lower_threshold():
    live = further.elsewhere()
    s = live.at(train=0.2, shift=1.0)
    moved = s.t - 1
    assert s.error(0.3) == pytest.approx(0.7 * norm.sf(moved) + 0.3 * norm.cdf(moved - 2))


def test_waits_that_are_none_get_a_sentence():
    with pytest.raises(DataError, match="numbers above 0"):
        estimates.waits([0.3, 0.0])


def test_a_rule_elsewhere_touches_the_best_where_it_was_learnt():
    live = further.elsewhere()
    for train in (0.05, 0.35, 0.95):
        s = live.at(train=train)
        assert s.error(train) == pytest.approx(further.least_error(train))
        assert (s.error(further.CHANCES) >= further.least_error(further.CHANCES) - 1e-12).all()


def test_the_spread_of_ML_is_that_of_the_formula():
    s = further.spread().at(n=20)
    assert np.sqrt(np.mean((s.estimates["ML"] - 1) ** 2)) == pytest.approx(s.exact[s.now], rel=0.05)
    assert s.exact[s.now] == pytest.approx(np.sqrt((1 / 19) ** 2 + 20**2 / (19**2 * 18)))


def test_a_far_point_on_its_own_side_leaves_the_boundary_alone():
    live = further.routes()
    s = live.result
    X = s.X.copy()
    X[37, 0] = 6.0
    moved = live.at(X=X, y=s.y)
    assert moved.lines["boundary"][0] == pytest.approx(s.lines["boundary"][0], abs=1e-3)
    assert not np.allclose(moved.lines["P(x, y)"][0], s.lines["P(x, y)"][0], atol=0.1)
