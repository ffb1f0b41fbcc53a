"""The whole path in C: its own duality gap is the judge, at every event and between; the QP agrees where it can."""

from itertools import pairwise

import numpy as np
import pytest

from mlcore import datasets
from mlcore.base.steps import take
from mlcore.kernels import RBF, Linear, Polynomial
from mlcore.svm import AT_C, FREE, OUTSIDE, DualPoint, path, path_steps, smo, solution_at, solve_dual
from mlcore.svm.path import next_event, speeds

# --- Problems of many kinds: each makes about n points X and labels y from a generator ------------


def signs(rng, n, share=0.5):
    y = np.where(rng.random(n) < share, 1.0, -1.0)
    y[:2] = -1, 1
    return y


def gaussian(rng, n, d=2, share=0.5, distance=2.0):
    y = signs(rng, n, share)
    return rng.normal(size=(n, d)) + distance / 2 * y[:, None] / np.sqrt(d), y


def unbalanced(rng, n):
    return gaussian(rng, n, share=0.2)


def wide(rng, n):
    return gaussian(rng, n, d=60)


def separable(rng, n):
    return gaussian(rng, n, distance=12)


def doubled(rng, n):
    X, y = gaussian(rng, n // 2 + 1)
    return np.vstack([X, X]), np.tile(y, 2)


def doubled_across(rng, n):
    X, y = gaussian(rng, n // 2 + 1)
    return np.vstack([X, X]), np.concatenate([y, -y])


def some_doubled_across(rng, n):
    X, y = gaussian(rng, n)
    twins = rng.integers(0, n, 1 + n // 4)
    return np.vstack([X, X[twins]]), np.concatenate([y, -y[twins]])


def grid(rng, n):
    return rng.integers(-2, 3, (n, 2)).astype(float), signs(rng, n)


def line(rng, n):
    return rng.integers(-3, 4, (n, 1)).astype(float), signs(rng, n)


def mirrored(rng, n):
    X, _ = gaussian(rng, n // 2 + 1)
    return np.vstack([X, -X]), np.repeat([1.0, -1.0], len(X))


def simplex(rng, n):
    return np.eye(n), signs(rng, n)


def one_against_many(rng, n):
    y = -np.ones(n)
    y[0] = 1
    return rng.normal(size=(n, 2)), y


def equal_means(rng, n):
    X, y = gaussian(rng, n)
    for label in (-1, 1):
        X[y == label] -= X[y == label].mean(axis=0)
    return X, y


def one_place(rng, n):
    return np.ones((n, 2)), signs(rng, n)


def mixed_units(rng, n):
    X, y = gaussian(rng, n, d=3)
    return X * [1e-2, 1.0, 1e2], y


def far_away(rng, n):
    X, y = gaussian(rng, n)
    return X + 300, y


KINDS = [
    (gaussian, Linear()), (gaussian, RBF(5.0)), (gaussian, RBF(1.0)), (gaussian, RBF(0.2)),
    (gaussian, Polynomial(2)), (gaussian, Polynomial(4)),
    (unbalanced, Linear()), (unbalanced, RBF(1.0)), (wide, Linear()), (separable, Linear()), (separable, RBF(1.0)),
    (doubled, Linear()), (doubled, RBF(1.0)), (doubled_across, Linear()), (doubled_across, RBF(1.0)),
    (some_doubled_across, Linear()), (some_doubled_across, RBF(1.0)), (grid, Linear()), (grid, RBF(1.0)),
    (line, Linear()), (mirrored, Linear()), (mirrored, RBF(1.0)), (simplex, Linear()),
    (one_against_many, Linear()), (one_against_many, RBF(1.0)), (equal_means, Linear()), (one_place, Linear()),
    (mixed_units, Linear()), (far_away, Linear()),
]  # fmt: skip
each_kind = pytest.mark.parametrize("make, kernel", KINDS, ids=[f"{make.__name__}-{kernel}" for make, kernel in KINDS])


def problem(make, kernel, seed):
    rng = np.random.default_rng(seed)
    X, y = make(rng, int(rng.integers(4, 41)))
    return kernel(X, X), y, rng


# --- The judge ------------------------------------------------------------------------------------


def relative_gap(alpha, K, y, C) -> float:
    """The duality gap of these multipliers, f summed up anew; where no cap is felt, at 2 max alpha: no less a proof."""
    point = DualPoint.at(alpha, K, y, min(C, 2 * alpha.max()))
    return abs(point.duality_gap) / point.primal_objective


def assert_optimal(states, K, y, rng, tol):
    for s in states:
        assert s.alpha @ y == pytest.approx(0, abs=1e-9 * s.alpha.sum())
        assert s.alpha.min() >= 0
        assert s.alpha.max() <= s.C
        assert relative_gap(s.alpha, K, y, s.C) <= tol
    for s, after in pairwise(states):
        if s.C < after.C:
            C = rng.uniform(s.C, after.C)
            assert relative_gap(solution_at(states, C).alpha, K, y, C) <= tol


CHANGES = {
    "leaves 0": (OUTSIDE, FREE), "leaves C": (AT_C, FREE), "reaches C": (FREE, AT_C), "returns to 0": (FREE, OUTSIDE),
}  # fmt: skip


def assert_events_are_what_they_say(states):
    assert [s.t for s in states] == list(range(len(states)))
    assert [s.converged for s in states] == [False] * (len(states) - 1) + [True]
    assert states[0].event == "start"
    for s, after in pairwise(states):
        assert after.C >= s.C
        if after.event in ("end", "solved"):
            continue
        changed = np.flatnonzero(s.case != after.case)
        assert sorted(after.who) == list(changed)
        for i in changed:
            assert (s.case[i], after.case[i]) == CHANGES.get(after.event, (s.case[i], FREE))
            bound = after.C if AT_C in (s.case[i], after.case[i]) else 0.0
            assert after.alpha[i] == bound  # to the bit
        assert len(after.who) == 1 + (after.event == "two meet")
        assert (after.event == "two meet") == (not (s.case == FREE).any())


def tolerance(make):
    return 1e-6 if make in (mixed_units, far_away) else 1e-8


def assert_agrees_with_qp(point, K, y, C):
    """In value, and in w as far as the value decides it: 1/2 ||w - w*||^2 is at most what is missing in W."""
    try:
        qp = solve_dual(K, y, C)
    except ValueError:  # too uneven for the QP
        return
    missing = 1e-6 * point.objective + max(qp.duality_gap, 0.0)
    assert abs(point.objective - qp.objective) <= missing
    apart = y * (point.alpha - qp.alpha)
    assert apart @ K @ apart / 2 <= 4 * missing


def judge(make, kernel, seed):
    K, y, rng = problem(make, kernel, seed)
    states = list(path_steps(K, y))
    assert_events_are_what_they_say(states)
    assert_optimal(states, K, y, rng, tolerance(make))
    if make is not far_away:  # whose K is as rough as the differences
        assert states[-1].solved == 0
        for C in rng.choice([s.C for s in states], 2):
            assert_agrees_with_qp(solution_at(states, C), K, y, C)
    return states


@each_kind
def test_every_event_and_all_between_prove_themselves(make, kernel):
    for seed in range(3):
        judge(make, kernel, seed)


@pytest.mark.all
@each_kind
def test_more_of_each_kind(make, kernel):
    for seed in range(100, 122):
        judge(make, kernel, seed)


# --- By hand --------------------------------------------------------------------------------------

FOUR = np.array([[-3.0], [-1.0], [1.0], [3.0]])
FOUR_Y = np.array([-1.0, -1.0, 1.0, 1.0])


def test_four_points_by_hand():
    """All at C: w = C (3 + 1 + 1 + 3) = 8 C, and b may be anything that leaves all four inside the street.

    -1 <= b + 3 w and b - 3 w <= ... : the outer two are the first on their lines, 3 w = 1, so C = 1/24 and w = 1/3.
    From there on the outer two (each a) keep w = 2 C + 6 a = 1/3, so a = (1/3 - 2 C) / 6, which is 0 at C = 1/6.
    Then w = 2 C grows again, until the inner two are on their lines: w = 1, C = 1/2.
    """
    states = list(path_steps(FOUR @ FOUR.T, FOUR_Y))
    assert [(s.event, s.who) for s in states[1:]] == [
        ("two meet", (0, 3)), ("returns to 0", (0,)), ("returns to 0", (3,)), ("two meet", (1, 2)), ("end", ()),
    ]  # fmt: skip
    assert [s.C for s in states[1:]] == pytest.approx([1 / 24, 1 / 6, 1 / 6, 1 / 2, 1000])
    for C, a, w in [(1 / 30, 1 / 30, 8 / 30), (0.1, (1 / 3 - 0.2) / 6, 1 / 3), (0.3, 0, 0.6), (9.0, 0, 1.0)]:
        point = solution_at(states, C)
        assert point.alpha == pytest.approx([a, min(C, 0.5), min(C, 0.5), a])
        assert point.weights(FOUR) == pytest.approx([w])
    assert states[0].bias_interval == pytest.approx((24 * states[0].C - 1, 1 - 24 * states[0].C))  # b can slide
    assert solution_at(states, 0.3).bias_interval == pytest.approx((-0.4, 0.4))
    assert solution_at(states, 0.1).bias == pytest.approx(0)


def test_speeds_and_the_next_event_by_hand():
    """Between 1/24 and 1/6: w' = 0, so the outer two give back what the inner two take, 6 a' = -2."""
    K, case = FOUR @ FOUR.T, np.array([FREE, AT_C, AT_C, FREE])
    du, dF = speeds(K, FOUR_Y, case)
    assert FOUR_Y * du == pytest.approx([-1 / 3, 1, 1, -1 / 3])
    assert dF == pytest.approx(0)
    state = take(path_steps(K, FOUR_Y), 1)[-1]
    grow, who, event = next_event(state, FOUR_Y * du, -np.ones(4), np.zeros(4))
    assert (who, event) == (0, "returns to 0")
    assert grow == pytest.approx(1 / 6 - 1 / 24)


@pytest.mark.parametrize(
    "rate, gap, opening, expected",
    [
        ([0, 1, 3], [9, -1, 0], [-3, 0.1, 0], (0.5, 2, "reaches C")),
        ([0, 1, -4], [9, -1, 0], [-3, 0.1, 0], (0.25, 2, "returns to 0")),
        ([0, 1, 0.5], [9, -1, 0], [-3, 0.1, 0], (3.0, 0, "leaves 0")),
        ([0, 1, 0.5], [9, -1, 0], [-3, 0.5, 0], (2.0, 1, "leaves C")),
    ],
)
def test_who_is_first(rate, gap, opening, expected):
    """Of three points, one at 0, one at C = 2, and one free with alpha = 1."""
    alpha, y = np.array([0.0, 2.0, 1.0]), np.array([1.0, 1.0, -1.0])
    state = path.PathState(alpha, np.zeros(3), y, 2.0, (0.0, 0.0), np.array([OUTSIDE, AT_C, FREE]), t=0)
    assert next_event(state, *(np.array(v, float) for v in (rate, gap, opening))) == expected


@pytest.mark.parametrize("alpha, event", [(0.0, "returns to 0"), (2.0, "reaches C")])
def test_a_single_free_point_is_on_a_bound_already(alpha, event):
    y = np.array([1.0, 1.0, -1.0])
    state = path.PathState(
        np.array([2 - alpha, alpha, 2.0]), np.zeros(3), y, 2.0, (0.0, 0.0),
        np.array([OUTSIDE if alpha else AT_C, FREE, AT_C]), t=0,
    )  # fmt: skip
    assert path._first_change(state, np.zeros(3), np.zeros(3), 0.0) == (0.0, (1,), event)


# --- The data of the course -----------------------------------------------------------------------

COURSE = {
    "pair": datasets.breast_cancer_pair(), "noisy": datasets.noisy_blobs(), "six": datasets.six_points(),
    "overlapping": datasets.overlapping_blobs(), "mixture": datasets.esl_mixture().sample(120),
}  # fmt: skip


@pytest.mark.parametrize("kernel", [Linear(), RBF(1.0), RBF(0.3), Polynomial(2)], ids=str)
@pytest.mark.parametrize("name", COURSE)
def test_on_the_data_of_the_course_no_step_needs_the_solver(name, kernel):
    data = COURSE[name]
    K = kernel(data.X, data.X)
    states = list(path_steps(K, data.y))
    assert states[-1].solved == 0
    assert_events_are_what_they_say(states)
    assert_optimal(states, K, data.y, np.random.default_rng(0), 1e-8)


def test_nor_on_gaussian_data_with_rbf():
    for seed in range(10):
        for sigma in (0.2, 1.0, 5.0):
            K, y, _ = problem(gaussian, RBF(sigma), seed)
            *_, end = path_steps(K, y)
            assert end.solved == 0


def test_the_number_of_support_vectors_rises_three_times_in_lecture_11():
    data = COURSE["pair"]
    states = list(path_steps(data.X @ data.X.T, data.y))
    counts = [(s.case != OUTSIDE).sum() for s in states]
    rises = [(round(s.C, 4), a, b) for a, b, s in zip(counts, counts[1:], states[1:], strict=False) if b > a]
    assert rises == [(0.0303, 64, 65), (0.0472, 56, 57), (0.0638, 50, 51)]
    assert abs(states[-2].C - 8.03) <= 0.005
    assert states[-2].event == "leaves C"


def test_smo_meets_the_path_on_the_data_of_lecture_11():
    data = COURSE["pair"]
    K = data.X @ data.X.T
    states = list(path_steps(K, data.y))
    for C in 10.0 ** np.arange(-3, 4):
        point, fit = solution_at(states, C), smo(K, data.y, C, tol=1e-8)
        assert point.weights(data.X) == pytest.approx(fit.weights(data.X), rel=1e-6)
        assert point.bias == pytest.approx(fit.bias, abs=1e-6)
        assert point.alpha == pytest.approx(fit.alpha, abs=1e-5 * C)  # unique here


# --- The solver as a way out ----------------------------------------------------------------------


@each_kind
def test_the_way_out_holds_when_half_of_the_steps_need_it(make, kernel, monkeypatch):
    K, y, rng = problem(make, kernel, 1)
    follow, tossed = path._follow, np.random.default_rng(2)  # whose first toss is below 1/2
    monkeypatch.setattr(path, "_follow", lambda *args: None if tossed.random() < 0.5 else follow(*args))
    states = list(path_steps(K, y))
    assert states[-1].solved == sum(s.event == "solved" for s in states) > 0
    assert_events_are_what_they_say(states)
    assert_optimal(states, K, y, rng, tolerance(make))


def test_a_singular_step_is_left_to_the_solver(monkeypatch):
    K, y, _ = problem(gaussian, RBF(1.0), 0)

    def singular(*args):
        raise np.linalg.LinAlgError("Singular matrix")

    monkeypatch.setattr(path, "next_event", singular)
    *_, end = path_steps(K, y, C_max=0.02)
    assert end.converged
    assert end.C == 0.02
    assert end.solved > 0


def test_a_step_that_is_not_a_number_is_left_to_the_solver_too(monkeypatch):
    K, y, _ = problem(gaussian, RBF(1.0), 0)
    monkeypatch.setattr(path, "next_event", lambda *args: (np.nan, 0, "leaves 0"))
    states = list(path_steps(K, y, C_max=0.02))
    assert states[-1].solved > 0
    assert max(relative_gap(s.alpha, K, y, s.C) for s in states) <= 1e-8


def test_events_that_go_in_a_circle_are_left_to_the_solver(monkeypatch):
    """Whoever has just changed its case changes it back, at the same C."""
    K, y, _ = problem(gaussian, RBF(1.0), 0)
    back = {"leaves 0": "returns to 0", "leaves C": "reaches C", "reaches C": "leaves C", "returns to 0": "leaves 0"}
    event = path.next_event

    def back_again(s, *args):
        return (0.0, s.who[0], back[s.event]) if s.event in back else event(s, *args)

    monkeypatch.setattr(path, "next_event", back_again)
    states = take(path_steps(K, y, C_max=2.0), 2000)
    assert states[-1].converged
    assert states[-1].solved > 0
    assert max(relative_gap(s.alpha, K, y, s.C) for s in states) <= 1e-8


def test_a_line_of_integers_where_w_stays_0_needs_no_solver():
    """All scores are equal up to rounding, so the KKT gap cannot be a share of their spread."""
    rng = np.random.default_rng(1036)
    X, y = line(rng, int(rng.integers(2, 100)))
    *_, end = path_steps(X @ X.T, y)
    assert end.weights(X) == pytest.approx(0, abs=1e-12)
    assert end.solved == 0


def test_a_wrong_step_is_not_trusted(monkeypatch):
    """Someone is missed: then the KKT conditions do not hold where the step ends."""
    K, y, _ = problem(gaussian, RBF(1.0), 0)
    event = path.next_event
    monkeypatch.setattr(path, "next_event", lambda *args: (3 * event(*args)[0], *event(*args)[1:]))
    states = list(path_steps(K, y, C_max=1.0))
    assert states[-1].solved > 0
    assert max(relative_gap(s.alpha, K, y, s.C) for s in states) <= 1e-8


def test_free_points_of_the_solver_become_independent():
    """Five points on a line, all free: two carry the same f."""
    X, y = np.arange(5.0)[:, None], np.array([-1.0, -1.0, 1.0, 1.0, 1.0])
    alpha, near = np.array([0.3, 0.3, 0.2, 0.2, 0.2]), (X - 2) @ (X - 2).T
    fewer = path._drop_dependent(near, y, alpha, 1.0, 1e-13)
    assert (y * fewer) @ X == pytest.approx((y * alpha) @ X)
    assert y @ fewer == pytest.approx(0)
    assert ((fewer > 0) & (fewer < 1)).sum() <= 2


# --- What does not matter, and what is refused ----------------------------------------------------


def moments(states):
    """The last state at each C: the order of those at the same C is a matter of rounding."""
    return [s for s, after in pairwise(states) if after.C > s.C * (1 + 1e-9)]


def test_other_units_another_origin_and_exchanged_classes_have_the_same_events():
    X, y = gaussian(np.random.default_rng(3), 30)
    K = X @ X.T
    expected = moments(list(path_steps(K, y, C_max=10.0)))
    for factor, other in [
        (100, path_steps(100 * K, y, C_max=0.1)),
        (1, path_steps((X + 5) @ (X + 5).T, y, C_max=10.0)),
        (1, path_steps(K, -y, C_max=10.0)),
    ]:
        states = moments(list(other))
        assert [list(s.case) for s in states] == [list(s.case) for s in expected]
        assert [factor * s.C for s in states] == pytest.approx([s.C for s in expected])


def test_f_and_b_are_those_of_the_given_matrix():
    X, y = gaussian(np.random.default_rng(0), 30)
    K = (X + 7) @ (X + 7).T
    states = list(path_steps(K, y))
    for s in states:
        again = DualPoint.at(s.alpha, K, y, s.C)
        assert np.abs(s.F - again.F).max() <= 1e-8
        if (s.case == FREE).any():
            assert s.bias == pytest.approx(s.F[s.case == FREE].mean(), abs=1e-8)
    for C in (1e-6, 0.013, 0.7, 999.0):
        point = solution_at(states, C)
        again = DualPoint.at(point.alpha, K, y, C)
        assert np.abs(point.F - again.F).max() <= 1e-8
        assert point.bias == pytest.approx(again.bias, abs=1e-6)


def test_below_the_start_and_beyond_the_end():
    K, y, _ = problem(unbalanced, RBF(1.0), 0)
    states = list(path_steps(K, y, C_max=2.0))
    assert relative_gap(solution_at(states, states[0].C / 7).alpha, K, y, states[0].C / 7) <= 1e-8
    assert solution_at(states, 2.0).alpha == pytest.approx(states[-1].alpha)
    with pytest.raises(ValueError, match=r"reach from 0 to C = 2\. Take a larger C_max"):
        solution_at(states, 2.1)
    with pytest.raises(ValueError, match="from 0"):
        solution_at(states, 0.0)


def test_a_range_without_events_has_a_start_and_an_end():
    assert [(s.C, s.event) for s in path_steps(FOUR @ FOUR.T, FOUR_Y, C_max=1e-4)] == [(1e-4, "start"), (1e-4, "end")]
    nothing = list(path_steps(np.ones((4, 4)), FOUR_Y))
    assert [s.event for s in nothing] == ["start", "end"]
    assert (nothing[-1].alpha == 1000).all()


@pytest.mark.parametrize(
    "make, kernel", [(gaussian, Linear()), (gaussian, Polynomial(4)), (some_doubled_across, RBF())]
)
def test_far_beyond_the_slack_it_still_ends_with_finite_states(make, kernel):
    K, y, _ = problem(make, kernel, 2)
    for s in path_steps(K, y, C_max=1e14):
        assert np.isfinite(s.alpha).all()
        assert np.isfinite(s.F).all()
    assert s.C == 1e14


def test_what_is_no_problem_is_refused_with_a_sentence():
    with pytest.raises(ValueError, match="not positive semidefinite"):
        next(path_steps(np.array([[0.0, 1.0], [1.0, 0.0]]), [-1, 1]))
    with pytest.raises(ValueError, match="labels must be -1 and"):
        next(path_steps(np.eye(2), [0, 1]))
    for C_max in (np.inf, np.nan, 0.0, -1.0):
        with pytest.raises(ValueError, match="C_max is"):
            next(path_steps(np.eye(2), [-1, 1], C_max=C_max))
