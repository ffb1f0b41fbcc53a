"""Lecture 11, soft margin and hinge loss: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": [
            "BIASES", "GRID_C", "GRID_SIGMA", "PRICES", "charges", "choice", "raw_pair", "street", "two_points",
        ],
        "further": ["LOOKS", "budget", "degrees", "easy_point", "innermost", "noise", "single_samples", "walk"],
        "path_figures": ["events", "held_out", "least_errors", "moments", "whole_path"],
        "draws": [
            "chosen_prices", "comes_back", "easy_points", "error_tables", "errors_by_class", "fading", "leaks",
            "least_error_intervals", "lines_of_a_rule", "lines_of_clouds", "noisy_lines", "path_events",
            "rare_class_holders", "small_moves", "street_and_holders", "ten_splits", "turns_by_one_point", "walks",
        ],
    },
)  # fmt: skip
