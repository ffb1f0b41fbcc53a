"""Further figures of lecture 01: waits in any unit, a rule elsewhere, three lines through the same points."""

import numpy as np
import pytest
from scipy.stats import norm

from mlcore.decision import rate_estimates
from mlcore.lectures import decisions
from mlcore.plots.kinds import DataError


def test_waits_of_any_unit():
    x = np.array([3.0, 1.0, 8.0]) * 1e5
    live = decisions.waits(x)
    assert live.at(n=3).found.ml == pytest.approx(rate_estimates(x).ml)
    assert live.at(n=3).rate == pytest.approx(1e6) or live.at(n=3).rate == pytest.approx(1e5)
    assert decisions.waits([7.0]).at().found.ml == pytest.approx(1 / 7)


def test_a_feature_that_is_constant_turns_no_boundary_into_nan():
    x = np.random.default_rng(0).normal(size=30)
    lines = decisions.routes(np.column_stack([x, np.ones(30)]), x > 0).state.lines
    assert all(np.isfinite(w).all() and np.isfinite(b) for w, b in lines.values())


def test_an_instrument_that_reads_greyer_is_a_lower_threshold():
    live = decisions.elsewhere()
    s = live.at(train=0.2, shift=1.0)
    moved = s.t - 1
    assert s.error(0.3) == pytest.approx(0.7 * norm.sf(moved) + 0.3 * norm.cdf(moved - 2))


def test_waits_that_are_none_get_a_sentence():
    with pytest.raises(DataError, match="numbers above 0"):
        decisions.waits([0.3, 0.0])


def test_a_rule_elsewhere_touches_the_best_where_it_was_learnt():
    live = decisions.elsewhere()
    for train in (0.05, 0.35, 0.95):
        s = live.at(train=train)
        assert s.error(train) == pytest.approx(decisions.least_error(train))
        assert (s.error(decisions.CHANCES) >= decisions.least_error(decisions.CHANCES) - 1e-12).all()


def test_the_spread_of_ML_is_that_of_the_formula():
    s = decisions.spread().at(n=20)
    assert np.sqrt(np.mean((s.estimates["ML"] - 1) ** 2)) == pytest.approx(s.exact[s.now], rel=0.05)
    assert s.exact[s.now] == pytest.approx(np.sqrt((1 / 19) ** 2 + 20**2 / (19**2 * 18)))


def test_a_far_point_on_its_own_side_leaves_the_boundary_alone():
    live = decisions.routes()
    s = live.state
    X = s.X.copy()
    X[37, 0] = 6.0
    moved = live.at(X=X, y=s.y)
    assert moved.lines["boundary"][0] == pytest.approx(s.lines["boundary"][0], abs=1e-3)
    assert not np.allclose(moved.lines["P(x, y)"][0], s.lines["P(x, y)"][0], atol=0.1)
