"""The translation card: what a number of the notes N0-N4 is in the course's one notation (notebook 00 lists it)."""

import numpy as np


def C_from_N4(C4: float) -> float:
    """Soft margin of N4, w'w + C4 sum(xi) (no half): C4 = 2C (E004-18)."""
    return C4 / 2


def lambda_from_C(C: float) -> float:
    """sum(hinge) + lambda ||w||^2 (N0) has the same minimiser as the C form: lambda = 1/(2C)."""
    return 1 / (2 * C)


def mean_lambda_from_C(C: float, n: int) -> float:
    """mean(hinge) + (lambda/2) ||w||^2: lambda = 1/(nC)."""
    return 1 / (n * C)


def gamma_from_sigma(sigma: float) -> float:
    """RBF of N0, exp(-gamma r^2), against ours, exp(-r^2 / (2 sigma^2))."""
    return 1 / (2 * sigma**2)


def sigma_from_N3(sigma3: float) -> float:
    """RBF of N3 and N4, exp(-r^2 / sigma3^2): sigma3 = sqrt(2) sigma."""
    return sigma3 / np.sqrt(2)


def mean_ridge_from_sum(lam: float, n: int) -> float:
    """Ridge with the mean of the squares instead of their sum: lambda/n."""
    return lam / n


def logistic_C_from_lambda(lam: float) -> float:
    """scikit-learn's C (sum(loss) is multiplied by C, ||w||^2 by 1/2) for sum(loss) + (lambda/2) ||w||^2: 1/lambda."""
    return 1 / lam


def glm_alpha_from_lambda(lam: float, n: int) -> float:
    """scikit-learn's alpha of Poisson and gamma regression, mean(loss) + (alpha/2) ||w||^2: lambda/n."""
    return lam / n


def lr_for_half_sum(lr: float, n: int) -> float:
    """Step on (1/2) sum of squares (N2, N4) that equals our step on (1/2n) sum: lr/n."""
    return lr / n


def lr_for_sum(lr: float, n: int) -> float:
    """Step on the plain sum of squares (N4, kernels) that equals our step on (1/2n) sum: lr/(2n)."""
    return lr / (2 * n)


def lr_for_mean(lr: float) -> float:
    """Step on the mean of squares (N3) that equals our step on (1/2n) sum: lr/2."""
    return lr / 2
