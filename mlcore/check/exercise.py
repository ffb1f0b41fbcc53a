"""What an exercise is: a reference solution, problems to try it on, and the usual mistakes."""

import difflib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

EXERCISES: dict[str, "Exercise"] = {}


@dataclass(frozen=True)
class Mistake:
    """A wrong answer that people give (a function like the solution, or a value), and the hint that helps them on."""

    answer: Any
    hint: str


@dataclass(frozen=True)
class Exercise:
    """One exercise.

    solution: the reference, a function; of no arguments where the answer is a value.
    hint: what to say of a wrong answer that is none of the usual `mistakes`.
    problems(rng) yields tuples of arguments, from small to large; None: the answer is a value.
    accepts(came, expected, *arguments): decides where more than one answer is right; None: they must agree.
    """

    id: str
    title: str
    solution: Callable
    hint: str
    problems: Callable[[np.random.Generator], Iterable[tuple]] | None
    mistakes: tuple[Mistake, ...]
    accepts: Callable[..., bool] | None

    @property
    def lecture(self) -> int:
        """The lecture whose module, lecture_NN, defines it."""
        return int(self.solution.__module__[-2:])

    def cases(self) -> list[tuple]:
        """The problems, the same ones every time: one without arguments if the answer is a value."""
        return [()] if self.problems is None else list(self.problems(np.random.default_rng(0)))


def exercise(id: str, title: str, *, hint: str, problems=None, mistakes=(), accepts=None) -> Callable:
    """Register the decorated function as the reference solution of this exercise."""

    def register(solution: Callable) -> Callable:
        EXERCISES[id] = Exercise(id, title, solution, hint, problems, tuple(mistakes), accepts)
        return solution

    return register


def find(id: str) -> Exercise:
    """The exercise of this id. Raises ValueError that names the nearest ones."""
    if id in EXERCISES:
        return EXERCISES[id]
    near = difflib.get_close_matches(str(id).lower(), EXERCISES, n=3, cutoff=0.3) or sorted(EXERCISES)
    raise ValueError(f'There is no exercise "{id}". Did you mean {" or ".join(near)}?')
