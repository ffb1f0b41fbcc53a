"""*Run All* of each lecture from a cold kernel: what the clock says, which means something on a quiet machine only."""

import os
from time import perf_counter

import nbformat
from nbclient import NotebookClient

from tools.notebooks import NOTEBOOKS

MOST = 12.0  # seconds
ALLOWED = {"18_mixtures": 15.0}  # two of its checked cells run EM hundreds of times


def seconds(name: str) -> float:
    """From the start of the kernel to the last cell. Raises if a cell raises."""
    notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    started = perf_counter()
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(NOTEBOOKS)}}).execute()
    return perf_counter() - started


def main() -> bool:
    """Run all lectures, one after another; True if each keeps its time."""
    os.environ["MLCORE_CLAIMS"] = "raise"
    print("Run All from a cold kernel, seconds (on a quiet machine)")
    kept = []
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        took, most = seconds(path.stem), ALLOWED.get(path.stem, MOST)
        kept.append(took <= most)
        print(f"  {path.stem:24} {took:5.1f}   at most {most:.0f}: {'yes' if kept[-1] else 'NO'}", flush=True)
    return all(kept)


if __name__ == "__main__":
    main()
