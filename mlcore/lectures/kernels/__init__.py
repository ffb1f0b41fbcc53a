"""Lecture 13, kernels: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": [
            "CUBIC", "GALLERY", "PRICES", "SIGMAS", "choice", "cubic_map", "descent", "gallery", "lifted",
            "machine", "noisy_rings", "wave",
        ],
        "further": ["counts", "powers"],
        "known_densities": ["mixture"],
        "lifted_bowl": ["lift"],
    },
)  # fmt: skip
