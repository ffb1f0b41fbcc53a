"""What a student has tried and solved, kept beside the notebooks: it outlives the kernel and an update of the course.

It is one file of plain JSON, which nothing reads but `progress`; whoever deletes it begins anew. It is kept where the
environment variable MLCORE_PROGRESS names the file, as the course's JupyterLab has it: so no test leaves one behind.
"""

import contextlib
import json
import os
import pathlib
from dataclasses import asdict, dataclass, field

SWITCH = "MLCORE_PROGRESS"
NAME = "my_progress.json"  # as lab/jupyter_server_config.py has it
MOST = 50  # answers that are kept of an exercise
WORDS = "What you have solved, for progress(). Delete this file to begin anew."


@dataclass
class Record:
    """What is kept of an exercise: how many checks it took until it was right, whether it was, and the values given.

    A check of what is solved counts no more: *Run All* checks everything again.
    """

    tries: int = 0
    solved: bool = False
    answers: list[str] = field(default_factory=list)


class UnreadableError(ValueError):
    """The file is there, and it is not what `keep` writes."""


def place() -> pathlib.Path | None:
    """The file, in the folder of the notebook; None where nothing is to be kept."""
    name = os.environ.get(SWITCH)
    return pathlib.Path(name) if name else None


def kept() -> dict[str, Record]:
    """What is kept, by the exercise's id. Raises UnreadableError with what to do if somebody has spoilt the file."""
    file = place()
    if file is None or not file.exists():
        return {}
    try:
        found = json.loads(file.read_text(encoding="utf-8"))["exercises"]
        return {str(id): Record(**fields) for id, fields in found.items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise UnreadableError(
            f"{file} cannot be read ({type(error).__name__}), so nothing is kept. Rename it, and run the check cells "
            "again: that begins a new one."
        ) from error


def keep(id: str, solved: bool, answer: str = "") -> None:
    """Add one try. It never stops a check: where the file is spoilt or cannot be written, it stays as it is."""
    file = place()
    if file is None:
        return
    with contextlib.suppress(UnreadableError, OSError):
        records = kept()
        mine = records.setdefault(id, Record())
        if mine.solved:
            return
        mine.tries += 1
        mine.solved = solved
        if answer and answer not in mine.answers and len(mine.answers) < MOST:
            mine.answers.append(answer)
        _write(file, records)


def _write(file: pathlib.Path, records: dict[str, Record]) -> None:
    """All at once: whoever reads meanwhile sees the file before or after, and never half of it."""
    content = {"what": WORDS, "exercises": {id: asdict(record) for id, record in sorted(records.items())}}
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    draft.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    draft.replace(file)


def forget() -> str:
    """Remove the file, and say so."""
    file = place()
    if file is None or not file.exists():
        return "Nothing is kept."
    file.unlink()
    return f"{file} is removed: you begin anew."
