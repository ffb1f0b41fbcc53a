"""The figures of lecture 13's Further sections: what features cost, and polynomials on the mixture."""

from math import comb
from typing import Any

import numpy as np

from mlcore import show
from mlcore.kernels import Polynomial
from mlcore.lectures.kernels.known_densities import BOX, FINE, boundary_panel, draw_errors, errors_of, mixture
from mlcore.plots.figure import figure
from mlcore.plots.kinds import FORMULA
from mlcore.show import Field, Panel, Slider, View
from mlcore.svm import SMOState, smo

# --- What the features would cost (Further A) -------------------------------------------------

DIMENSIONS = np.arange(1, 21)


@figure(FORMULA)
class counts(View):
    """How many features stand behind two kernels, and what the kernels cost (KER-03, KER-05).

    For d = 1 to 20 attributes. features (20,), kernel (20,): behind (1 + x'z)^q, and the multiplications of the kernel.
    factors (20,): the multiplications of the kernel of all products, (13.14).
    """

    size = (8.8, 4.0)
    controls = {"q": Slider("degree q", 3, 1, 8, 1)}
    q: int
    features: np.ndarray
    kernel: np.ndarray
    factors: np.ndarray

    def compute(self, q: int):
        self.q = q
        self.features = np.array([comb(int(d) + q, q) for d in DIMENSIONS])
        self.kernel = DIMENSIONS + q - 1  # x'z, and the power
        self.factors = 2 * DIMENSIONS - 1  # x_j z_j, and their product

    def draw(self):
        marks = []
        for values, name, color, dash, marker in (
            (2.0**DIMENSIONS, "all products: features", show.VERMILLION, "solid", "s"),
            (self.factors, "their kernel (13.14)", show.ORANGE, "dashed", "o"),
            (self.features, "degree q: features", show.BLUE, "solid", "D"),
            (self.kernel, "its kernel $(1+x^\\top z)^q$", show.SKY, "dashed", "^"),
        ):
            path = np.column_stack([DIMENSIONS, values])
            marks.append(show.Lines([path], color=color, dash=dash, width=1.8))
            marks.append(show.Points(path, color=color, marker=marker, size=5, label=name))
        ticks = ((1, 5, 10, 15, 20), ("1", "5", "10", "15", "20"))
        look: dict[str, Any] = dict(logy=True, xticks=ticks, legend_columns=2)
        return [Panel(marks, (0.5, 20.5), (0.8, 1e8), "number of attributes d", "features, or multiplications", **look)]

    def describe(self):
        return (
            f"At d = 20, degree {self.q}: {self.features[-1]} features, or {self.kernel[-1]} multiplications for the "
            f"kernel; all products: {2**20} features, or {self.factors[-1]} multiplications."
        )


# --- Polynomials on the mixture (Further E) ---------------------------------------------------

DEGREES = np.arange(1, 13)


@figure(FORMULA)
class powers(View):
    """Polynomial machines on the mixture, degree by degree (FIG-02, KER-04).

    field: f of the machine of degree q. trained, tested (q,): the errors of the degrees 1 to q.
    """

    size = (8.8, 4.6)
    controls = {"q": Slider("degree q", 1, 1, 12, 1)}
    fields: list[Field]
    errors: np.ndarray
    q: int
    field: Field
    trained: np.ndarray
    tested: np.ndarray

    def prepare(self):
        fits = [machine_of_degree(int(q)) for q in DEGREES]
        trained = [errors_of(state) / len(state.y) for state, _ in fits]
        self.fields = [field for _, field in fits]
        self.errors = np.array([trained, [mixture().test_error(field) for field in self.fields]])

    def compute(self, q: int):
        self.q = q
        self.field = self.fields[q - 1]
        self.trained, self.tested = self.errors[:, :q]

    def draw(self):
        right = draw_errors(DEGREES[: self.q], self.trained, self.tested, self.q - 1, (0, 13))
        return [
            boundary_panel(self.field, width=1.15),
            Panel(right, (0.5, 12.5), (-0.01, 0.36), "degree q", "share of errors", legend_columns=2),
        ]

    def describe(self):
        return (
            f"Degree {self.q}, {comb(2 + self.q, self.q)} features: training error {self.trained[-1]:.2f}, "
            f"test error {self.tested[-1]:.3f}, Bayes error {mixture().bayes:.3f}."
        )


def machine_of_degree(q: int) -> tuple[SMOState, Field]:
    """The polynomial machine of the mixture's points, C = 10, and its f over the window."""
    train = mixture().train
    kernel = Polynomial(q)
    state = smo(kernel(train.X / 3, train.X / 3), train.y, 10.0, tol=1e-6)
    weights = state.alpha * train.y
    return state, show.decision_field(lambda P: kernel(P / 3, train.X / 3) @ weights + state.bias, *BOX, n=FINE)
