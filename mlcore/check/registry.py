"""Which exercises there are: those of the lectures' rooms, and those that a notebook or a teacher adds."""

import difflib
import importlib
import pathlib
from collections.abc import Callable
from functools import cache, partial

from mlcore.check.exercise import Exercise
from mlcore.check.withheld import stored_in

LECTURES = "mlcore.lectures"  # the rooms are looked up by name: an exercise stands above what checks it
_registered: dict[str, Exercise] = {}


def exercise(id: str, title: str, *, hint: str, mistakes=(), worked=(), **fields) -> Callable:
    """Register the decorated function as the reference solution of this exercise (the fields are Exercise's).

    Raises ValueError if another module has an exercise of this id; a notebook's cell may be run again.
    """

    def register(solution: Callable) -> Callable:
        if not solution.__module__.startswith(f"{LECTURES}."):
            _load()  # before a teacher's own, so that those of the course come first
        there = _registered.get(id)
        if there is not None and there.solution.__module__ != solution.__module__:
            raise ValueError(f'There is an exercise "{id}" already ({there.title}). Give yours an id of its own.')
        _registered[id] = Exercise(id, title, solution, hint, mistakes=tuple(mistakes), worked=tuple(worked), **fields)
        return solution

    return register


def exercises_of(lecture: str) -> Callable:
    """`exercise` for the lecture of this stem: what the exercises of its room start with."""
    return partial(exercise, lecture=lecture)


def exercises() -> dict[str, Exercise]:
    """All exercises by id: those of the lectures, and those that a notebook has added."""
    _load()
    return _registered


@cache
def _load() -> None:
    """Import the exercises of every room, which register themselves. Not sooner: they load the algorithms.

    A hand-out has them without their solutions, stored beside the room's figures.
    """
    lectures = importlib.import_module(LECTURES)
    for room in lectures.rooms():
        folder = pathlib.Path(lectures.__path__[0], room)
        if (folder / "exercises.py").exists():
            importlib.import_module(f"{LECTURES}.{room}.exercises")
        _registered.update({task.id: task for task in stored_in(folder)})


def find(id: str) -> Exercise:
    """The exercise of this id. Raises ValueError that names the nearest ones."""
    known = exercises()
    if id in known:
        return known[id]
    near = difflib.get_close_matches(str(id).lower(), known, n=3, cutoff=0.3) or sorted(known)
    raise ValueError(f'There is no exercise "{id}". Did you mean {" or ".join(near)}?')
