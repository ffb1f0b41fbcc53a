"""What a fitted classifier costs, counted and not timed: the numbers that it keeps, and the steps of one answer."""

from dataclasses import dataclass
from typing import Any

from sklearn.pipeline import Pipeline

from mlcore.generative import GaussianDiscriminant
from mlcore.kernels import Linear
from mlcore.neighbors import KNeighborsClassifier
from mlcore.svm import SVC
from mlcore.tree import Node


@dataclass(frozen=True)
class Cost:
    """kept: the numbers that have to be stored. asked: multiplications and comparisons for one answer.

    Additions are not counted, nor is an exponential more than a multiplication.
    """

    kept: int
    asked: int


def cost_of(model: Pipeline, rows: int, columns: int) -> Cost:
    """The cost of a fitted pipeline that has learnt from so many rows and columns."""
    fitted: Any = model.named_steps["model"]
    inner = _of(fitted, rows, columns)
    scale = "scale" in model.named_steps  # a mean and a spread for each column, and a division by the spread
    return Cost(inner.kept + scale * 2 * columns, inner.asked + scale * columns)


def _of(model: Any, n: int, d: int) -> Cost:
    match model:
        case KNeighborsClassifier():  # all examples, and the distance to each of them
            return Cost(n * (d + 1), n * d)
        case GaussianDiscriminant(shared_covariance=True) | SVC(kernel=Linear()):
            return Cost(d + 1, d)  # two classes: w and b
        case GaussianDiscriminant(naive=True):  # mean and variance of each column in each class, and the priors
            return Cost(2 * (2 * d + 1), 2 * 2 * d)
        case GaussianDiscriminant():  # mean and covariance of each class, and the priors
            return Cost(2 * (d + d * (d + 1) // 2 + 1), 2 * d * (d + 1))
        case SVC():  # the support vectors, their weights, and b
            vectors = len(model.support_)
            return Cost(vectors * (d + 1) + 1, vectors * (d + 1))
    if hasattr(model, "coef_"):
        return Cost(d + 1, d)
    votes = len(getattr(model, "estimator_weights_", ()))  # AdaBoost multiplies what each of its trees says
    trees = _of_trees(trees_of(model))
    return Cost(trees.kept + votes, trees.asked + votes)


def trees_of(model: Any) -> list:
    """The trees of a tree or an ensemble, each the tuple of its nodes."""
    if hasattr(model, "tree_"):
        return [model.tree_]
    return [nodes if isinstance(nodes[0], Node) else nodes[0] for nodes in model.estimators_]


def _of_trees(trees: list) -> Cost:
    """A question is a column and a threshold, a leaf is a number; an answer asks the longest path of each tree."""
    questions = sum(not node.is_leaf for nodes in trees for node in nodes)
    leaves = sum(node.is_leaf for nodes in trees for node in nodes)
    deepest = sum(max(node.depth for node in nodes) for nodes in trees)
    return Cost(2 * questions + leaves, max(deepest, 1))
