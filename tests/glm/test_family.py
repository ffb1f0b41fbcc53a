"""Exponential families."""

import numpy as np
import pytest

from mlcore.base.labels import add_ones
from mlcore.glm import FAMILIES, GLM, gaussian
from tests.glm.examples import TARGETS, X, each

SPREADS = {"gaussian": lambda m: 1 + 0 * m, "bernoulli": lambda m: m * (1 - m), "poisson": lambda m: m}


@each
def test_mean_and_variance_are_slope_and_curvature(name):
    family, y, h = FAMILIES[name], TARGETS[name][:20], 1e-4
    eta = np.linspace(-3, -0.4, 20) if name == "gamma" else np.linspace(-2, 2, 20)
    slope = (family.loss(y, eta + h) - family.loss(y, eta - h)) / (2 * h)
    assert family.slope(y, eta) == pytest.approx(slope, abs=1e-6)
    curve = (family.slope(y, eta + h) - family.slope(y, eta - h)) / (2 * h)
    assert family.curve(y, eta) == pytest.approx(curve, rel=1e-6, abs=1e-6)
    if name != "gamma, log link":  # natural: the slope is mean − y
        assert family.slope(y, eta) == pytest.approx(family.mean(eta) - y)
    assert family.link(family.mean(eta)) == pytest.approx(eta)
    if name != "gamma, log link":
        assert family.curve(y, eta) == pytest.approx(family.variance(eta))


@each
def test_the_variance_is_that_of_the_family_at_its_mean(name):
    mean = np.linspace(0.1, 0.9, 9)
    spread = SPREADS.get(name, np.square)
    assert FAMILIES[name].variance(FAMILIES[name].link(mean)) == pytest.approx(spread(mean))


def test_a_gaussian_of_any_variance_has_the_weights_of_least_squares_over_it():
    """The score is mean / variance (GLM-03): other weights, the same line."""
    squares = np.linalg.lstsq(add_ones(X), TARGETS["gaussian"], rcond=None)[0]
    for variance in (0.25, 1.0, 9.0):
        model = GLM(gaussian(variance), lam=0.0).fit(X, TARGETS["gaussian"])
        assert np.append(model.intercept_, model.coef_) == pytest.approx(squares / variance, rel=1e-8)
        assert model.predict(X) == pytest.approx(add_ones(X) @ squares, rel=1e-8)
    with pytest.raises(ValueError, match="variance is 0"):
        gaussian(0)
