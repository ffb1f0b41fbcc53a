"""Decision trees: impurities, the search for the best question, growing, reading, pruning, and two estimators."""

from mlcore.tree.estimators import DecisionTreeClassifier, DecisionTreeRegressor
from mlcore.tree.grow import NO_LIMITS, Limits, Node, TreeState, tree_steps
from mlcore.tree.impurity import CRITERIA, Impurity, entropy, gini, label_table, target_table, variance
from mlcore.tree.prune import prune, pruning_path
from mlcore.tree.read import Nodes, boxes, leaf_of, leaves, only_asking, path_of
from mlcore.tree.split import Split, best_split, best_splits, sorted_rows, split_costs, weighty

__all__ = [
    "CRITERIA", "NO_LIMITS", "DecisionTreeClassifier", "DecisionTreeRegressor", "Impurity", "Limits", "Node", "Nodes",
    "Split", "TreeState", "best_split", "best_splits", "boxes", "entropy", "gini",
    "label_table", "leaf_of", "leaves", "only_asking", "path_of", "prune", "pruning_path", "sorted_rows",
    "split_costs", "target_table", "tree_steps", "variance", "weighty",
]  # fmt: skip
