"""What several tests of `mlcore.kernels` use."""

import numpy as np

from mlcore.kernels import (
    RBF,
    Exponential,
    Laplacian,
    Linear,
    Monomials,
    Polynomial,
    Sigmoid,
)

KERNELS = [
    Linear(), Polynomial(), Polynomial(degree=3, coef0=0.0), Monomials(), RBF(), RBF(sigma=0.1), RBF(sigma=30.0),
    Exponential(), Exponential(0.2), Laplacian(), Laplacian(5.0),
]  # fmt: skip


THREE = np.array([[0.5], [1.0], [2.0]])


NO_KERNEL = Sigmoid(a=1.0, coef0=-1.0)  # on THREE its matrix has the eigenvalues -0.958, -0.114, 1.432
