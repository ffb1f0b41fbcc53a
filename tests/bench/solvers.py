"""SMO against scikit-learn's SVC (time), its memory at n = 2000, and against the QP; K-NN and logistic fits (time)."""

import json
import subprocess
import sys
import warnings
from itertools import product
from statistics import median
from time import process_time

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression as TheirLogistic
from sklearn.neighbors import KNeighborsClassifier as TheirNeighbors
from sklearn.svm import SVC as TheirSVC
from threadpoolctl import threadpool_limits

from mlcore.datasets import breast_cancer, breast_cancer_pair, digits, esl_mixture, noisy_blobs, overlapping_blobs
from mlcore.kernels import RBF, Linear, Polynomial
from mlcore.logistic import LogisticRegression
from mlcore.neighbors import KNeighborsClassifier
from mlcore.notation import gamma_from_sigma
from mlcore.svm import SVC, smo, solve_dual, sweep_C

TOL = 1e-3
DECADES = 10.0 ** np.arange(-3, 5)
SLOW = 0.05  # seconds of LIBSVM from which on a problem counts as slow
PATIENCE = 5_000_000  # LIBSVM's steps; without a cap it takes minutes for the slowest
LARGE_FIT = """
import json, resource, warnings
from mlcore.datasets import noisy_blobs
from mlcore.svm import SVC
warnings.simplefilter("ignore")  # the cap is reported below
data = noisy_blobs(2000)
model = SVC().fit(data.X, data.y)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([model.n_iter_, model.kkt_gap_, peak]))
"""


def cpu_seconds(work) -> float:
    """Processor time, not the clock's: on a busy machine a fit of 3 ms waits its turn, one of 1 ms does not."""
    start = process_time()
    work()
    return process_time() - start


def verdict(reached: bool) -> str:
    return "yes" if reached else "NO"


def compare_times(repeats: int = 31) -> None:
    """Medians of fits of ours and of theirs, in turn.

    One BLAS thread, as `mlcore.show` sets it in every notebook: idle ones slow down the fits between them.
    """
    print("SMO against sklearn.svm.SVC: one fit, n = 200, RBF(sigma=1), C = 1, processor time")
    ours, theirs = SVC(tol=TOL), TheirSVC(gamma=gamma_from_sigma(1.0), tol=TOL)
    for name, data in [("noisy_blobs", noisy_blobs(200)), ("breast_cancer_pair", breast_cancer_pair(200))]:
        with threadpool_limits(1):
            times = [[cpu_seconds(lambda m=m, d=data: m.fit(d.X, d.y)) for m in (ours, theirs)] for _ in range(repeats)]
        a, b = (median(column) for column in zip(*times[1:], strict=True))
        ratio = f"{a * 1e3:5.1f} ms / {b * 1e3:5.1f} ms = {a / b:4.1f}"
        print(f"  {name:20} {ratio}   at most 5: {verdict(a / b <= 5)}   ({ours.n_iter_} pairs)")


def measure_memory() -> None:
    """A process that does nothing else: its peak holds the Gram matrix and Python itself."""
    command = [sys.executable, "-c", LARGE_FIT]
    pairs, gap, peak = json.loads(subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout)
    ended = "converged" if gap <= TOL else "cap"
    print("One fit, n = 2000, RBF(sigma=1), C = 1, in a process of its own")
    print(f"  {pairs} pairs, {ended}, KKT gap {gap:.1e}; peak {peak:.0f} MB   under 1 GB: {verdict(peak < 1024)}")


def compare_values() -> None:
    """The dual values of SMO and QP, for C in decades."""
    print(f"SMO against the QP (tol = {TOL:g})")
    print(f"  {'data':18} {'kernel':15} {'C':>7} {'difference':>11} {'KKT gap':>8} {'pairs':>8}")
    pair, every = breast_cancer_pair(), breast_cancer().standardised()
    sets = [("breast_cancer_pair", pair), ("noisy_blobs", noisy_blobs()), ("overlapping_blobs", overlapping_blobs())]
    cases = [(name, data, kernel) for name, data in sets for kernel in (Linear(), RBF())]
    cases += [("breast_cancer", every, kernel) for kernel in (Linear(), RBF(), RBF(5.0))]
    results = [compare_row(name, kernel, *row) for name, data, kernel in cases for row in states(data, kernel)]
    worst = np.array(results).max(axis=0)
    print(f"  largest difference: {worst[0]:.1e}   at most 1e-5: {verdict(worst[0] <= 1e-5)}")
    print(f"  largest KKT gap:    {worst[1]:.1e}   at most tol:  {verdict(worst[1] <= TOL)}")


def states(data, kernel):
    """The Gram matrix with each state of a sweep over the decades."""
    K = kernel(data.X, data.X)
    return ((K, state) for state in sweep_C(K, data.y, DECADES, tol=TOL))


def compare_row(name, kernel, K, state) -> tuple[float, float]:
    value = solve_dual(K, state.y, state.C).objective
    difference = abs(state.objective - value) / value
    cap = "" if state.converged else "  cap"
    print(
        f"  {name:18} {kernel!s:15} {state.C:7g} {difference:11.1e} {state.kkt_gap:8.1e} {state.t:8}{cap}", flush=True
    )
    return difference, state.kkt_gap


def compare_slow_ones(n: int = 200, tol: float = 1e-6) -> None:
    """The finish of SMO against LIBSVM, processor time, where W is flat and LIBSVM takes long."""
    print(f"SMO with its finish against LIBSVM, n = {n}, tol = {tol:g}: processor time, where LIBSVM needs {SLOW} s")
    warnings.simplefilter("ignore", ConvergenceWarning)  # the cap is printed
    sets, ratios = {"esl_mixture": esl_mixture().sample(n), "noisy_blobs": noisy_blobs(n)}, []
    for (name, data), kernel, C in product(sets.items(), (Linear(), Polynomial(4), RBF()), (1.0, 100.0, 1e4, 1e5)):
        K = kernel(data.X, data.X)
        with threadpool_limits(1):
            model = TheirSVC(kernel="precomputed", C=C, tol=tol, max_iter=PATIENCE)
            theirs = cpu_seconds(lambda K=K, model=model, y=data.y: model.fit(K, y))
            ours = min(cpu_seconds(lambda K=K, C=C, y=data.y: smo(K, y, C, tol=tol)) for _ in range(3))
        if theirs > SLOW:
            ratios.append(ours / theirs)
            cap = "" if model.n_iter_[0] < PATIENCE else "  (LIBSVM at its cap)"
            print(
                f"  {name:12} {kernel!s:32} {C:7g} {ours:5.3f} s / {theirs:5.3f} s = {ratios[-1]:4.2f}{cap}", flush=True
            )
    print(f"  largest ratio {max(ratios):.2f}   at most 3: {verdict(max(ratios) <= 3)}")


def compare_neighbours(repeats: int = 15) -> None:
    """Medians of predictions of ours and of theirs by brute force, as ours is, in turn; one thread."""
    print("K-NN against sklearn.neighbors by brute force: half of the rows ask the others, processor time")
    for name, data in (("digits, 64 features", digits()), ("esl_mixture, 2 features", esl_mixture().sample(4000))):
        half = len(data.X) // 2
        for K in (1, 5, 15):
            models = KNeighborsClassifier(K), TheirNeighbors(K, algorithm="brute")
            fitted = [model.fit(data.X[:half], data.y[:half]) for model in models]
            with threadpool_limits(1):
                times = [
                    [cpu_seconds(lambda m=m, Z=data.X[half:]: m.predict(Z)) for m in fitted] for _ in range(repeats)
                ]
            a, b = (median(column) for column in zip(*times[1:], strict=True))
            ratio = f"{a * 1e3:5.1f} ms / {b * 1e3:5.1f} ms = {a / b:4.1f}"
            print(f"  {name:24} K = {K:2}  {ratio}   at most 3: {verdict(a / b <= 3)}")


def compare_logistic(repeats: int = 31) -> None:
    """Medians of fits in turn, of Newton's leaps and of LBFGS, which scikit-learn takes unless it is told otherwise."""
    print("Logistic regression against scikit-learn: one fit, breast cancer, standardised, lambda = 1, processor time")
    data = breast_cancer().standardised()
    ours, theirs = LogisticRegression(), TheirLogistic()
    with threadpool_limits(1):
        times = [[cpu_seconds(lambda m=m: m.fit(data.X, data.y)) for m in (ours, theirs)] for _ in range(repeats)]
    a, b = (median(column) for column in zip(*times[1:], strict=True))
    print(f"  {a * 1e3:5.1f} ms / {b * 1e3:5.1f} ms = {a / b:4.1f}   at most 3: {verdict(a / b <= 3)}")
    print(f"  Newton's leaps: {ours.n_iter_}   at most 12: {verdict(ours.n_iter_ <= 12)}")


def main() -> None:
    compare_times()
    compare_neighbours()
    compare_logistic()
    measure_memory()
    compare_slow_ones()
    compare_values()


if __name__ == "__main__":
    main()
