"""Small sets that tests of separability and of the support vector machine share."""

import numpy as np

from mlcore.datasets import breast_cancer_pair, iris, noisy_blobs, overlapping_blobs

PAIR = np.array([[1.0, 1.0], [-1.0, -1.0]])
SIGNS = np.array([1.0, -1.0])
XOR = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
XOR_SIGNS = np.array([1.0, 1.0, -1.0, -1.0])  # no straight line separates the two diagonals
FLOWERS = iris()
SETOSA = np.where(FLOWERS.y == 0, 1.0, -1.0)  # a plane separates this species from the other two
SETS = [breast_cancer_pair(60), noisy_blobs(50), overlapping_blobs()]
