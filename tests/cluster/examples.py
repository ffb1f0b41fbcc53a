"""What several tests of `mlcore.cluster` use."""

import numpy as np

from mlcore.datasets import clouds

LINE = np.array([[0.0], [1.0], [2.0], [6.0], [7.0], [20.0]])


CLOUDS = clouds().X
