"""Lecture 15, ensembles: bagging, forests, boosting: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "draws": [
            "METHODS", "NOISE", "SETS", "depth_parts", "heavy_labels", "hint_errors", "likeness", "long_wave_errors",
            "margin_runs", "mixture_errors", "parts_of", "ring_runs", "score_at", "simulated", "split_errors", "truth",
            "wave_errors",
        ],
        "figures": ["descent", "rounds", "spread", "stages", "wide_ring"],
        "further": ["CURVES", "SCORES", "SIGNS", "forest", "margins", "printed", "printed_runs", "risks", "signs"],
    },
)  # fmt: skip
