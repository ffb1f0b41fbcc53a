"""The figures of lecture 13's Further sections: what features cost, and polynomials on the mixture."""

from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np

from mlcore import show
from mlcore.kernels import Polynomial
from mlcore.lectures.kernels.known_densities import BOX, FINE, draw_errors, errors_of, mixture, mixture_panel
from mlcore.plots.figure import figure
from mlcore.plots.kinds import FORMULA
from mlcore.show import Field, Live, Panel
from mlcore.svm import SMOState, smo

# --- What the features would cost (Further A) -------------------------------------------------

DIMENSIONS = np.arange(1, 21)


@dataclass(frozen=True)
class Counts:
    """For d = 1 to 20 attributes: the features behind (1 + x'z)^q, and the multiplications of the kernel."""

    q: int
    features: np.ndarray
    kernel: np.ndarray


def draw_counts(s: Counts) -> list[Panel]:
    curves = [
        (2.0**DIMENSIONS, "all products: features", show.VERMILLION, "solid", "s"),
        (DIMENSIONS, "their kernel (13.14)", show.ORANGE, "dashed", "o"),
        (s.features, "degree q: features", show.BLUE, "solid", "D"),
        (s.kernel, "its kernel $(1+x^\\top z)^q$", show.SKY, "dashed", "^"),
    ]
    marks = []
    for values, name, color, dash, marker in curves:
        marks.append(show.curve(DIMENSIONS, values, color=color, dash=dash, width=1.8))
        path = np.column_stack([DIMENSIONS, values])
        marks.append(show.Points(path, color=color, marker=marker, size=5, label=name))
    ticks = ((1, 5, 10, 15, 20), ("1", "5", "10", "15", "20"))
    look: dict[str, Any] = dict(logy=True, xticks=ticks, legend_columns=2)
    return [Panel(marks, (0.5, 20.5), (0.8, 1e8), "number of attributes d", "numbers to compute", **look)]


def describe_counts(s: Counts) -> str:
    degree = f"degree {s.q}: {s.features[-1]} features, or {s.kernel[-1]} multiplications for the kernel"
    return f"At d = 20, {degree}; all products: {2**20} features, or 20 factors."


@figure(FORMULA)
def counts() -> Live:
    """How many features stand behind two kernels, and what the kernels cost (KER-03, KER-05)."""

    def compute(q: int) -> Counts:
        return Counts(q, np.array([comb(int(d) + q, q) for d in DIMENSIONS]), DIMENSIONS + q)

    return Live(compute, draw_counts, describe_counts, controls={"q": show.slider("degree q", 3, 1, 8, 1)},
                size=(8.8, 4.0))  # fmt: skip


# --- Polynomials on the mixture (Further E) ---------------------------------------------------

DEGREES = np.arange(1, 13)


@dataclass(frozen=True)
class Power:
    """The machine of degree q, and the training and test errors of the degrees 1 to q."""

    q: int
    field: Field
    trained: np.ndarray
    tested: np.ndarray


def draw_power(s: Power) -> list[Panel]:
    right = draw_errors(DEGREES[: s.q], s.trained, s.tested, s.q - 1, (0, 13))
    axes = "degree q", "share of errors"
    return [mixture_panel(s.field, width=1.15), Panel(right, (0.5, 12.5), (-0.01, 0.36), *axes, legend_columns=2)]


def describe_power(s: Power) -> str:
    errors = f"training error {s.trained[-1]:.2f}, test error {s.tested[-1]:.3f}, Bayes error {mixture().bayes:.3f}"
    return f"Degree {s.q}, {comb(2 + s.q, s.q)} features: {errors}."


@figure(FORMULA)
def powers() -> Live:
    """Polynomial machines on the mixture, degree by degree (FIG-02, KER-04)."""
    train = mixture().train

    def fit(q: int) -> tuple[SMOState, Field]:
        kernel = Polynomial(q)
        state = smo(kernel(train.X / 3, train.X / 3), train.y, 10.0, tol=1e-6)
        weights = state.alpha * train.y

        def f(P):
            return kernel(P / 3, train.X / 3) @ weights + state.bias

        return state, show.decision_field(f, *BOX, n=FINE)

    fits = [fit(int(q)) for q in DEGREES]
    trained = np.array([errors_of(state) for state, _ in fits]) / len(train.y)
    tested = np.array([mixture().test_error(field) for _, field in fits])

    def compute(q: int) -> Power:
        return Power(q, fits[q - 1][1], trained[:q], tested[:q])

    return Live(compute, draw_power, describe_power, controls={"q": show.slider("degree q", 1, 1, 12, 1)},
                size=(8.8, 4.6))  # fmt: skip
