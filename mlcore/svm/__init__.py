"""Support vector machines: the soft-margin dual, solved by SMO and by a QP solver.

    minimise   1/2 ||w||^2 + C sum_i xi_i   subject to   y_i f(x_i) >= 1 - xi_i,  xi_i >= 0
    maximise   W(a) = sum_i a_i - 1/2 sum_ij a_i a_j y_i y_j k(x_i, x_j)
               subject to   0 <= a_i <= C,  sum_i a_i y_i = 0

with f(x) = w'x + b = sum_i a_i y_i k(x_i, x) + b. C = inf is the hard margin.
"""

from mlcore.svm.ascent import (
    AscentState,
    DualAscentState,
    coordinate_ascent_steps,
    dual_ascent_steps,
    step_limit,
)
from mlcore.svm.dual import AT_C, FREE, OUTSIDE, DualPoint, kkt_cases
from mlcore.svm.finish import climb_free, finish_steps, smo, sweep_C
from mlcore.svm.hulls import solve_hulls
from mlcore.svm.pairs import PairLine, clip_range, pair_line, pair_step
from mlcore.svm.path import PathState, next_event, path_steps, solution_at, speeds
from mlcore.svm.primal import PrimalSolution, solve_budget, solve_primal
from mlcore.svm.qp import solve_dual
from mlcore.svm.sgd import HingeState, hinge_descent_steps
from mlcore.svm.smo import SMOState, smo_steps
from mlcore.svm.svc import SVC

__all__ = [
    "AT_C",
    "FREE",
    "OUTSIDE",
    "SVC",
    "AscentState",
    "DualAscentState",
    "DualPoint",
    "HingeState",
    "PairLine",
    "PathState",
    "PrimalSolution",
    "SMOState",
    "climb_free",
    "clip_range",
    "coordinate_ascent_steps",
    "dual_ascent_steps",
    "finish_steps",
    "hinge_descent_steps",
    "kkt_cases",
    "next_event",
    "pair_line",
    "pair_step",
    "path_steps",
    "smo",
    "smo_steps",
    "solution_at",
    "solve_budget",
    "solve_dual",
    "solve_hulls",
    "solve_primal",
    "speeds",
    "step_limit",
    "sweep_C",
]  # fmt: skip
