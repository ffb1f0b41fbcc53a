"""What several tests of `mlcore.generative` use."""

import numpy as np

from mlcore import datasets

IRIS = datasets.iris()


RNG = np.random.default_rng(0)
