"""What an exercise is: a reference solution, what proves it, problems to try it on, and the usual mistakes."""

import difflib
import importlib
import pathlib
import pkgutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np

TOLERANCE = 1e-6  # relative; exercises that a solver may answer allow more

_registered: dict[str, "Exercise"] = {}


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

    def typed(self, arguments: tuple) -> tuple:
        """Arguments written as lists, as arrays of the types that the problems have."""
        pairs = zip(arguments, self.cases()[0], strict=True)
        return tuple(np.asarray(given, like.dtype) if isinstance(like, np.ndarray) else given for given, like in pairs)


def exercise(id: str, title: str, *, hint: str, mistakes=(), worked=(), **fields) -> Callable:
    """Register the decorated function as the reference solution of this exercise (the fields are Exercise's).

    Raises ValueError if another module has an exercise of this id; a notebook's cell may be run again.
    """

    def register(solution: Callable) -> Callable:
        if not solution.__module__.startswith("mlcore.exercises."):
            _load()  # before a teacher's own, so that those of the course come first
        there = _registered.get(id)
        if there is not None and there.solution.__module__ != solution.__module__:
            raise ValueError(f'There is an exercise "{id}" already ({there.title}). Give yours an id of its own.')
        _registered[id] = Exercise(id, title, solution, hint, mistakes=tuple(mistakes), worked=tuple(worked), **fields)
        return solution

    return register


def exercises_of(lecture: str) -> Callable:
    """`exercise` for the lecture of this stem: what a module of mlcore.exercises starts with."""
    return partial(exercise, lecture=lecture)


def exercises() -> dict[str, Exercise]:
    """All exercises by id: those of mlcore.exercises, and those that a notebook has added."""
    _load()
    return _registered


@cache
def _load() -> None:
    """Import every module of mlcore.exercises, which registers its own. Not sooner: they load the algorithms.

    A hand-out has them without their solutions, stored beside.
    """
    import mlcore.exercises
    from mlcore.check.withheld import stored_in

    for module in pkgutil.iter_modules(mlcore.exercises.__path__):
        importlib.import_module(f"mlcore.exercises.{module.name}")
    _registered.update({task.id: task for task in stored_in(pathlib.Path(mlcore.exercises.__path__[0]))})


def find(id: str) -> Exercise:
    """The exercise of this id. Raises ValueError that names the nearest ones."""
    known = exercises()
    if id in known:
        return known[id]
    near = difflib.get_close_matches(str(id).lower(), known, n=3, cutoff=0.3) or sorted(known)
    raise ValueError(f'There is no exercise "{id}". Did you mean {" or ".join(near)}?')
