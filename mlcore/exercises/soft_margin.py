"""Exercises of lecture 11: soft margin and hinge loss."""

import numpy as np

from mlcore import losses
from mlcore.check import Mistake, exercises_of

exercise = exercises_of("soft_margin")


def _prices(rng):
    yield from ((0.1,), (0.25,), (0.5,), (2.0,))
    yield from ((float(C),) for C in 10 ** rng.uniform(-2, 1, 16))


@exercise(
    "svm-15",
    "two points: the plane and its slack for every C",
    problems=_prices,
    tolerance=1e-4,  # a solver's answer is right, too
    hint="Put b = 0 by symmetry, so ξ = max(0, 1 − w) for both points, and minimise w²/2 + 2C·ξ over w.",
    worked=[((0.1,), (0.2, 1.6)), ((0.25,), (0.5, 1)), ((0.5,), (1, 0)), ((2.0,), (1, 0))],
    mistakes=[
        Mistake(
            lambda C: (1.0, 0.0),
            "That is the hard margin. Where slack is cheap (C < 1/2) the street is wider than the gap.",
        ),
        Mistake(
            lambda C: (min(C, 0.5), 2 * max(0.0, 1 - min(C, 0.5))),
            "w = Σ α y x, and two points have α = min(C, 1/2): both contribute to w.",
        ),
        Mistake(
            lambda C: (2 * min(C, 0.5), max(0.0, 1 - 2 * C)),
            "That is the slack of one point. The total slack is the sum over both.",
        ),
        Mistake(
            lambda C: (2 * C, 2 * max(0.0, 1 - 2 * C)),
            "For C > 1/2 the constraint y f ≥ 1 is met with w = 1: a larger C then changes nothing.",
        ),
    ],
)
def two_points(C):
    """w and the total slack of the soft margin on x = -1 (y = -1) and x = +1 (y = +1)."""
    alpha = min(C, 0.5)  # both multipliers, by symmetry; the hard margin has 1/2
    w = 2 * alpha  # w = sum alpha_i y_i x_i
    return w, 2 * max(0.0, 1 - w)


def _bias_is_optimal(came, expected, C):
    """Any |b| <= 1 - 2C is right while C < 1/2 (E004-19): then the slack is flat in b."""
    return abs(came) <= max(0.0, 1 - 2 * C) + 1e-4  # a solver's answer is right, too


@exercise(
    "svm-15b",
    "two points: a bias that is optimal, for every C",
    problems=_prices,
    accepts=_bias_is_optimal,
    hint="For C < 1/2 several b are optimal; which never fails?",
    worked=[((0.5,), 0), ((2.0,), 0)],
    mistakes=[
        Mistake(
            lambda C: 1.0, "At b = 1 the point −1 sits on the wrong side with slack 2 − w: more than both pay at b = 0."
        ),
        Mistake(
            lambda C: 1 - 2 * C,
            "Right while C < 1/2: but for C > 1/2 this b is negative, and only b = 0 is optimal there.",
        ),
    ],
)
def two_points_bias(C):
    """One optimal b. Every |b| <= max(0, 1 - 2C) is; 0 always works."""
    return 0.0


def _margin_problems(rng):
    yield (np.array([[1.0]]), np.array([1.0]), np.array([0.5]), 0.0, 1.0)
    yield (np.array([[1.0], [-1.0]]), np.array([1.0, -1.0]), np.array([2.0]), 0.5, 1.0)
    for n in range(3, 21):
        yield (
            rng.normal(size=(n, 2)),
            rng.choice([-1.0, 1.0], n),
            rng.normal(size=2),
            float(rng.normal()),
            float(rng.uniform(0.1, 10)),
        )


def _objective(loss, lam=lambda C: 1 / (2 * C)):
    return lambda X, y, w, b, C: float(loss(y * (X @ w + b)).sum() + lam(C) * w @ w)


@exercise(
    "svm-16",
    "the soft margin as hinge loss plus penalty",
    problems=_margin_problems,
    hint="J = Σ max(0, 1 − y f(x)) + λ‖w‖² with λ = 1/(2C), and f(x) = w·x + b.",
    worked=[  # hinge 0.5 and 0.25/2; hinges 0 and 1 and 0.25/0.5; hinges 0 and 0, and 4/2
        (([[1]], [1], [0.5], 0, 1), 0.625),
        (([[1], [-1]], [1, -1], [0.5], 0.5, 0.25), 1.5),
        (([[1], [-1]], [1, -1], [2], 0.5, 1), 2),
    ],
    mistakes=[
        Mistake(
            _objective(lambda m: np.maximum(0, -m)),
            "max(0, −m) is the perceptron loss. The hinge charges until the margin is 1: max(0, 1 − m).",
        ),
        Mistake(
            _objective(losses.hinge, lambda C: 1 / (2 - C)),
            "λ is 1/(2C): one over two times C, not 1/(2 − C).",
        ),
        Mistake(
            _objective(losses.hinge, lambda C: 1 / C),
            "Half of it is missing: (11.1) has ½‖w‖², so dividing by C gives λ = 1/(2C).",
        ),
        Mistake(_objective(lambda m: 1 - m), "Points on the good side must not earn anything: cut the loss at 0."),
    ],
)
def hinge_objective(X, y, w, b, C):
    """Equation (11.9): the sum of the hinge losses plus 1/(2C) times the squared norm of w."""
    margins = y * (X @ w + b)
    return np.maximum(0, 1 - margins).sum() + w @ w / (2 * C)
