"""Ensembles of trees: bagging, random forests, AdaBoost, gradient boosting."""

from mlcore.ensemble.adaboost import STUMP, AdaBoostState, adaboost_steps, signs_of, vote
from mlcore.ensemble.bagging import ForestState, bootstrap, forest_steps, full_tree, values
from mlcore.ensemble.boosted import GradientBoostingClassifier, GradientBoostingRegressor
from mlcore.ensemble.boosting import LOSSES, BoostingState, Loss, boosting_steps, leaf_steps
from mlcore.ensemble.estimators import AdaBoostClassifier, BaggingClassifier, RandomForestClassifier

__all__ = [
    "LOSSES", "STUMP", "AdaBoostClassifier", "AdaBoostState", "BaggingClassifier", "BoostingState", "ForestState",
    "GradientBoostingClassifier", "GradientBoostingRegressor", "Loss", "RandomForestClassifier", "adaboost_steps",
    "boosting_steps", "bootstrap", "forest_steps", "full_tree", "leaf_steps", "signs_of", "values", "vote",
]  # fmt: skip
