"""Build the book: python -m tools.book [NAME ...] writes build/book/index.html and what it needs.

With names of notebooks only these are recorded anew, and of the others what an earlier build left.
"""

import concurrent.futures
import importlib.metadata
import multiprocessing
import os
import pathlib
import shutil
import sys

from sphinx.cmd.build import build_main

from tools.book import front, pages
from tools.notebooks import NOTEBOOKS

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
SOURCE, BOOK, TREES = (ROOT / "build" / name for name in ("book-source", "book", "book-trees"))


def main(names: list[str]) -> int:
    """Returns 0, or 1 if Sphinx had anything to warn of."""
    every = sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb"))
    if not names:
        for folder in (SOURCE, BOOK, TREES):
            shutil.rmtree(folder, ignore_errors=True)
    (SOURCE / "_static").mkdir(parents=True, exist_ok=True)
    lectures(names or every)
    files()
    return build_main(
        ["-q", "-W", "--keep-going", "-b", "html", "-c", str(SOURCE), "-d", str(TREES), str(SOURCE), str(BOOK)]
    )


def lectures(names: list[str]) -> None:
    """Record the notebooks, side by side: each in a process of its own, as in a kernel."""
    workers = int(os.environ.get("WORKERS", "2"))
    spawn = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(workers, mp_context=spawn, max_tasks_per_child=1) as pool:
        for page in pool.map(pages.make_page, names, [SOURCE] * len(names)):
            frames = sum(recording.frames for recording in page.recordings.values())
            size = sum(len(recording.script) for recording in page.recordings.values())
            print(f"{page.name}: {len(page.recordings)} figures, {frames} frames, {size / 1e6:.1f} MB", flush=True)


def files() -> None:
    """The pages beside the lectures, the player, the style, and what shows formulas."""
    made = dict(index=front.front, teaching=front.teaching, gallery=front.gallery, reference=front.reference)
    for name, page in made.items():
        (SOURCE / f"{name}.md").write_text(page(SOURCE), encoding="utf-8")
    shutil.copy(HERE / "using.md", SOURCE)
    shutil.copy(HERE / "conf.py", SOURCE)
    shutil.copy(HERE / "book.css", SOURCE / "_static")
    (SOURCE / "_static" / "player.js").write_text(player(), encoding="utf-8")
    formulas = next(f for f in importlib.metadata.files("sphinx-mathjax-offline") or () if f.name == "tex-svg.js")
    shutil.copy(formulas.locate(), SOURCE / "_static")


def player() -> str:
    """player.js with live.js in it, whose one export becomes what a function returns."""
    live = (ROOT / "mlcore" / "show" / "live.js").read_text(encoding="utf-8")
    inner = live.replace("export default { render };", "return { render };")
    if inner == live:
        raise ValueError("live.js has no `export default { render };` any more: change the build of the book with it.")
    text = (HERE / "player.js").read_text(encoding="utf-8")
    return text.replace("= LIVE;", f"= (() => {{\n{inner}\n}})();")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
