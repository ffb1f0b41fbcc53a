"""Lecture 07, one recipe: exponential families and GLMs: its figures, and what its notebook takes from them."""

from mlcore.lectures.face import lazy

__getattr__, __all__ = lazy(
    __name__,
    {
        "figures": ["INPUTS", "MEMBERS", "answers", "bodies", "leaps", "spread", "tangent"],
        "further": ["edge", "waits"],
        "draws": ["COUNTERS", "log_densities", "nearer_links"],
    },
)  # fmt: skip
