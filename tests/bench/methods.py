"""The methods of lecture 19 beside each other: processor time of one fit and of a thousand answers, as ratios.

python -m tests.bench.methods prints, for 200 of the patients, how many times as long as logistic regression each takes.
"""

from statistics import median

import numpy as np
from threadpoolctl import threadpool_limits

from mlcore.datasets import breast_cancer
from mlcore.lectures.which_one.methods import METHODS
from mlcore.lectures.which_one.tables import parted
from tests.bench.solvers import cpu_seconds

RIVAL = "logistic regression"
CHOICE = 1  # the candidate that is fitted


def times(repeats: int = 7) -> dict[str, tuple[float, float]]:
    """The median seconds of a fit and of a thousand answers of each method."""
    X, y, new, _ = parted(breast_cancer(), 200, seed=0)
    many = np.resize(new, (1000, X.shape[1]))
    found = {}
    for name, method in METHODS.items():
        model = method.fitted(CHOICE, X, y)
        fits = [cpu_seconds(lambda m=method: m.fitted(CHOICE, X, y)) for _ in range(repeats)]
        asks = [cpu_seconds(lambda m=model: m.predict(many)) for _ in range(repeats)]
        found[name] = median(fits), median(asks)
    return found


def main() -> None:
    with threadpool_limits(1):
        found = times()
    fit, ask = found[RIVAL]
    print(f"The methods of lecture 19, 200 patients: times that of {RIVAL}, for a fit and for a thousand answers")
    for name, (one, other) in found.items():
        print(f"  {name:24} {one / fit:6.1f}  {other / ask:6.1f}", flush=True)


if __name__ == "__main__":
    main()
