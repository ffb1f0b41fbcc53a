"""Lecture 19, which one: all classifiers of the course side by side; and what the capstone takes from it."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "capstone": ["RUBRIC", "points", "rubric"],
        "costs": ["Cost", "cost_of", "trees_of"],
        "draws": [
            "SETTINGS", "SPLITS", "USUAL", "Setting", "compare", "scaling_errors", "stored", "stored_spots",
            "tuned_on_splits",
        ],
        "figures": ["all_tables", "one_table", "paired", "weak_spots"],
        "methods": ["LEFT_OUT", "METHODS", "TREES", "Method", "quiet"],
        "tables": ["KNOWN", "NAMES", "TABLES", "bayes_error", "flipped", "parted", "split"],
        "verdicts": ["best_of", "but_for_the_ends", "told_apart"],
    },
)  # fmt: skip
