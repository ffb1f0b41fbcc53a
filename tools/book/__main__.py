"""Build the book: python -m tools.book [NAME ...] writes build/book/index.html and what it needs.

With names of notebooks only these are recorded anew, and of the others what an earlier build left. `--sparse` makes
build/book-sparse, where each slider has five positions: the same pages and the same player, soon enough to be tested.
`--page NAME` makes build/pages/NAME, a sparse book of this one page. The solutions of homework are left out;
`--solutions` makes build/book-with-solutions, which has them all: for teachers, not to be published.
"""

import argparse
import concurrent.futures
import multiprocessing
import os
import pathlib
import shutil
import sys
from functools import partial

from sphinx.cmd.build import build_main

from tools.book import front, pages
from tools.book.grid import CAP, SPARSE
from tools.notebooks import NOTEBOOKS

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
BOOK = ROOT / "build" / "book"
SPARSE_BOOK, PAGES = BOOK.with_name("book-sparse"), BOOK.with_name("pages")
MOST_FRAMES, MOST = 35e6, 60e6  # bytes of all recordings, and of the book, for a web server or a stick

WORDS = ("using",)  # pages of words alone; front.md has them in its contents


def main(arguments: list[str]) -> int:
    """Returns 0, or 1 if Sphinx had anything to warn of, or the book is too heavy."""
    parser = argparse.ArgumentParser(prog="python -m tools.book", description="Build the book.")
    parser.add_argument("names", nargs="*", help="notebooks to record anew; without names all, from nothing")
    parser.add_argument("--sparse", action="store_true", help="few positions of each control, into build/book-sparse")
    parser.add_argument(
        "--solutions", action="store_true", help="with the solutions of homework, in a folder of its own"
    )
    parser.add_argument("--page", metavar="NAME", help="a sparse book of this page alone, into build/pages/NAME")
    told = parser.parse_args(arguments)
    if told.page:
        return one_page(told.page)
    book = SPARSE_BOOK if told.sparse else BOOK.with_name("book-with-solutions") if told.solutions else BOOK
    source, trees = (book.with_name(book.name + end) for end in ("-source", "-trees"))
    every = sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb"))
    if not told.names:
        for folder in (book, source, trees):
            shutil.rmtree(folder, ignore_errors=True)
    (source / "_static").mkdir(parents=True, exist_ok=True)
    lectures(told.names or every, source, SPARSE if told.sparse else CAP, told.solutions)
    front_pages(source, told.solutions)
    files(source)
    warned = build_main(
        ["-q", "-W", "--keep-going", "-b", "html", "-c", str(source), "-d", str(trees), str(source), str(book)]
    )
    try:  # last, so that who builds it has it all the same
        require_light(source / "_static" / "frames", MOST_FRAMES)
        require_light(book, MOST)
    except ValueError as heavy:
        print(heavy, file=sys.stderr)
        return 1
    return warned


def one_page(name: str) -> int:
    """A book of one page, in seconds. Its links to other pages lead nowhere, and Sphinx need not warn of that."""
    source = PAGES / f"{name}-source"
    for folder in (PAGES / name, source):
        shutil.rmtree(folder, ignore_errors=True)
    (source / "_static").mkdir(parents=True)
    if name.partition(front.WITH_SOLUTIONS)[0] in front.TESTS:
        (source / f"{name}.md").write_text(front.on_paper(name), encoding="utf-8")
    else:
        pages.make_page(name, source, SPARSE)
    files(source)
    (source / "index.md").write_text(f"# The book of one page\n\n```{{toctree}}\n{name}\n```\n", encoding="utf-8")
    return build_main(["-Q", "-b", "html", "-c", str(source), str(source), str(PAGES / name)])


def require_light(folder: pathlib.Path, most: float) -> None:
    """Raise ValueError if all files in the folder together are more than `most` bytes."""
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    if size > most:
        sizes = f"{size / 1e6:.1f} MB, more than {most / 1e6:.1f} MB"
        raise ValueError(f"{folder.relative_to(ROOT).as_posix()} is {sizes}: lower CAP in tools/book/grid.py.")


def lectures(names: list[str], source: pathlib.Path, cap: int, solutions: bool) -> None:
    """Record the notebooks, side by side: each in a process of its own, as in a kernel."""
    workers = int(os.environ.get("WORKERS", "2"))
    spawn = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(workers, mp_context=spawn, max_tasks_per_child=1) as pool:
        for page in pool.map(pages.make_page, names, *([given] * len(names) for given in (source, cap, solutions))):
            count = sum(recording.frames for recording in page.recordings.values())
            size = sum(len(recording.script) for recording in page.recordings.values())
            print(f"{page.name}: {len(page.recordings)} figures, {count} frames, {size / 1e6:.1f} MB", flush=True)


def front_pages(source: pathlib.Path, solutions: bool) -> None:
    """The pages beside the lectures."""
    teaching = partial(front.teaching, solutions=solutions)
    made = dict(index=front.front, teaching=teaching, gallery=front.gallery, reference=front.reference)
    for name, page in made.items():
        (source / f"{name}.md").write_text(page(source), encoding="utf-8")
    for name in WORDS:
        shutil.copy(HERE / f"{name}.md", source)


def files(source: pathlib.Path) -> None:
    """The settings of the pages, the player, and the style."""
    shutil.copy(HERE / "conf.py", source)
    shutil.copy(HERE / "book.css", source / "_static")
    (source / "_static" / "player.js").write_text(player(), encoding="utf-8")


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
