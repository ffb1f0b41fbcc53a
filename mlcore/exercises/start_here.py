"""The exercise of notebook 00."""

import numpy as np

from mlcore.check import Mistake, exercises_of
from mlcore.datasets import noisy_blobs
from mlcore.svm import solve_primal

exercise = exercises_of("start_here")


def _by_solver() -> float:
    blobs = noisy_blobs(30, noise=0, distance=4.5, seed=3)
    w = solve_primal(blobs.X * [-1, 1], blobs.y).w
    return float(np.degrees(np.arctan2(-w[0], w[1])))


@exercise(
    "start-1",
    "the angle of the widest street",
    hint="Turn the slider until the curve on the right is at its highest, and read the angle below the figure.",
    accepts=lambda came, expected: abs(float(np.squeeze(came)) - expected) <= 1.0,
    worked=[((), 57.5)],
    mistakes=[
        Mistake(1.51, "That is how wide it is. Asked for is the angle, in degrees."),
        Mistake(3, "That is how many examples it touches. Asked for is the angle, in degrees."),
        Mistake(30.5, "There the street opens. It gets wider."),
    ],
)
def widest_street():
    """The top of the curve on the right, as a solver finds it without trying a single angle."""
    return 57.5
