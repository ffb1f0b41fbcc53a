"""The form of a lecture: its parts, the three kinds of code cells, and the counts of its core path.

python -m tools.form [NAME ...] prints the counts of these lectures, and what of the form is missing.
"""

import ast
import re
import sys
from dataclasses import dataclass
from functools import cache

import nbformat

from mlcore.course import LECTURES
from tools.notebooks import NOTEBOOKS, read_text

OTHERS = {"00_start_here", "A0_notation", "A1_capstone"}
"""Notebooks that are no lectures: the kinds of their cells are the same, their parts are their own."""

WITHOUT_NOTES = {lecture.name for lecture in LECTURES if not lecture.in_notes}
"""Lectures that no notes stand behind: they have nothing to correct."""

LINES, FIGURES, WARNINGS = 120, 6, 3  # at most, on the core path; words are counted, and not capped
LESSON_LINES, FIGURE_LINES, CHECKED_LINE, COLUMNS = 10, 4, 85, 100
WIDEST = 91  # columns of a printed line: a page of 1280 pixels wraps what is longer

HEAD = ("**The question.**", "**Afterwards you can**", "**You need**", "**Time**", "Four ingredients")
PARTS = (r"\d+ · .+", r"Summary", r"Exercises", r"Further [A-Z] · .+", r"Corrections to the notes", r"Sources")
SECTIONS = (
    r"The idea in one picture",
    r".*\bcode\b.*",
    r".*\b[Rr]eal data\b.*",
    r".*\b[Cc]hecked\b.*",
    r"Where it fails",
)
DATA_CELL = re.compile(r"# your own data go here: (.+)\n\w+ = \w+\.")
"""The cell that a teacher replaces: a comment that says of which kind, then the name that the lecture uses."""
OPENING = (
    "The course was made from five sets of lecture notes, N0 to N4, which [the appendix](A0_notation.ipynb) lists."
)
"""How the corrections begin: their readers do not have the notes."""
ANSWER = re.compile(r'\s*<details class="what-to-see">\n<summary>What to see.*</summary>\n\n')
"""The answer to the box above a figure, folded: nobody reads it with the slider in sight. Its summary asks again."""
LIVE = re.compile(r"(?:.*\n)?live = \w+\.\w+\(.*\)\nlive", re.S)


@dataclass(frozen=True)
class Cell:
    """A cell of a lecture: Markdown, or code of one of the kinds lesson, figure and checked. part: its heading."""

    kind: str
    source: str
    tags: tuple[str, ...]
    part: str

    @property
    def lines(self) -> list[str]:
        return [line for line in self.source.splitlines() if line.strip()]

    @property
    def core(self) -> bool:
        return not re.match(r"Exercises|Further|Corrections|Sources", self.part)


def kind_of(cell: nbformat.NotebookNode) -> str:
    """text, lesson, figure or checked."""
    if cell.cell_type != "code":
        return "text"
    if cell.metadata.get("jupyter", {}).get("source_hidden"):
        return "checked"
    return "figure" if cell.source.split("\n")[-1].strip() == "live" or "live =" in cell.source else "lesson"


@cache
def cells_of(name: str) -> list[Cell]:
    """The cells of notebooks/text/NAME.md, each with the heading of level 2 that it stands under."""
    found, part = [], ""
    for cell in read_text(name).cells:
        headings = re.findall(r"^## (.+)$", cell.source, re.M) if cell.cell_type == "markdown" else []
        for block in split_at_headings(cell.source) if headings else [cell.source]:
            heading = re.match(r"## (.+)", block)
            part = heading[1] if heading else part
            found.append(Cell(kind_of(cell), block, tuple(cell.metadata.get("tags", [])), part))
    return found


def split_at_headings(source: str) -> list[str]:
    """The pieces of a Markdown cell, each from a heading of level 2 on."""
    return [piece for piece in re.split(r"^(?=## )", source, flags=re.M) if piece.strip()]


def words(source: str) -> int:
    """Words that a reader reads: a formula counts as one, tags of HTML not at all."""
    text = re.sub(r"\$\$.*?\$\$|\$[^$]+\$", " formula ", source, flags=re.S)
    text = re.sub(r"<[^>]+>|\]\([^)]*\)|[#*_`|\[\]]", " ", text)
    return len(re.findall(r"\w[\w'’.,-]*", text))


@dataclass(frozen=True)
class Counts:
    """What the core path of a lecture asks of its reader. printed: lines of the package shown by show_source."""

    words: int
    lines: int
    figures: int
    warnings: int
    printed: int


def counts(name: str) -> Counts:
    """The counts of a lecture's core path."""
    core = [cell for cell in cells_of(name) if cell.core]
    visible = [cell for cell in core if cell.kind in ("lesson", "figure")]
    text = "\n".join(cell.source for cell in core if cell.kind == "text")
    return Counts(
        words(text),
        sum(len(cell.lines) for cell in visible),
        sum(cell.kind == "figure" for cell in core),
        text.count("alert-warning"),
        printed(name),
    )


def printed(name: str) -> int:
    """Lines of code that show_source prints on the core path of the stored notebook."""
    core = []
    for cell in nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4).cells:
        if cell.cell_type == "markdown" and re.search(r"^## (Exercises|Further)", cell.source, re.M):
            break
        core += shown_source(cell)
    return len(core)


def shown_source(cell) -> list[str]:
    """The lines of code that a stored cell prints with show_source, without the empty ones."""
    if cell.cell_type != "code" or "show_source" not in cell.source:
        return []
    text = "".join(output.get("data", {}).get("text/plain", "") for output in cell.outputs)
    return [line for line in text.splitlines() if line.strip()]


def faults_of_sources(name: str) -> list[str]:
    """Printed lines that a page of usual width would wrap."""
    cells = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4).cells
    long = [line for cell in cells for line in shown_source(cell) if len(line) > WIDEST]
    return [f"a printed line of {len(line)} columns, at most {WIDEST}: {line.strip()}" for line in long]


def faults(name: str) -> list[str]:
    """What is missing of the form, in words; none if the lecture has it."""
    cells = cells_of(name)
    if name in OTHERS:
        return faults_of_cells(cells)
    noted = name not in WITHOUT_NOTES
    found = [*faults_of_order(cells, noted), *faults_of_cells(cells), *faults_of_figures(cells)]
    found += [*faults_of_data(cells), *(faults_of_corrections(cells) if noted else [])]
    return [*found, *faults_of_numbers(name, cells), *faults_of_sources(name), *faults_of_counts(name)]


def faults_of_order(cells: list[Cell], noted: bool = True) -> list[str]:
    """Head, parts and sections in their order; noted: whether notes stand behind the lecture, which are corrected."""
    text = "\n".join(cell.source for cell in cells if cell.kind == "text")
    found = [f"the head lacks {words}" for words in HEAD if words not in text.split("\n## ")[0]]
    heads = list(dict.fromkeys(cell.part for cell in cells if cell.part))
    ranks = [next((k for k, form in enumerate(PARTS) if re.fullmatch(form, head)), None) for head in heads]
    found += [f"no part of a lecture: ## {head}" for head, rank in zip(heads, ranks, strict=True) if rank is None]
    known = [rank for rank in ranks if rank is not None]
    if known != sorted(known):
        found.append(
            "the parts do not come in order: numbered sections, Summary, Exercises, Further, Corrections, Sources"
        )
    needed = (1, 2, 4, 5) if noted else (1, 2, 5)
    found += [f"there is no part {PARTS[k]}" for k in needed if k not in known]
    if not noted and 4 in known:
        found.append("corrections of notes that do not stand behind this lecture")
    numbered = [int(head.split(" ")[0]) for head, rank in zip(heads, ranks, strict=True) if rank == 0]
    titles = [head.split(" · ", 1)[1] for head, rank in zip(heads, ranks, strict=True) if rank == 0]
    if numbered != list(range(1, len(numbered) + 1)):
        found.append(f"sections are numbered {numbered}")
    places = [next((k for k, title in enumerate(titles) if re.fullmatch(form, title)), None) for form in SECTIONS]
    found += [f"no section matches {form!r}" for form, at in zip(SECTIONS, places, strict=True) if at is None]
    if None not in places and places != sorted(places):
        found.append("the sections do not come in order: idea, code, real data, checked, where it fails")
    letters = [head.split(" ")[1] for head, rank in zip(heads, ranks, strict=True) if rank == 3]
    if letters != [chr(65 + k) for k in range(len(letters))]:
        found.append(f"Further sections are lettered {letters}")
    return found


def faults_of_cells(cells: list[Cell]) -> list[str]:
    found = []
    for cell in cells:
        first, errata = (cell.lines or [""])[0], [tag for tag in cell.tags if tag.startswith("E00")]
        if len(cell.tags) > 3:
            found.append(f"more than three tags: {cell.tags}")
        if errata and cell.kind != "checked":
            found.append(f"{errata} belongs on a checked cell: {first}")
        if cell.kind != "text" and max(map(len, cell.lines), default=0) > COLUMNS:
            found.append(f"a line of more than {COLUMNS} columns: {first}")
        if cell.kind == "checked":
            found += faults_of_checked(cell, first)
        elif cell.kind != "text":
            found += faults_of_visible(cell, first)
    return [*found, *faults_of_names(cells), *faults_of_draws(cells)]


def faults_of_draws(cells: list[Cell]) -> list[str]:
    """A check does not draw again what the lesson has drawn and named: nobody should wait for it twice."""
    found, drawn = [], set()
    for cell in cells:
        if cell.kind == "text":
            continue
        draws = {ast.unparse(node) for node in ast.walk(ast.parse(cell.source)) if isinstance(node, ast.Call)}
        draws = {call for call in draws if re.match(r"figures\.\w+\(.*\brange\(", call)}
        if cell.kind == "checked":
            found += [f"{call} is drawn again: {cell.lines[0]}" for call in sorted(draws & drawn)]
        else:
            drawn |= draws
    return found


def faults_of_names(cells: list[Cell]) -> list[str]:
    """A visible cell needs no name from a folded one: a reader may leave the checks out, and the book does."""
    found, shown, folded = [], set(), set()
    for cell in cells:
        if cell.kind == "text":
            continue
        used, given = names_in(cell.source)
        if cell.kind == "checked":
            folded |= given
            continue
        shown |= given
        found += [f"only a folded cell defines {name}: {cell.lines[0]}" for name in sorted(used & folded - shown)]
    return found


def names_in(source: str) -> tuple[set[str], set[str]]:
    """The names that this code reads, and those that it defines."""
    nodes = list(ast.walk(ast.parse(source)))
    names = [node for node in nodes if isinstance(node, ast.Name)]
    given = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    named = [node for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.ExceptHandler))]
    given |= {node.name for node in named if node.name} | {node.arg for node in nodes if isinstance(node, ast.arg)}
    aliases = [alias for node in nodes if isinstance(node, (ast.Import, ast.ImportFrom)) for alias in node.names]
    given |= {(alias.asname or alias.name).partition(".")[0] for alias in aliases}
    return {node.id for node in names if isinstance(node.ctx, ast.Load)}, given


def faults_of_checked(cell: Cell, first: str) -> list[str]:
    found = []
    if not first.startswith("# checked: ") or len(first) > CHECKED_LINE:
        found.append(f"a checked cell's first line: '# checked: …', at most {CHECKED_LINE} characters: {first}")
    if "with claims(" not in cell.source or "assert" not in cell.source:
        found.append(f"a checked cell asserts, inside `with claims(…):`: {first}")
    return found


def faults_of_visible(cell: Cell, first: str) -> list[str]:
    found, most = [], FIGURE_LINES if cell.kind == "figure" else LESSON_LINES
    if re.search(r"^\s*assert\b", cell.source, re.M):
        found.append(f"an assert in a visible cell: {first}")
    if len(cell.lines) > most:
        found.append(f"{len(cell.lines)} lines in a {cell.kind} cell, at most {most}: {first}")
    if cell.kind == "figure" and not LIVE.fullmatch(cell.source.strip()):
        found.append(f"a figure cell is `live = figures.name(…)`, then `live`: {first}")
    return found


def faults_of_figures(cells: list[Cell]) -> list[str]:
    """A figure stands between its question and what there is to see."""
    found = []
    for at, cell in enumerate(cells):
        if cell.kind != "figure":
            continue
        before, after = cells[at - 1].source, cells[at + 1].source if at + 1 < len(cells) else ""
        if "alert-info" not in before or "**Before you move it.**" not in before:
            found.append(f"no blue box *Before you move it* above {cell.lines[0]}")
        if not ANSWER.match(after):
            found.append(f"no folded *What to see* below {cell.lines[0]}")
    return found


def faults_of_claims(cells: list[Cell]) -> list[str]:
    """A checked cell says what it examines, and its sentence stands in `claims("…")`.

    What holds *on any data* is compared exactly, or up to rounding: a number that is rounded to be compared is one of
    these data, and belongs in another claim.
    """
    found = []
    for cell in cells:
        if cell.kind == "checked" and (sentences := re.findall(r"with claims\((.*)", cell.source)):
            first = cell.lines[0].removeprefix("# checked: ")
            found += [f"claims without its sentence: {first}" for words in sentences if words.startswith(")")]
            found += [f"a first line that tells how it comes out: {first}" for words in sentences if first in words]
            found += [f"a rounded number in a claim of any data: {test}" for test in _rounded_of_any(cell.source)]
    return found


def _rounded_of_any(source: str) -> list[str]:
    """The asserts of claims that begin with "on any data" in which a number is rounded, or written as a text."""
    blocks = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.With)]
    of_any = [node for node in blocks if "'on any data" in ast.unparse(node.items[0].context_expr)]
    asserts = [part.test for block in of_any for part in ast.walk(block) if isinstance(part, ast.Assert)]
    return [test for test in map(ast.unparse, asserts) if re.search(r"\bround\(|\bf['\"]", test)]


def faults_of_words(cells: list[Cell]) -> list[str]:
    """The notes are named where they are corrected and nowhere else; a task says which number it wants."""
    found = []
    for cell in cells:
        if cell.kind != "text" or re.match(r"Corrections|Sources", cell.part):
            continue
        found += [
            f"{named} in the text: readers do not have the notes" for named in re.findall(r"\bN[0-4]\b", cell.source)
        ]
        if cell.part == "Exercises":
            for head, task in re.findall(
                r"^(\*\*[a-z]{3}-\d+\w? · Predict.*?)(?=\.)(.*?)(?=\n\n\*\*|\Z)", cell.source, re.M | re.S
            ):
                if not re.search(r"\*(predicted|measured)\*", head + task):
                    found.append(f"does it want the *predicted* or the *measured* number? {head[:60]}")
    return found


def faults_of_data(cells: list[Cell]) -> list[str]:
    """One cell is there to be replaced by a teacher's data, and it follows the imports."""
    code = [cell for cell in cells if cell.kind != "text"]
    at = [k for k, cell in enumerate(code) if DATA_CELL.match(cell.source)]
    return [] if at == [1] else ["the cell below the imports is not `# your own data go here: …` and `name = …`"]


def faults_of_corrections(cells: list[Cell]) -> list[str]:
    """A reader without the notes understands them: told at the start of the table, and not named beside a box."""
    text = "\n".join(cell.source for cell in cells if cell.part == "Corrections to the notes")
    found = [] if re.match(rf"## .+\n\n{re.escape(OPENING)}", text) else [f"the corrections do not begin: {OPENING}"]
    boxes = re.findall(r"\*\*You may meet[^*\n]*\*\* \(N[0-4]", "\n".join(cell.source for cell in cells))
    return found + [f"a box names its notes, which nobody has: {box}" for box in boxes]


def faults_of_numbers(name: str, cells: list[Cell]) -> list[str]:
    """Equations are numbered in rising order, and each number that is used exists."""
    text = "\n".join(cell.source for cell in cells if cell.kind == "text")
    tags = [tuple(map(int, tag.split("."))) for tag in re.findall(r"\\tag\{(\d+\.\d+)\}", text)]
    found = [] if tags == sorted(set(tags)) else ["the numbers of the equations do not rise"]
    if any(number != int(name[:2]) for number, _ in tags):
        found.append("an equation bears another lecture's number")
    shown = "\n".join(cell.source for cell in cells) + "\n" + stored_source(name)
    used = {tuple(map(int, n.split("."))) for n in re.findall(rf"\(({int(name[:2])}\.\d+)\)", shown)}
    return found + [f"({a}.{b}) is used, and there is no such equation" for a, b in sorted(used - set(tags))]


def stored_source(name: str) -> str:
    """What show_source prints in the stored notebook."""
    return "\n".join(
        output.get("data", {}).get("text/plain", "")
        for cell in nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4).cells
        if cell.cell_type == "code" and "show_source" in cell.source
        for output in cell.outputs
    )


def outputs_of(name: str) -> list[tuple[str, list]]:
    """The kind of each code cell of the stored notebook, and its outputs."""
    stored = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    return [(kind_of(cell), cell.outputs) for cell in stored.cells if cell.cell_type == "code"]


def faults_of_counts(name: str) -> list[str]:
    c = counts(name)
    limits = dict(lines=LINES, figures=FIGURES, warnings=WARNINGS)
    return [
        f"{getattr(c, key)} {key} on the core path, at most {most}"
        for key, most in limits.items()
        if getattr(c, key) > most
    ]


if __name__ == "__main__":
    for lecture in sys.argv[1:] or sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb")):
        print(f"{lecture:24} {counts(lecture)}")
        for fault in faults(lecture):
            print(f"    {fault}")
