"""The whole path in C against 61 fits of LIBSVM, and at n = 1000: python -m tests.bench.path."""

import warnings
from itertools import product

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC as TheirSVC
from threadpoolctl import threadpool_limits

from mlcore.base.steps import last
from mlcore.datasets import breast_cancer, breast_cancer_pair, esl_mixture, noisy_blobs
from mlcore.kernels import RBF, Linear
from mlcore.svm import path_steps
from tests.bench.solvers import PATIENCE, cpu_seconds, verdict

PRICES = 10.0 ** np.linspace(-3, 3, 61)  # the slider of lecture 11
MANY = 10**9  # events


def fit_each_price(K, y, tol: float) -> None:
    for C in PRICES:
        TheirSVC(kernel="precomputed", C=C, tol=tol, max_iter=PATIENCE).fit(K, y)


def compare_with_fits(n: int = 200, tol: float = 1e-6, repeats: int = 3) -> None:
    """The least of three times, of all events up to C = 1000 and of fits at 61 values of C."""
    print(f"The whole path in C against {len(PRICES)} fits of LIBSVM, n = {n}, tol = {tol:g}: processor time")
    warnings.simplefilter("ignore", ConvergenceWarning)
    sets = {
        "breast_cancer_pair": breast_cancer_pair(n),
        "noisy_blobs": noisy_blobs(n),
        "esl_mixture": esl_mixture().sample(n),
        "breast_cancer": breast_cancer().sample(n).standardised(),
    }
    ratios = []
    for (name, data), kernel in product(sets.items(), (Linear(), RBF(5.0), RBF(1.0), RBF(0.3))):
        K, y = kernel(data.X, data.X), data.y
        with threadpool_limits(1):
            theirs = min(cpu_seconds(lambda K=K, y=y: fit_each_price(K, y, tol)) for _ in range(repeats))
            ours = min(cpu_seconds(lambda K=K, y=y: last(path_steps(K, y), MANY)) for _ in range(repeats))
        end = last(path_steps(K, y), MANY)
        ratios.append(ours / theirs)
        print(
            f"  {name:18} {kernel!s:15} {ours * 1e3:5.0f} ms / {theirs * 1e3:5.0f} ms = {ratios[-1]:4.2f}"
            f"   {end.t} events, {end.solved} solved",
            flush=True,
        )
    below = sum(ratio <= 1 for ratio in ratios)
    print(f"  largest ratio {max(ratios):.2f}, at most 1 in {below} of {len(ratios)}")


def time_large_paths(n: int = 1000, most: float = 10.0) -> None:
    """One path each, of few and of many free points."""
    print(f"The whole path in C up to 1000, n = {n}: processor time")
    sets = {"noisy_blobs": noisy_blobs(n), "esl_mixture": esl_mixture().sample(n)}
    for (name, data), kernel in product(sets.items(), (Linear(), RBF(5.0), RBF(1.0), RBF(0.3), RBF(0.1))):
        K, y = kernel(data.X, data.X), data.y
        with threadpool_limits(1):
            states = []
            seconds = cpu_seconds(lambda K=K, y=y, states=states: states.append(last(path_steps(K, y), MANY)))
        print(
            f"  {name:18} {kernel!s:15} {seconds:5.1f} s   at most {most:g}: {verdict(seconds <= most)}"
            f"   {states[0].t} events, {states[0].solved} solved",
            flush=True,
        )


def main() -> None:
    compare_with_fits()
    time_large_paths()


if __name__ == "__main__":
    main()
