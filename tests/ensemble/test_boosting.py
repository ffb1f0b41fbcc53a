"""Gradient boosting, tree by tree."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar

from mlcore.base.steps import last, take
from mlcore.ensemble import (
    LOSSES,
    boosting_steps,
)
from mlcore.ensemble.boosting import leaf_steps
from mlcore.tree import Limits, sorted_rows


@pytest.mark.parametrize("name", LOSSES)
def test_residuals_and_curvatures_are_the_slopes_of_the_loss(name):
    loss, f, h = LOSSES[name], np.linspace(-3, 3, 13), 1e-5
    for y in (-1.0, 1.0):
        at = np.full(13, y)
        slope = (loss.value(at, f + h) - loss.value(at, f - h)) / (2 * h)
        assert loss.residual(at, f) == pytest.approx(-slope, abs=1e-6)
        bend = (loss.residual(at, f - h) - loss.residual(at, f + h)) / (2 * h)
        assert loss.curvature(at, f) == pytest.approx(bend, abs=1e-6)


@pytest.mark.parametrize("name", LOSSES)
def test_the_start_is_the_best_constant(name):
    y = np.repeat([-1.0, 1.0], [2, 8])
    best = minimize_scalar(lambda c: LOSSES[name].value(y, np.full(10, c)).sum(), bounds=(-5, 5), method="bounded").x
    assert LOSSES[name].start(y) == pytest.approx(best, abs=1e-4)


def test_losses_do_not_overflow_where_scores_are_large():
    with np.errstate(all="raise", under="ignore"):
        far = np.array([-1000.0, 1000.0])
        assert np.isfinite(LOSSES["log_loss"].value(np.ones(2), far)).all()
        assert np.isfinite(LOSSES["log_loss"].residual(np.ones(2), far)).all()


@given(st.integers(0, 1000), st.sampled_from(["squared_error", "log_loss"]), st.floats(0.05, 1))
def test_the_training_loss_never_rises_with_a_small_step(seed, name, lr):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(25, 2)), np.where(np.arange(25) % 2, 1.0, -1.0)
    steps = boosting_steps(X, y, rows=sorted_rows(X), loss=LOSSES[name], lr=min(lr, 0.5), limits=Limits(max_depth=2))
    assert (np.diff([s.loss for s in take(steps, 10)]) < 1e-9).all()


def test_a_leaf_without_curvature_takes_no_step():
    steps = leaf_steps(np.array([1, 1, 2]), np.array([1.0, 2.0, 1e-5]), np.array([4.0, 2.0, 1e-320]), 3)
    assert steps.tolist() == [0, 0.5, 0]


def test_it_ends_when_nothing_is_left_over():
    X = np.arange(4.0)[:, None]
    end = last(
        boosting_steps(X, np.array([1.0, 1, 5, 5]), rows=sorted_rows(X), loss=LOSSES["squared_error"], lr=1.0,
                       limits=Limits(max_depth=1)), 50,
    )  # fmt: skip
    assert end.t == 1
    assert end.converged
    assert end.scores.tolist() == [1, 1, 5, 5]
