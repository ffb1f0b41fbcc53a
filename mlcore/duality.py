"""Quadratic programmes: the one place that calls cvxopt (LAG-10, TOL-01, TOL-10)."""

from dataclasses import dataclass

import numpy as np
from cvxopt import matrix, solvers
from scipy.optimize import linprog

from mlcore.types import Array, ArrayLike

INFEASIBLE = 2  # scipy's status


@dataclass(frozen=True)
class QPSolution:
    """A solved QP: the point x (n,), multipliers of G x <= h and of A x = b, and the value."""

    x: Array
    inequality_multipliers: Array
    equality_multipliers: Array
    objective: float
    duality_gap: float
    n_iter: int


def solve_qp(
    P: ArrayLike, q: ArrayLike, G: ArrayLike | None = None, h: ArrayLike | None = None,
    A: ArrayLike | None = None, b: ArrayLike | None = None, *, tol: float = 1e-9, max_iter: int = 200,
) -> QPSolution:  # fmt: skip
    """Minimise 1/2 x'Px + q'x subject to Gx <= h and Ax = b, by cvxopt's interior-point method.

    Shapes: P (n, n) symmetric PSD, q (n,), G (m, n), h (m,), A (p, n), b (p,).
    Raises ValueError if no optimum was reached, and says why: NaN, constraints that repeat or contradict each
    other, a value without a lower bound, or numbers that are too uneven in size.
    """
    problem = [None if M is None else np.asarray(M, float) for M in (P, q, G, h, A, b)]
    args = [None if M is None else matrix(M) for M in problem]
    options = dict(show_progress=False, abstol=tol, reltol=tol, feastol=tol, maxiters=max_iter)
    try:
        result = solvers.qp(*args, options=options)
    except (ArithmeticError, ValueError):  # what cvxopt raises when its linear algebra breaks down
        result = None
    if result is None or not _reached(result, 1000 * tol):
        raise ValueError(
            f"The quadratic programme has no optimum that {max_iter} iterations could reach: {_why(*problem)}."
        )
    return QPSolution(
        x=np.ravel(result["x"]),
        inequality_multipliers=np.ravel(result["z"]),
        equality_multipliers=np.ravel(result["y"]),
        objective=result["primal objective"],
        duality_gap=result["gap"],
        n_iter=result["iterations"],
    )


def _reached(result, near: float) -> bool:
    """True at the optimum, or where the last steps became singular but gap and residuals are below `near`.

    That happens where the optimum is not unique, as the bias of a small C.
    """
    errors = [result[name] for name in ("relative gap", "primal infeasibility", "dual infeasibility")]
    return result["status"] == "optimal" or (None not in errors and max(errors) <= near)


def _why(P, q, G, h, A, b) -> str:
    """What is wrong with a problem that was not solved, tried out in turn, so that it is true of this one."""
    given = [M for M in (P, q, G, h, A, b) if M is not None]
    if not all(np.isfinite(M).all() for M in given):
        return "its numbers hold NaN or infinite values"
    if A is not None and np.linalg.matrix_rank(A) < len(A):
        return "its equations A x = b repeat each other (or contradict), so drop those that follow from the others"
    if linprog(0 * q, G, h, A, b, bounds=(None, None)).status == INFEASIBLE:
        return "its constraints contradict each other, no x fulfils them all"
    flat = P if A is None else np.vstack([P, A])  # a way along which nothing curves and nothing stops
    zero = None if h is None else 0 * h
    if linprog(q, G, zero, flat, np.zeros(len(flat)), bounds=(-1, 1)).fun < -1e-9 * np.abs(q).max(initial=1e-300):
        return "its value is unbounded, it falls for ever along some direction that no constraint stops"
    sizes = np.abs(np.concatenate([np.ravel(M) for M in given]))
    factor = sizes.max() / sizes[sizes > 0].min()
    return (
        f"its numbers differ in size by a factor of {factor:.0e}, or it needs more iterations. Take other units: for "
        "an SVM a smaller C, or standardised features if theirs differ"
    )
