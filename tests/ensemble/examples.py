"""What several tests of `mlcore.ensemble` use."""

import numpy as np

from mlcore import datasets

CANCER, DIABETES, IRIS = datasets.breast_cancer(), datasets.diabetes(), datasets.iris()


NOISY = datasets.noisy_blobs(120, noise=0.15)


GRID = np.random.default_rng(5).integers(-64, 64, (120, 4)) / 16  # so that shifts by 1e8 keep all digits
