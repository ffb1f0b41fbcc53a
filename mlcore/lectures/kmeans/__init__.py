"""Lecture 17, k-means: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": ["chain", "elbow", "images", "nine_clouds", "restarts", "run", "runs_from"],
        "further": ["empty", "four_groups", "hand", "pairs", "three_groups", "units", "with_sizes"],
        "draws": [
            "bends",
            "bends_in_a_triangle",
            "costs_on_new_points",
            "names_of_clusters",
            "patients_with_their_kind",
            "starts_compared",
        ],
    },
)
