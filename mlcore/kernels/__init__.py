"""Kernels: functions k(x, z) that are inner products in some feature space (lecture 13).

`functions` holds the kernels themselves, `gram` decides whether a matrix of theirs is one of inner
products, `maps` writes some of the feature spaces out, `descent` learns without ever going there.
"""

from mlcore.kernels.descent import KernelDescentState, kernel_descent_steps, stable_kernel_lr
from mlcore.kernels.functions import RBF, Exponential, Laplacian, Linear, Monomials, Polynomial, Sigmoid
from mlcore.kernels.gram import check_gram, gram, is_psd
from mlcore.kernels.maps import all_monomials, all_products, quadratic_map

__all__ = [
    "RBF", "Exponential", "KernelDescentState", "Laplacian", "Linear", "Monomials", "Polynomial", "Sigmoid",
    "all_monomials", "all_products", "check_gram", "gram", "is_psd", "kernel_descent_steps", "quadratic_map",
    "stable_kernel_lr",
]  # fmt: skip
