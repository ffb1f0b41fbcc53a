"""Constrained optimisation: Lagrangian, dual, KKT, bordered minors; the one place that calls cvxopt (lecture 09)."""

from dataclasses import dataclass

import numpy as np
from cvxopt import matrix, solvers
from scipy.optimize import linprog

from mlcore.base import validation
from mlcore.base.types import Array, ArrayLike

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
    Raises ValueError for shapes that do not fit, and if no optimum was reached, and says why: NaN, constraints that
    repeat or contradict each other, a value without a lower bound, or numbers that are too uneven in size.
    """
    problem = [None if M is None else np.asarray(M, float) for M in (P, q, G, h, A, b)]
    _check_shapes(*problem)
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


def _check_shapes(P, q, G, h, A, b) -> None:
    n = q.size
    if P.shape != (n, n):
        raise ValueError(f"P has the shape {P.shape} and q {q.shape}: for n unknowns give P (n, n) and q (n,).")
    for M, v, names in ((G, h, "Gh"), (A, b, "Ab")):
        left, right = names
        if (M is None) != (v is None):
            raise ValueError(f"{left} and {right} belong together: give both, or neither.")
        if M is not None and M.shape != (v.size, n):
            raise ValueError(
                f"{left} has the shape {M.shape} and {right} {v.shape}: a row of {left} for each entry of {right}, "
                f"and a column for each of the {n} unknowns."
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


# --- What a QP says by itself: minimise 1/2 x'Px + q'x subject to Gx <= h ----------------------


@dataclass(frozen=True)
class KKT:
    """How far a point x with multipliers alpha is from the four conditions (09.13): each is 0 where it holds.

    stationarity: the largest entry of P x + q + G'alpha; primal: by how much a constraint is broken;
    dual: by how much a multiplier is below 0; slackness: the largest |alpha_j (G x − h)_j|.
    """

    stationarity: float
    primal: float
    dual: float
    slackness: float

    @property
    def largest(self) -> float:
        return max(self.stationarity, self.primal, self.dual, self.slackness)


def lagrangian(
    P: ArrayLike, q: ArrayLike, G: ArrayLike, h: ArrayLike, x: ArrayLike, alpha: ArrayLike
) -> float:  # fmt: skip
    """1/2 x'Px + q'x + alpha'(Gx − h), for x (n,), alpha (m,) (LAG-05, 09.8)."""
    P, q, G, h = _programme(P, q, G, h)
    x, alpha = validation.vector(x, len(q), "x"), validation.vector(alpha, len(h), "alpha")
    return float(x @ P @ x / 2 + q @ x + alpha @ (G @ x - h))


def dual_value(
    P: ArrayLike, q: ArrayLike, G: ArrayLike, h: ArrayLike, alpha: ArrayLike
) -> tuple[float, Array]:  # fmt: skip
    """The dual function, the least value of the Lagrangian over x, and the x (n,) where it is (LAG-07, 09.10).

    Raises ValueError for P not positive definite: then the Lagrangian may fall without end.
    """
    P, q, G, h = _programme(P, q, G, h)
    alpha = validation.vector(alpha, len(h), "alpha")
    _positive_definite(P)
    x = np.linalg.solve(P, -(q + G.T @ alpha))  # where its gradient is 0
    return lagrangian(P, q, G, h, x, alpha), x


def kkt_residuals(
    P: ArrayLike, q: ArrayLike, G: ArrayLike, h: ArrayLike, x: ArrayLike, alpha: ArrayLike
) -> KKT:  # fmt: skip
    """How far x (n,) with multipliers alpha (m,) is from optimal (LAG-09, 09.13)."""
    P, q, G, h = _programme(P, q, G, h)
    x = validation.vector(x, len(q), "x")
    alpha = validation.vector(alpha, len(h), "alpha")
    g = G @ x - h  # constraints as g <= 0
    return KKT(
        stationarity=float(np.abs(P @ x + q + G.T @ alpha).max()),
        primal=float(np.maximum(g, 0).max(initial=0)),
        dual=float(np.maximum(-alpha, 0).max(initial=0)),
        slackness=float(np.abs(alpha * g).max(initial=0)),
    )


def _programme(P, q, G, h) -> tuple[Array, Array, Array, Array]:
    """The four parts of a QP, of shapes that fit."""
    P, G = validation.points(P, "P"), validation.points(G, "G")
    n, m = len(P), len(G)
    if P.shape != (n, n) or G.shape[1] != n:
        raise ValueError(f"P has shape {P.shape} and G {G.shape}: for n unknowns P is (n, n) and G (m, n).")
    if not np.allclose(P, P.T):
        raise ValueError("P is not symmetric: take (P + P') / 2, which has the same x'Px.")
    return P, validation.vector(q, n, "q"), G, validation.vector(h, m, "h")


def _positive_definite(P: Array) -> None:
    if np.linalg.eigvalsh(P)[0] <= 0:
        raise ValueError("P is not positive definite, so the Lagrangian has no single lowest point in x.")


# --- Is it a minimum? -------------------------------------------------------------------------


def bordered_minors(H: ArrayLike, gradients: ArrayLike) -> Array:
    """The leading minors 2m + 1, ..., n + m of the bordered Hessian, the border first (LAG-02, 09.6).

    H (n, n): the Hessian of the Lagrangian in x; gradients (m, n): those of the m equations, m < n. A strict minimum
    has all of them of the sign (−1)^m. Raises ValueError for equations whose gradients depend on each other there:
    then no multiplier is bound to exist.
    """
    H, gradients = validation.points(H, "H"), validation.points(gradients, "gradients")
    m, n = gradients.shape
    if H.shape != (n, n) or m >= n:
        raise ValueError(f"H has shape {H.shape} and gradients {gradients.shape}: (n, n) and (m, n), with m < n.")
    if np.linalg.matrix_rank(gradients) < m:
        raise ValueError("A constraint has no gradient here, or one that the others add up to: the test says nothing.")
    bordered = np.block([[np.zeros((m, m)), gradients], [gradients.T, H]])
    return np.array([np.linalg.det(bordered[:k, :k]) for k in range(2 * m + 1, n + m + 1)])
