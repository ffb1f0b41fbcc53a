"""What an exercise is: a reference solution, what proves it, problems to try it on, and the usual mistakes."""

import pickle
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

SOLUTIONS = re.compile(r"mlcore\.lectures\.\w+\.exercises\b")  # the modules that hold the reference solutions
TOLERANCE = 1e-6  # relative; exercises that a solver may answer allow more


@dataclass(frozen=True)
class Mistake:
    """A wrong answer that people give (a function like the solution, or a value), and the hint that helps them on.

    within: a relative tolerance of its own, wider than the exercise's, for numbers that were measured and scatter.
    """

    answer: Any
    hint: str
    within: float = 0.0


@dataclass(frozen=True)
class Exercise:
    """One exercise.

    solution: the reference, a function; of no arguments where the answer is a value.
    hint: what to say of a wrong answer that is none of the usual `mistakes`.
    problems(rng) yields tuples of arguments, from small to large; None: the answer is a value.
    lecture: the stem of its lecture, as "kmeans"; None for one that belongs to no lecture of the course.
    accepts(came, expected, *arguments): decides where more than one answer is right; None: they must agree.
    probe(function, *arguments): a sentence on what else is wrong with the attempt as a function, or None.
    tolerance: relative; one larger than usual, for what solvers find, is absolute too.
    worked: pairs (arguments, answer), the answers found by hand; lists may stand for arrays.
    twin: another way to the same answers, a function of the same arguments. `faults` holds the solution against both.
    seed: of the problems; a teacher who marks takes another than the one that students see.
    """

    id: str
    title: str
    solution: Callable
    hint: str
    problems: Callable[[np.random.Generator], Iterable[tuple]] | None = None
    lecture: str | None = None
    mistakes: tuple[Mistake, ...] = ()
    accepts: Callable[..., bool] | None = None
    probe: Callable[..., str | None] | None = None
    tolerance: float = TOLERANCE
    worked: tuple[tuple[tuple, Any], ...] = ()
    twin: Callable | None = None
    seed: int = 0

    def cases(self) -> list[tuple]:
        """The problems, the same ones every time (of the same seed): one without arguments if the answer is a value."""
        return [()] if self.problems is None else list(self.problems(np.random.default_rng(self.seed)))

    @property
    def is_same_for_all(self) -> bool:
        """Whether its problems are the same for every seed, so that one right answer serves a whole class."""
        if self.problems is None:
            return True
        first, other = (list(self.problems(np.random.default_rng(seed))) for seed in (self.seed, self.seed + 1))
        return pickle.dumps(first) == pickle.dumps(other)

    def typed(self, arguments: tuple) -> tuple:
        """Arguments written as lists, as arrays of the types that the problems have."""
        pairs = zip(arguments, self.cases()[0], strict=True)
        return tuple(np.asarray(given, like.dtype) if isinstance(like, np.ndarray) else given for given, like in pairs)
