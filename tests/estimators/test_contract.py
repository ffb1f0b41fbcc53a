"""Every iterative method keeps the contract of steps.py, and what a lecture prints of it are its few lines."""

import ast
import inspect
import re
from itertools import pairwise, takewhile
from pathlib import Path

import numpy as np
import pytest

from mlcore.base.labels import add_ones, to_01
from mlcore.base.steps import State, last, take
from mlcore.cluster import kmeans_steps
from mlcore.datasets import clouds, noisy_blobs
from mlcore.ensemble import LOSSES, adaboost_steps, boosting_steps, forest_steps
from mlcore.kernels import RBF, kernel_descent_steps, stable_kernel_lr
from mlcore.linear import descent_steps, stable_lr
from mlcore.logistic import LogisticCost, logistic_descent_steps, newton_steps, root_steps, stable_logistic_lr
from mlcore.mixture import coin_em_steps, em_steps
from mlcore.perceptron import perceptron_steps
from mlcore.svm import (
    coordinate_ascent_steps,
    dual_ascent_steps,
    finish_steps,
    hinge_descent_steps,
    smo_steps,
    step_limit,
)
from mlcore.tree import Limits, gini, label_table, sorted_rows, tree_steps

BLOBS = noisy_blobs(30)
A, GRAM = add_ones(BLOBS.X), RBF()(BLOBS.X, BLOBS.X)
Y01 = to_01(BLOBS.y)
Q = GRAM * np.outer(BLOBS.y, BLOBS.y)
CLOUDS = clouds().X
MIXTURE = np.full(3, 1 / 3), CLOUDS[:3], np.tile(np.eye(2), (3, 1, 1))
SORTED = sorted_rows(BLOBS.X)
BLOB_TABLE = label_table((BLOBS.y > 0).astype(int), 2, np.ones(30))
HEADS = np.array([5, 9, 8, 4, 7])

RUNS = {
    kmeans_steps: lambda: kmeans_steps(CLOUDS, centers=CLOUDS[:5]),
    em_steps: lambda: em_steps(CLOUDS, start=MIXTURE),
    coin_em_steps: lambda: coin_em_steps(HEADS, 10, thetas=[0.6, 0.5]),
    descent_steps: lambda: descent_steps(A, BLOBS.y, lr=0.5 * stable_lr(A), w=[1.0, 2.0, 3.0]),
    kernel_descent_steps: lambda: kernel_descent_steps(GRAM, BLOBS.y, lr=0.5 * stable_kernel_lr(GRAM), tol=1e-2),
    coordinate_ascent_steps: lambda: coordinate_ascent_steps(Q, np.ones(30), low=0, high=1, tol=1e-6),
    dual_ascent_steps: lambda: dual_ascent_steps(GRAM, BLOBS.y, 1.0, lr=0.5 * step_limit(GRAM)),
    smo_steps: lambda: smo_steps(GRAM, BLOBS.y, 1.0),
    finish_steps: lambda: finish_steps(GRAM, BLOBS.y, 1e4, tol=1e-9),
    hinge_descent_steps: lambda: hinge_descent_steps(BLOBS.X, BLOBS.y, 1.0),
    perceptron_steps: lambda: perceptron_steps(BLOBS.X, np.sign(BLOBS.X[:, 0])),
    newton_steps: lambda: newton_steps(LogisticCost(A, Y01), w=np.array([1.0, 2.0, 3.0])),
    root_steps: lambda: root_steps(np.sin, np.cos, start=2.5),
    logistic_descent_steps: lambda: logistic_descent_steps(A, Y01, lr=0.5 * stable_logistic_lr(A), w=[1.0, 2, 3]),
    tree_steps: lambda: tree_steps(BLOBS.X, BLOB_TABLE, rows=SORTED, impurity=gini),
    forest_steps: lambda: forest_steps(BLOBS.X, BLOB_TABLE, rows=SORTED, impurity=gini),
    adaboost_steps: lambda: adaboost_steps(BLOBS.X[:, :1], BLOBS.y, rows=SORTED[:1], limits=Limits(max_depth=2)),
    boosting_steps: lambda: boosting_steps(
        BLOBS.X, BLOBS.y, rows=SORTED, loss=LOSSES["log_loss"], lr=0.5, limits=Limits(max_depth=2)
    ),
}
DIVERGING = {
    descent_steps: lambda f: descent_steps(A, BLOBS.y, lr=f * stable_lr(A)),
    kernel_descent_steps: lambda f: kernel_descent_steps(GRAM, BLOBS.y, lr=f * stable_kernel_lr(GRAM)),
    dual_ascent_steps: lambda f: dual_ascent_steps(GRAM, BLOBS.y, lr=f * step_limit(GRAM)),
}
ENDLESS = {hinge_descent_steps, forest_steps, adaboost_steps, boosting_steps}  # one tree more is always possible
PRINTED = {smo_steps: 20, finish_steps: 20}  # lines of a body; all others have twelve at most
TEXTS = Path(__file__).parent.parent.parent / "notebooks" / "text"

methods = pytest.mark.parametrize("method", RUNS, ids=lambda m: m.__name__)


@methods
def test_it_starts_at_0_and_ends_by_itself_if_at_all(method):
    cap = 60 if method in ENDLESS else 20_000
    states = take(RUNS[method](), cap)
    assert states[0].t == 0
    assert all(isinstance(s, State) for s in states)
    assert all(b.t - a.t in (0, 1) or method is finish_steps for a, b in pairwise(states))
    assert not any(s.converged or s.diverged for s in states[:-1])
    assert states[-1].converged == (method not in ENDLESS)
    assert type(states[-1].converged) is bool
    assert vars(last(RUNS[method](), cap)).keys() == vars(states[-1]).keys()


@methods
@pytest.mark.parametrize("cap", [0, 1, 2, 5])
def test_no_step_is_made_beyond_the_cap_and_none_before_it_is_lost(method, cap):
    made = []

    def noted():
        for state in RUNS[method]():
            made.append(state.t)
            yield state

    kept = [state.t for state in take(noted(), cap)]
    assert kept == [state.t for state in takewhile(lambda s: s.t <= cap, RUNS[method]())]
    looks_ahead = kept[-1] == cap and take(RUNS[method](), cap)[-1].more  # a run that may diverge: it has to be asked
    assert made == kept or (looks_ahead and made[:-1] == kept)
    assert last(RUNS[method](), cap).t == kept[-1]


@methods
def test_a_run_that_is_left_is_closed(method):
    closed = []

    def watched():
        try:
            yield from RUNS[method]()
        finally:
            closed.append(True)

    steps = watched()
    take(steps, 1)
    assert closed == [True]
    with pytest.raises(StopIteration):
        next(steps)


def test_only_runs_that_may_diverge_and_half_steps_are_asked_on():
    asked_on = {method for method in RUNS if any(s.more for s in take(RUNS[method](), 3))}
    assert {kmeans_steps, *DIVERGING} <= asked_on
    assert not asked_on & {forest_steps, adaboost_steps, boosting_steps, tree_steps, em_steps, smo_steps}


@methods
def test_its_states_are_copies_that_nobody_else_holds(method):
    fresh = take(RUNS[method](), 40)
    for number, state in enumerate(RUNS[method]()):
        if number == len(fresh):
            break
        for name, value in vars(state).items():
            parts = value if isinstance(value, tuple) else (value,)
            others = getattr(fresh[number], name)
            for part, other in zip(parts, others if isinstance(value, tuple) else (others,), strict=True):
                assert np.array_equal(part, other) if isinstance(part, np.ndarray) else part == other, name
            if isinstance(value, np.ndarray) and value.flags.writeable:
                value[:] = 77  # a careless reader
            else:  # what the states of a run share cannot be written to
                assert not any(part.flags.writeable for part in parts if isinstance(part, np.ndarray)), name


@methods
def test_its_start_is_a_keyword_and_it_has_no_cap(method):
    parameters = inspect.signature(method).parameters
    assert "max_iter" not in parameters
    starts = {"centers", "rows", "start", "thetas", "w", "b", "alpha", "coef"} & set(parameters)
    assert starts
    assert all(parameters[name].kind is inspect.Parameter.KEYWORD_ONLY for name in starts)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("factor", [3.0, 1e3, 1e100, 1e307])
@pytest.mark.parametrize("method", DIVERGING, ids=lambda m: m.__name__)
def test_a_diverging_run_repeats_its_last_finite_state(method, factor):
    *_, before, end = take(DIVERGING[method](factor), 10_000)
    assert end.diverged
    assert not end.converged
    assert not before.diverged
    assert all(np.array_equal(v, vars(before)[name]) for name, v in vars(end).items() if name != "diverged")
    assert all(np.isfinite(v).all() for v in vars(end).values() if isinstance(v, (float, np.ndarray)))


@methods
def test_a_lecture_prints_a_few_lines(method):
    tree = ast.parse(inspect.getsource(method)).body[0]
    body = tree.body[1:]  # without the docstring
    assert tree.end_lineno - body[0].lineno + 1 <= PRINTED.get(method, 12)


@methods
def test_the_numbers_in_its_lines_are_equations_of_the_lectures(method):
    exist = {n for path in TEXTS.glob("*.md") for n in re.findall(r"\\tag\{(\d+\.\d+)\}", path.read_text("utf-8"))}
    used = set(re.findall(r"\((\d\d\.\d+)\)", inspect.getsource(method)))
    assert used <= exist
    comments = re.findall(r"#.*\((\d\d\.\d+)\)", inspect.getsource(method))
    assert comments or method is finish_steps
