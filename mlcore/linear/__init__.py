"""Linear regression: least squares, descent, polynomials, ridge, local lines (lectures 02 and 03)."""

from mlcore.linear.descent import SCHEDULES, DescentState, descent_steps, stable_lr
from mlcore.linear.locally_weighted import LocallyWeightedRegression, left_out, nearness, weighted_line
from mlcore.linear.polynomial import MOST_COLUMNS, Polynomial, fit_polynomial, polynomial_features, powers
from mlcore.linear.regression import (
    LinearRegression,
    cost,
    gradient,
    normal_equations,
    solve_normal_equations,
    two_norm_condition,
)
from mlcore.linear.ridge import Ridge, ridge_path, ridge_within

__all__ = [
    "MOST_COLUMNS", "SCHEDULES", "DescentState", "LinearRegression", "LocallyWeightedRegression", "Polynomial", "Ridge",
    "cost",
    "descent_steps", "fit_polynomial", "gradient", "left_out", "nearness", "normal_equations", "polynomial_features",
    "powers", "ridge_path", "ridge_within", "solve_normal_equations", "stable_lr", "two_norm_condition",
    "weighted_line",
]  # fmt: skip
