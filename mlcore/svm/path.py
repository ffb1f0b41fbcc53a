"""The whole path in C: every moment at which a point changes its KKT case (Hastie, Rosset, Tibshirani, Zhu, 2004).

Written in the signed multipliers u_i = y_i alpha_i, which sum to 0, with F of (11.11), and ' for d/dC. While nobody
changes its case (SVM-14), C is the only thing that moves:

    at 0:  u_i' = 0       at C:  u_i' = y_i       free:  F_i = b, so F_i' = b'           (11.16)
    F' = -K u'            sum_i u_i' = 0

So u' of the free points, and b', solve one linear system (11.17), and alpha, F and b are straight lines in C up to the
next event (11.18). Where nobody is free no point fixes b: it can slide, and the next event is that two points meet.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from mlcore.base import validation
from mlcore.base.steps import State
from mlcore.base.types import Array, ArrayLike
from mlcore.kernels.gram import centred_gram
from mlcore.svm.dual import AT_C, FREE, OUTSIDE, DualPoint, check_dual, kkt_holds
from mlcore.svm.finish import scaled_to, smo

NEXT_CASE = {"returns to 0": OUTSIDE, "reaches C": AT_C, "leaves 0": FREE, "leaves C": FREE, "two meet": FREE}
NOISE = 1e-12  # a speed below this share of its terms is rounding
ANEW = 16  # every so many events F is summed up anew, so that rounding does not pile up
GAP = 1e-8  # a KKT gap above this, or this share of the scores' spread, is not trusted
ROUNDING = 1e-15  # of each term of a sum
BALANCE = 1e-9  # this share of the sum of all alpha may be missing in the sum of all u
ON_BOUND = 1e-11  # the solver's multipliers within this share of C from a bound are on it
TOLS = 1e-6, 1e-9  # of the solver
BEYOND = 1e-8  # the solver is asked this share of C farther, and 4 times as far each time it does not help
FARTHEST = 1e-2
STANDSTILL = 1e-10  # C has moved if it grew by more than this share


@dataclass(frozen=True)
class PathState(DualPoint, State):
    """The dual point at an event, and each point's KKT case (n,) from there on, OUTSIDE, FREE or AT_C.

    event: "leaves 0", "reaches C", "leaves C" or "returns to 0", and who (the index) it is; "two meet" where nobody
    was free, and two leave their bounds together; "start" and "end"; "solved" where the path was lost for a moment and
    a solver found it again, just beyond. solved: how often that has been so up to here.
    """

    case: Array
    event: str = "start"
    who: tuple[int, ...] = ()
    solved: int = 0


def path_steps(K: ArrayLike, y: ArrayLike, *, C_max: float = 1e3) -> Iterator[PathState]:
    """Yield a state for each event, in order, as C grows to C_max: between two of them alpha and F are linear in C.

    K (n, n) Gram matrix, y (n,) of -1 and +1. The first state is the start, so small a C that below it alpha only grows
    in proportion; the last one, "end", has C = C_max. Events at the same C have a state each, in an order that is a
    matter of rounding. Beyond C max k(x, x) = 1e10 or so rounding is as large as the slack, and the states are all
    that is promised.
    Raises ValueError for a matrix that is no Gram matrix, other labels, and a C_max that is not positive and finite.
    """
    K, y = check_dual(K, y, validation.positive(C_max, "C_max", "the last price of slack"))
    near, mean = centred_gram(K), K.mean(axis=0)  # as the u sum to 0, only b can tell the two matrices apart
    s = _start(K, near, y, C_max)
    anchor = 0.0
    seen = set()
    beyond = BEYOND
    while not s.converged:
        yield _moved_back(s, mean)
        if s.C - anchor > STANDSTILL * anchor:
            anchor, seen = s.C, set()
        state = None if s.case.tobytes() in seen else _follow(s, K, near, C_max)  # seen: events go in a circle
        seen.add(s.case.tobytes())
        if state is None:
            state = _solve_beyond(s, K, near, min(s.C * (1 + beyond), C_max), C_max)
            anchor, beyond = 0.0, min(4 * beyond, FARTHEST)
        elif state.C > s.C * (1 + 100 * BEYOND):
            beyond = BEYOND
        s = state
    yield _moved_back(s, mean)


def solution_at(states: Iterable[PathState], C: float) -> DualPoint:
    """The dual point at any C from 0 to that of the last state, from the states of a path in order.

    Raises ValueError for a C that is not positive, or beyond the last state.
    """
    states = list(states)
    if not 0 < C <= states[-1].C:
        raise ValueError(f"C is {C}: these states reach from 0 to C = {states[-1].C:g}. Take a larger C_max.")
    k = int(np.searchsorted([s.C for s in states], C, side="right"))
    if k == 0:  # before the start: in proportion to C
        s = states[0]
        alpha = scaled_to(C, s)
        return _point(alpha, s.y + (s.F - s.y) * (C / s.C), s.y, C)
    if k == len(states):
        return _point(states[-1].alpha, states[-1].F, states[-1].y, C)
    s, after = states[k - 1], states[k]
    part = (C - s.C) / (after.C - s.C)
    alpha = s.alpha + part * (after.alpha - s.alpha)
    capped = (s.alpha == s.C) & (after.alpha == after.C)
    return _point(np.where(capped, C, np.clip(alpha, 0, C)), s.F + part * (after.F - s.F), s.y, C)


# --- From one event to the next ---------------------------------------------------------------


def speeds(K: Array, y: Array, case: Array) -> tuple[Array, Array]:
    """u' and F', (n,) each: how fast u = y alpha and F move with C while nobody changes its case."""
    free = np.flatnonzero(case == FREE)
    du = np.where(case == AT_C, y, 0.0)
    dF = -(K @ du)  # (11.16)
    if len(free):  # they keep F' = b', and the sum of all u at 0
        rows = K[free]
        du[free] = solve_bordered(rows[:, free], dF[free], -du.sum())  # (11.17)
        dF -= du[free] @ rows
    return du, dF


def next_event(
    s: PathState, rate: Array, gap: Array, opening: Array,
) -> tuple[float, int, str]:  # fmt: skip
    """How much C can grow, who then comes to the end of its case, and what happens to it.

    rate: alpha' (n,); gap: y f - 1 (n,), the distance from its own margin line, which is what keeps a point at 0 or C;
    opening: gap' (n,).
    """
    free = s.case == FREE
    outside = s.case == OUTSIDE
    at_C = s.case == AT_C
    return min(  # (11.18)
        (*first(s.alpha, -rate, free), "returns to 0"),
        (*first(s.C - s.alpha, rate - 1, free), "reaches C"),
        (*first(gap, -opening, outside), "leaves 0"),
        (*first(-gap, opening, at_C), "leaves C"),
    )


def first(way: Array, speed: Array, who: Array) -> tuple[float, int]:
    """When the first one of `who` (n,) is there, and which it is, if `way` (n,) is left and they go at this speed."""
    after = np.full(len(way), np.inf)
    np.divide(way, speed, out=after, where=who & (speed > 0))
    i = int(after.argmin())
    return float(after[i]), i


def solve_bordered(K: Array, right: Array, total: float) -> Array:
    """The x (m,) that sums to `total` and has K x + c = right (m,) for some number c, the same in each row.

    Raises LinAlgError where they are not determined, as one of the m points is an affine combination of the others.
    """
    M = np.ones((len(K) + 1, len(K) + 1))
    M[1:, 1:] = K
    M[0, 0] = 0.0
    return np.linalg.solve(M, np.append(total, right))[1:]


def next_meeting(s: PathState, dF: Array, noise: float) -> tuple[float, tuple[int, int]]:
    """How much C can grow while nobody is free, and the two who then leave together.

    Every b will do from the largest F that can rise to the smallest that can fall (11.11), until these two meet.
    """
    low, high = (np.flatnonzero(which) for which in _can_move(s.y, s.case))
    closing = dF[low][:, None] - dF[high]
    after = np.full(closing.shape, np.inf)
    np.divide(s.F[high] - s.F[low][:, None], closing, out=after, where=closing > noise)
    i, j = np.unravel_index(after.argmin(), after.shape)
    return float(after[i, j]), (int(low[i]), int(high[j]))


def _next_state(s: PathState, K: Array, near: Array, C_max: float) -> PathState:
    """The state at the next event, or at C_max. Raises LinAlgError where the speeds are not determined."""
    du, dF = speeds(near, s.y, s.case)
    noise = max(NOISE * near.diagonal().max(), ROUNDING * K.diagonal().max())
    grow, who, event = _first_change(s, du, dF, noise * np.abs(du).sum())
    C, case = s.C + max(grow, 0.0), s.case.copy()
    if C_max <= C:
        C = C_max
        who = ()
        event = "end"
    else:
        case[list(who)] = NEXT_CASE[event]
    alpha = np.minimum(np.maximum(s.alpha + (C - s.C) * s.y * du, 0.0), C)
    alpha[(case == OUTSIDE) | (s.case == OUTSIDE)] = 0.0
    alpha[(case == AT_C) | (s.case == AT_C)] = C
    F = s.F + (C - s.C) * dF if s.t % ANEW else s.y - near @ (s.y * alpha)
    interval = _interval(F, s.y, case)
    return PathState(alpha, F, s.y, C, interval, case, event, who, s.solved, t=s.t + 1, converged=event == "end")


def _first_change(s: PathState, du: Array, dF: Array, noise: float) -> tuple[float, tuple[int, ...], str]:
    """What happens next: how much C can grow until then, who it is and what. Speeds that are rounding count as 0."""
    free = np.flatnonzero(s.case == FREE)
    if not len(free):
        return *next_meeting(s, dF, noise), "two meet"
    if len(free) == 1:  # the u sum to 0, which leaves a single one no room: it is on a bound already
        return 0.0, (int(free[0]),), "returns to 0" if s.alpha[free[0]] < s.C / 2 else "reaches C"
    rate, opening = s.y * du, s.y * (dF[free].mean() - dF)
    for still in (0.0, 1.0):
        rate[np.abs(rate - still) <= NOISE * np.abs(du).max()] = still
    opening[np.abs(opening) <= noise] = 0.0
    grow, i, event = next_event(s, rate, s.y * (s.bias - s.F), opening)
    return grow, (i,), event


def _can_move(y: Array, case: Array) -> tuple[Array, Array]:
    """Whose u has room above, and whose below, (n,) each."""
    return (case == FREE) | ((y > 0) == (case == OUTSIDE)), (case == FREE) | ((y > 0) == (case == AT_C))


def _interval(F: Array, y: Array, case: Array, error: Array | float = 0.0) -> tuple[float, float]:
    """The bias interval, if each F may be off by so much in its favour."""
    rising, falling = _can_move(y, case)
    low, high = np.where(rising, F - error, -np.inf), np.where(falling, F + error, np.inf)
    return float(low.max()), float(high.min())


def _cases(alpha: Array, C: float) -> Array:
    return np.select([alpha == 0, alpha == C], [OUTSIDE, AT_C], FREE)


def _point(alpha: Array, F: Array, y: Array, C: float) -> DualPoint:
    return DualPoint(alpha, F, y, C, _interval(F, y, _cases(alpha, C)))


def _moved_back(s: PathState, mean: Array) -> PathState:
    """The state as the given matrix, with these column means (n,), sees it: F and b move by the same number."""
    shift = mean @ (s.y * s.alpha)
    low, high = s.bias_interval
    return replace(s, F=s.F - shift, bias_interval=(low - shift, high - shift))


# --- Where a step cannot be trusted -----------------------------------------------------------


def _follow(s: PathState, K: Array, near: Array, C_max: float) -> PathState | None:
    """The next state if the KKT conditions hold there, if need be with F summed up anew; else None."""
    try:
        state = _next_state(s, K, near, C_max)
    except np.linalg.LinAlgError:
        return None
    if _is_trusted(state, K, near):
        return state
    F = s.y - near @ (s.y * state.alpha)
    state = replace(state, F=F, bias_interval=_interval(F, s.y, state.case))
    return state if _is_trusted(state, K, near) else None


def _is_trusted(s: PathState, K: Array, near: Array) -> bool:
    """True if the u sum to 0, and the KKT gap is small, or no larger than what rounding does to each F."""
    if not abs(s.y @ s.alpha) <= BALANCE * s.alpha.sum():  # or NaN
        return False
    if s.is_optimal(GAP):
        return True
    low, high = _interval(s.F, s.y, s.case, ROUNDING * (1 + (np.abs(K) + np.abs(near)) @ s.alpha))
    return kkt_holds(max(low - high, 0.0), s.F, s.y, GAP)


def _start(K: Array, near: Array, y: Array, C_max: float) -> PathState:
    """Before the first event. The smaller class is at C, and the others, as many in sum, make w as short as they can.

    For ||w|| <= 2 C m R, with m points in the smaller class and all within R of the mean, so the scores differ by at
    most 4 C m R^2. While this is below 1 a point of the smaller class is inside the street wherever b puts the others.
    """
    m, farthest = min((y > 0).sum(), (y < 0).sum()), near.diagonal().max()
    one_place = farthest <= 10 * _floor(K)
    C = min(1.0 if one_place else 1 / (4 * m * farthest), C_max)
    alpha = C * (m / np.where(y > 0, (y > 0).sum(), (y < 0).sum()))
    point = _solve(K, near, y, C, alpha)
    return PathState(**vars(point), case=_cases(point.alpha, C), t=0)


def _solve_beyond(s: PathState, K: Array, near: Array, C: float, C_max: float) -> PathState:
    alpha = np.clip(scaled_to(C, s), 0, C)
    if abs(s.y @ alpha) > 1e-7 * alpha.sum():
        alpha = None  # `smo` would refuse such a start
    point = _solve(K, near, s.y, C, alpha)
    case, end = _cases(point.alpha, C), C_max <= C
    return PathState(**vars(point), case=case, event="solved", solved=s.solved + 1, t=s.t + 1, converged=end)


def _solve(K: Array, near: Array, y: Array, C: float, start: Array | None) -> DualPoint:
    """The dual point at C, with independent free points, exactly on their margin lines; or else as the solver left it.

    Whom a coarse solution has free is mostly right already: a fine one is asked for only if it is not.
    """
    for tol in TOLS:
        start = alpha = smo(K, y, C, tol=tol, max_iter=200 * len(y) + 2000, alpha=start).alpha
        point = DualPoint.at(_put_on_lines(near, y, _drop_dependent(near, y, alpha, C, _floor(K)), C), near, y, C)
        if point.is_optimal(GAP / 100):
            return point
    rough = DualPoint.at(_put_on_bounds(alpha, C), near, y, C)
    return point if point.kkt_gap <= max(GAP, rough.kkt_gap) else rough


def _floor(K: Array) -> float:
    """What rounding does to the eigenvalues of the centred matrix."""
    return ROUNDING * len(K) * K.diagonal().max()


def _put_on_bounds(alpha: Array, C: float) -> Array:
    return np.select([alpha < ON_BOUND * C, alpha > C - ON_BOUND * C], [0.0, C], alpha)


def _drop_dependent(near: Array, y: Array, alpha: Array, C: float, floor: float) -> Array:
    """Multipliers (n,) of the same f whose free points are affinely independent (Caratheodory's theorem).

    Along a d in the null space f stays as it is: u moves until the first of the free ones is on a bound.
    """
    alpha = _put_on_bounds(alpha, C)
    free = np.flatnonzero(_cases(alpha, C) == FREE)
    u = (y * alpha)[free]
    low = np.where(y > 0, 0.0, -C)[free]
    high = np.where(y > 0, C, 0.0)[free]
    null = _null_space(near[np.ix_(free, free)], floor)
    while null.shape[1]:
        d = null[:, 0]
        wall, moves = np.where(d > 0, high, low), np.abs(d) > 1e-9 * np.abs(d).max()
        step, i = first((wall - u) * np.sign(d), np.abs(d), moves)
        u = np.clip(u + step * d, low, high)
        u[i] = wall[i]
        rest = null[:, 1:] - np.outer(d, null[i, 1:] / d[i])  # it stays there
        null, _ = np.linalg.qr(rest)
    alpha[free] = y[free] * u
    return _put_on_bounds(alpha, C)


def _null_space(K: Array, floor: float) -> Array:
    """Orthonormal columns (m, r) that sum to 0 and that K (m, m) maps to a constant, up to rounding."""
    m = len(K)
    if m < 2:
        return np.zeros((m, 0))
    centred = centred_gram(K)
    steep = max(centred.trace() / m, floor)  # along (1, ..., 1), out of the way
    curvature, vectors = np.linalg.eigh(centred + steep)
    return vectors[:, curvature <= max(ROUNDING * 10 * m * curvature[-1], floor)]


def _put_on_lines(near: Array, y: Array, alpha: Array, C: float) -> Array:
    """The multipliers (n,) with the free points exactly on their margin lines, if that keeps them free."""
    free, u = np.flatnonzero(_cases(alpha, C) == FREE), y * alpha
    if not len(free):
        return alpha
    try:
        d = solve_bordered(near[np.ix_(free, free)], (y - near @ u)[free], -u.sum())
    except np.linalg.LinAlgError:
        return alpha
    moved = alpha.copy()
    moved[free] += y[free] * d
    return moved if (_cases(np.clip(moved, 0, C), C) == _cases(alpha, C)).all() else alpha
