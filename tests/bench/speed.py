"""Every estimator beside scikit-learn's: fit and predict, and how a fit grows with n; processor time, one thread.

python -m tests.bench.speed prints all of it; python -m tests.bench.speed SVC forest the rows with these words in them.
"""

import os
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Any

import numpy as np
from sklearn import (
    cluster,
    decomposition,
    discriminant_analysis,
    ensemble,
    linear_model,
    mixture,
    naive_bayes,
    neighbors,
    svm,
    tree,
)
from threadpoolctl import threadpool_limits

from mlcore import cluster as our_cluster
from mlcore import ensemble as our_ensemble
from mlcore.datasets import digits
from mlcore.generative import BernoulliNB, GaussianDiscriminant, MultinomialNB
from mlcore.glm import GLM
from mlcore.kernels import RBF, Linear
from mlcore.linear import LinearRegression, Ridge
from mlcore.logistic import LogisticRegression, SoftmaxRegression
from mlcore.mixture import GaussianMixture
from mlcore.neighbors import KNeighborsClassifier, KNeighborsRegressor
from mlcore.notation import gamma_from_sigma, glm_alpha_from_lambda
from mlcore.pca import PCA
from mlcore.perceptron import Perceptron
from mlcore.svm import SVC
from mlcore.tree import DecisionTreeClassifier, DecisionTreeRegressor

N, D = 2000, 10
ROWS = (1250, 2500, 5000, 10_000, 20_000)  # where growth is measured,
PATIENCE = 60.0  # as far as both take less than so many seconds
ENOUGH = 0.5  # seconds after which a time is repeated no more
REPEATS = 15

Table = tuple[np.ndarray, Any]


def two_classes(n: int, d: int = D) -> Table:
    """Two clouds that overlap, a fifth of the points on the wrong side."""
    y = np.arange(n) % 2
    return _points(n, d) + 0.55 * y[:, None], y


def two_classes_apart(n: int, d: int = D) -> Table:
    """The points of a cloud that keep away from a plane, and the side on which they are."""
    X = _points(2 * n, d)
    away = X.sum(axis=1)
    apart = np.argsort(-np.abs(away), kind="stable")[:n]
    return X[apart], (away[apart] > 0).astype(int)


def three_classes(n: int, d: int = D) -> Table:
    """Three clouds that overlap."""
    y = np.arange(n) % 3
    return _points(n, d) + np.random.default_rng(1).normal(size=(3, d))[y], y


def clouds(n: int, d: int = D) -> Table:
    """Three clouds farther apart, without labels."""
    return _points(n, d) + 3 * np.random.default_rng(1).normal(size=(3, d))[np.arange(n) % 3], None


def counts(n: int, d: int = D) -> Table:
    """Three kinds of text: how often each of d words stands in it."""
    rng, y = np.random.default_rng(0), np.arange(n) % 3
    return rng.poisson(rng.gamma(1.0, size=(3, d))[y]).astype(float), y


def numbers(n: int, d: int = D) -> Table:
    """A bent surface with noise."""
    X = _points(n, d)
    return X, X @ np.linspace(-1, 1, d) + np.sin(3 * X[:, 0]) + np.random.default_rng(1).normal(size=n)


def rates(n: int, d: int = D) -> Table:
    """Poisson counts whose logarithm of the mean is a plane."""
    X = _points(n, d)
    return X, np.random.default_rng(1).poisson(np.exp(0.3 * X @ np.linspace(-1, 1, d))).astype(float)


def times(n: int, d: int = D) -> Table:
    """Gamma times whose logarithm of the mean is a plane."""
    X = _points(n, d)
    return X, np.random.default_rng(1).gamma(2.0, np.exp(0.3 * X @ np.linspace(-1, 1, d)))


def all_digits(n: int) -> Table:
    """The 1797 digits, whatever n is."""
    data = digits()
    return data.X, data.y


def _points(n: int, d: int) -> np.ndarray:
    return np.random.default_rng(0).normal(size=(n, d))


@dataclass(frozen=True)
class Pair:
    """Our estimator, scikit-learn's with the same settings, and the data for both. ask: what is timed beside fit.

    ours and theirs are made from n, as what scikit-learn calls a penalty may depend on it. d: other than 10.
    """

    name: str
    data: Callable[..., Table]
    ours: Callable[[int], Any]
    theirs: Callable[[int], Any]
    ask: str = "predict"
    d: int | None = None
    grows: bool = True

    def table(self, n: int) -> Table:
        return self.data(n) if self.d is None else self.data(n, self.d)


def pair(name: str, data, ours, theirs, **more) -> Pair:
    """A pair whose settings do not depend on n."""
    return Pair(name, data, lambda n: ours, lambda n: theirs, **more)


SEED = dict(random_state=0)
PAIRS = [
    pair("linear regression", numbers, LinearRegression(), linear_model.LinearRegression()),
    pair("ridge", numbers, Ridge(1.0), linear_model.Ridge(1.0)),
    pair("k-NN, K = 5", three_classes, KNeighborsClassifier(5), neighbors.KNeighborsClassifier(5)),
    pair("k-NN regression, K = 5", numbers, KNeighborsRegressor(5), neighbors.KNeighborsRegressor(5)),
    pair("perceptron, separable", two_classes_apart, Perceptron(max_iter=100_000), linear_model.Perceptron()),
    pair("perceptron, 10 000 updates", two_classes, Perceptron(), linear_model.Perceptron(), grows=False),
    pair("logistic, Newton", two_classes, LogisticRegression(), linear_model.LogisticRegression()),
    pair("logistic, gd", two_classes, LogisticRegression(solver="gd"), linear_model.LogisticRegression()),
    pair("softmax", three_classes, SoftmaxRegression(), linear_model.LogisticRegression()),
    Pair(
        "GLM, Poisson", rates, lambda n: GLM("poisson"),
        lambda n: linear_model.PoissonRegressor(alpha=glm_alpha_from_lambda(1.0, n)),
    ),
    Pair(
        "GLM, gamma", times, lambda n: GLM("gamma, log link"),
        lambda n: linear_model.GammaRegressor(alpha=glm_alpha_from_lambda(1.0, n)),
    ),
    pair("LDA", three_classes, GaussianDiscriminant(), discriminant_analysis.LinearDiscriminantAnalysis()),
    pair("QDA", three_classes, GaussianDiscriminant(False), discriminant_analysis.QuadraticDiscriminantAnalysis()),
    pair("Gaussian naive Bayes", three_classes, GaussianDiscriminant(False, True), naive_bayes.GaussianNB()),
    pair(
        "Gaussian naive Bayes, d = 1000", three_classes, GaussianDiscriminant(False, True), naive_bayes.GaussianNB(),
        d=1000, grows=False,
    ),
    pair("Bernoulli naive Bayes", counts, BernoulliNB(), naive_bayes.BernoulliNB()),
    pair("multinomial naive Bayes", counts, MultinomialNB(), naive_bayes.MultinomialNB()),
    pair("SVC, linear", two_classes, SVC(kernel=Linear()), svm.SVC(kernel="linear")),
    pair("SVC, RBF", two_classes, SVC(kernel=RBF(2.0)), svm.SVC(gamma=gamma_from_sigma(2.0))),
    pair("tree", two_classes, DecisionTreeClassifier(), tree.DecisionTreeClassifier(**SEED)),
    pair("regression tree", numbers, DecisionTreeRegressor(), tree.DecisionTreeRegressor(**SEED)),
    pair(
        "bagging, 50", two_classes, our_ensemble.BaggingClassifier(50, **SEED), ensemble.BaggingClassifier(
            tree.DecisionTreeClassifier(), 50, **SEED),
    ),
    pair(
        "forest, 50", two_classes, our_ensemble.RandomForestClassifier(50, **SEED),
        ensemble.RandomForestClassifier(50, **SEED),
    ),
    pair(
        "forest, 50, all digits", all_digits, our_ensemble.RandomForestClassifier(50, **SEED),
        ensemble.RandomForestClassifier(50, **SEED), grows=False,
    ),
    pair(
        "AdaBoost, 50 stumps", two_classes, our_ensemble.AdaBoostClassifier(50),
        ensemble.AdaBoostClassifier(n_estimators=50),
    ),
    pair(
        "boosting, 50", two_classes, our_ensemble.GradientBoostingClassifier(n_estimators=50),
        ensemble.GradientBoostingClassifier(n_estimators=50, **SEED),
    ),
    pair(
        "boosting, 50, regression", numbers, our_ensemble.GradientBoostingRegressor(50),
        ensemble.GradientBoostingRegressor(n_estimators=50, **SEED),
    ),
    pair("PCA, 3", clouds, PCA(3), decomposition.PCA(3), ask="transform"),
    pair(
        "k-means, 3, ten starts", clouds, our_cluster.KMeans(3, **SEED),
        cluster.KMeans(3, init="random", n_init=10, **SEED),
    ),
    pair("Gaussian mixture, 3", clouds, GaussianMixture(3, **SEED), mixture.GaussianMixture(3, **SEED)),
]  # fmt: skip


def seconds(work: Callable[[], Any]) -> float:
    """Processor time, not the clock's: on a busy machine a short fit waits its turn as a long one does."""
    start = process_time()
    work()
    return process_time() - start


def in_turn(ours: Callable[[], Any], theirs: Callable[[], Any]) -> tuple[float, float]:
    """Medians of both, after a first time that does not count; a long one is not repeated as often."""
    rounds, first = [], seconds(ours) + seconds(theirs)
    repeats = REPEATS if first < ENOUGH / REPEATS else max(1, int(ENOUGH / first))
    for _ in range(repeats):
        rounds.append((seconds(ours), seconds(theirs)))
    mine, other = zip(*rounds, strict=True)
    return median(mine), median(other)


def fit_times(row: Pair, n: int) -> tuple[float, float]:
    X, y = row.table(n)
    ours, theirs = row.ours(n), row.theirs(n)
    return in_turn(lambda: ours.fit(X, y), lambda: theirs.fit(X, y))


def predict_times(row: Pair, n: int) -> tuple[float, float]:
    X, y = row.table(n)
    ours, theirs = (getattr(make(n).fit(X, y), row.ask) for make in (row.ours, row.theirs))
    return in_turn(lambda: ours(X), lambda: theirs(X))


def growth(row: Pair) -> tuple[tuple[float, float], int]:
    """The exponents of both fits, time ~ n^exponent, over the last two octaves that end in time; and the last n."""
    found: list[tuple[float, float]] = []
    for n in ROWS:
        found.append(fit_times(row, n))
        if 8 * max(found[-1]) > PATIENCE:  # the next one may take so many times as long, and it is not the only one
            break
    tail = np.log(found[-3:])
    slopes = np.polyfit(np.log(ROWS[: len(found)][-3:]), tail, 1)[0]
    return (float(slopes[0]), float(slopes[1])), ROWS[len(found) - 1]


def show_times(a: float, b: float) -> str:
    return f"{a * 1e3:8.2f} / {b * 1e3:8.2f} = {a / b:6.2f}"


def main(words: list[str] | None = None) -> bool:
    """Print the table and the growth of the rows that have one of the words in them; True if both goals are reached."""
    rows = [row for row in PAIRS if not words or any(word in row.name for word in words)]
    warnings.simplefilter("ignore")  # what ends at its cap is timed up to there
    os.environ["MLCORE_CLAIMS"] = "raise"  # which keeps long fits from saying how far they are
    print(f"All estimators against scikit-learn, n = {N}, d = {D}: ms, processor time, one thread")
    print(f"{'':32} {'fit':>19} {'ratio':>8}   {'predict':>20} {'ratio':>8}")
    ratios = []
    with threadpool_limits(1):
        for row in rows:
            fit, ask = fit_times(row, N), predict_times(row, N)
            ratios += [fit[0] / fit[1], ask[0] / ask[1]]
            print(f"{row.name:32} {show_times(*fit)}   {show_times(*ask)}", flush=True)
        mean, largest = float(np.exp(np.mean(np.log(ratios)))), max(ratios)
        print(f"geometric mean {mean:.2f}, at most 1: {'yes' if mean <= 1 else 'NO'}")
        print(f"largest ratio  {largest:.2f}, at most 5: {'yes' if largest <= 5 else 'NO'}")
        print("Growth of a fit, time ~ n^exponent: ours, scikit-learn's, over the last octaves up to n")
        for row in rows:
            if row.grows:
                (mine, other), most = growth(row)
                print(f"{row.name:32} {mine:5.2f} {other:5.2f}   up to {most}", flush=True)
    return mean <= 1 and largest <= 5


if __name__ == "__main__":
    sys.exit(0 if main(sys.argv[1:]) else 1)
