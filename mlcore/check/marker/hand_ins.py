"""What was handed in: every file below the folders that a teacher gives, and whose it may be."""

import pathlib
from collections.abc import Sequence
from dataclasses import dataclass

from mlcore.check import kept

# Nobody handed these in: what systems leave in folders, and what a student's own copy keeps of what was solved.
_OTHERS = ("__MACOSX", "Thumbs.db", "desktop.ini", kept.NAME)


@dataclass(frozen=True)
class HandIn:
    """A file, or a folder with nothing in it.

    parts: the folders below the one that was given, and the name. owner: the first of them, a name without its endings;
    where several folders were given, with the folder before it.
    """

    path: pathlib.Path
    parts: tuple[str, ...]
    owner: str


def hand_ins(given: Sequence[pathlib.Path]) -> list[HandIn]:
    """Every file of these files and folders, in the order of their names; each once."""
    found: dict[pathlib.Path, HandIn] = {}
    for start in given:
        for path in _files(start) if start.is_dir() else [start]:
            parts = list(path.relative_to(start).parts) or [path.name or str(path)]
            found.setdefault(
                path.resolve(), HandIn(path, tuple(parts), _owner(start, path, parts, alone=len(given) == 1))
            )
    return list(found.values())


def _files(folder: pathlib.Path) -> list[pathlib.Path]:
    """All files below the folder, and the folders that are empty, itself too."""
    inside = sorted(path for path in folder.iterdir() if path.name[:1] != "." and path.name not in _OTHERS)
    if not inside:
        return [folder]
    return [file for path in inside for file in (_files(path) if path.is_dir() else [path])]


def _owner(start: pathlib.Path, path: pathlib.Path, parts: list[str], alone: bool) -> str:
    if path == start:
        return without_endings(path.name) if alone else path.as_posix()
    first = parts[0] if len(parts) > 1 else without_endings(parts[0])
    return first if alone else (start / first).as_posix()


def without_endings(name: str) -> str:
    """A file's name without .ipynb and what a browser put behind it."""
    stem = name
    while (ending := pathlib.PurePath(stem).suffix.lower()) in (".ipynb", ".txt", ".json", ".zip"):
        stem = stem[: -len(ending)]
    return stem
