"""A hundred points whose densities are known, so that errors are integrated and not estimated (lecture 13)."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from mlcore import datasets, show
from mlcore.datasets import Dataset
from mlcore.plots.cost_curves import errors
from mlcore.plots.separating_planes import shade_sides
from mlcore.show import Field, Panel
from mlcore.svm import DualPoint

BOX = ((-4.6, 4.2), (-3.2, 5.0))
FINE = 120


@dataclass(frozen=True)
class Truth:
    """Points to train on; on a fine grid ln p(x|+1) - ln p(x|-1), and the mass of both classes (m, 2) in its cells."""

    train: Dataset
    odds: Field
    mass: np.ndarray

    @property
    def bayes(self) -> float:
        """The least error that any classifier can have, (13.10)."""
        return float(self.mass.min(axis=1).sum() / 2)

    def test_error(self, field: Field) -> float:
        """The error of the sign of f, which is given on the same grid, (13.10)."""
        f = field.z.ravel()
        return float(self.mass[f > 0, 0].sum() + self.mass[f <= 0, 1].sum()) / 2


@cache
def mixture() -> Truth:
    """The mixture of Hastie, Tibshirani and Friedman, its centres drawn once."""
    recipe = datasets.esl_mixture(seed=1)
    odds = show.decision_field(lambda P: recipe.log_densities(P) @ [-1.0, 1.0], *BOX, n=FINE)
    places = show.lattice(odds.x, odds.y)
    mass = np.exp(recipe.log_densities(places))
    return Truth(train=recipe.sample(100, seed=1), odds=odds, mass=mass / mass.sum(axis=0))


def boundary_panel(field: Field, **look) -> Panel:
    """The points with a boundary f = 0, and the Bayes boundary."""
    truth = mixture()
    marks = [
        *shade_sides(field),
        show.contour_lines(field, [0], width=2.4, label="boundary f = 0"),
        show.contour_lines(truth.odds, [0], color=show.GREEN, dash="dashed", width=2.0, label="Bayes boundary"),
        *show.scatter_classes(truth.train.X, truth.train.y, size=4.5),
    ]
    return Panel(marks, *BOX, "$x_1$", "$x_2$", equal=True, legend_columns=2, **look)


def errors_of(point: DualPoint) -> int:
    """Training points on the wrong side, those on the boundary counted."""
    return int((point.y * (point.y - point.F + point.bias) <= 0).sum())


def draw_errors(at, trained, tested, now: int, ends: tuple[float, float]) -> list:
    """Training and test error (m,) over a setting `at` (m,), with markers where it stands, and the Bayes error."""
    return [
        show.hline(mixture().bayes, ends, **show.BEST, label="Bayes error"),
        *errors(at, trained, tested, now, ("training error", "test error")),
    ]
