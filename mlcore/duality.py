"""Quadratic programmes: the one place that calls cvxopt (LAG-10, TOL-01, TOL-10)."""

from dataclasses import dataclass

import numpy as np
from cvxopt import matrix, solvers


@dataclass(frozen=True)
class QPSolution:
    """A solved QP: the point x (n,), multipliers of G x <= h and of A x = b, and the value."""

    x: np.ndarray
    inequality_multipliers: np.ndarray
    equality_multipliers: np.ndarray
    objective: float
    duality_gap: float
    n_iter: int


def solve_qp(P, q, G=None, h=None, A=None, b=None, *, tol: float = 1e-9, max_iter: int = 200) -> QPSolution:
    """Minimise 1/2 x'Px + q'x subject to Gx <= h and Ax = b, by cvxopt's interior-point method.

    Shapes: P (n, n) symmetric PSD, q (n,), G (m, n), h (m,), A (p, n), b (p,).
    Raises ValueError if no optimum was reached: the constraints contradict or repeat each other,
    the value has no lower bound, or the numbers hold NaN or are too uneven in size.
    """
    args = [None if M is None else matrix(np.asarray(M, float)) for M in (P, q, G, h, A, b)]
    options = dict(show_progress=False, abstol=tol, reltol=tol, feastol=tol, maxiters=max_iter)
    try:
        result = solvers.qp(*args, options=options)
    except (ArithmeticError, ValueError):  # what cvxopt raises when its linear algebra breaks down
        result = None
    if result is None or not _reached(result, 1000 * tol):
        raise ValueError(
            f"The quadratic programme has no optimum that {max_iter} iterations could reach: its constraints "
            "contradict or repeat each other, its value is unbounded, or its numbers hold NaN or differ too "
            "much in size (standardise the features)."
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
