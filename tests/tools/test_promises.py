"""What make, the workflows and pyproject.toml promise: true bounds, and claims that raise where they must."""

import importlib.util
import pathlib
import re
import subprocess
import sys

import pytest
import yaml
from nbclient.exceptions import CellExecutionError

from mlcore import __version__
from mlcore.lectures import all_figures
from tools import notebooks, suite
from tools.book import conf
from tools.lowest import lowest

ROOT = pathlib.Path(__file__).parent.parent.parent


def recipe(target: str) -> str:
    """What make would run, without running it."""
    if sys.platform == "win32":
        pytest.skip("On Windows the course is maintained without make.")
    command = ["make", "--dry-run", "--always-make", "--no-print-directory", target]
    return subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True).stdout


@pytest.fixture
def asked(monkeypatch):
    """What the suite runs, in order, as (command, settings); nothing is run."""
    ran = []

    def run(command, env, **_):
        ran.append((" ".join(map(str, command)), env))
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(suite.subprocess, "run", run)
    monkeypatch.setattr(suite.browser, "main", lambda: ran.append(("a browser", {})))
    monkeypatch.setattr(suite.browser, "find_firefox", lambda: "firefox-esr")
    monkeypatch.delenv("BROWSER", raising=False)
    return ran


@pytest.mark.parametrize("tier", suite.TIERS)
def test_the_claims_raise(asked, tier):
    assert suite.main([tier]) == 0
    assert asked[-1][1]["MLCORE_CLAIMS"] == "raise"


def test_the_tiers_are_one_suite():
    """What is in one of two commands cannot be in neither: the marker alone decides."""
    assert suite.TIERS == {"test": ["-m", "not all"], "all": [], "rest": ["-m", "all"]}
    assert all(f"-m tools.suite {tier}" in recipe(f"test-{tier}") for tier in ("all", "rest"))
    assert "-m tools.suite test" in recipe("test")


def test_another_tier_is_refused():
    with pytest.raises(SystemExit, match="nightly is no tier: take one of test, all, rest"):
        suite.main(["nightly"])


PAGES = (
    "README.md", "docs/running_a_class.md", "docs/teaching.md", "tools/book/front.md", "tools/book/gallery.md",
    "tools/book/using.md", "notebooks/text/00_start_here.md",
)  # fmt: skip


def test_no_page_says_that_every_figure_takes_data():
    figures = all_figures().values()
    share = sum(figure.default() is not None for figure in figures) / len(figures)
    every = re.compile(r"(every|each|all)( live)? figures? (takes?|works? on|draws?) (your|data)", re.I)
    for page in PAGES:
        text = " ".join((ROOT / page).read_text(encoding="utf-8").split())
        assert not every.search(text), page
        if "of three figures" in text:
            assert "two of three figures" in text.lower()
    assert abs(share - 2 / 3) < 0.05


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


def test_the_suite_looks_for_its_browser_unless_it_is_left_out(asked, monkeypatch, capsys):
    suite.main(["test"])
    assert asked[0][0] == "a browser"
    asked.clear()
    monkeypatch.setenv("BROWSER", "skip")
    suite.main(["all"])
    assert len(asked) == 1
    assert "-m pytest" in asked[0][0]
    assert "SKIPPED" in capsys.readouterr().out.splitlines()[-1]


def test_the_suite_brings_firefox_where_it_can_and_says_so_where_it_cannot(asked, monkeypatch, capsys):
    wanted = []
    monkeypatch.setattr(suite.browser, "by_apt_get", lambda package: bool(wanted.append(package)))
    suite.main(["rest"])
    assert "Firefox" not in capsys.readouterr().out
    monkeypatch.setattr(suite.browser, "find_firefox", lambda: None)
    suite.main(["test"])
    assert wanted == []  # its tests are not asked
    suite.main(["rest"])
    assert wanted == ["firefox-esr"]
    assert "SKIPPED: the tests in Firefox. There is no Firefox here" in capsys.readouterr().out.splitlines()[-1]


def test_ci_runs_the_tests_and_then_the_other_roundings():
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert lines[-3:] == ["make test", "make test-rest", "make portable"]


def test_the_parts_of_the_workflow_leave_no_test_out():
    """What `make test-all` has beyond `make test` lies in folders that one of the parts names."""
    workflow = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")
    named = set(re.findall(r"tests/\w+", workflow))
    marked = [path for path in (ROOT / "tests").rglob("test_*.py") if "mark.all" in path.read_text(encoding="utf-8")]
    folders = {f"tests/{path.relative_to(ROOT / 'tests').parts[0]}" for path in marked}
    assert folders <= named
    assert len(marked) > 8


WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def jobs() -> dict[str, dict]:
    """All jobs of all workflows, by the file's name and the job's."""
    found = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"] for path in WORKFLOWS}
    return {f"{name} {job}": content for name, jobs in found.items() for job, content in jobs.items()}


def commands(job: dict) -> str:
    """What a job runs, its matrix with it: that may hold a part of a command."""
    said = [line for step in job["steps"] for line in (step.get("run"), *step.get("env", {}).values()) if line]
    return "\n".join([*map(str, said), str(job.get("strategy", ""))])


@pytest.mark.parametrize("name", jobs())
def test_a_job_calls_only_what_there_is(name):
    """Targets of make, modules, and files: a step that names another one would fail on its first day."""
    job = jobs()[name]
    run, makefile = commands(job), (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"\bmake (\S+)", run)
    modules = re.findall(r"-m ((?:tools|tests)\S*)", run)
    files = re.findall(r"(?<!/)python[\d.]* ([\w/]+\.py)", run)
    assert targets + modules + files
    for target in targets:
        assert re.search(rf"^{re.escape(target.replace('.venv', '$(VENV)'))}:", makefile, re.MULTILINE), target
    assert all(importlib.util.find_spec(module) for module in modules)
    assert all((ROOT / file).is_file() for file in files)
    tiers = re.findall(r"-m tools\.suite (\w+)", run)
    assert set(tiers) <= set(suite.TIERS)
    for folder in re.findall(r"tests/\w+", run):
        assert (ROOT / folder).is_dir()
    assert job["timeout-minutes"] <= 90


def test_windows_is_asked_without_make_and_says_that_this_is_untried():
    job = jobs()["test without_a_browser"]
    assert {entry["os"].split("-")[0] for entry in job["strategy"]["matrix"]["include"]} == {"windows", "macos"}
    assert "make " not in commands(job)
    assert job["env"]["BROWSER"] == "skip"
    assert jobs()["weekly arm"]["runs-on"].endswith("-arm")
    assert all("UNTRIED" in (ROOT / f".github/workflows/{name}.yml").read_text("utf-8") for name in ("test", "weekly"))


def test_each_part_that_asks_firefox_has_one():
    steps = jobs()["test test"]["steps"]
    before, run = steps[-2:]
    assert before["with"]["firefox-version"].endswith("esr")
    assert before["if"] == "startsWith(matrix.part, 'rest')"
    assert run["env"]["FIREFOX"] == "needed"


def test_the_weekly_job_has_raising_claims():
    assert "MLCORE_CLAIMS: raise" in (ROOT / ".github" / "workflows" / "weekly.yml").read_text(encoding="utf-8")


def test_who_tests_the_book_has_built_it(asked):
    suite.main(["rest"])
    _, (built, _), (tested, settings) = asked
    assert "-m tools.book --sparse" in built
    assert "-m pytest" in tested
    assert settings["BOOK"] == "sparse"
    asked.clear()
    suite.main(["rest", "tests/lectures"])
    assert len(asked) == 2  # no book
    weekly = (ROOT / ".github" / "workflows" / "weekly.yml").read_text(encoding="utf-8")
    assert "-m tools.suite all" in weekly


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


def test_the_version_stands_in_one_place_and_everywhere_else_it_is_the_same():
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert newest
    assert newest[1] == __version__
    assert conf.copyright.endswith(f"Version {__version__}")  # the foot of the book's pages
    assert not re.search(r'^version = "', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.M)
