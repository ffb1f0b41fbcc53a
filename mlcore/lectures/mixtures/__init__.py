"""Lecture 18, EM and Gaussian mixtures: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": [
            "SEEN", "climb", "coins", "floor_of", "plane", "share", "spike", "start_from", "three_groups",
            "with_a_lone_one",
        ],
        "further": ["hand", "how_many", "jensen", "line", "restarts", "soft"],
        "draws": [
            "COMPONENTS", "WIDTHS", "agreement", "ends_agree", "good_starts", "latest_gains", "no_number_apart",
            "referees", "spikes",
        ],
    },
)  # fmt: skip
