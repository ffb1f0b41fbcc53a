"""What several tests of `mlcore.glm` use."""

import numpy as np
import pytest

from mlcore.glm import FAMILIES

RNG = np.random.default_rng(0)


X = RNG.normal(size=(80, 3))


SCORE = 0.4 + X @ [0.5, -0.3, 0.2]


TARGETS = {
    "gaussian": SCORE + RNG.normal(size=80),
    "bernoulli": (RNG.uniform(size=80) < 1 / (1 + np.exp(-SCORE))).astype(float),
    "poisson": RNG.poisson(np.exp(SCORE)).astype(float),
    "gamma": RNG.gamma(2.0, np.exp(0.3 * SCORE) / 2),
    "gamma, log link": RNG.gamma(2.0, np.exp(SCORE) / 2),
}


each = pytest.mark.parametrize("name", FAMILIES)
