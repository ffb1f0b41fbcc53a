"""What make, the workflows and pyproject.toml promise: true bounds, and claims that raise where they must."""

import pathlib
import re
import subprocess

import pytest
from nbclient.exceptions import CellExecutionError

from tools import notebooks
from tools.lowest import lowest

ROOT = pathlib.Path(__file__).parent.parent
CLAIMS = "MLCORE_CLAIMS=raise"


def recipe(target: str) -> str:
    """What make would run, without running it."""
    command = ["make", "--dry-run", "--always-make", "--no-print-directory", target]
    return subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True).stdout


@pytest.mark.parametrize("target", ["test", "check"])
def test_the_claims_raise(target):
    lines = [line for line in recipe(target).splitlines() if "-m pytest" in line]
    assert lines
    assert all(CLAIMS in line for line in lines)


WRONG = """---
kernelspec: {display_name: Python 3, language: python, name: python3}
---

```{code-cell} ipython3
from mlcore.check import claims

with claims():
    assert 1 + 1 == 3
```
"""


def test_a_claim_that_fails_stops_the_build(monkeypatch, tmp_path):
    monkeypatch.setattr(notebooks, "NOTEBOOKS", tmp_path)
    monkeypatch.setenv("MLCORE_CLAIMS", "say")
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / "99_wrong.md").write_text(WRONG, encoding="utf-8")
    with pytest.raises(CellExecutionError, match="AssertionError"):
        notebooks.build("99_wrong")


def test_make_test_looks_for_its_browser_unless_it_is_left_out(monkeypatch):
    for name in ("BROWSER", "MAKEFLAGS"):  # these tests may be run without the browser themselves
        monkeypatch.delenv(name, raising=False)
    assert "tools/browser.py" in recipe("test")
    monkeypatch.setenv("BROWSER", "skip")
    assert "tools/browser.py" not in recipe("test")
    assert "SKIPPED" in recipe("test").splitlines()[-1]


def test_ci_runs_the_tests_and_then_the_other_roundings():
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert lines[-2:] == ["make test", "make portable"]


def test_the_weekly_job_has_raising_claims():
    assert "MLCORE_CLAIMS: raise" in (ROOT / ".github" / "workflows" / "weekly.yml").read_text(encoding="utf-8")


def test_who_tests_the_book_has_built_it(monkeypatch):
    for name in ("BROWSER", "MAKEFLAGS"):
        monkeypatch.delenv(name, raising=False)
    weekly = (ROOT / ".github" / "workflows" / "weekly.yml").read_text(encoding="utf-8")
    for lines in (recipe("test"), weekly):
        built, tested = lines.index("-m tools.book --sparse"), lines.index("-m pytest")
        assert built < tested


def version(text: str) -> tuple:
    return tuple(int(part) for part in re.findall(r"\d+", text)[:3])


def test_each_dependency_has_a_bound_that_the_pinned_version_meets():
    pinned = dict(re.findall(r"^([\w.-]+)==(\S+)$", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.M))
    for line in lowest():
        name, bound = line.split("==")
        assert version(pinned[name.lower()]) >= version(bound), name


def test_make_test_does_not_build_the_notebooks_that_it_compares():
    """In a fresh clone all files are of one age: what depends on notebooks/*.ipynb would have them made anew."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = [line for line in makefile.splitlines() if line.startswith(("test:", "book:", "build/book/"))]
    assert len(targets) == 3
    assert not [line for line in targets if ".ipynb" in line]
