"""ruff over the code of the lectures' texts, at 100 columns.

python -m tools.tidy [NAME ...] formats the code cells of notebooks/text/NAME.md in place, and prints what ruff finds;
without names, of all that have the form (see tools.form). tests use `found`.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

import nbformat

from tools.form import COLUMNS
from tools.notebooks import NOTEBOOKS, read_text

# A lecture imports where it needs, shows its last line, asserts several things at once, and keeps zip short.
IGNORED = ("E402", "F811", "F704", "B018", "B905", "PT017", "PT018")
CELL = re.compile(r"^```\{code-cell\} ipython3\n(?P<head>---\n.*?\n---\n)?(?P<code>.*?)\n```$", re.M | re.S)


def _ruff(command: str, notebook: pathlib.Path) -> subprocess.CompletedProcess:
    options = ["--line-length", str(COLUMNS), "--quiet", "--no-cache"]
    more = ["--ignore", ",".join(IGNORED), "--output-format", "concise"] if command == "check" else []
    executable = pathlib.Path(sys.executable).parent / "ruff"
    line = [str(executable), command, *options, *more, str(notebook)]
    return subprocess.run(line, capture_output=True, text=True, encoding="utf-8", check=False)


def found(name: str) -> list[str]:
    """What ruff has to say of the code of a lecture, a line each."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / f"{name}.ipynb"
        nbformat.write(read_text(name), path)
        said = _ruff("check", path).stdout.splitlines()
        untidy = _ruff("format", path)
        after = [cell.source for cell in nbformat.read(path, as_version=4).cells]
        before = [cell.source for cell in read_text(name).cells]
        loose = [a.splitlines()[0] for a, b in zip(before, after, strict=True) if a != b]
    assert untidy.returncode == 0, untidy.stderr
    return [line.split(".ipynb:")[-1] for line in said] + [f"not formatted: {first}" for first in loose]


def tidy(name: str) -> None:
    """Format the code cells of a lecture's text."""
    path = NOTEBOOKS / "text" / f"{name}.md"
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder) / f"{name}.ipynb"
        nbformat.write(read_text(name), scratch)
        _ruff("format", scratch)
        cells = nbformat.read(scratch, as_version=4).cells
    codes = iter([cell.source for cell in cells if cell.cell_type == "code"])
    text = CELL.sub(
        lambda m: f"```{{code-cell}} ipython3\n{m['head'] or ''}{next(codes)}\n```", path.read_text(encoding="utf-8")
    )
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    names = sys.argv[1:] or sorted({path.stem for path in NOTEBOOKS.glob("*.ipynb")})
    for lecture in names:
        tidy(lecture)
        print(*(f"{lecture}: {line}" for line in found(lecture)), sep="\n")
