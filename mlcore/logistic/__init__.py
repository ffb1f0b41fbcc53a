"""Logistic and softmax regression: cost, walks and leaps that minimise it, estimators (lecture 06)."""

from mlcore.logistic.cost import LogisticCost, has_no_minimum, sigmoid
from mlcore.logistic.descent import LogisticState, logistic_descent_steps, stable_logistic_lr
from mlcore.logistic.newton import NewtonState, RootState, Smooth, newton_steps, root_steps
from mlcore.logistic.regression import LogisticRegression
from mlcore.logistic.softmax import SoftmaxCost, SoftmaxRegression, softmax

__all__ = [
    "LogisticCost", "LogisticRegression", "LogisticState", "NewtonState", "RootState", "Smooth",
    "SoftmaxCost", "SoftmaxRegression", "has_no_minimum", "logistic_descent_steps", "newton_steps", "root_steps",
    "sigmoid", "softmax", "stable_logistic_lr",
]  # fmt: skip
