"""The exercise of notebook 00."""

import numpy as np

from mlcore.check import Mistake, exercises_of
from mlcore.datasets import noisy_blobs
from mlcore.lectures import rules
from mlcore.svm import solve_primal

exercise = exercises_of("start_here")


@exercise(
    "start-1",
    "the width of the widest street",
    hint="Turn the slider until the curve on the right is at its highest, and read the width below the figure.",
    accepts=rules.within_two_hundredths,
    worked=[((), 1.51)],
    mistakes=[
        Mistake(57.5, "That is the angle, in degrees. Asked for is the width: it stands below the figure."),
        Mistake(3, "That is how many examples it touches. Asked for is how wide it is."),
        Mistake(0.755, "That is half of it, from the boundary to an edge. Asked for is the way from edge to edge."),
    ],
)
def widest_street():
    """The top of the curve on the right, as a solver finds it without trying a single angle."""
    blobs = noisy_blobs(30, noise=0, distance=4.5, seed=3)
    w = solve_primal(blobs.X * [-1, 1], blobs.y).w
    return round(2 / float(np.linalg.norm(w)), 2)
