"""Many notebooks marked at once, each worker with a teacher's own exercises."""

import concurrent.futures
import functools
import importlib.util
import multiprocessing
import pathlib
import sys
from collections.abc import Sequence

from mlcore.check.marker.answers import first_line, source_of
from mlcore.check.marker.mark import Limits, Row, mark, not_marked, wanted
from mlcore.check.marker.table import progress


def marked(
    files: Sequence[pathlib.Path], lectures: Sequence[str] = (), *, homework: Sequence[str] = (), seed: int = 1,
    limits: Limits | None = None, own: Sequence[pathlib.Path] = (), workers: int = 1,
) -> list[Row]:  # fmt: skip
    """The rows of all files, in the order of the files. own: modules or notebooks with a teacher's own exercises."""
    one = functools.partial(_mark, lectures=lectures, homework=homework, seed=seed, limits=limits)
    if workers < 2 or len(files) < 2:
        load(own)
        rows = []
        for number, file in enumerate(files, 1):
            rows += one(file)
            progress(number, len(files), str(file))
        return rows
    spawn = multiprocessing.get_context("spawn")  # judging redirects what is printed: it needs a process, not a thread
    with concurrent.futures.ProcessPoolExecutor(workers, mp_context=spawn, initializer=load, initargs=(own,)) as pool:
        waiting = {pool.submit(one, file): file for file in files}
        found = {}
        for number, done in enumerate(concurrent.futures.as_completed(waiting), 1):
            found[waiting[done]] = done.result()
            progress(number, len(files), str(waiting[done]))
    return [row for file in files for row in found[file]]


def _mark(file: pathlib.Path, lectures: Sequence[str], homework: Sequence[str], **options) -> list[Row]:
    try:
        return mark(file, lectures, homework=homework, **options)
    except Exception as error:  # one bad file leaves the others their marks
        return not_marked(file, wanted((), lectures, homework), f"{type(error).__name__}: {first_line(error)}")


def load(paths: Sequence[pathlib.Path]) -> None:
    """Register a teacher's own exercises: run a module, or of a notebook the cells that register them.

    Raises ValueError for a file that is not there, or is neither.
    """
    for path in paths:
        if not path.is_file():
            raise ValueError(f"There is no file {path}: give a module or a notebook with your exercises.")
        name = f"own_{path.stem}"
        if path.suffix == ".ipynb":
            exec(compile(source_of(path), str(path), "exec"), {"__name__": name})
            continue
        found = importlib.util.spec_from_file_location(name, path)
        if found is None or found.loader is None:
            raise ValueError(f"{path} is no module: give a .py file or a notebook.")
        module = importlib.util.module_from_spec(found)
        sys.modules[name] = module
        found.loader.exec_module(module)
