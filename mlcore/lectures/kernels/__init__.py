"""Lecture 13, kernels: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": [
            "CUBIC", "GALLERY", "NO_KERNELS", "PRICES", "SIGMAS", "choice", "cubic_map", "descent", "gallery",
            "lifted", "machine", "noisy_rings", "some_points", "wave",
        ],
        "further": ["counts", "powers"],
        "known_densities": ["mixture"],
        "lifted_bowl": ["lift"],
        "draws": [
            "CANDIDATES", "WIDTHS", "best_errors", "degree_errors", "digit_errors", "first_of_the_best",
            "fourier_errors", "mixture_errors", "nearest_agreement", "outsiders", "ring_ends", "seen", "split_digits",
            "wave_walks",
        ],
    },
)  # fmt: skip
