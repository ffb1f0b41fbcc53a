"""What each method leaves invariant: its data in other units, far from 0, beside a constant, beside weights of 0.

A row of the table is an estimator whose parameters are rescaled along with the data. Changed data must give the answer
of the plain data, without a word; or, where the row says so, a sentence (`says`), or another answer, which is right
for this method, or a sentence (`differs`).
"""

import inspect
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from sklearn.base import is_regressor

from mlcore.cluster import KMeans
from mlcore.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    RandomForestClassifier,
)
from mlcore.generative import BernoulliNB, GaussianDiscriminant, MultinomialNB
from mlcore.glm import GLM
from mlcore.kernels import RBF, Exponential, Laplacian, Linear, Polynomial
from mlcore.linear import LinearRegression, LocallyWeightedRegression, Ridge
from mlcore.logistic import LogisticRegression, SoftmaxRegression
from mlcore.mixture import GaussianMixture
from mlcore.neighbors import KNeighborsClassifier, KNeighborsRegressor
from mlcore.pca import PCA
from mlcore.perceptron import Perceptron
from mlcore.svm import SVC
from mlcore.tree import DecisionTreeClassifier, DecisionTreeRegressor
from tests.estimators.every import estimator_classes

FAR = 1e8
TRAIN, ASK = slice(45), slice(45, 65)


# --- The data: 45 rows to learn from and 20 to be asked, three columns


def on_a_grid(X):
    """X rounded to 20 binary places: so it loses no digit beside 1e8."""
    return np.round(X * 2**20) / 2**20


rng = np.random.default_rng(0)
GROUP = np.arange(65) % 3
CENTERS = np.array([[0.0, 0, 0], [2, 0, 1], [0, 3, 1]])
POINTS = on_a_grid(rng.normal(size=(65, 3)))
NUMBERS = on_a_grid(POINTS @ [1.0, -0.5, 0.2] + np.sin(3 * POINTS[:, 0]) + 0.3 * rng.normal(size=65))
SIDES = np.where(GROUP > 0, "right", "left")
DATA = {
    "two classes": (POINTS + 0.8 * (GROUP > 0)[:, None], SIDES),
    "two classes apart": (POINTS + 9.0 * (GROUP > 0)[:, None], SIDES),
    "three classes": (POINTS + 0.5 * CENTERS[GROUP], GROUP),
    "words": (rng.poisson(1.0 + CENTERS[GROUP]).astype(float), GROUP),
    "numbers": (POINTS, NUMBERS),
    "bits": (POINTS, (NUMBERS + rng.normal(size=65) > 0).astype(float)),
    "counts": (POINTS, rng.poisson(np.exp(0.3 * NUMBERS)).astype(float)),
    "times": (POINTS, on_a_grid(np.exp(0.3 * NUMBERS))),
    "clouds": (POINTS + 4 * CENTERS[GROUP], GROUP),
}


# --- The changes


def same(values):
    return values


@dataclass(frozen=True)
class Change:
    """X and y of the data become X(X) and y(y); `back` makes of predicted numbers those of the plain data.

    units: how many times as large lengths are.
    """

    X: Callable = same
    y: Callable = same
    back: Callable = same
    units: float = 1.0


def in_units(c: float) -> Change:
    return Change(X=lambda X: c * X, units=c)


def targets_in_units(c: float) -> Change:
    return Change(y=lambda y: c * y, back=lambda f: f / c)


def beside(value: float) -> Change:
    return Change(X=lambda X: np.column_stack([X, np.full(len(X), value)]))


def in_two_groups(X):
    """Each row twice, and one more column that tells the two groups apart."""
    return np.column_stack([np.vstack([X, X]), np.repeat([-1e3, 1e3], len(X))])


CHANGES = {
    "units 1e-6": in_units(1e-6),
    "units 1e6": in_units(1e6),
    "column 1e-6": Change(X=lambda X: X * [1, 1e-6, 1]),
    "column 1e6": Change(X=lambda X: X * [1, 1e6, 1]),
    "far": Change(X=lambda X: X + FAR),
    "far column": Change(X=lambda X: X + np.array([0, FAR, 0])),
    "constant 0.1": beside(0.1),
    "constant 0.3": beside(0.3),
    "constant 7": beside(7.0),
}
CHANGES_OF_TARGETS = {
    "y 1e-10": targets_in_units(1e-10),
    "y 1e-6": targets_in_units(1e-6),
    "y 1e6": targets_in_units(1e6),
    "y far": Change(y=lambda y: y + FAR, back=lambda f: f - FAR),
    "y groups": Change(
        X=in_two_groups,
        y=lambda y: np.append(y, y + FAR),
        back=lambda f: f.reshape(2, -1) - np.array([[0.0], [FAR]]),
    ),
}


# --- The table


@dataclass(frozen=True, eq=False)
class Row:
    """make(c): the estimator for data whose lengths are c times as large. says, differs: changes, by how they begin.

    atol: what the estimator's own stop leaves open, in probabilities, scores and numbers.
    """

    make: Callable[[float], Any]
    data: str
    differs: tuple[str, ...] = ()
    says: dict[str, str] = field(default_factory=dict)
    atol: float = 1e-6


def rows(data: str, *makes: Callable, **how) -> list[Row]:
    return [Row(make, data, **how) for make in makes]


RIDGE = {"units 1e-6": "The ridge reg_covar", "column 1e-6": "The ridge reg_covar"}
WAYS = [dict(shared_covariance=shared, naive=naive) for shared, naive in product((True, False), repeat=2)]
ROWS = [
    *rows(
        "three classes",
        lambda c: DecisionTreeClassifier(),
        lambda c: DecisionTreeClassifier("entropy", max_depth=3),
        lambda c: DecisionTreeClassifier(min_samples_leaf=4, ccp_alpha=0.02),
        lambda c: BaggingClassifier(8, random_state=0),
        lambda c: RandomForestClassifier(8, max_features=None, random_state=0),
    ),
    *rows(
        "three classes",
        lambda c: DecisionTreeClassifier(max_features=2, random_state=0),
        lambda c: RandomForestClassifier(8, max_features=2, random_state=0),
        differs=("constant",),  # other features are drawn
    ),
    *rows(
        "two classes",
        lambda c: AdaBoostClassifier(10),
        lambda c: AdaBoostClassifier(5, max_depth=2),
        lambda c: GradientBoostingClassifier(n_estimators=8),
        lambda c: GradientBoostingClassifier("exponential", n_estimators=8, max_depth=1),
    ),
    *rows("numbers", lambda c: DecisionTreeRegressor(), lambda c: DecisionTreeRegressor(min_samples_leaf=4)),
    *rows(
        "numbers",
        lambda c: DecisionTreeRegressor(max_depth=3),
        lambda c: GradientBoostingRegressor(8),
        lambda c: GradientBoostingRegressor(8, learning_rate=1.0, max_depth=1, min_samples_leaf=3),
        differs=("y groups",),  # a question goes into telling them apart
    ),
    *rows("three classes", *(lambda c, K=K: KNeighborsClassifier(K) for K in (1, 3, 4)), differs=("column",)),
    *rows("numbers", *(lambda c, K=K: KNeighborsRegressor(K) for K in (1, 3, 4)), differs=("column",)),
    *rows("numbers", lambda c: LocallyWeightedRegression(2 * c), differs=("column",)),
    *rows(
        "two classes",
        lambda c: SVC(1 / c**2, Linear(), tol=1e-6, max_iter=20_000),
        lambda c: SVC(1 / c**2, Linear(), "qp", tol=1e-6),
        lambda c: SVC(3.0, RBF(2 * c), tol=1e-6),
        lambda c: SVC(3.0, RBF(2 * c), "qp", tol=1e-6),
        lambda c: SVC(3.0, Exponential(2 * c), tol=1e-6),
        lambda c: SVC(3.0, Laplacian(2 * c), tol=1e-6),
        differs=("column",),
        atol=1e-4,
    ),
    *rows(
        "two classes",
        lambda c: SVC(1 / c**4, Polynomial(2, c**2), tol=1e-6, max_iter=20_000),
        differs=("column", "far", "constant"),
        atol=1e-4,
    ),
    *rows(
        "two classes apart",
        lambda c: SVC(np.inf, Linear(), tol=1e-6, max_iter=20_000),
        differs=("column",),
        atol=1e-4,
    ),
    *rows(
        "two classes apart",
        lambda c: Perceptron(max_iter=300),
        lambda c: Perceptron(max_iter=300, random_state=0),
        differs=("",),  # its path depends on where 0 lies, and how far from it a step of b leads
    ),
    *rows("two classes", lambda c: LogisticRegression(lam=2 * c**2), differs=("column",)),
    *rows("two classes", lambda c: LogisticRegression(lam=0.0), says={"constant": "Many weights fit equally well"}),
    *rows(
        "two classes",
        lambda c: LogisticRegression(lam=2 * c**2, solver="gd"),
        lambda c: LogisticRegression(lam=2 * c**2, solver="sgd", max_iter=2000),
        says={"units": "Descent hit the cap", "column 1e6": "Descent hit the cap"},  # b and w ask for other rates
        differs=("column 1e-6",),  # the penalty all but forbids it
        atol=1e-4,
    ),
    *rows("three classes", lambda c: SoftmaxRegression(2 * c**2), differs=("column",)),
    *rows("numbers", lambda c: GLM(lam=2 * c**2), lambda c: Ridge(2 * c**2), differs=("column", "y groups")),
    *rows("numbers", lambda c: LinearRegression(), lambda c: Ridge(0.0)),
    *rows("numbers", lambda c: GLM(lam=0.0), says={"constant": "singular"}),
    *rows("bits", lambda c: GLM("bernoulli", lam=2 * c**2), differs=("column",), says={"y": "must be 0 or 1"}),
    *rows("counts", lambda c: GLM("poisson", lam=2 * c**2), differs=("column", "y")),
    *rows("counts", lambda c: GLM("poisson", lam=0.0), differs=("y far", "y groups"), says={"constant": "singular"}),
    *rows("times", lambda c: GLM("gamma, log link", lam=2 * c**2), differs=("column", "y far", "y groups")),
    *rows("times", lambda c: GLM("gamma", lam=0.0), differs=("y far", "y groups"), says={"constant": "singular"}),
    *rows(
        "three classes",
        *(lambda c, way=way: GaussianDiscriminant(**way, reg_covar=1e-7 * c**2) for way in WAYS),
        says={"column 1e-6": "The ridge reg_covar"},
        atol=1e-5,  # the ridge is 1e-7 of a variance, and of one that is larger less
    ),
    *rows("three classes", *(lambda c, way=way: GaussianDiscriminant(**way) for way in WAYS), says=RIDGE, atol=1e-5),
    *rows(
        "three classes",
        *(lambda c, way=way: GaussianDiscriminant(**way, reg_covar=0.0) for way in WAYS),
        says={"constant": "A covariance is singular"},
    ),
    *rows("three classes", lambda c: BernoulliNB(), lambda c: BernoulliNB(0.1), differs=("far", "constant")),
    *rows("words", lambda c: MultinomialNB(), lambda c: MultinomialNB(0.1), differs=("",)),  # counts have no units
    *rows(
        "clouds",
        *(lambda c, K=K: KMeans(K, random_state=0) for K in (1, 3, 4)),
        lambda c: KMeans(3, init="k-means++", random_state=0),
        lambda c: KMeans(3, init="assignments", random_state=0),
        differs=("column",),
    ),
    *rows(
        "clouds",
        *(lambda c, K=K: GaussianMixture(K, reg_covar=1e-6 * c**2, random_state=0) for K in (1, 3, 4)),
        differs=("column",),  # it starts from k-means
    ),
    *rows(
        "clouds",
        lambda c: GaussianMixture(3, init_params="random_from_data", random_state=0),
        says=RIDGE,
        atol=1e-5,
    ),
    *rows(
        "clouds",
        lambda c: GaussianMixture(3, reg_covar=0.0, init_params="random_from_data", random_state=0),
        says={"constant": "its covariance is singular"},
    ),
    *rows("clouds", lambda c: PCA(1), lambda c: PCA(2), differs=("column",)),
]


def test_every_estimator_has_a_row():
    assert {type(row.make(1.0)) for row in ROWS} == set(estimator_classes())


# --- The comparison


def outcome(row: Row, change: Change, **weights):
    """What the estimator says of the rows that are asked: labels and numbers, or the sentence that it refuses with."""
    X, y = DATA[row.data]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            model = row.make(change.units).fit(change.X(X[TRAIN]), change.y(y[TRAIN]), **weights)
            return answers(model, change.X(X[ASK]), change)
        except np.linalg.LinAlgError:  # a ValueError, too, but no sentence
            raise
        except (ValueError, UserWarning) as sentence:
            return str(sentence)


def answers(model, Z, change: Change) -> tuple:
    """Labels (if any), and numbers: probabilities or scores, predictions, components."""
    if is_regressor(model):
        return (), change.back(model.predict(Z))
    if hasattr(model, "transform"):
        return (), model.transform(Z) / change.units
    ways = [getattr(model, name) for name in ("predict_proba", "decision_function") if hasattr(model, name)]
    return model.predict(Z), ways[0](Z) if ways else ()


def stated(changes, name: str):
    """The part of a row's `says` or `differs` that is about this change, if any."""
    return next((begin for begin in changes if name.startswith(begin)), None)


def case(row: Row, name: str, *more):
    words = f"{' '.join(str(row.make(1.0)).split())} on {row.data}: {name}"
    return pytest.param(row, *more, id=words)


def cases() -> Iterator:
    for row in ROWS:
        numbers = CHANGES_OF_TARGETS if is_regressor(row.make(1.0)) else {}
        for name, change in (CHANGES | numbers).items():
            yield case(row, name, name, change)


@cache
def plain(row: Row):
    return outcome(row, Change())


@pytest.mark.parametrize(("row", "name", "change"), list(cases()))
def test_it_answers_as_on_the_plain_data_or_says_why_not(row, name, change):
    found, says = outcome(row, change), stated(row.says, name)
    if says is not None:
        assert isinstance(found, str), "not a word"
        assert row.says[says] in found
    elif stated(row.differs, name) is not None:
        assert isinstance(found, str) or np.isfinite(found[1]).all()
    else:
        assert_same(found, plain(row), row.atol)


def assert_same(found, wanted, atol: float) -> None:
    assert not isinstance(wanted, str), wanted
    assert not isinstance(found, str), found
    assert np.array_equal(found[0], wanted[0])
    np.testing.assert_allclose(*np.broadcast_arrays(found[1], wanted[1]), rtol=0, atol=atol)


WEIGHTED = [row for row in ROWS if "sample_weight" in inspect.signature(row.make(1.0).fit).parameters]


@pytest.mark.parametrize("row", [case(row, "weight 0") for row in WEIGHTED])
def test_rows_of_weight_0_are_absent(row):
    """Wrong labels, targets that dwarf all others, points far out: none of it may leave a trace."""
    weights = np.append(np.ones(45), np.zeros(15))
    ruin = Change(
        X=lambda X: np.vstack([X, 1e9 * X[:15]]) if len(X) == 45 else X,
        y=lambda y: np.append(y, 1e9 * y[:15] + 1e9 if is_regressor(row.make(1.0)) else y[1:16]),
    )
    assert_same(outcome(row, ruin, sample_weight=weights), plain(row), row.atol)
