"""SMO against scikit-learn's SVC (time), its memory at n = 2000, and against the QP (dual value)."""

import json
import subprocess
import sys
from statistics import median
from time import process_time

import numpy as np
from sklearn.svm import SVC as TheirSVC
from threadpoolctl import threadpool_limits

from mlcore.datasets import breast_cancer, breast_cancer_pair, noisy_blobs, overlapping_blobs
from mlcore.kernels import RBF, Linear
from mlcore.notation import gamma_from_sigma
from mlcore.svm import SVC, solve_dual, sweep_C

TOL = 1e-3
DECADES = 10.0 ** np.arange(-3, 4)
CAP_BEYOND = 100_000
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
        print(f"  {name:20} {ratio}   at most 5: {verdict(a / b <= 5)}   ({ours.n_iter_} steps)")


def measure_memory() -> None:
    """A process that does nothing else: its peak holds the Gram matrix, the curvatures and Python itself."""
    command = [sys.executable, "-c", LARGE_FIT]
    steps, gap, peak = json.loads(subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout)
    ended = "converged" if gap <= TOL else "cap"
    print("One fit, n = 2000, RBF(sigma=1), C = 1, in a process of its own")
    print(f"  {steps} steps, {ended}, KKT gap {gap:.1e}; peak {peak:.0f} MB   under 1 GB: {verdict(peak < 1024)}")


def compare_values() -> None:
    """The dual values of SMO and QP, for C in decades and one beyond, where SMO may end at the cap."""
    print(f"SMO against the QP (tol = {TOL:g}; for C > 1e3 with a cap of {CAP_BEYOND} steps)")
    print(f"  {'data':18} {'kernel':15} {'C':>7} {'difference':>11} {'KKT gap':>8} {'steps':>8}")
    pair, every = breast_cancer_pair(), breast_cancer().standardised()
    sets = [("breast_cancer_pair", pair), ("noisy_blobs", noisy_blobs()), ("overlapping_blobs", overlapping_blobs())]
    cases = [(name, data, kernel) for name, data in sets for kernel in (Linear(), RBF())]
    cases += [("breast_cancer", every, kernel) for kernel in (Linear(), RBF(), RBF(5.0))]
    results = [compare_row(name, kernel, *row) for name, data, kernel in cases for row in states(data, kernel)]
    worst = np.array([(difference, gap) for C, difference, gap in results if C <= 1e3]).max(axis=0)
    print(f"  largest difference for C up to 1e3: {worst[0]:.1e}   at most 1e-5: {verdict(worst[0] <= 1e-5)}")
    print(f"  largest KKT gap    for C up to 1e3: {worst[1]:.1e}   at most tol:  {verdict(worst[1] <= TOL)}")


def states(data, kernel):
    """The Gram matrix with each state: a sweep over the decades, and C = 1e4 from the same sweep, capped."""
    K = kernel(data.X, data.X)
    yield from ((K, state) for state in sweep_C(K, data.y, DECADES, tol=TOL))
    *_, beyond = sweep_C(K, data.y, [*DECADES, 1e4], tol=TOL, max_iter=CAP_BEYOND)
    yield K, beyond


def compare_row(name, kernel, K, state) -> tuple[float, float, float]:
    value = solve_dual(K, state.y, state.C).objective
    difference = abs(state.objective - value) / value
    cap = "" if state.converged(TOL) else "  cap"
    print(
        f"  {name:18} {kernel!s:15} {state.C:7g} {difference:11.1e} {state.kkt_gap:8.1e} {state.t:8}{cap}", flush=True
    )
    return state.C, difference, state.kkt_gap


def main() -> None:
    compare_times()
    measure_memory()
    compare_values()


if __name__ == "__main__":
    main()
