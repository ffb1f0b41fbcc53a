"""The pages of the book beside the lectures: the front, the gallery of all figures, the reference of mlcore."""

import concurrent.futures
import html
import importlib
import inspect
import multiprocessing
import os
import pathlib
import pkgutil
import re
from collections.abc import Mapping

import mlcore
from mlcore.course import BY_STEM, LECTURES, Lecture
from mlcore.lectures import all_figures
from mlcore.plots.figure import Figure
from mlcore.show.render import to_png
from tools.book.pages import addresses
from tools.book.record import small

DOCS = pathlib.Path(__file__).parent.parent.parent / "docs"
# The rubrics of a sheet: the last line of each is the result.
RUBRICS = re.compile(r"^## What a derivation must have\n.*?(?=^## )", re.MULTILINE | re.DOTALL)
NO_RUBRICS = """## What a derivation must have

The steps of each derivation, with points, are in the teacher's book only (`make book SOLUTIONS=1`): they are solutions.

"""
TESTS = tuple(sorted(path.stem for path in (DOCS / "tests").glob("*.md")))
WITH_SOLUTIONS = "-solutions"
NOT_FOR_STUDENTS = re.compile(r"\*For the teacher\.\*.*?\n\n|^## Solutions and points\n.*", re.MULTILINE | re.DOTALL)
TIMED = re.compile(r"^(\|(?:[^|\n]*\|){2} *)`(\w+\.\w+)`", re.MULTILINE)  # a figure in a sheet's timetable
NAMED = re.compile(r"^### `(\w+\.\w+)`$", re.MULTILINE)
WITHOUT_REFERENCE = ("figures", "exercises", "lectures", "store")  # the gallery has the figures


def front(folder: pathlib.Path) -> str:
    """The front page: for whom the book is, and a card for each lecture."""
    cards = "\n".join(map(_card, LECTURES))
    contents = "\n".join(["00_start_here", *(lecture.name for lecture in LECTURES), "A0_notation", "A1_capstone"])
    words = (pathlib.Path(__file__).parent / "front.md").read_text(encoding="utf-8")
    return words.replace("CARDS", cards).replace("CONTENTS", contents)


def _card(lecture: Lecture) -> str:
    needs = ", ".join(f"{number:02}" for number in lecture.needs) or "nothing before it"
    return (
        f'<li><a href="{lecture.name}.html" tabindex="-1" aria-hidden="true">'
        f'<img loading="lazy" src="_static/stills/{lecture.name}-1.png" alt=""></a>'
        f'<h3><a href="{lecture.name}.html">{lecture.number:02} · {html.escape(lecture.title)}</a></h3>'
        f"<p>{html.escape(lecture.question)}</p>"
        f"<p><b>You move</b> {html.escape(lecture.moves)}. <b>It needs</b> {needs}.</p></li>"
    )


def teaching(folder: pathlib.Path, solutions: bool = False) -> str:
    """The teacher's page. Writes the pages that it leads to: how to run a class, and a sheet for each lecture.

    solutions: with the tests of both halves of the term and the rubrics of what is to derive, which students are not
    to read.
    """
    sheets, places = sorted((DOCS / "teaching").glob("*.md")), addresses()
    tests = sorted((DOCS / "tests").glob("*.md")) if solutions else []
    for path in (DOCS / "running_a_class.md", *sheets, *tests):
        (folder / path.relative_to(DOCS)).parent.mkdir(exist_ok=True)
        words = path.read_text(encoding="utf-8").replace("../../notebooks/", "../")  # in the book they stand above
        told = words if solutions else RUBRICS.sub(NO_RUBRICS, words)
        if path in sheets:
            told = with_links(told, places)
        (folder / path.relative_to(DOCS)).write_text(told, encoding="utf-8")
    pages = "\n".join(["running_a_class", *(f"{path.parent.name}/{path.stem}" for path in (*sheets, *tests))])
    words = (DOCS / "teaching.md").read_text(encoding="utf-8")
    return f"{words}\n```{{toctree}}\n:hidden:\n\n{pages}\n```\n"


def on_paper(name: str) -> str:
    """A test of the term as Markdown: first_half as the students get it, first_half-solutions the whole page."""
    stem, solutions, _ = name.partition(WITH_SOLUTIONS)
    words = (DOCS / "tests" / f"{stem}.md").read_text(encoding="utf-8")
    return words if solutions else NOT_FOR_STUDENTS.sub("", words)


def with_links(sheet: str, places: Mapping[str, str]) -> str:
    """A sheet with a link to each figure: in its timetable, and below the heading that names it."""

    def row(line: re.Match) -> str:
        place = places.get(line[2])
        return f'{line[1]}<a href="../{place}"><code>{line[2]}</code></a>' if place else line[0]

    def heading(line: re.Match) -> str:
        place = places.get(line[1])
        return f'{line[0]}\n\n<p><a href="../{place}">To the figure</a></p>' if place else line[0]

    return NAMED.sub(heading, TIMED.sub(row, sheet))


def gallery(folder: pathlib.Path) -> str:
    """All figures by module: picture, call, kind of data. Writes the pictures of their own data under _static."""
    parts = [(pathlib.Path(__file__).parent / "gallery.md").read_text(encoding="utf-8")]
    heading, descriptions, places = "", _shots(folder), addresses()
    for name, figure in sorted(all_figures().items(), key=lambda pair: _place(pair[0])):
        lecture = _lecture(name)
        if lecture and lecture.name != heading:
            heading = lecture.name
            parts.append(f"## [{lecture.number:02} · {lecture.title}]({heading}.ipynb)")
        elif not lecture and heading != "00":
            heading = "00"
            parts.append("## [00 · Start here](00_start_here.ipynb)")
        says = inspect.getdoc(figure.cls).splitlines()[0]
        picture = (
            f'<img loading="lazy" width="420" src="_static/gallery/{name}.png" alt="{html.escape(descriptions[name])}">'
        )
        shown = f'<a href="{places[name]}">{picture}</a>' if name in places else picture
        parts.append(
            f'<figure class="mlcore-entry">{shown}<figcaption><code>{name}({_data(figure)})</code> '
            f"<b>Data:</b> {html.escape(figure.kind.words)}. {html.escape(says)}</figcaption></figure>"
        )
    return "\n\n".join(parts)


def _shots(folder: pathlib.Path) -> dict[str, str]:
    """Write the picture of each figure's start; their descriptions. They are made side by side, as lectures are."""
    (folder / "_static" / "gallery").mkdir(parents=True, exist_ok=True)
    names, spawn = list(all_figures()), multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(int(os.environ.get("WORKERS", "2")), mp_context=spawn) as pool:
        return dict(zip(names, pool.map(_shot, names, [folder] * len(names), chunksize=4), strict=True))


def _shot(name: str, folder: pathlib.Path) -> str:
    made = all_figures()[name]()
    png = to_png(getattr(made, "rows", None) or made.panels, made.size, "", 0.75)
    (folder / "_static" / "gallery" / f"{name}.png").write_bytes(small(png, 128))
    return made.description


def _data(figure: Figure) -> str:
    """What the figure is called with."""
    return ", ".join(figure.kind.takes)


def _lecture(name: str) -> Lecture | None:
    """The lecture of a figure, by its module: <stem> or <stem>_something."""
    module = name.partition(".")[0]
    stems = [stem for stem in BY_STEM if module == stem or module.startswith(f"{stem}_")]
    return BY_STEM[max(stems, key=len)] if stems else None


def _place(name: str) -> tuple:
    lecture = _lecture(name)
    return (lecture.number if lecture else 0, name)


def reference(folder: pathlib.Path) -> str:
    """Writes a page for each package and module of mlcore, and returns the page that lists them."""
    names = [
        m.name for m in pkgutil.iter_modules(mlcore.__path__) if m.name not in WITHOUT_REFERENCE and m.name[0] != "_"
    ]
    for name in names:
        module = importlib.import_module(f"mlcore.{name}")
        inner = [m.name for m in pkgutil.iter_modules(getattr(module, "__path__", [])) if m.name[0] != "_"]
        blocks = [f"mlcore.{name}", *(f"mlcore.{name}.{part}" for part in inner)]
        text = f"mlcore.{name}\n{'=' * (len(name) + 7)}\n\n" + "\n\n".join(map(_automodule, blocks)) + "\n"
        (folder / f"reference_{name}.rst").write_text(text, encoding="utf-8")
    pages = "\n".join(f"reference_{name}" for name in names)
    words = (pathlib.Path(__file__).parent / "reference.md").read_text(encoding="utf-8")
    return words.replace("PAGES", pages)


def _automodule(name: str) -> str:
    package, _, part = name.rpartition(".")
    title = "" if package == "mlcore" else f"{name}\n{'-' * len(name)}\n\n"
    # what has the same name in the package hides the module from links; it is described all the same
    same = getattr(importlib.import_module(package), part, None)
    hidden = "" if same is None or inspect.ismodule(same) else "   :no-index:\n"
    return f"{title}.. automodule:: {name}\n   :members:\n   :show-inheritance:\n{hidden}"
