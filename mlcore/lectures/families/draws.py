"""What lecture 07 says, over fresh draws: each function returns a row for each draw and a column for each number."""

from collections.abc import Sequence

import numpy as np
from scipy.stats import poisson
from sklearn.model_selection import train_test_split

from mlcore.glm import GLM
from mlcore.lectures.families.figures import CHOICES, bodies, fitted
from mlcore.lectures.families.further import waits

COUNTERS = (1.0, 3.0, 6.0)


def log_densities(seeds: Sequence[int]) -> np.ndarray:
    """The 442 people, split anew by each seed: the mean log density that each of the CHOICES, fitted to one half with
    its dispersion, gives to the targets of the other half (draws, 3)."""
    data = bodies()
    rows = []
    for seed in seeds:
        X, Z, y, z = train_test_split(data.X, data.y, test_size=0.5, random_state=seed)
        rows.append([mean_log_density(X, y, Z, z, family) for family in CHOICES.values()])
    return np.array(rows)


def mean_log_density(X, y, Z, z, family: str) -> float:
    """Of the targets z at the inputs Z, under the family fitted to X and y."""
    found = fitted(X, y, family)
    mean = found.model.predict(Z)
    heights = poisson.logpmf(z, mean) if family == "poisson" else found.at(mean).logpdf(z)
    return float(heights.mean())


def nearer_links(seeds: Sequence[int], n: int = 90) -> np.ndarray:
    """n other waiting times for each seed: by how much the mean of the natural link and that of the log link miss the
    true one, for each number of COUNTERS (draws, 2, 3)."""
    truth = 1 / (0.05 + 0.2 * np.array(COUNTERS))
    places = np.array(COUNTERS)[:, None]
    rows = []
    for seed in seeds:
        some = waits(n, seed)
        fits = [GLM(name, lam=0.0).fit(some.X, some.y) for name in ("gamma", "gamma, log link")]
        rows.append([np.abs(fit.predict(places) - truth) for fit in fits])
    return np.array(rows)
