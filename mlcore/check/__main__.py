"""python -m mlcore.check FILE.ipynb ...: run students' notebooks and print which exercises each of them solves.

The files are not changed. A cell that raises does not stop the rest of its notebook, one that hangs is interrupted;
a file that cannot be marked gets a line that says why, and does not stop the other files: the exit code is 1 then.
"""

import argparse
import io
import json
import pathlib
import sys

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import DeadKernelError

SECONDS_A_CELL = 60
KERNEL = "python3"  # ours, whatever the student's was called
# A student's own `print` or `progress` is not asked, nor where their output goes.
_ASK = "from mlcore.check import progress as _mlcore_progress\n_mlcore_progress()"


class NotMarked(Exception):
    """A notebook that cannot be marked: the words say why."""


def marks(path: pathlib.Path) -> str:
    """The progress that the notebook reaches when all its cells are run. Raises NotMarked."""
    notebook = read(path)
    notebook.cells.append(nbformat.v4.new_code_cell(_ASK))
    begun: list[str] = []
    client = NotebookClient(
        notebook, timeout=SECONDS_A_CELL, interrupt_on_timeout=True, allow_errors=True, kernel_name=KERNEL,
        iopub_timeout=SECONDS_A_CELL, on_cell_execute=lambda cell, cell_index: begun.append(cell.source),
        resources={"metadata": {"path": str(path.parent)}},
    )  # fmt: skip
    try:
        client.execute()
    except DeadKernelError:
        raise NotMarked(f"its kernel died in the cell that begins {json.dumps(_first_line(begun[-1]))}") from None
    for output in notebook.cells[-1].outputs:
        if output.output_type == "execute_result":
            return output.data["text/plain"].strip()
        if output.output_type == "error":
            raise NotMarked(f"it ran, and then {output.ename}: {_first_line(output.evalue)}")
    raise NotMarked("it ran, but no longer answered at its end: a cell of it may never finish")


def read(path: pathlib.Path) -> nbformat.NotebookNode:
    """The notebook in this file. Raises NotMarked if there is none, or none in Python."""
    if not path.is_file():
        raise NotMarked("there is no file of this name")
    try:
        text = path.read_text(encoding="utf-8")
        notebook = nbformat.reads(text, as_version=4)
        nbformat.validate(notebook)
    except OSError as error:
        raise NotMarked(f"the file cannot be read: {error.strerror}") from None
    except Exception as error:  # whatever a broken file makes nbformat say
        empty = not path.stat().st_size
        raise NotMarked("the file is empty" if empty else f"it is no notebook: {_first_line(error)}") from None
    language = notebook.metadata.get("kernelspec", {}).get("language", "python")
    if language != "python":
        raise NotMarked(f"it is a notebook in {language}, and the exercises are in Python")
    return notebook


def _first_line(thing: object) -> str:
    lines = str(thing).strip().splitlines() or [type(thing).__name__]
    return lines[0][:100]


def main() -> int:
    """The exit code: 1 if there is a file that was not marked."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # where it goes to a file, Windows would take a code page
        sys.stdout.reconfigure(encoding="utf-8")
    parser = argparse.ArgumentParser(prog="python -m mlcore.check", description="Mark students' notebooks.")
    parser.add_argument("file", nargs="+", type=pathlib.Path)
    failed = 0
    for path in parser.parse_args().file:
        try:
            print(f"{path.name}: {marks(path)}", flush=True)
        except Exception as error:  # one bad file leaves the others their marks
            failed += 1
            why = str(error) if isinstance(error, NotMarked) else f"{type(error).__name__}: {_first_line(error)}"
            print(f"{path.name}: not marked: {why}.", flush=True)
    if failed:
        print(f"{failed} not marked.", file=sys.stderr)
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
