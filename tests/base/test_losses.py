import numpy as np
import pytest
from sklearn.metrics import hinge_loss, log_loss

from mlcore.base import losses

MARGINS = np.linspace(-5, 5, 101)


@pytest.mark.parametrize(
    "loss, costs",
    [
        (losses.zero_one, [1, 1, 0, 0, 0]),
        (losses.perceptron, [1, 0, 0, 0, 0]),
        (losses.hinge, [2, 1, 0.5, 0, 0]),
        (losses.logistic, [1.3132616875, 0.6931471806, 0.4740769842, 0.3132616875, 0.1269280110]),
    ],
)
def test_costs_worked_by_hand(loss, costs):
    assert loss([-1, 0, 0.5, 1, 2]) == pytest.approx(np.array(costs), abs=1e-10)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "loss, at_minus, at_plus",
    [(losses.zero_one, 1, 0), (losses.perceptron, 1000, 0), (losses.hinge, 1001, 0), (losses.logistic, 1000, 0)],
)
def test_stable_at_margins_of_1000(loss, at_minus, at_plus):
    assert loss(np.array([-1000.0, 1000.0])) == pytest.approx(np.array([at_minus, at_plus]), abs=1e-12)


def test_logistic_is_never_exactly_zero_where_a_float_can_tell():
    assert losses.logistic(700.0) == pytest.approx(np.exp(-700.0), rel=1e-12, abs=0)


def test_the_means_agree_with_sklearn():
    scores = np.random.default_rng(0).standard_normal(50)
    y = np.where(np.arange(50) % 3, 1.0, -1.0)
    assert losses.hinge(y * scores).mean() == pytest.approx(hinge_loss(y, scores))
    assert losses.logistic(y * scores).mean() == pytest.approx(log_loss(y, 1 / (1 + np.exp(-scores))))


@pytest.mark.parametrize("loss", [losses.hinge, lambda m: losses.logistic(m) / np.log(2)])
def test_a_convex_upper_bound_on_the_errors(loss):
    cost = loss(MARGINS)
    assert (cost >= losses.zero_one(MARGINS)).all()
    assert (np.diff(cost, 2) >= -1e-12).all()


def test_hinge_is_the_perceptron_loss_moved_by_one_margin():
    assert losses.hinge(MARGINS) == pytest.approx(losses.perceptron(MARGINS - 1))


def test_the_slope_of_the_logistic_loss_is_minus_the_probability_of_the_other_class():
    h = 1e-6
    slope = (losses.logistic(MARGINS + h) - losses.logistic(MARGINS - h)) / (2 * h)
    assert slope == pytest.approx(-1 / (1 + np.exp(MARGINS)), abs=1e-9)


@pytest.mark.parametrize("loss", [losses.zero_one, losses.perceptron, losses.hinge, losses.logistic])
def test_shape_is_kept_and_the_input_unchanged(loss):
    m = np.array([[-1.0, 0.0], [1.0, 3.0]])
    assert loss(m).shape == (2, 2)
    assert m.tolist() == [[-1, 0], [1, 3]]
